/** The filters in the address of the list of transactions, and the parameters of the API that they stand for. Pure functions. */
import { dayStartMs } from '@ctx/domain/brussels';
import { PATHS } from '../../ui/paths.ts';
import { textOf } from '../visit/visit.ts';

/** Names of the fields of the form, in its order. Days are whole days of Belgium, the last one included. */
export const FILTERS = ['type', 'account', 'asset', 'from', 'to', 'text', 'needsReview'] as const;
export type Filter = (typeof FILTERS)[number];

/** The filters that have a value. */
export type ChosenFilters = Readonly<Partial<Record<Filter, string>>>;

/** Returns the filters of a query. An empty field of the form is no filter. */
export function filtersOf(query: Readonly<Record<string, unknown>>): ChosenFilters {
  return Object.fromEntries(
    FILTERS.map((filter) => [filter, textOf(query[filter])] as const).filter(([, value]) => value !== ''),
  );
}

/** Returns the days that are no dates, as they are written in the address. */
export function invalidDays(filters: ChosenFilters): ('from' | 'to')[] {
  return (['from', 'to'] as const).filter((name) => {
    const day = filters[name];
    return day !== undefined && dayStart(day, 0) === null;
  });
}

/** Returns the parameters of the API: days become the instants at which they begin, and end. */
export function parametersOf(filters: ChosenFilters): Record<string, string> {
  const { from, to, ...others } = filters;
  const [first, end] = [dayStart(from ?? '', 0), dayStart(to ?? '', 1)];
  return { ...others, ...(first === null ? {} : { from: first }), ...(end === null ? {} : { to: end }) };
}

const DAY = /^(20\d\d)-(\d\d)-(\d\d)$/;

/** Returns the instant at which a Brussels day begins, `daysLater` days later. Null for a text that is no date. */
function dayStart(text: string, daysLater: number): string | null {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const inUtc = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (year === '' || new Date(inUtc).getUTCDate() !== Number(day) || Number(month) > 12) return null;
  const start = dayStartMs({ year: Number(year), month: Number(month), day: Number(day) + daysLater });
  return new Date(start).toISOString().replace('.000Z', 'Z');
}

/** Returns the address of the list with a year, filters and a page. */
export function listAddress(year: string, filters: ChosenFilters, page = 0): string {
  const query = new URLSearchParams({ year, ...filters, ...(page === 0 ? {} : { page: String(page) }) });
  return `${PATHS.transactions}?${query.toString()}`;
}

/** The forms in which a list can be downloaded: for spreadsheets in Belgium, and as programs read it. */
export const EXPORT_FORMS = ['csv-be', 'csv'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** Returns the address of a file with all transactions of the list. */
export function exportAddress(year: string, filters: ChosenFilters, format: ExportForm): string {
  const query = new URLSearchParams({ year, ...filters, format });
  return `${PATHS.transactionsFile}?${query.toString()}`;
}
