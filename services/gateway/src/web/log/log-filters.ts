/** The filters and pages in the address of the log, and the parameters of the API that they stand for. Pure functions. */
import { PATHS } from '../../ui/paths.ts';
import { textOf } from '../visit/visit.ts';

/** Names of the parameters, in the order of the form. `transaction` comes from links. */
export const LOG_FILTERS = ['year', 'kind', 'via', 'transaction'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

/** The filters that have a value. */
export type LogFilters = Readonly<Partial<Record<LogFilter, string>>>;

/** What the address of the log shows. */
export interface LogPlace {
  readonly filters: LogFilters;
  /** Page of corrections, from 0. */
  readonly page: number;
  /** The entry of the access log before which its list begins; null begins at the newest. */
  readonly access: number | null;
}

/** Ids grow from 1; 2^53 − 1 has 16 digits. */
const ACCESS_ID = /^[1-9]\d{0,14}$/;
const PAGE = /^(0|[1-9]\d{0,8})$/;

/** Returns what a query shows; null for a page or an entry that cannot exist. An empty field of the form is no filter. */
export function parsePlace(query: Readonly<Record<string, unknown>>): LogPlace | null {
  const [page, access] = [query['page'] ?? '0', query['access'] ?? ''];
  if (typeof page !== 'string' || !PAGE.test(page)) return null;
  if (typeof access !== 'string' || !(access === '' || ACCESS_ID.test(access))) return null;
  const filters = LOG_FILTERS.map((filter) => [filter, textOf(query[filter])] as const);
  return {
    filters: Object.fromEntries(filters.filter(([, value]) => value !== '')),
    page: Number(page),
    access: access === '' ? null : Number(access),
  };
}

/** Returns the parameters of the API. */
export function historyParameters({ filters, page }: LogPlace, size: number): Record<string, string> {
  const { transaction, ...others } = filters;
  return {
    ...others,
    ...(transaction !== undefined && { taxEventId: transaction }),
    page: String(page),
    size: String(size),
  };
}

/** Returns the address of a place in the log, at the heading of one of its lists. */
export function logAddress(
  { filters = {}, page = 0, access = null }: Partial<LogPlace>,
  list: 'corrections' | 'access',
): string {
  const query = new URLSearchParams({
    ...filters,
    ...(page > 0 && { page: String(page) }),
    ...(access !== null && { access: String(access) }),
  }).toString();
  return `${PATHS.log}${query === '' ? '' : `?${query}`}#${list}`;
}

/** Returns the address of the page that undoes an entry. */
export function undoAddress(entryId: string): string {
  return `${PATHS.log}/${entryId}/undo`;
}
