/** Stores where pages of a year's events begin, so that a late page costs no more than the first. */
import { PAGE_MARK_EVERY } from '@ctx/domain/page-marks';
import type { Client } from '@ctx/platform/postgres';

/** Marks the user's long years without marks: a year whose events were added, removed or moved has lost them (migration 14). */
export async function markPages(client: Client, userId: number): Promise<void> {
  await client.query({
    name: 'mark-pages',
    text: `
      UPDATE figures.years y SET page_times = marks.times, page_ids = marks.ids
      FROM figures.years long CROSS JOIN LATERAL (
        SELECT array_agg(e.occurred_at ORDER BY e.position) AS times, array_agg(e.event_id ORDER BY e.position) AS ids
        FROM (
          SELECT v.occurred_at, v.event_id,
            row_number() OVER (ORDER BY v.occurred_at DESC, v.event_id) - 1 AS position
          FROM figures.events v WHERE v.user_id = long.user_id AND v.year = long.year
        ) e WHERE e.position > 0 AND e.position % $2 = 0
      ) marks
      WHERE long.user_id = $1 AND long.transaction_count > $2 AND long.page_times IS NULL
        AND y.user_id = long.user_id AND y.year = long.year AND marks.times IS NOT NULL`,
    values: [userId, PAGE_MARK_EVERY],
  });
}
