/** Keeps what submitted years show and pass on, beside their rows of figures (ADR 41). */
import { PHOTO } from '@ctx/domain/law/photo';
import { PEGGED_AT_PHOTO } from '@ctx/domain/stablecoins';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { rowsOf } from '../tables/sql.ts';
import { keepEvents } from './kept-events.ts';
import { keepInputs } from './kept-inputs.ts';
import { keepLots } from './kept-lots.ts';
import { keepSums } from './kept-sums.ts';

/** Keeps what a year shows, as it is now. Its row of `figures.frozen_years` was inserted in this transaction. */
export async function keepSubmittedYear(client: Client, userId: number, year: number): Promise<void> {
  await keepReportInputs(client, userId, year);
  await keepLots(client, userId, year);
  await keepEvents(client, userId, year);
  await keepSums(client, userId, year);
  await keepInputs(client, userId, year);
}

/** Stores the names, prices and run that the report of a year shows beside its figures. */
async function keepReportInputs(client: Client, userId: number, year: number): Promise<void> {
  const [row] = await rowsOf<{ inputs: string }>(
    client,
    sql`SELECT figures.report_inputs(${userId}, ${year}, ${PHOTO.momentUs}, ${PHOTO.priceAgeUsMax},
      ${PEGGED_AT_PHOTO.map(({ assetKey }) => assetKey)}::text[], ${PEGGED_AT_PHOTO.map(({ currency }) => currency)}::text[])::text AS inputs`,
  );
  await client.query('UPDATE figures.frozen_years SET report_inputs = $3 WHERE user_id = $1 AND year = $2', [
    userId,
    year,
    row?.inputs,
  ]);
}
