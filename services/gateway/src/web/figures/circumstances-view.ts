/** The form for the circumstances of a year. */
import { CIRCUMSTANCE_FIELDS, type CircumstanceField } from '@ctx/domain/circumstances';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, faultList, field, facts, notice, titleOf } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import { type Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { fieldAmount } from '../../ui/typed-amount.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { circumstancesAddress } from './year-estimate.ts';
import { regimeAddress } from './year-regime.ts';

export interface CircumstancesView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly year: number;
  /** Why the year cannot be changed; null for one that can. */
  readonly closed: 'locked' | 'frozen' | null;
  /** Amounts as digits, or what was typed where that is no amount. */
  readonly values: Readonly<Partial<Record<CircumstanceField, string>>>;
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

function form({ language, visitor, year, values, faults, formId }: CircumstancesView): Html {
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
  return html`<p class="lead">${texts.lead}</p>
    ${faultList(faults, language)}
    <form class="card" method="post" action="${address}" novalidate>
      ${hidden} ${fields}
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

function shown({ language, year, values }: CircumstancesView): Html {
  const { words } = TEXTS[language];
  const rows = CIRCUMSTANCE_FIELDS.flatMap((id) => {
    const value = values[id];
    return value === undefined
      ? []
      : [
          [
            words.fields[id],
            (id === 'municipalSurchargePercent' ? exactUnits : euro)(language, value),
          ] as const,
        ];
  });
  return html`${rows.length > 0 && html`<div class="figures">${facts(rows)}</div>`}
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
