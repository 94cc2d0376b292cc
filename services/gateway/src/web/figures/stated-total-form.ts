/** The form that states what an exchange reported of one total. */
import { REPORTED_KINDS } from '@ctx/domain/law/reported';
import { LIMITS } from '@ctx/domain/limits';
import { STATED_AMOUNTS } from '@ctx/domain/stated-totals';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, field, type FieldView, select } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, hiddenFields } from '../../ui/layout.ts';
import { reportedAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { TypedTotal } from './stated-total.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export interface StatedTotalFormView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly year: string;
  /** The exchange of the form; null for the form that asks for its name. */
  readonly platform: string | null;
  readonly typed: TypedTotal;
  readonly faults: readonly Fault[];
  /** Ends the ids of its fields: a page has a form for each exchange. */
  readonly place: string;
  readonly isOpen: boolean;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
  /** The page of assets that it is on. */
  readonly after: string;
}

const DECIMAL = html`inputmode="decimal"`;
const COUNT = html`inputmode="numeric"`;
const ASSET = html`maxlength="${LIMITS.assetKeyCharactersMax}" spellcheck="false"`;
const PLATFORM = html`maxlength="${LIMITS.thirdPartyCharactersMax}"`;
const NOTES = html`maxlength="${LIMITS.statedTotalNotesCharactersMax}"`;

/** Returns the id of the form in a place of the page. */
export function formAnchor(place: string): string {
  return `state-${place}`;
}

/** Returns the form, folded away unless it is in use. */
export function statedTotalForm(view: StatedTotalFormView): Html {
  const { language, visitor, year, platform, typed, faults, place, isOpen, formId, after } = view;
  const { reported: texts } = FIGURES_TEXTS[language];
  const { reportedKinds, statedAmounts } = TEXTS[language].words;
  const own = faults.map((fault) => ({
    ...fault,
    field: fault.field === null ? null : `${fault.field}-${place}`,
  }));
  const input = (
    id: keyof TypedTotal,
    rest: Omit<FieldView, 'id' | 'name' | 'type' | 'autocomplete' | 'value'>,
  ) =>
    field(
      { ...rest, id: `${id}-${place}`, name: id, type: 'text', autocomplete: 'off', value: typed[id] },
      own,
      language,
    );
  const choice = (
    id: 'kind' | 'amounts',
    label: string,
    words: Readonly<Record<string, string>>,
    all: readonly string[],
  ) =>
    select(
      `${id}-${place}`,
      label,
      all.map((each) => [each, words[each] ?? each]),
      typed[id],
      id,
    );
  const title = platform === null ? texts.stateOther : texts.state.replace('{platform}', () => platform);
  return html`<details id="${formAnchor(place)}" ${isOpen ? html`open` : null}>
    <summary><bdi>${title}</bdi></summary>
    <p class="small">${texts.stateLead}</p>
    <form method="post" action="${reportedAddress(year)}/state" novalidate>
      ${csrfField(visitor.csrfToken)}
      ${hiddenFields({ form: formId, after, ...(platform !== null && { platform }) })}
      ${platform === null && input('platform', { label: texts.platform, more: PLATFORM })}
      ${input('asset', { label: texts.asset, hint: texts.assetHint, more: ASSET })}
      ${choice('kind', texts.kind, reportedKinds, REPORTED_KINDS)}
      ${input('units', { label: texts.units, more: DECIMAL })}
      ${input('eur', { label: texts.eur, isOptional: true, more: DECIMAL })}
      ${choice('amounts', texts.amounts, statedAmounts, STATED_AMOUNTS)}
      ${input('transactions', { label: texts.count, isOptional: true, more: COUNT })}
      ${input('notes', { label: texts.notes, hint: texts.notesHint, isOptional: true, more: NOTES })}
      <p class="actions"><button type="submit">${texts.save}</button></p>
    </form>
  </details>`;
}
