import { LIMITS } from '@ctx/common/domain/limits';
import { PAGE_MARK_EVERY } from '@ctx/common/domain/page-marks';
import { EVENT_TYPES } from '@ctx/common/domain/vocabulary';
import { type Pool, readAsUser } from '@ctx/common/platform/postgres';
import type { ListTransactionsRequest, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './transaction-rows.ts';
import { STALE } from './year-rows.ts';

const NEWEST_FIRST = 'ORDER BY e.occurred_at DESC, e.event_id';

interface Markers {
  total: number;
  locked: boolean;
  frozen: boolean;
  stale: boolean;
}

/**
 * One page of a year's events, newest first by effective timestamp, then id (service.md, "TransactionsResponse").
 * `asset` means an asset key if any key of the user equals it case-folded, else a symbol as stored or as shown.
 */
export async function listTransactions(
  pool: Pool,
  userId: number,
  request: ListTransactionsRequest,
): Promise<TransactionsResponse> {
  const size = Math.min(request.size, LIMITS.pageSizeMax);
  const skipped = request.page * size;
  const { list, count } = listOf(request, skipped);
  const values = [userId, request.year, ...list.values];
  const [[markers], rows] = await readAsUser<[Markers, TransactionRow]>(
    pool,
    userId,
    {
      name: `transactions-markers-${count.filter}`,
      text: `${count.terms} SELECT ${count.text} AS total, ${MARKERS}`,
      values: [userId, request.year, ...count.values],
    },
    {
      name: `transactions-${list.filter}`,
      text: `${list.terms} SELECT ${TRANSACTION_COLUMNS} FROM ${list.rows} e ${NEWEST_FIRST}
        LIMIT $${String(values.length + 1)} OFFSET ${list.skip(`$${String(values.length + 2)}::bigint`)}`,
      values: [...values, size, skipped],
    },
  );
  const { total, ...ofYear } = markers as Markers;
  const totalPages = Math.ceil(total / size);
  return {
    year: request.year,
    page: request.page,
    size,
    totalElements: total,
    totalPages,
    hasNext: request.page + 1 < totalPages,
    hasPrevious: request.page > 0 && totalPages > 0,
    ...ofYear,
    transactions: rows.map(toTransaction),
  };
}

const MARKERS = `
  NOT coalesce((SELECT y.paid FROM facts.years y WHERE y.user_id = $1 AND y.year = $2), false) AS locked,
  EXISTS (SELECT FROM facts.years y WHERE y.user_id = $1 AND y.year = $2 AND y.submitted_at IS NOT NULL) AS frozen,
  ${STALE}`;

const OF_YEAR = 'SELECT * FROM figures.events e WHERE e.user_id = $1 AND e.year = $2';
// Counted by the run for the whole year; only a filter has to count at the read.
const STORED_COUNT: Count = {
  filter: 'all',
  terms: '',
  text: 'coalesce((SELECT f.transaction_count FROM figures.years f WHERE f.user_id = $1 AND f.year = $2), 0)',
  values: [],
};

/** The SQL of a list: what comes before SELECT, its rows with a parameter for each of `values`. */
interface List {
  readonly filter: string;
  readonly terms: string;
  readonly rows: string;
  /** The rows to skip, by the parameter of those before the page: fewer where `rows` begin later. */
  readonly skip: (offset: string) => string;
  readonly values: readonly (string | number)[];
}

/** The SQL of how many rows a list has on all its pages. */
interface Count extends Pick<List, 'filter' | 'terms' | 'values'> {
  readonly text: string;
}

function listOf({ type, asset }: ListTransactionsRequest, skipped: number): { list: List; count: Count } {
  if (typeof asset === 'string') return listOfAsset(asset.toLowerCase(), type);
  const whole = { filter: 'all', terms: '', skip: allOfThem, values: [] };
  if (typeof type === 'string') {
    const rows = `(${OF_YEAR} AND e.type = $3)`;
    const list = { ...whole, filter: 'type', rows, values: [type] };
    return { list, count: { ...list, text: countOf(rows) } };
  }
  if (skipped < PAGE_MARK_EVERY) return { list: { ...whole, rows: `(${OF_YEAR})` }, count: STORED_COUNT };
  const list = {
    filter: 'all-from-mark',
    terms: LAST_MARK,
    rows: `(${OF_YEAR} AND ${FROM_MARK})`,
    skip: (offset: string) => `${offset} - (SELECT m.skipped FROM mark m)`,
    values: [Math.floor(skipped / PAGE_MARK_EVERY)],
  };
  return { list, count: STORED_COUNT };
}

function allOfThem(offset: string): string {
  return offset;
}

// The mark before the page, the last one for a page behind the end; the beginning of the list where the year has no marks.
const LAST_MARK = `WITH mark AS MATERIALIZED (
  SELECT coalesce(f.page_times[f.mark], 'infinity') AS at, f.page_ids[f.mark] AS id,
    coalesce(f.mark, 0) * ${String(PAGE_MARK_EVERY)} AS skipped
  FROM (SELECT) one LEFT JOIN (
    SELECT y.page_times, y.page_ids, least($3, coalesce(cardinality(y.page_times), 0)) AS mark
    FROM figures.years y WHERE y.user_id = $1 AND y.year = $2) f ON true)`;
// The first condition is the range of the index (one with a function in it would be none under row security), the second is
// for events of one time.
const FROM_MARK = `e.occurred_at <= (SELECT m.at FROM mark m)
  AND (e.occurred_at < (SELECT m.at FROM mark m) OR e.event_id >= (SELECT m.id FROM mark m))`;

// Materialized: looked up once for all ranges that ask.
const KEY_OR_SYMBOL = `WITH asset AS MATERIALIZED (SELECT EXISTS (
  SELECT FROM figures.events k WHERE k.user_id = $1 AND k.asset_key_folded = $3) AS is_key)`;
const IS_SYMBOL = 'NOT (SELECT is_key FROM asset)';
const OF_ASSET = [
  // Without a guard: where the key has an event, it is one.
  'e.asset_key_folded = $3',
  `e.asset_symbol_folded = $3 AND ${IS_SYMBOL}`,
  // The word of the index: what is shown as it is stored has been found as stored.
  `e.asset_symbol_shown_folded = $3 AND e.asset_symbol_shown_folded <> e.asset_symbol_folded AND ${IS_SYMBOL}`,
];

/**
 * The events of an asset are ranges of the indexes by key and by symbol. Each range is in order within a type and they are
 * merged, so that a page reads what it shows and what it skips, whether one type is asked for or all.
 */
function listOfAsset(folded: string, type: string | null | undefined): { list: List; count: Count } {
  const isOfType = typeof type === 'string';
  const types = isOfType ? ['$4'] : EVENT_TYPES.map((each) => `'${each}'`);
  const inOrder = OF_ASSET.flatMap((ofAsset) =>
    types.map((each) => `(${OF_YEAR} AND ${ofAsset} AND e.type = ${each} ${NEWEST_FIRST})`),
  );
  const ofType = isOfType ? ' AND e.type = $4' : '';
  const inAnyOrder = OF_ASSET.map((ofAsset) => `${OF_YEAR} AND ${ofAsset}${ofType}`);
  const common = {
    filter: isOfType ? 'type-asset' : 'asset',
    terms: KEY_OR_SYMBOL,
    values: isOfType ? [folded, type] : [folded],
  };
  return {
    list: { ...common, rows: `(${inOrder.join(' UNION ALL ')})`, skip: allOfThem },
    count: { ...common, text: countOf(`(${inAnyOrder.join(' UNION ALL ')})`) },
  };
}

function countOf(rows: string): string {
  return `(SELECT count(*) FROM ${rows} e)`;
}
