/** Stored transactions that a later file has as failed, cancelled or taken back: they leave, unless the figures of their year were submitted. */
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import type { UndoneTransaction, UndoneTransactions } from '@ctx/proto/gen/ctx/v1/corrections';
import type { YearMarkers } from '../decide/years.ts';
import { readYears } from '../store/correction-facts.ts';

/** What a file takes back. */
export interface UndoneEvents {
  readonly transactions: UndoneTransactions;
  /** The stored events that leave. */
  readonly eventIds: readonly string[];
}

/** Transactions that are named; all are counted. */
const NAMED_MAX = 20;

/** What a transaction is made of, whatever its amounts: an asset, and whether it came, left or was a cost. Fees belong to other legs. */
const LEG = `e.asset_key || ' ' || CASE WHEN e.type IN ('ACQUISITION', 'INCOME') THEN '+' WHEN e.type = 'DISPOSITION' THEN '-' ELSE 'cost' END`;

/** The main event of a transaction names it. */
const MAIN = "ORDER BY e.type = 'FEE', e.asset_fiat, e.type, e.asset_key";

/**
 * Takes the events that did not take place out of the staged ones, and returns which stored transactions they take back: the transactions of the same account
 * and reference of which the file holds nothing as done, and of which every leg is taken back. Requires that known transactions have the
 * references under which they are stored.
 */
export async function takeUndone(client: Client, userId: number): Promise<UndoneEvents> {
  const years = await readYears(client, userId);
  const { rows } = await client.query<UndoneTransaction & { eventIds: string[] }>(
    sql`WITH undone AS MATERIALIZED (SELECT e.account_id, e.reference_id, array_agg(DISTINCT ${raw(LEG)}) AS legs
        FROM facts.stage_event e WHERE e.user_id = ${userId} AND e.undone AND e.type <> 'FEE' GROUP BY e.account_id, e.reference_id),
      stored AS MATERIALIZED (SELECT e.account_id, e.reference_id, array_agg(e.event_id::text) AS ids, min(e.occurred_at) AS at,
          array_agg(DISTINCT ${raw(LEG)}) FILTER (WHERE e.type <> 'FEE') AS legs,
          (array_agg(e.type ${raw(MAIN)}))[1] AS type, (array_agg(e.asset_symbol ${raw(MAIN)}))[1] AS asset,
          (array_agg(e.amount ${raw(MAIN)}))[1] AS amount, bool_and(${isOfPaidYear(years)}) AS is_paid, bool_or(${isOfSubmittedYear(userId, years)}) AS is_kept
        FROM facts.events e JOIN undone u ON u.account_id = e.account_id AND u.reference_id = e.reference_id
        WHERE e.user_id = ${userId} AND NOT EXISTS (SELECT FROM facts.stage_event s
          WHERE s.user_id = ${userId} AND s.event_id = e.event_id AND NOT s.undone)
        GROUP BY e.account_id, e.reference_id)
      SELECT s.ids AS "eventIds", s.at AS timestamp, s.type, s.asset, CASE WHEN s.is_paid THEN trim_scale(s.amount)::text END AS amount, s.is_kept AS "isKept"
      FROM stored s JOIN undone u ON u.account_id = s.account_id AND u.reference_id = s.reference_id
      WHERE s.legs <@ u.legs ORDER BY s.at, s.reference_id`,
  );
  await client.query('DELETE FROM facts.stage_event WHERE user_id = $1 AND undone', [userId]);
  const leaving = rows.filter(({ isKept }) => !isKept);
  return {
    transactions: {
      removed: leaving.length,
      kept: rows.length - leaving.length,
      first: rows
        .slice(0, NAMED_MAX)
        .map(({ timestamp, type, asset, amount, isKept }) => ({ timestamp, type, asset, amount, isKept })),
    },
    eventIds: leaving.flatMap(({ eventIds }) => eventIds),
  };
}

/** Returns SQL that selects the ids and times of events. */
export function eventsOf(userId: number, eventIds: readonly string[]): Sql {
  return sql`SELECT e.event_id, e.occurred_at FROM facts.events e WHERE e.user_id = ${userId} AND e.event_id = ANY (${eventIds})`;
}

/** The years are read by themselves: Citus has them on another server than events (ADR 40). */
function isInYear(instant: Sql, years: readonly YearMarkers[]): Sql {
  return sql`extract(year FROM ${instant} AT TIME ZONE 'Europe/Brussels') = ANY (${years.map(({ year }) => year)}::integer[])`;
}

/** Returns SQL that says whether the year of an event `e` is paid. A locked year shows no amount (service.md, "Year markers"). */
function isOfPaidYear(years: readonly YearMarkers[]): Sql {
  return isInYear(
    raw('e.occurred_at'),
    years.filter(({ locked }) => !locked),
  );
}

/** Returns SQL that says whether an event `e` counts in a year whose figures were submitted, by its own time, a corrected time, or that of its match. */
function isOfSubmittedYear(userId: number, years: readonly YearMarkers[]): Sql {
  return sql`EXISTS (SELECT FROM (
        SELECT e.occurred_at AS at
        UNION ALL SELECT o.overridden_timestamp FROM corrections.overrides o WHERE o.user_id = ${userId} AND o.event_id = e.event_id
        UNION ALL SELECT i.occurred_at FROM corrections.transfer_matches m
          JOIN facts.events i ON i.user_id = ${userId} AND i.event_id = m.in_event_id WHERE m.user_id = ${userId} AND m.out_event_id = e.event_id
        UNION ALL SELECT d.occurred_at FROM corrections.transfer_matches m
          JOIN facts.events d ON d.user_id = ${userId} AND d.event_id = m.out_event_id WHERE m.user_id = ${userId} AND m.in_event_id = e.event_id
      ) t WHERE ${isInYear(
        raw('t.at'),
        years.filter(({ frozen }) => frozen),
      )})`;
}
