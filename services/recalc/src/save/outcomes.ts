/** Saves what the pools decided for events whose own facts stay: four cells of each row. */
import { hexOf } from '@ctx/domain/digest';
import type { Client } from '@ctx/platform/postgres';
import type { Outcome } from '../engine/types.ts';
import { EVENTS, OUTCOME_COLUMNS, outcomeCells } from '../tables/events-and-years.ts';
import { cellsDigest, type CellValue } from '../tables/table.ts';
import type { Upserts } from './upsert-rows.ts';

export interface EventOutcome {
  readonly id: string;
  readonly year: number;
  readonly outcome: Outcome;
}

interface EventDigests {
  readonly id: string;
  readonly digest: string;
  readonly facts_digest: string;
}

/** Updates the rows that differ, in one statement. Throws when an event of a year after `lastFrozenYear` has no row. */
export async function saveOutcomes(
  client: Client,
  userId: number,
  events: readonly EventOutcome[],
  { upserts, lastFrozenYear }: { readonly upserts: Upserts; readonly lastFrozenYear: number },
): Promise<void> {
  if (events.length === 0) return;
  const { rows: known } = await client.query<EventDigests>(
    `SELECT event_id AS id, digest, facts_digest FROM figures.events
     WHERE user_id = $1 AND event_id = ANY ($2) AND year > $3`,
    [userId, events.map(({ id }) => id), lastFrozenYear],
  );
  const before = new Map(known.map((row) => [row.id, row]));
  const rows: CellValue[][] = [];
  for (const { id, year, outcome } of events) {
    const row = before.get(id);
    if (row === undefined) throw new Error('an event of the last run is gone');
    const cells = outcomeCells(outcome);
    const digest = cellsDigest([EVENTS.name, hexOf(row.facts_digest), ...cells]);
    const stored = hexOf(row.digest);
    if (digest === stored) continue;
    upserts.sums.subtract(EVENTS.name, stored);
    upserts.sums.add(EVENTS.name, digest);
    rows.push([id, year, ...cells, digest]);
  }
  await upserts.update(EVENTS, OUTCOME_COLUMNS, rows);
}
