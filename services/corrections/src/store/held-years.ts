/** Locked years keep the ranges that they show when their user changes files (ADR 44). */
import { brusselsDate } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';
import type { Client } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';

/**
 * Makes locked years keep the ranges that they show now, from the year of the first changed event on: an earlier year cannot depend on
 * it, unless a correction moved it or a match joins it with an earlier event. Requires the user lock, before the events change.
 *
 * @param changed selects the changed events: `event_id`, and `occurred_at` before or after the change
 */
export async function holdLockedYears(client: Client, userId: number, changed: Sql): Promise<void> {
  const { rows } = await client.query<{ earliest: string | null; isCorrected: boolean | null }>(
    sql`SELECT min(c.occurred_at) AS earliest, bool_or(
        EXISTS (SELECT FROM corrections.overrides o WHERE o.user_id = ${userId} AND o.event_id = c.event_id)
        OR EXISTS (SELECT FROM corrections.transfer_matches m WHERE m.user_id = ${userId} AND m.out_event_id = c.event_id)
        OR EXISTS (SELECT FROM corrections.transfer_matches m WHERE m.user_id = ${userId} AND m.in_event_id = c.event_id)
      ) AS "isCorrected" FROM (${changed}) c`,
  );
  const [{ earliest, isCorrected } = { earliest: null, isCorrected: null }] = rows;
  if (earliest === null) return;
  const firstYear = isCorrected === true ? LIMITS.yearMin : brusselsDate(Date.parse(earliest)).year;
  await client.query('SELECT facts.hold_years($1, $2)', [userId, firstYear]);
}
