/** The income of a year by asset and by month in Belgium, for its page. */
import { LIMITS } from '@ctx/domain/limits';
import { shownSymbol } from '@ctx/domain/shown-text';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { GetYearIncomeRequest, YearIncome } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import { ADDED } from './added-events.ts';

/** The sum of an asset, or of a month. */
interface SumRow {
  /** Null in the sum of a month. */
  readonly assetKey: string | null;
  readonly assetSymbol: string;
  /** 1 to 12. Null in the sum of an asset. */
  readonly month: number | null;
  readonly events: number;
  readonly eur: string;
}

interface MarkerRow {
  readonly paid: boolean;
}

const YEAR = parameter('year');
const { amount, condition } = ADDED.income;

// The symbol is that of the oldest event. Of two equal sums, the one whose newest event is older comes first.
const INCOME = prepare(
  'year-income',
  sql`SELECT e.asset_key AS "assetKey", (array_agg(e.asset_symbol ORDER BY e.occurred_at, e.event_id DESC))[1] AS "assetSymbol",
      e.month, count(*)::int AS events, sum(e.added) AS eur
    FROM (
      SELECT e.asset_key, e.asset_symbol, e.event_id, e.occurred_at, ${amount} AS added,
        extract(month FROM e.occurred_at AT TIME ZONE 'Europe/Brussels')::int AS month
      FROM figures.events e WHERE e.user_id = ${USER} AND e.year = ${YEAR} AND ${condition}
      LIMIT ${parameter('eventsMax')}::int + 1) e
    GROUP BY GROUPING SETS ((e.asset_key), (e.month))
    ORDER BY sum(e.added) DESC, max(e.occurred_at), (array_agg(e.event_id ORDER BY e.occurred_at DESC, e.event_id))[1] DESC`,
);

// On Citus from another server than figures.
const PAID = prepare(
  'year-is-paid',
  sql`SELECT y.paid FROM facts.years y WHERE y.user_id = ${USER} AND y.year = ${YEAR}`,
);

/** Returns the income of a year, exact. No sums for a locked year, nor if more than `LIMITS.incomeEventsMax` events bring income. */
export async function getYearIncome(
  source: Source,
  userId: number,
  { year }: GetYearIncomeRequest,
): Promise<YearIncome> {
  const eventsMax = LIMITS.incomeEventsMax;
  const values = { userId, year, eventsMax };
  const [[marker], sums] = await readAsUser<[MarkerRow, SumRow]>(
    source,
    userId,
    PAID(values),
    INCOME(values),
  );
  const months = Array.from({ length: 12 }, () => '0');
  const assets: YearIncome['assets'] = [];
  let events = 0;
  const shown = marker?.paid === true ? sums : [];
  for (const { assetKey, assetSymbol, month, events: eventsOfSum, eur } of shown) {
    if (month !== null) {
      events += eventsOfSum;
      months[month - 1] = eur;
    } else if (assetKey !== null) assets.push({ assetKey, assetSymbol: shownSymbol(assetSymbol), eur });
  }
  return events > eventsMax ? { tooMany: true, assets: [], months: [] } : { tooMany: false, assets, months };
}
