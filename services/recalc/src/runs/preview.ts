/** Answers "what if": the figures after a proposed change beside the stored ones. Nothing is written, and no lock is held longer than a read. */
import { type Client, type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import type { EngineOutputs, YearFigures } from '../engine/types.ts';
import { ENGINE_VERSION } from '../engine/version.ts';
import { readYears, yearAfter } from '../save/years.ts';
import type { IssueChanges } from './effect.ts';
import { rowsOf } from './sql.ts';
import { type Asked, prepareFirst } from './ways.ts';

/** What a proposed change would do. */
export interface Preview {
  /** Years whose figures differ, oldest first. */
  readonly years: readonly { readonly before: YearFigures; readonly after: YearFigures }[];
  readonly issues: IssueChanges;
  /** What was computed; null where values alone were. */
  readonly outputs: EngineOutputs | null;
}

/**
 * Computes with proposed rows in place of the stored ones, and compares with the stored figures. Returns NOT_CURRENT while these are not
 * of the newest facts and corrections, and LARGE where more than `eventsMax` events would be computed.
 */
export async function previewOf(
  pool: Pool,
  userId: number,
  asked: Asked,
): Promise<Preview | 'NOT_CURRENT' | 'LARGE'> {
  return snapshotAsUser(pool, userId, async (client) => {
    if (!(await isCurrent(client, userId))) return 'NOT_CURRENT';
    const prepared = await prepareFirst(client, userId, asked);
    if (prepared === 'LARGE') return prepared;
    const { years, ...effect } = await prepared.finish().effect(client);
    const stored = await readYears(client, userId);
    return {
      ...effect,
      years: [...years]
        .toSorted(([a], [b]) => a - b)
        .map(([year, difference]) => ({
          before: yearAfter(stored.get(year), year),
          after: yearAfter(stored.get(year), year, difference),
        })),
    };
  });
}

/** Tells whether the stored figures are of this version of the engine and of everything that is stored. */
async function isCurrent(client: Client, userId: number): Promise<boolean> {
  const [row] = await rowsOf<{ isCurrent: boolean }>(
    client,
    sql`SELECT coalesce((SELECT s.status FROM corrections.recalc_state s WHERE s.user_id = ${userId}), 'IDLE') = 'IDLE'
      AND NOT EXISTS (SELECT FROM figures.versions v WHERE v.user_id = ${userId} AND v.engine_version <> ${ENGINE_VERSION})
      AS "isCurrent"`,
  );
  return row?.isCurrent === true;
}
