/** Reads the totals of years that exchanges stated. */
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import type { Client } from '@ctx/platform/postgres';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import { STATED_TOTAL_COLUMNS } from '@ctx/records/record-sql';

const STATED_TOTALS = prepare(
  'correction-stated-totals',
  sql`SELECT ${raw(STATED_TOTAL_COLUMNS)} FROM corrections.stated_totals t
    WHERE t.user_id = ${USER} AND t.year = ANY (${parameter('years')}::integer[])`,
);

/** Reads the stated totals of some years. */
export async function readStatedTotals(
  client: Client,
  userId: number,
  years: readonly number[],
): Promise<StatedTotalRecord[]> {
  const { rows } = await client.query<StatedTotalRecord>(STATED_TOTALS({ userId, years }));
  return rows;
}
