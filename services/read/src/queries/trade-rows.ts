/** The rows of a page of trades: each row of the list of transactions, with the others that may belong to the same trade. */
import { parameter, prepare, type PreparedStatement, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { TRANSACTION_COLUMNS } from '@ctx/records/transaction-rows';
import { TRADE_MEMBERS_MAX } from '../present/trades.ts';
import { ADDED } from './added-events.ts';

const OTHERS_MAX = raw(String(TRADE_MEMBERS_MAX));

/**
 * Prepares the statement for a page of the list. `page` selects the events of the page; `terms` come before SELECT; `matches` tells
 * whether an event is in the list. A row of the page comes before the others of its account, reference and instant. One more of them
 * is read than a trade can have, so that a reference of many events costs no more.
 */
export function prepareTradeRows(
  filter: string,
  { page, terms, matches }: { readonly page: Sql; readonly terms: Sql; readonly matches: Sql },
): PreparedStatement {
  return prepare(
    `trades-${filter}`,
    sql`${terms} SELECT ${TRANSACTION_COLUMNS}, e.on_page AS "onPage", e.on_page OR ${matches} AS "isListed",
        e.counted_value AS "countedValue", CASE WHEN ${ADDED.capitalGains.condition} THEN ${ADDED.capitalGains.amount} END AS gain
      FROM (${page}) p CROSS JOIN LATERAL (
        SELECT p.*, true AS on_page
        UNION ALL (
          SELECT o.*, false FROM figures.events o
          WHERE o.user_id = ${USER} AND o.year = ${parameter('year')} AND o.occurred_at = p.occurred_at
            AND o.account_id = p.account_id AND o.reference_id = p.reference_id AND o.event_id <> p.event_id
          LIMIT ${OTHERS_MAX})) e
      ORDER BY p.occurred_at DESC, p.event_id, e.on_page DESC, e.event_id`,
  );
}
