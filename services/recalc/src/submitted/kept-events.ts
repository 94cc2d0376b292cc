/** Keeps what explains the events of a submitted year beside their figures (ADR 41). */
import type { Client } from '@ctx/platform/postgres';
import { eachRow } from '@ctx/platform/each-row';
import { CONTEXT_COLUMNS, CONTEXT_TEXTS, contextOf, groupOf } from '@ctx/records/event-context';
import { sql } from '@ctx/platform/sql';
import { insertKept, ROWS_AT_A_TIME } from './insert-kept.ts';

const COLUMNS = ['year', 'event_id', ...CONTEXT_COLUMNS, 'group_ids', 'group_members', 'protocols'];

/** Stores the context of a year's events. Nothing may have been kept of it yet. */
export async function keepEvents(client: Client, userId: number, year: number): Promise<void> {
  const query = sql`
  SELECT ARRAY[e.year::text, e.event_id::text, ${CONTEXT_TEXTS}, k.ids::text, k.members::text, l.protocols::text] AS cells
  FROM figures.events e ${contextOf(userId)}
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(g.event_id ORDER BY g.event_id), '{}') AS ids, coalesce(max(g.members), 0) AS members
    FROM (${groupOf(userId)}) g) k
  CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(v.loan_event_id, f.protocol) AS protocols FROM figures.loan_payments v
    JOIN facts.events f ON f.user_id = ${userId} AND f.event_id = v.loan_event_id
    WHERE v.user_id = ${userId} AND v.event_id = e.event_id AND v.year = e.year AND v.closes) l
  WHERE e.user_id = ${userId} AND e.year = ${year}`;
  let batch: (string | null)[][] = [];
  const write = async (): Promise<void> => {
    if (batch.length > 0) await insertKept(client, userId, 'frozen_events', COLUMNS, batch);
    batch = [];
  };
  await eachRow<{ cells: (string | null)[] }>(client, query, async ({ cells }) => {
    batch.push(cells);
    if (batch.length === ROWS_AT_A_TIME) await write();
  });
  await write();
}
