/** The list of transactions for its page, with the transactions of one trade as one. */
import { pageOfList } from '@ctx/domain/page-of-list';
import type { ListTransactionsRequest, Trade, TradesPage } from '@ctx/proto/gen/ctx/v1/read';
import { toTransaction, type TransactionRow } from '@ctx/records/transaction-rows';
import { type JoinedTrade, tradesOf, type TradeRow } from '../present/trades.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { type CountRow, MARKERS, type MarkerRow, statementsOf } from './list-transactions.ts';

type Row = TradeRow & TransactionRow;

/** Returns a page of a year's trades by the filters of the list of transactions, whose pages they divide in the same way. */
export async function listTrades(
  source: Source,
  userId: number,
  request: ListTransactionsRequest,
): Promise<TradesPage> {
  const { list, values } = statementsOf(userId, request);
  const [[markers], [counted], rows] = await readAsUser<[MarkerRow, CountRow, Row]>(
    source,
    userId,
    MARKERS(values),
    list.count(values),
    list.trades(values),
  );
  const { locked, stale } = markers as MarkerRow;
  const { total } = counted as CountRow;
  const place = pageOfList(request.page, values.size, total);
  return { ...place, locked, stale, trades: tradesOf(rows).map((each) => shownTrade(each, locked)) };
}

/** Returns a trade with the texts of its transactions cleaned; nothing in EUR of a locked year. */
function shownTrade({ given, received, fees, value, gain }: JoinedTrade<Row>, isLocked: boolean): Trade {
  const shown = (row: Row): Trade['given'][number] =>
    toTransaction(isLocked ? { ...row, euroValue: null } : row);
  return {
    given: given.map(shown),
    received: received.map(shown),
    fees: fees.map(shown),
    ...(isLocked ? {} : { value, gain }),
  };
}
