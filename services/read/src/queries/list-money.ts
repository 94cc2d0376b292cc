import { LIMITS } from '@ctx/domain/limits';
import { pageOfList } from '@ctx/domain/page-of-list';
import { shown, shownDescription } from '@ctx/domain/shown-text';
import { empty, join, parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { ListMoneyRequest, MoneyMovement, MoneyResponse, MoneySum } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';

const YEAR = parameter('year');

/** What a filter adds to the condition, so that each combination of filters is a statement that its index serves. */
const FILTERS = {
  account: sql`AND m.account_id = ${parameter('account')}::uuid`,
  currency: sql`AND m.currency = ${parameter('currency')}`,
  year: sql`AND m.occurred_at >= make_timestamptz(${YEAR}::integer, 1, 1, 0, 0, 0, 'Europe/Brussels')
    AND m.occurred_at < make_timestamptz(${YEAR}::integer + 1, 1, 1, 0, 0, 0, 'Europe/Brussels')`,
};
type Filter = keyof typeof FILTERS;

const NAMES = Object.keys(FILTERS) as Filter[];

/** The statements of a list by its filters: the sums, and a page. */
const LISTS = new Map(
  Array.from({ length: 2 ** NAMES.length }, (_, bits) => {
    const filters = NAMES.filter((_name, index) => (bits & (1 << index)) !== 0);
    const key = keyOf(filters);
    const rows = sql`FROM facts.money m WHERE m.user_id = ${USER} ${join(
      [empty, ...filters.map((filter) => FILTERS[filter])],
      ' ',
    )}`;
    const statements = {
      sums: prepare(
        `money-sums-${key}`,
        sql`SELECT extract(year FROM m.occurred_at AT TIME ZONE 'Europe/Brussels')::integer AS year, m.currency, m.type, trim_scale(sum(m.amount))::text AS amount, count(*)::integer AS rows ${rows}
          GROUP BY 1, m.currency, m.type ORDER BY 1 DESC, m.currency COLLATE "C", m.type`,
      ),
      page: prepare(
        `money-page-${key}`,
        sql`SELECT m.money_id AS id, m.account_id AS "accountId", m.reference_id AS "referenceId", m.type, m.currency,
            trim_scale(m.amount)::text AS amount, m.occurred_at AS timestamp, m.purpose, m.description ${rows}
          ORDER BY m.occurred_at DESC, m.money_id DESC LIMIT ${parameter('size')} OFFSET ${parameter('skipped')}`,
      ),
    };
    return [key, statements] as const;
  }),
);

function keyOf(filters: readonly Filter[]): string {
  return filters.length === 0 ? 'all' : filters.join('-');
}

/** Returns a page of the money that came in and went out, newest first, and the sums of all rows that the filters select. */
export async function listMoney(
  source: Source,
  userId: number,
  request: ListMoneyRequest,
): Promise<MoneyResponse> {
  const { account = null, currency = null, year = null, page } = request;
  const size = Math.min(request.size, LIMITS.pageSizeMax);
  const values = { userId, account, currency, year, size, skipped: page * size };
  const list = LISTS.get(keyOf(NAMES.filter((name) => request[name] != null)));
  if (list === undefined) throw new Error('unknown filters of money');
  const [sums, rows] = await readAsUser<[MoneySum, MoneyMovement]>(
    source,
    userId,
    list.sums(values),
    list.page(values),
  );
  const total = sums.reduce((sum, each) => sum + each.rows, 0);
  return {
    ...pageOfList(page, size, total),
    sums,
    money: rows.map((row) => ({
      ...row,
      referenceId: shown(row.referenceId),
      description: shownDescription(row.description, false),
    })),
  };
}
