import { monthStartMs } from '@ctx/domain/brussels';
import { parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { pageOfList } from '@ctx/domain/page-of-list';
import { shownSymbol } from '@ctx/domain/shown-text';
import type { ContributionFigure } from '@ctx/domain/vocabulary';
import { readAsUser, type Source } from '../sources/source.ts';
import { parameter, prepare, type PreparedStatement, sql, type Sql, USER } from '@ctx/platform/sql';
import type { AmountVO, ContributionsResponse, ListContributionsRequest } from '@ctx/proto/gen/ctx/v1/read';
import { completenessOf } from '../present/completeness.ts';
import { shownEstimate } from '../present/estimate.ts';
import { withAccountAmounts } from './account-amounts.ts';
import { type AddedRow, amountsOf, type FigureYear } from '../present/contributions.ts';
import { ADDED } from './added-events.ts';
import { type LackRows, selectLacks } from './completeness-rows.ts';
import { type BalanceRows, provenAccounts, selectHasBalances } from './proven-accounts.ts';
import { dependsOnLocked, exemptionBounds, headroom } from './get-year-summary.ts';
import { type Amount, bandOf, lockedAmount, UNKNOWN_AMOUNT } from '../present/blur.ts';
import { exactEur, type RunRow, SELECT_RUN, totalsOf, type YearRow } from './year-rows.ts';
import { selectYears, type YearsRows, type YearHistory, yearsSeen } from './years-seen.ts';

interface ContributionRow extends AddedRow {
  readonly event_id: string;
  readonly type: string;
  readonly treatment: string;
  readonly asset_key: string;
  readonly asset_symbol: string;
}

interface CountRow {
  readonly count: number;
}

const [YEAR, ASSET, FROM, TO, IS_COUNTED] = ['year', 'asset', 'from', 'to', 'isCounted'].map(parameter);

const OF_ASSET = sql`(${ASSET}::text IS NULL OR e.asset_key_folded = ${ASSET} OR (
  (e.asset_symbol_folded = ${ASSET} OR e.asset_symbol_shown_folded = ${ASSET})
  AND NOT (SELECT EXISTS (SELECT FROM figures.events k WHERE k.user_id = ${USER} AND k.asset_key_folded = ${ASSET}))))`;
const OF_MONTH = sql`e.occurred_at >= ${FROM}::timestamptz AND e.occurred_at < ${TO}::timestamptz`;

const NEWEST_FIRST = sql`e.occurred_at DESC, e.event_id`;

/** The statements of a figure: one page of the events that add to it, and, if asked, how many they are. */
interface List {
  readonly page: PreparedStatement;
  /** What adds or takes most first. */
  readonly pageByAmount: PreparedStatement;
  readonly counts: PreparedStatement;
}

function listOf(figure: ContributionFigure): List {
  const { amount, condition } = ADDED[figure];
  const ofMonths = sql`SELECT e.*, ${amount} AS added${sumOfNewer(figure)} FROM figures.events e
    WHERE e.user_id = ${USER} AND e.year = ${YEAR} AND ${OF_MONTH} AND ${condition}`;
  const pageIn = (order: Sql): Sql =>
    sql`SELECT e.event_id, e.occurred_at, e.type, e.treatment, e.asset_key, e.asset_symbol, e.added, e.newer_sum
        FROM (${ofMonths}) e WHERE ${OF_ASSET} ORDER BY ${order}
        LIMIT ${parameter('size')} OFFSET ${parameter('skipped')}::bigint`;
  return {
    page: prepare(`contributions-${figure}`, pageIn(NEWEST_FIRST)),
    pageByAmount: prepare(
      `contributions-by-amount-${figure}`,
      pageIn(sql`abs(e.added) DESC, ${NEWEST_FIRST}`),
    ),
    counts: prepare(
      `contributions-count-${figure}`,
      sql`SELECT count(*) FILTER (WHERE ${OF_ASSET}) AS count FROM figures.events e
        WHERE ${IS_COUNTED} AND e.user_id = ${USER} AND e.year = ${YEAR} AND ${OF_MONTH} AND ${condition}`,
    ),
  };
}

// The exemption is used in order of time, so each event's part depends on all earlier events of the year: on the sum of its months less the
// newer events, so that a page reads no older ones.
function sumOfNewer(figure: ContributionFigure): Sql {
  if (figure !== 'exemption') return sql`, NULL::numeric AS newer_sum`;
  return sql`, coalesce(sum(e.total_gain) OVER (ORDER BY e.occurred_at DESC, e.event_id
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer_sum`;
}

const LISTS: Readonly<Record<ContributionFigure, List>> = {
  capitalGains: listOf('capitalGains'),
  income: listOf('income'),
  exemption: listOf('exemption'),
  fees: listOf('fees'),
};

/**
 * Returns what each event adds to a figure of a year, newest first or by amount. The sum of all contributions, rounded to cents, is the figure
 * of the year's summary. In a locked year amounts are ranges.
 */
export async function listContributions(
  source: Source,
  userId: number,
  request: ListContributionsRequest,
): Promise<ContributionsResponse> {
  const size = Math.min(request.size, LIMITS.pageSizeMax);
  const figure = request.figure as ContributionFigure;
  const { counts, ...pages } = LISTS[figure];
  // Each event's part of the exemption depends on the events before it.
  const isByAmount = request.order === 'amount' && figure !== 'exemption';
  const page = isByAmount ? pages.pageByAmount : pages.page;
  const months = typeof request.month === 'number' ? ([request.month, request.month] as const) : FULL_YEAR;
  const asset = request.asset?.toLowerCase() ?? null;
  const isCounted = asset !== null || months !== FULL_YEAR;
  const listed = { userId, year: request.year, asset, ...monthsOf(request.year, months), isCounted };
  const [[run], stated, files, rows, [counted], lacking, photo, unknownCost, ...yearsRows] = await readAsUser<
    [RunRow, ...BalanceRows, ContributionRow, CountRow, ...LackRows, ...YearsRows]
  >(
    source,
    userId,
    SELECT_RUN(listed),
    ...selectHasBalances(listed),
    page({ ...listed, size, skipped: request.page * size }),
    counts(listed),
    ...selectLacks(listed),
    ...selectYears(listed),
  );
  const accounts = await provenAccounts(source, userId, [stated, files]);
  const { stale } = run as RunRow;
  const seen = await withAccountAmounts(source, userId, yearsSeen(request.year, yearsRows));
  // The order of its amounts would say more of a locked year than its ranges.
  if (isByAmount && (seen.row.locked || seen.row.held_since !== null))
    return listContributions(source, userId, { ...request, order: 'time' });
  const count = isCounted ? (counted as CountRow).count : seen.row[COUNT_OF[figure]];
  const { total, ...year } = figureYear(figure, seen, {
    fees: parseEur(seen.row.fees),
    lastMonth: months[1],
  });
  const amounts = amountsOf(year, rows);
  return {
    year: request.year,
    figure,
    total,
    ...pageOfList(request.page, size, total === null ? 0 : count),
    locked: seen.row.locked,
    frozen: seen.row.frozen,
    stale,
    contributions: (total === null ? [] : rows).map((row, index) => ({
      taxEventId: row.event_id,
      timestamp: row.occurred_at,
      type: row.type,
      treatment: row.treatment,
      assetKey: row.asset_key,
      assetSymbol: shownSymbol(row.asset_symbol),
      amount: amounts[index] as Amount,
    })),
    estimate: ESTIMATED.includes(figure) ? shownEstimate(seen.row, seen) : null,
    completeness: completenessOf(seen.row, [lacking, photo, unknownCost], accounts),
  };
}

const COUNT_OF = {
  capitalGains: 'gain_count',
  exemption: 'gain_count',
  income: 'income_count',
  fees: 'fee_count',
} as const satisfies Record<ContributionFigure, keyof YearRow>;

/** From 1 to 12, with both ends. */
type Months = readonly [number, number];
const FULL_YEAR: Months = [1, 12];

function monthsOf(year: number, [first, last]: Months): { from: string; to: string } {
  const start = (of: number): string => new Date(monthStartMs(year, of)).toISOString();
  return { from: start(first), to: start(last + 1) };
}

/** The figures that the tax on gains depends on. */
const ESTIMATED: readonly ContributionFigure[] = ['capitalGains', 'exemption'];

/** Returns the fees of a year, which no figure of its summary has. */
function feesOf({ locked, held_since }: YearRow, fees: bigint): AmountVO {
  if (held_since !== null) return UNKNOWN_AMOUNT;
  return locked ? lockedAmount(bandOf(fees)) : exactEur(fees);
}

/** The year of a figure, and the figure as its summary shows it; null without an exemption. */
function figureYear(
  figure: ContributionFigure,
  seen: YearHistory,
  listed: Pick<FigureYear, 'fees' | 'lastMonth'>,
): FigureYear & { readonly total: AmountVO | null } {
  const { row } = seen;
  const known = { ...listed, figure, row, bounds: null, isRange: row.locked };
  switch (figure) {
    case 'capitalGains':
      return { ...known, total: totalsOf(row).totalCapitalGains };
    case 'income':
      return { ...known, total: totalsOf(row).totalIncome };
    case 'fees':
      return { ...known, total: feesOf(row, listed.fees) };
    case 'exemption':
      return {
        ...known,
        bounds: exemptionBounds(seen),
        isRange: row.locked || dependsOnLocked(row.year, seen.years),
        total: headroom(seen)?.used ?? null,
      };
  }
}
