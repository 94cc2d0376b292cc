/** Saves what the pools decided for events whose own facts stay: four cells of each row. */
import { hexOf } from '@ctx/domain/digest';
import type { Outcome } from '../engine/types.ts';
import { EVENTS, OUTCOME_COLUMNS, outcomeCells } from '../tables/events-and-years.ts';
import { cellsDigest, type CellValue } from '../tables/table.ts';
import type { Upserts } from './upsert-rows.ts';

/** A stored event, and what the pools decide for it now. */
export interface EventOutcome {
  readonly stored: StoredRow;
  readonly outcome: Outcome;
}

interface StoredRow {
  readonly id: string;
  readonly year: number;
  readonly digest: string;
  readonly factsDigest: string;
}

/** Updates the rows that differ, in one statement. */
export async function saveOutcomes(events: readonly EventOutcome[], upserts: Upserts): Promise<void> {
  const rows: CellValue[][] = [];
  for (const { stored, outcome } of events) {
    const cells = outcomeCells(outcome);
    const digest = cellsDigest([EVENTS.name, hexOf(stored.factsDigest), ...cells]);
    const before = hexOf(stored.digest);
    if (digest === before) continue;
    upserts.sums.subtract(EVENTS.name, before);
    upserts.sums.add(EVENTS.name, digest);
    rows.push([stored.id, stored.year, ...cells, digest]);
  }
  await upserts.update(EVENTS, OUTCOME_COLUMNS, rows);
}
