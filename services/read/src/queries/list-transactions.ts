import { LIMITS } from '@ctx/common/domain/limits';
import { type Pool, readAsUser } from '@ctx/common/platform/postgres';
import type { ListTransactionsRequest, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './transaction-rows.ts';

const NEWEST_FIRST = 'ORDER BY e.occurred_at DESC, e.event_id';

interface PageRow {
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
  const filter = filterOf(request);
  const values = [userId, request.year, ...filter.values];
  const limit = `LIMIT $${String(values.length + 1)} OFFSET $${String(values.length + 2)}`;
  const [pageRows, rows] = await readAsUser<[PageRow, TransactionRow]>(
    pool,
    userId,
    {
      name: `transactions-page-${filter.name}`,
      text: `SELECT ${filter.count} AS total, ${MARKERS}`,
      values,
    },
    {
      name: `transactions-${filter.name}`,
      text: `SELECT ${TRANSACTION_COLUMNS} FROM figures.events e WHERE e.user_id = $1 AND e.year = $2 ${filter.where} ${NEWEST_FIRST} ${limit}`,
      values: [...values, size, request.page * size],
    },
  );
  const page = pageRows[0] as PageRow;
  const totalPages = Math.ceil(page.total / size);
  return {
    year: request.year,
    page: request.page,
    size,
    totalElements: page.total,
    totalPages,
    hasNext: request.page + 1 < totalPages,
    hasPrevious: request.page > 0 && totalPages > 0,
    locked: page.locked,
    frozen: page.frozen,
    stale: page.stale,
    transactions: rows.map(toTransaction),
  };
}

const MARKERS = `
  NOT coalesce((SELECT y.paid FROM facts.years y WHERE y.user_id = $1 AND y.year = $2), false) AS locked,
  EXISTS (SELECT FROM facts.years y WHERE y.user_id = $1 AND y.year = $2 AND y.submitted_at IS NOT NULL) AS frozen,
  coalesce((SELECT s.status <> 'IDLE' FROM corrections.recalc_state s WHERE s.user_id = $1), false) AS stale`;

interface Filter {
  readonly name: string;
  readonly where: string;
  readonly count: string;
  readonly values: readonly string[];
}

function filterOf(request: ListTransactionsRequest): Filter {
  const conditions: string[] = [];
  const values: string[] = [];
  const parameter = (value: string): string => `$${String(values.push(value) + 2)}`;
  if (typeof request.type === 'string') conditions.push(`AND e.type = ${parameter(request.type)}`);
  if (typeof request.asset === 'string')
    conditions.push(assetCondition(parameter(request.asset.toLowerCase())));
  const where = conditions.join(' ');
  const name = `${typeof request.type === 'string' ? 'type' : 'all'}-${typeof request.asset === 'string' ? 'asset' : 'all'}`;
  // Counted by the run for the whole year; only a filter has to count at the read.
  const count =
    where === ''
      ? 'coalesce((SELECT f.transaction_count FROM figures.years f WHERE f.user_id = $1 AND f.year = $2), 0)'
      : `(SELECT count(*) FROM figures.events e WHERE e.user_id = $1 AND e.year = $2 ${where})`;
  return { name, where, count, values };
}

function assetCondition(asset: string): string {
  const isKey = `(SELECT EXISTS (SELECT FROM figures.events k WHERE k.user_id = $1 AND k.asset_key_folded = ${asset}))`;
  return `AND CASE WHEN ${isKey} THEN e.asset_key_folded = ${asset}
    ELSE e.asset_symbol_folded = ${asset} OR e.asset_symbol_shown_folded = ${asset} END`;
}
