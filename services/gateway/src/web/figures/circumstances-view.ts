/** The form for the circumstances of a year. */
import { CIRCUMSTANCE_FIELDS, type CircumstanceField, PERCENT_FIELDS } from '@ctx/domain/circumstances';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, faultList, field, facts, notice, titleOf } from '../../ui/components.ts';
import { fillText, html, type Html } from '../../ui/html.ts';
import { type Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { fieldAmount } from '../../ui/typed-amount.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { circumstancesAddress } from './year-estimate.ts';
import { regimeAddress } from './year-regime.ts';

/** The beginning of the name of an account's field. */
export const ACCOUNT_FIELD = 'share-';

export interface CircumstancesView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly year: number;
  /** Why the year cannot be changed; null for one that can. */
  readonly closed: 'locked' | 'frozen' | null;
  /** Amounts as digits, or what was typed where that is no amount. */
  readonly values: Readonly<Partial<Record<string, string>>>;
  /** The accounts that have a field for a share of their own; whether they are all. */
  readonly accounts: {
    readonly listed: readonly { readonly id: string; readonly name: string }[];
    readonly isComplete: boolean;
  };
  readonly faults: readonly Fault[];
  readonly done: string | null;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page: the form, or the values alone in a year that cannot be changed. */
export function circumstancesPage(view: CircumstancesView): string {
  const { language, visitor, year, closed, faults, done } = view;
  const { circumstances: texts } = FIGURES_TEXTS[language];
  const title = texts.title.replace('{year}', String(year));
  const content = html`<h1>${title}</h1>
    ${notice(done)}
    ${
      closed === null
        ? form(view)
        : html`<p class="note">${texts[closed]}</p>
            ${shown(view)}`
    }`;
  return sitePage({ language, title: titleOf(title, faults, language), visitor, section: 'year', content });
}

function form(view: CircumstancesView): Html {
  const { language, visitor, year, values, faults, formId } = view;
  const { circumstances: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const fields = CIRCUMSTANCE_FIELDS.map((id) =>
    field(
      {
        id,
        label: words.fields[id],
        type: 'text',
        value: fieldAmount(values[id] ?? '', language),
        hint: hintOf(language, id),
        autocomplete: 'off',
        isOptional: true,
        more: html`inputmode="decimal"`,
      },
      faults,
      language,
    ),
  );
  const hidden = html`${csrfField(visitor.csrfToken)}<input type="hidden" name="form" value="${formId}" />`;
  const address = circumstancesAddress(year);
  return html`<p class="lead">${texts.lead} ${texts.ownAmounts}</p>
    ${faultList(faults, language)}
    <form class="card" method="post" action="${address}" novalidate>
      ${hidden} ${fields} ${accountFields(view)}
      <p class="actions">
        <button type="submit">${texts.save}</button>
        ${back(language, year)}
      </p>
    </form>
    <form class="actions" method="post" action="${address}">
      ${hidden}<input type="hidden" name="remove" value="true" />
      <button class="secondary" type="submit">${texts.remove}</button>
    </form>
    ${regimeLink(language, year)}`;
}

/** Returns a field for each account, folded away while none has a share. */
function accountFields({ language, values, accounts, faults }: CircumstancesView): Html | null {
  const { circumstances: texts } = FIGURES_TEXTS[language];
  const { listed, isComplete } = accounts;
  if (listed.length === 0) return null;
  const isOpen =
    listed.some(({ id }) => values[ACCOUNT_FIELD + id] !== undefined) ||
    faults.some(({ field: name }) => name?.startsWith(ACCOUNT_FIELD) === true);
  return html`<details ${isOpen ? html`open` : null}>
    <summary>${texts.shares}</summary>
    <p class="small">${texts.sharesLead}</p>
    ${listed.map(({ id, name: account }) =>
      field(
        {
          id: ACCOUNT_FIELD + id,
          label: fillText(texts.shareIn, { account }),
          type: 'text',
          value: fieldAmount(values[ACCOUNT_FIELD + id] ?? '', language),
          autocomplete: 'off',
          isOptional: true,
          more: html`inputmode="decimal"`,
        },
        faults,
        language,
      ),
    )}
    ${isComplete ? null : html`<p class="small">${fillText(texts.moreAccounts, { count: listed.length })}</p>`}
  </details>`;
}

function shown({ language, year, values, accounts }: CircumstancesView): Html {
  const { circumstances: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const rows = CIRCUMSTANCE_FIELDS.flatMap((id) => {
    const value = values[id];
    return value === undefined
      ? []
      : [[words.fields[id], (PERCENT_FIELDS.includes(id) ? exactUnits : euro)(language, value)] as const];
  });
  const shares = accounts.listed.flatMap(({ id, name: account }) => {
    const value = values[ACCOUNT_FIELD + id];
    return value === undefined
      ? []
      : [[fillText(texts.shareIn, { account }), exactUnits(language, value)] as const];
  });
  const all = [...rows, ...shares];
  return html`${all.length > 0 && html`<div class="figures">${facts(all)}</div>`}
    <p class="actions">${back(language, year)}</p>`;
}

function regimeLink(language: Language, year: number): Html {
  return html`<p><a href="${regimeAddress(year)}">${FIGURES_TEXTS[language].regime.edit}</a></p>`;
}

function back(language: Language, year: number): Html {
  const label = FIGURES_TEXTS[language].circumstances.cancel.replace('{year}', String(year));
  return html`<a class="button secondary" href="${PATHS.overview}/${String(year)}">${label}</a>`;
}

function hintOf(language: Language, id: CircumstanceField): string {
  const { hints } = FIGURES_TEXTS[language].circumstances;
  return id in hints ? hints[id as keyof typeof hints] : hints.speculativeLoss;
}
