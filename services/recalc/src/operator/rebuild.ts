/** Figures rebuilt from facts and corrections alone: the border between truth and derivation (architecture.md, "Who owns what"). */
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import { type Client, type Pool, writeAsUser } from '@ctx/platform/postgres';
import { join, raw, sql } from '@ctx/platform/sql';
import { type FiguresTable, isFrozenRow } from '../tables/table.ts';
import { TABLES } from '../tables/tables.ts';
import { FIGURES_OF_USER } from '../runs/save-run.ts';

/** A digest that no row has. */
const NO_DIGEST = '00000000-0000-0000-0000-000000000000';

/**
 * Requests a full run that writes every figure again; figures of submitted years stay. The stored figures
 * can be read until then. Retries a parked run.
 */
export async function requestRebuild(pool: Pool, userId: number): Promise<RecalcOutcome> {
  return writeAsUser(pool, userId, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${FIGURES_OF_USER})`, [userId]);
    const { rows } = await client.query<{ recalc: RecalcOutcome }>(
      'SELECT corrections.request_run($1, true) AS recalc',
      [userId],
    );
    // A current run computes from stored figures: this ends its claim.
    await client.query(
      `UPDATE corrections.recalc_state SET fence = fence + 1, lease_owner = NULL, lease_until = NULL WHERE user_id = $1`,
      [userId],
    );
    const frozenYears = await readFrozenYears(client, userId);
    for (const table of TABLES) await forgetDigests(client, userId, table, frozenYears);
    return rows[0]?.recalc ?? 'SCHEDULED';
  });
}

async function readFrozenYears(client: Client, userId: number): Promise<number[]> {
  const { rows } = await client.query<{ year: number }>(
    'SELECT year FROM figures.frozen_years WHERE user_id = $1',
    [userId],
  );
  return rows.map(({ year }) => year);
}

/** A run skips rows that have the digest it computed: without a digest, every row is written again or removed. */
async function forgetDigests(
  client: Client,
  userId: number,
  table: FiguresTable<unknown>,
  frozenYears: readonly number[],
): Promise<void> {
  const { name, columns } = table;
  const digests = ['digest', ...columns.filter((column) => column === 'facts_digest')];
  const assigned = digests.map((column) => sql`${raw(column)} = ${NO_DIGEST}`);
  await client.query(
    sql`UPDATE figures.${raw(name)} t SET ${join(assigned, ', ')}
      WHERE t.user_id = ${userId} AND NOT ${isFrozenRow(table, frozenYears)}`,
  );
}
