/** The list of transactions of one year. */
import type { Fault } from '../../ui/components.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { textOf } from '../visit/visit.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { filtersOf, invalidDays, parametersOf } from './transaction-filters.ts';
import { transactionsPage } from './transactions-view.ts';

/** Shows a page of the list with the filters in the address; without a year, that of the newest year. */
export async function showTransactions(visit: FiguresVisit): Promise<{ status: number; page: string }> {
  const { language, session, parts } = visit;
  const query = visit.request.query as Readonly<Record<string, unknown>>;
  const [{ years }, { accounts }] = await Promise.all([visit.read('listYears'), visit.read('listAccounts')]);
  const year = textOf(query['year']) || String(years[0]?.year ?? '');
  const filters = filtersOf(query);
  const { dateInvalid: text } = FIGURES_TEXTS[language].events;
  const faults: Fault[] = invalidDays(filters).map((field) => ({ field, text }));
  const page = textOf(query['page']) || '0';
  const list =
    year === '' || faults.length > 0 ? null : await visit.trades({ year, page, ...parametersOf(filters) });
  const { upgradeUrl } = parts.settings;
  const view = { language, visitor: session, years, accounts, year, filters, faults, list, upgradeUrl };
  return { status: faults.length > 0 ? 422 : 200, page: transactionsPage(view) };
}
