/** The form that states a balance of an account. */
import { LIMITS } from '@ctx/domain/limits';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, field, type FieldView } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import type { Account, Balances, MoneySums } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

export interface AccountView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly account: Account;
  readonly balances: Balances;
  readonly money: MoneySums;
  /** What was typed, by field. */
  readonly typed: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
  /** What the user has just done; null after nothing. */
  readonly done: string | null;
}

const DECIMAL = html`inputmode="decimal"`;
const ASSET = html`maxlength="${LIMITS.assetKeyCharactersMax}" spellcheck="false"`;
const NOTES = html`maxlength="${LIMITS.overrideNotesCharactersMax}"`;

/** Returns the form, with what was typed. */
export function balanceForm({ language, visitor, account, typed, faults }: AccountView): Html {
  const { form: texts } = BALANCES_TEXTS[language];
  const input = (view: Omit<FieldView, 'autocomplete' | 'value'>): Html =>
    field({ ...view, autocomplete: 'off', value: typed.get(view.id) ?? '' }, faults, language);
  return html`<section class="card" aria-labelledby="state">
    <h2 id="state">${texts.title}</h2>
    <form method="post" action="${PATHS.accounts}/${account.id}/check" novalidate>
      ${csrfField(visitor.csrfToken)}
      ${input({ id: 'asset', label: texts.asset, type: 'text', hint: texts.assetHint, more: ASSET })}
      ${input({ id: 'day', label: texts.day, type: 'date', hint: texts.dayHint })}
      ${input({ id: 'time', label: texts.time, type: 'text', hint: texts.timeHint, isOptional: true })}
      ${input({ id: 'amount', label: texts.amount, type: 'text', more: DECIMAL })}
      ${input({ id: 'notes', label: texts.notes, type: 'text', hint: texts.notesHint, isOptional: true, more: NOTES })}
      <p class="actions"><button type="submit">${texts.check}</button></p>
    </form>
  </section>`;
}
