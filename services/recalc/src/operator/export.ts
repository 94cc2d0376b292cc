/** Exports figures of submitted years, which are never computed again: the recalc service's part of an export. */
import { eachRow } from '@ctx/platform/each-row';
import { exportService, type TakeLine } from '@ctx/platform/export-service';
import type { GrpcServerSettings } from '@ctx/platform/grpc-server';
import { type Client, type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import type { ExportServiceServer } from '@ctx/proto/gen/ctx/v1/person';
import { columnList } from '../tables/table.ts';
import { TABLES } from '../tables/tables.ts';

/** ExportService of the submitted figures, on one snapshot. */
export function frozenExport(pool: Pool, settings: GrpcServerSettings): ExportServiceServer {
  return exportService(settings, (userId, take) =>
    snapshotAsUser(pool, userId, async (client) => {
      const years = await frozenYears(client, userId);
      for (const { json, ...fields } of years) await take({ kind: 'frozenYear', fields, json });
      if (years.length === 0) return;
      await exportRows(
        client,
        userId,
        years.map(({ year }) => year),
        take,
      );
      const closing = sql`SELECT year, asset_key AS "assetKey", jsonb_build_object('state', state)::text AS json
        FROM figures.closing_states WHERE user_id = ${userId} ORDER BY year, asset_key`;
      await eachRow<ClosingRow>(client, closing, ({ json, ...fields }) =>
        take({ kind: 'closingState', fields, json }),
      );
    }),
  );
}

interface FrozenYear {
  readonly year: number;
  readonly inputFingerprint: string;
  /** The sums over years and what the report shows beside figures. */
  readonly json: string;
}

interface ClosingRow extends Record<string, unknown> {
  readonly json: string;
}

async function frozenYears(client: Client, userId: number): Promise<FrozenYear[]> {
  const { rows } = await client.query<FrozenYear>(
    `SELECT year, input_fingerprint AS "inputFingerprint",
       jsonb_build_object('sums', kept_sums, 'reportInputs', report_inputs)::text AS json
     FROM figures.frozen_years WHERE user_id = $1 ORDER BY year`,
    [userId],
  );
  return rows;
}

/** Returns the rows of frozen years, each table in the order of its key, with all digits as stored. */
async function exportRows(
  client: Client,
  userId: number,
  years: readonly number[],
  take: TakeLine,
): Promise<void> {
  for (const { name, key, columns, frozenRows } of TABLES) {
    if (frozenRows === null) continue;
    const query = sql`SELECT jsonb_build_object('row', to_jsonb(s))::text AS json FROM (
      SELECT ${columnList(columns, 't')} FROM figures.${raw(name)} t
      WHERE t.user_id = ${userId} AND ${frozenRows(years)} ORDER BY ${columnList(key, 't')}) s`;
    await eachRow<{ json: string }>(client, query, ({ json }) =>
      take({ kind: 'frozenFigure', fields: { table: name }, json }),
    );
  }
  for (const [name, key] of KEPT_TABLES) {
    const query = sql`SELECT jsonb_build_object('row', to_jsonb(t) - 'user_id')::text AS json FROM figures.${raw(name)} t
      WHERE t.user_id = ${userId} ORDER BY t.year, ${raw(key)}`;
    await eachRow<{ json: string }>(client, query, ({ json }) =>
      take({ kind: 'frozenFigure', fields: { table: name }, json }),
    );
  }
}

/** What submitted years keep beside their rows of figures, with the rest of its key. */
const KEPT_TABLES = [
  ['frozen_lots', 't.lot_id'],
  ['frozen_events', 't.event_id'],
  ['frozen_inputs', 't.file, t.place'],
] as const;
