import { utcText } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { pageOfList } from '@ctx/domain/page-of-list';
import { PAGE_MARK_EVERY } from '@ctx/domain/page-marks';
import { EVENT_TYPES } from '@ctx/domain/vocabulary';
import { readAsUser, type Source } from '../sources/source.ts';
import {
  empty,
  join,
  parameter,
  prepare,
  type PreparedStatement,
  raw,
  sql,
  type Sql,
  USER,
} from '@ctx/platform/sql';
import type { ListTransactionsRequest, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from '@ctx/records/transaction-rows';
import { prepareTradeRows } from './trade-rows.ts';
import { FIGURES_VERSION, type RunRow, STALE, versionShown } from './year-rows.ts';

export interface MarkerRow extends RunRow {
  readonly locked: boolean;
  readonly frozen: boolean;
}

export interface CountRow {
  readonly total: number;
}

/**
 * Returns one page of a year's events, newest first by effective timestamp, then by id (service.md, "TransactionsResponse"). `asset`
 * is an asset key if the user has that key, without regard to case; otherwise it is a symbol, as stored or as shown.
 */
export async function listTransactions(
  source: Source,
  userId: number,
  request: ListTransactionsRequest,
): Promise<TransactionsResponse> {
  const { list, values } = statementsOf(userId, request);
  const [[markers], [counted], rows] = await readAsUser<[MarkerRow, CountRow, TransactionRow]>(
    source,
    userId,
    MARKERS(values),
    list.count(values),
    list.page(values),
  );
  const { figures_version: version, ...ofYear } = markers as MarkerRow;
  const { total } = counted as CountRow;
  return {
    year: request.year,
    ...pageOfList(request.page, values.size, total),
    ...ofYear,
    transactions: rows.map(toTransaction),
    figuresVersion: versionShown(ofYear, version),
  };
}

/** Returns the statements of the list that a request asks for, and the values of their parameters. */
export function statementsOf(userId: number, request: ListTransactionsRequest) {
  const size = Math.min(request.size, LIMITS.pageSizeMax);
  const skipped = request.page * size;
  const values = {
    userId,
    year: request.year,
    type: request.type ?? null,
    asset: request.asset?.toLowerCase() ?? null,
    account: request.account ?? null,
    from: utcText(request.from),
    to: utcText(request.to),
    needsReview: request.needsReview ?? null,
    text: request.text?.toLowerCase() ?? null,
    flags: request.flags ?? null,
    treatment: request.treatment ?? null,
    firstYear: Math.min(request.fromYear ?? request.year, request.year),
    lastYear: Math.max(request.fromYear ?? request.year, request.year),
    mark: Math.floor(skipped / PAGE_MARK_EVERY),
    size,
    skipped,
  };
  return { list: listOf(request, skipped), values };
}

const [YEAR, TYPE, ASSET, MARK] = ['year', 'type', 'asset', 'mark'].map(parameter);

const NEWEST_FIRST = sql`ORDER BY e.occurred_at DESC, e.event_id`;
const OF_YEAR = sql`SELECT * FROM figures.events e WHERE e.user_id = ${USER} AND e.year = ${YEAR}`;
const OF_TYPE = sql`e.type = ${TYPE}`;

// Not with the count, because Citus has events and markers on different servers.
export const MARKERS = prepare(
  'transactions-markers',
  sql`SELECT NOT coalesce((SELECT y.paid FROM facts.years y WHERE y.user_id = ${USER} AND y.year = ${YEAR}), false) AS locked,
  EXISTS (
    SELECT FROM facts.years y WHERE y.user_id = ${USER} AND y.year = ${YEAR} AND y.submitted_at IS NOT NULL) AS frozen,
  ${STALE}, ${FIGURES_VERSION}`,
);

// Materialized: evaluated once for all ranges.
const KEY_OR_SYMBOL = sql`WITH asset AS MATERIALIZED (SELECT EXISTS (
  SELECT FROM figures.events k WHERE k.user_id = ${USER} AND k.asset_key_folded = ${ASSET}) AS is_key)`;
const IS_SYMBOL = sql`NOT (SELECT is_key FROM asset)`;

/** A condition that holds for every event if the filter `name` was not given. */
const ifGiven = (name: string, type: string, condition: (value: Sql) => Sql): Sql => {
  const value = sql`${parameter(name)}::${raw(type)}`;
  return sql`(${value} IS NULL OR ${condition(value)})`;
};
const contains = (column: string) => (value: Sql) =>
  sql`position(${value} IN lower(coalesce(${raw(column)}, ''))) > 0`;
const SEARCHED = ['e.description', 'e.reference_id', 'e.protocol', 'e.asset_symbol', 'e.asset_key'];

/** Tells whether an event passes every filter. */
const MATCHES = join(
  [
    ifGiven('type', 'text', (value) => sql`e.type = ${value}`),
    ifGiven(
      'asset',
      'text',
      (value) =>
        sql`(e.asset_key_folded = ${value} OR (${IS_SYMBOL} AND ${value} IN (e.asset_symbol_folded, e.asset_symbol_shown_folded)))`,
    ),
    ifGiven('account', 'uuid', (value) => sql`e.account_id = ${value}`),
    ifGiven('from', 'timestamptz', (value) => sql`e.occurred_at >= ${value}`),
    ifGiven('to', 'timestamptz', (value) => sql`e.occurred_at < ${value}`),
    ifGiven('needsReview', 'boolean', (value) => sql`e.needs_review = ${value}`),
    ifGiven(
      'text',
      'text',
      (value) =>
        sql`(${join(
          SEARCHED.map((column) => contains(column)(value)),
          ' OR ',
        )})`,
    ),
    ifGiven('flags', 'text', (value) => sql`${value} = ANY (e.flags)`),
    ifGiven('treatment', 'text', (value) => sql`e.treatment = ${value}`),
  ],
  ' AND ',
);

/** The statements of a list: its length, one page of its rows, and the same page with the others of each trade. */
interface List {
  readonly count: PreparedStatement;
  readonly page: PreparedStatement;
  readonly trades: PreparedStatement;
}

/** Prepares the statements of a list. `terms` come before SELECT; `total` is the number of rows on all pages. */
function prepareList(filter: string, terms: Sql, total: Sql, rows: Sql): List {
  return {
    count: prepare(`transactions-count-${filter}`, sql`${terms} SELECT ${total} AS total`),
    ...preparePage(filter, terms, rows),
  };
}

const SKIPPED = sql`${parameter('skipped')}::bigint`;

function preparePage(filter: string, terms: Sql, rows: Sql, offset = SKIPPED): Omit<List, 'count'> {
  const range = sql`${NEWEST_FIRST} LIMIT ${parameter('size')} OFFSET ${offset}`;
  const page = sql`${terms} SELECT e.* FROM (${rows}) e ${range}`;
  return {
    page: prepare(
      `transactions-${filter}`,
      sql`${terms} SELECT ${TRANSACTION_COLUMNS} FROM (${rows}) e ${range}`,
    ),
    trades: prepareTradeRows(filter, { page, terms: KEY_OR_SYMBOL, matches: MATCHES }),
  };
}

function countOf(rows: Sql): Sql {
  return sql`(SELECT count(*) FROM (${rows}) e)`;
}

// The run counts the events of a whole year; only filtered lists are counted here.
const STORED_COUNT = sql`coalesce((
  SELECT f.transaction_count FROM figures.years f WHERE f.user_id = ${USER} AND f.year = ${YEAR}), 0)`;
const ALL = prepareList('all', empty, STORED_COUNT, OF_YEAR);

// The mark before the page, or the last mark for a page after the end. Without marks, the start of the list.
const LAST_MARK = sql`WITH mark AS MATERIALIZED (
  SELECT coalesce(f.times[f.mark], 'infinity') AS at, f.ids[f.mark] AS id,
    coalesce(f.mark, 0) * ${raw(String(PAGE_MARK_EVERY))} AS skipped
  FROM (SELECT) one LEFT JOIN (
    SELECT p.times, p.ids, least(${MARK}, cardinality(p.times)) AS mark
    FROM figures.page_marks p WHERE p.user_id = ${USER} AND p.year = ${YEAR}) f ON true)`;
// The first condition is the range of the index (a condition with a function could not be one under row security). The second
// orders events with the same time.
const FROM_MARK = sql`e.occurred_at <= (SELECT m.at FROM mark m)
  AND (e.occurred_at < (SELECT m.at FROM mark m) OR e.event_id >= (SELECT m.id FROM mark m))`;
const ALL_FROM_MARK: List = {
  count: ALL.count,
  ...preparePage(
    'all-from-mark',
    LAST_MARK,
    sql`${OF_YEAR} AND ${FROM_MARK}`,
    sql`${SKIPPED} - (SELECT m.skipped FROM mark m)`,
  ),
};

const ROWS_OF_TYPE = sql`${OF_YEAR} AND ${OF_TYPE}`;
const OF_ONE_TYPE = prepareList('type', empty, countOf(ROWS_OF_TYPE), ROWS_OF_TYPE);

const OF_ASSET = [
  // Without IS_SYMBOL: if the key has an event, the filter is a key.
  sql`e.asset_key_folded = ${ASSET}`,
  // With the conditions of the partial indexes: no event has the symbol as its key, and symbols that are shown as stored are found by the first.
  sql`e.asset_symbol_folded = ${ASSET} AND e.asset_symbol_folded <> e.asset_key_folded AND ${IS_SYMBOL}`,
  sql`e.asset_symbol_shown_folded = ${ASSET} AND e.asset_symbol_shown_folded <> e.asset_symbol_folded AND ${IS_SYMBOL}`,
];

/**
 * Prepares the list of an asset's events, which are ranges of the indexes by key and by symbol. Each range is ordered within a type,
 * and the ranges are merged, so that a page reads only the rows that it shows and skips, for one type and for all types.
 */
function listOfAsset(filter: string, types: readonly Sql[], inAnyOrder: Sql): List {
  const inOrder = OF_ASSET.flatMap((ofAsset) =>
    types.map((ofType) => sql`(${OF_YEAR} AND ${ofAsset} AND ${ofType} ${NEWEST_FIRST})`),
  );
  const counted = OF_ASSET.map((ofAsset) => sql`${OF_YEAR} AND ${ofAsset}${inAnyOrder}`);
  return prepareList(filter, KEY_OR_SYMBOL, countOf(unionOf(counted)), unionOf(inOrder));
}

function unionOf(selects: readonly Sql[]): Sql {
  return join(selects, ' UNION ALL ');
}

const EACH_TYPE = EVENT_TYPES.map((type) => sql`e.type = ${raw(`'${type}'`)}`);
const OF_ONE_ASSET = listOfAsset('asset', EACH_TYPE, empty);
const OF_ONE_TYPE_AND_ASSET = listOfAsset('type-asset', [OF_TYPE], sql` AND ${OF_TYPE}`);

// These filters read the year's events in order and keep those that pass. They are rare, and a year is a range of the index.
const ROWS_FILTERED = sql`${OF_YEAR} AND ${MATCHES}`;
const FILTERED = prepareList('filtered', KEY_OR_SYMBOL, countOf(ROWS_FILTERED), ROWS_FILTERED);

function isFiltered({
  account,
  from,
  to,
  needsReview,
  text,
  flags,
  treatment,
}: ListTransactionsRequest): boolean {
  return [account, from, to, needsReview, text, flags, treatment].some((each) => each != null);
}

// Each year is a range of the index in the order of the list, of which no more is read than a page can show.
const EACH_YEAR = sql`generate_series(${parameter('lastYear')}::integer, ${parameter('firstYear')}::integer, -1) y (year)`;
const OF_EACH_YEAR = sql`FROM figures.events e WHERE e.user_id = ${USER} AND e.year = y.year AND ${MATCHES}`;
const ROWS_OF_YEARS = sql`SELECT v.* FROM ${EACH_YEAR} CROSS JOIN LATERAL (
    SELECT * ${OF_EACH_YEAR} ${NEWEST_FIRST} LIMIT ${parameter('size')} + ${SKIPPED}) v`;
const COUNT_OF_YEARS = sql`(SELECT coalesce(sum(c.events), 0)::bigint
  FROM ${EACH_YEAR} CROSS JOIN LATERAL (SELECT count(*) AS events ${OF_EACH_YEAR}) c)`;
const OF_SEVERAL_YEARS = prepareList('of-years', KEY_OR_SYMBOL, COUNT_OF_YEARS, ROWS_OF_YEARS);

function listOf(request: ListTransactionsRequest, skipped: number): List {
  if (request.fromYear != null && request.fromYear !== request.year) return OF_SEVERAL_YEARS;
  if (isFiltered(request)) return FILTERED;
  const { type, asset } = request;
  const isOfType = typeof type === 'string';
  if (typeof asset === 'string') return isOfType ? OF_ONE_TYPE_AND_ASSET : OF_ONE_ASSET;
  if (isOfType) return OF_ONE_TYPE;
  return skipped < PAGE_MARK_EVERY ? ALL : ALL_FROM_MARK;
}
