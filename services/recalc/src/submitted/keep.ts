/** Keeps what submitted years show and pass on, beside their rows of figures (ADR 41). */
import { PHOTO } from '@ctx/domain/law/photo';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { rowsOf } from '../tables/sql.ts';
import { keepEvents } from './kept-events.ts';
import { keepLots } from './kept-lots.ts';
import { keepSums, type PastYear } from './kept-sums.ts';

/**
 * Keeps what submitted years show, as it is now, for those of which nothing is kept yet: a year that is submitted in this transaction, and
 * years that an earlier release submitted.
 */
export async function keepSubmittedYears(client: Client, userId: number): Promise<void> {
  const rows = await rowsOf<{ year: number; years: readonly PastYear[] | null }>(
    client,
    sql`SELECT z.year, z.report_inputs->'years' AS years FROM figures.frozen_years z
      WHERE z.user_id = ${userId} AND z.kept_sums IS NULL ORDER BY z.year`,
  );
  for (const { year, years } of rows) {
    if (years === null) await keepReportInputs(client, userId, year);
    await keepLots(client, userId, year);
    await keepEvents(client, userId, year);
    await keepSums(client, userId, year, years);
  }
}

/** Stores the names, prices and run that the report of a year shows beside its figures. */
async function keepReportInputs(client: Client, userId: number, year: number): Promise<void> {
  const [row] = await rowsOf<{ inputs: string }>(
    client,
    sql`SELECT figures.report_inputs(${userId}, ${year}, ${PHOTO.momentUs}, ${PHOTO.priceAgeUsMax})::text AS inputs`,
  );
  await client.query('UPDATE figures.frozen_years SET report_inputs = $3 WHERE user_id = $1 AND year = $2', [
    userId,
    year,
    row?.inputs,
  ]);
}
