/** The list of transactions of one year: filters, and one line a transaction. */
import { LIMITS } from '@ctx/domain/limits';
import { EVENT_TYPES } from '@ctx/domain/vocabulary';
import type { TradesPage } from '@ctx/proto/gen/ctx/v1/read';
import type { AnswerOf } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import {
  type Fault,
  faultList,
  field,
  nameText,
  numeric,
  type Option,
  select,
  table,
  titleOf,
} from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { accountName } from '../visit/account-name.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { tradeLine } from './trade-line.ts';
import {
  type ChosenFilters,
  exportAddress,
  type ExportForm,
  type Filter,
  FILTERS,
  listAddress,
} from './transaction-filters.ts';

const eventsPath = PATHS.transactions;

type Account = AnswerOf<'listAccounts'>['accounts'][number];

export interface TransactionsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly years: AnswerOf<'listYears'>['years'];
  readonly accounts: readonly Account[];
  readonly year: string;
  readonly filters: ChosenFilters;
  readonly faults: readonly Fault[];
  /** Null without any year, and with faults. */
  readonly list: TradesPage | null;
  readonly upgradeUrl: string;
}

/** Returns the page: the filters, those chosen with links to remove them, and the transactions, newest first. */
export function transactionsPage(view: TransactionsView): string {
  const { language, visitor, years, year, faults, list } = view;
  const texts = FIGURES_TEXTS[language].events;
  const title = year === '' ? texts.title : texts.titleOfYear.replace('{year}', () => nameText(year));
  const content =
    years.length === 0
      ? html`<h1>${texts.title}</h1>
          <p class="lead">${texts.none}</p>
          <p class="empty">${texts.noneWhatToDo}</p>`
      : html`<h1>${title}</h1>
          ${faultList(faults, language)} ${filterForm(view)} ${chosenFilters(view)}
          ${list === null ? null : html`${notes(view, list)} ${listed(view, list)}`}`;
  return sitePage({
    language,
    title: titleOf(title, faults, language),
    visitor,
    section: 'transactions',
    content: html`${content}
      <p class="actions"><a href="${PATHS.entry}">${TEXTS[language].general.enterTransaction}</a></p>`,
  });
}

