/** The list of transactions for its page: those of one trade are one. */
import type { ListTransactionsRequest, TradesPage } from '@ctx/proto/gen/ctx/v1/read';
import { tradesOf, type TradeRow } from '../present/trades.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { type CountRow, MARKERS, type MarkerRow, statementsOf } from './list-transactions.ts';
import { pageOfList } from '@ctx/domain/page-of-list';

/** Returns a page of a year's trades by the filters of the list of transactions, whose pages they divide in the same way. */
export async function listTrades(
  source: Source,
  userId: number,
  request: ListTransactionsRequest,
): Promise<TradesPage> {
  const { list, values } = statementsOf(userId, request);
  const [[markers], [counted], rows] = await readAsUser<[MarkerRow, CountRow, TradeRow]>(
    source,
    userId,
    MARKERS(values),
    list.count(values),
    list.trades(values),
  );
  const { locked, stale } = markers as MarkerRow;
  const { total } = counted as CountRow;
  const place = pageOfList(request.page, values.size, total);
  return { ...place, locked, stale, trades: tradesOf(rows, locked) };
}
