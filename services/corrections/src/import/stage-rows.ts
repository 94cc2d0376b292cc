/** Writes rows into the tables in which they wait for the merge. */
import type { RecordKind } from '@ctx/converters/records';
import { givenRows } from '@ctx/platform/given-rows';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import { STORED_KINDS } from './kinds.ts';
import type { SpooledRow } from './spool.ts';

/** Returns the name of the table in which rows of a kind wait for the merge. */
export function stageOf(kind: RecordKind): string {
  return `facts.stage_${kind}`;
}

/** Stages rows of one kind. */
export async function writeRows(
  client: Client,
  userId: number,
  kind: RecordKind,
  batch: readonly SpooledRow[],
): Promise<void> {
  const { columns: stored, stagedOnly = [] } = STORED_KINDS[kind];
  const columns = ['line', ...stored, 'digest', ...stagedOnly];
  const rows = await givenRows(client, stageOf(kind), columns, batch);
  // Joins facts.owners, so that Citus writes on the server that has the user's rows (ADR 40). COPY is not possible under row security.
  const { rowCount } = await client.query(
    sql`INSERT INTO ${raw(stageOf(kind))} (user_id, ${raw(columns.join(', '))})
      SELECT o.user_id, ${raw(columns.map((column) => `s.${column}`).join(', '))}
      FROM facts.owners o, ${rows} WHERE o.user_id = ${userId}`,
  );
  if (rowCount !== batch.length)
    throw new Error(
      `${String(rowCount)} of ${String(batch.length)} rows were staged; the user has been erased`,
    );
}