function filterForm(view: TransactionsView): Html {
  const { language, years, accounts, year, filters, faults } = view;
  const { events: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const listedYears = years.map((each) => String(each.year));
  const yearOptions = (listedYears.includes(year) ? listedYears : [year, ...listedYears]).map(
    (each): Option => [each, nameText(each)],
  );
  const typeOptions = EVENT_TYPES.map((type): Option => [type, words.types[type]]);
  const accountOptions = accounts.map((account): Option => [account.id, accountName(account)]);
  const all: Option = ['', texts.any];
  const input = (id: 'asset' | 'text' | 'from' | 'to', more: { hint?: string; maxlength?: number }): Html => {
    const { maxlength, ...hint } = more;
    const type = id === 'from' || id === 'to' ? 'date' : 'text';
    const attributes = maxlength === undefined ? {} : { more: html`maxlength="${maxlength}"` };
    const value = filters[id] ?? '';
    return field(
      { id, label: texts[id], type, value, autocomplete: 'off', isOptional: true, ...hint, ...attributes },
      faults,
      language,
    );
  };
  return html`<form class="filters card" method="get" action="${eventsPath}" aria-label="${texts.filters}">
    ${select('year', texts.year, yearOptions, year)}
    ${select('type', texts.type, [all, ...typeOptions], filters.type ?? '')}
    ${select('account', texts.account, [all, ...accountOptions], filters.account ?? '')}
    ${input('asset', { maxlength: LIMITS.assetKeyCharactersMax })} ${input('from', {})} ${input('to', {})}
    ${input('text', { maxlength: LIMITS.searchCharactersMax })}
    <div class="field tickbox">
      <input
        type="checkbox"
        id="needsReview"
        name="needsReview"
        value="true"
        ${filters.needsReview === 'true' ? html`checked` : null}
      />
      <label for="needsReview">${texts.onlyReview}</label>
    </div>
    <p class="actions"><button type="submit">${texts.apply}</button></p>
  </form>`;
}

/** Returns the chosen filters, each with a link to the list without it. */
function chosenFilters({ language, accounts, year, filters }: TransactionsView): Html | null {
  const { events: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const chosen = FILTERS.filter((filter) => filters[filter] !== undefined);
  if (chosen.length === 0) return null;
  const valueOf = (filter: Filter): string => {
    const value = filters[filter] ?? '';
    if (filter === 'type') return (words.types as Readonly<Record<string, string>>)[value] ?? nameText(value);
    const account = filter === 'account' ? accounts.find(({ id }) => id === value) : undefined;
    return account === undefined ? nameText(value) : accountName(account);
  };
  const links = chosen.map((filter) => {
    const label =
      filter === 'needsReview'
        ? html`${texts.review}`
        : html`${texts[filter]}: <bdi>${valueOf(filter)}</bdi>`;
    const plain = filter === 'needsReview' ? texts.review : `${texts[filter]}: ${valueOf(filter)}`;
    const others = Object.fromEntries(Object.entries(filters).filter(([each]) => each !== filter));
    return html`<li>
      <a
        class="chip"
        href="${listAddress(year, others)}"
        aria-label="${texts.clear.replace('{filter}', () => plain)}"
        >${label} <span aria-hidden="true">×</span></a
      >
    </li> `;
  });
  return html`<nav class="chips" aria-label="${texts.chosen}">
    <ul>
      ${links}
      <li><a href="${listAddress(year, {})}">${texts.clearAll}</a></li>
    </ul>
  </nav>`;
}

function notes({ language, upgradeUrl }: TransactionsView, { stale, locked }: TradesPage): Html {
  const texts = FIGURES_TEXTS[language].events;
  return html`${stale ? html`<p class="note" role="status">${texts.stale}</p>` : null}
  ${locked ? html`<p class="note">${texts.locked} <a href="${upgradeUrl}">${texts.unlock}</a></p>` : null}`;
}

function listed(view: TransactionsView, list: TradesPage): Html {
  const { language, accounts, year, filters } = view;
  const texts = FIGURES_TEXTS[language].events;
  if (list.trades.length === 0) return emptyList(view, list);
  const { page } = list;
  const shown = (count: number): string => decimalText(language, String(count), false);
  const place = { page: shown(page + 1), pages: shown(list.totalPages), total: shown(list.totalElements) };
  const line = { language, accounts, isLocked: list.locked };
  return html`<div class="events card">
      ${table({
        caption: texts.titleOfYear.replace('{year}', () => nameText(year)),
        columns: [texts.transaction, texts.about, numeric(texts.value), numeric(texts.gain)],
        rows: list.trades.map((trade) => tradeLine(line, trade)),
      })}
    </div>
    <nav class="pages" aria-label="${texts.title}">
      <p>${fill(list.totalElements === 1 ? texts.countOfOne : texts.count, place)}</p>
      ${
        list.hasPrevious &&
        html`<a href="${listAddress(year, filters, page - 1)}" rel="prev">${texts.newer}</a>`
      }
      ${list.hasNext && html`<a href="${listAddress(year, filters, page + 1)}" rel="next">${texts.older}</a>`}
    </nav>
    ${exports(view, list)}`;
}

/** Returns links to the listed transactions as files, or says that these are too many for one. */
function exports({ language, year, filters }: TransactionsView, { totalElements }: TradesPage): Html {
  const texts = FIGURES_TEXTS[language].events;
  const max = LIMITS.exportedTransactionsMax;
  if (totalElements > max)
    return html`<p class="small">
      ${fill(texts.exportTooMany, { max: decimalText(language, String(max), false) })}
    </p>`;
  const link = (form: ExportForm): Html =>
    html`<a href="${exportAddress(year, filters, form)}" download>${texts.exportForms[form]}</a>`;
  return html`<p class="exports">
    <strong>${Object.keys(filters).length === 0 ? texts.exportYear : texts.exportFiltered}</strong>
    ${link('csv-be')} ${link('csv')}
  </p>`;
}

function emptyList({ language, year, filters }: TransactionsView, { page }: TradesPage): Html {
  const texts = FIGURES_TEXTS[language].events;
  const isFiltered = Object.keys(filters).length > 0;
  if (page !== 0)
    return html`<p class="empty">
      ${texts.noSuchPage} <a href="${listAddress(year, filters)}">${texts.firstPage}</a>
    </p>`;
  return html`<p class="empty">${fill(isFiltered ? texts.noneFound : texts.noneInYear, { year })}</p>`;
}
