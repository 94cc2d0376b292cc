/** Stores where pages of a year's events begin, so that a late page costs no more than the first. */
import { PAGE_MARK_EVERY } from '@ctx/domain/page-marks';
import type { Client } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';

/** Marks the user's long years without marks. */
export async function markPages(client: Client, userId: number): Promise<void> {
  const { rows: long } = await client.query<{ year: number }>({
    name: 'long-years',
    text: 'SELECT year FROM figures.years WHERE user_id = $1 AND transaction_count > $2',
    values: [userId, PAGE_MARK_EVERY],
  });
  const { rows: marked } = await client.query<{ year: number }>({
    name: 'marked-years',
    text: 'SELECT year FROM figures.page_marks WHERE user_id = $1',
    values: [userId],
  });
  const known = new Set(marked.map(({ year }) => year));
  for (const { year } of long.filter((each) => !known.has(each.year))) {
    const { rows } = await client.query<{ times: string[] | null; ids: string[] | null }>({
      name: 'page-marks',
      text: `
        SELECT array_agg(e.occurred_at::text ORDER BY e.position) AS times, array_agg(e.event_id::text ORDER BY e.position) AS ids
        FROM (
          SELECT v.occurred_at, v.event_id, row_number() OVER (ORDER BY v.occurred_at DESC, v.event_id) - 1 AS position
          FROM figures.events v WHERE v.user_id = $1 AND v.year = $2
        ) e WHERE e.position > 0 AND e.position % $3 = 0`,
      values: [userId, year, PAGE_MARK_EVERY],
    });
    const [marks] = rows;
    await client.query({
      name: 'mark-pages',
      text: 'INSERT INTO figures.page_marks (user_id, year, times, ids) VALUES ($1, $2, $3::timestamptz[], $4::uuid[])',
      values: [userId, year, marks?.times ?? [], marks?.ids ?? []],
    });
  }
}

/** Returns the years in which the rows `s` of an item of FROM are new, or have another time than those stored with their keys. */
export async function yearsOfMoved(client: Client, userId: number, source: Sql): Promise<number[]> {
  const { rows } = await client.query<{ year: number }>(
    sql`SELECT DISTINCT s.year FROM ${source} LEFT JOIN figures.events t
        ON t.user_id = ${userId} AND t.event_id = s.event_id AND t.year = s.year
      WHERE t.occurred_at IS DISTINCT FROM s.occurred_at`,
  );
  return rows.map(({ year }) => year);
}

/** Removes the marks of years whose events came, went or moved. */
export async function forgetPages(client: Client, userId: number, years: readonly number[]): Promise<void> {
  if (years.length === 0) return;
  await client.query({
    name: 'forget-pages',
    text: 'DELETE FROM figures.page_marks WHERE user_id = $1 AND year = ANY ($2)',
    values: [userId, years],
  });
}
