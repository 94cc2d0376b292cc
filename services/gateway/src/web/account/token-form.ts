/** The form for a new token. */
import type { Scope } from '@ctx/domain/vocabulary';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, field } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { csrfField } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** The values of the form for a new token. */
export interface TokenForm {
  readonly name: string;
  readonly scope: string;
  /** A number of days, or `never`. */
  readonly ends: string;
  /** `2027-12-31`, or empty. It counts instead of `ends`. */
  readonly lastDay: string;
}

/** A choice of how long a token works. */
export interface EndChoice {
  readonly days: number;
  /** For example `2026-12-31`. */
  readonly lastDay: string;
}

export interface NewTokenForm {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly form: TokenForm;
  readonly faults: readonly Fault[];
  /** Random id of this form. Posted twice, the form creates one token. */
  readonly formId: string;
  /** The first day that may be chosen, for example `2026-11-21`. */
  readonly today: string;
  /** How long a token may work, in days; the last one is a year. */
  readonly endChoices: readonly EndChoice[];
}

/** Returns the form: name, scope, how long the token works. */
export function newTokenForm(view: NewTokenForm): Html {
  const { language, visitor, form, faults, formId } = view;
  const { tokens: texts } = ACCOUNT_TEXTS[language];
  return html`<form method="post" action="${PATHS.tokens}" novalidate>
    ${csrfField(visitor.csrfToken)}
    <input type="hidden" name="form" value="${formId}" />
    ${field(
      {
        id: 'name',
        label: texts.name,
        type: 'text',
        value: form.name,
        hint: texts.nameHint,
        autocomplete: 'off',
      },
      faults,
      language,
    )}
    ${scopeChoice(view)} ${endChoice(view)}
    <p class="actions"><button type="submit">${texts.create}</button></p>
  </form>`;
}

function scopeChoice({ language, form, faults }: NewTokenForm): Html {
  const { tokens: texts } = ACCOUNT_TEXTS[language];
  const { scopes } = TEXTS[language];
  const choice = (value: Scope, label: string, meaning: Content): Html =>
    html`<div class="choice">
      <input
        type="radio"
        id="scope-${value}"
        name="scope"
        value="${value}"
        required
        aria-describedby="scope-${value}-meaning"
        ${form.scope === value ? html`checked` : null}
        ${value === 'read' && isFirstFault('scope', faults) ? html`autofocus` : null}
      />
      <label for="scope-${value}">${label}</label>
      <p id="scope-${value}-meaning">${meaning}</p>
    </div>`;
  return choices(
    { id: 'scope', legend: texts.scope, faults },
    html`${choice('read', scopes.readOnly, html`${scopes.readMeaning} ${scopes.nothingElse}`)}
    ${choice('write', scopes.readAndWrite, scopes.writeMeaning)}`,
  );
}

function endChoice({ language, form, faults, today, endChoices }: NewTokenForm): Html {
  const { tokenEnds: texts } = ACCOUNT_TEXTS[language];
  const { general } = TEXTS[language];
  const labels = endChoices.map(({ days, lastDay }, index) => ({
    value: String(days),
    label: fill(index === endChoices.length - 1 ? texts.year : texts.days, {
      days: String(days),
      day: time(language, lastDay, 'day'),
    }),
  }));
  const never = { value: 'never', label: html`${general.always}` };
  const options = [...labels, never].map(
    ({ value, label }, index) =>
      html`<div class="tickbox">
        <input
          type="radio"
          id="ends-${value}"
          name="ends"
          value="${value}"
          ${form.ends === value ? html`checked` : null}
          ${index === 0 && isFirstFault('ends', faults) ? html`autofocus` : null}
        />
        <label for="ends-${value}">${label}</label>
      </div> `,
  );
  const lastDay = field(
    {
      id: 'last-day',
      label: texts.orDay,
      type: 'date',
      value: form.lastDay,
      hint: texts.orDayHint,
      autocomplete: 'off',
      isOptional: true,
      more: html`min="${today}"`,
    },
    faults,
    language,
  );
  return html`${choices(
    { id: 'ends', legend: texts.title, faults },
    html`<p class="small" id="ends-advice">${texts.advice}</p>
      <div class="choices">${options}</div>`,
  )}
  ${lastDay}`;
}

/** Returns a group of choices with its error, if it has one. */
function choices(
  { id, legend, faults }: { readonly id: string; readonly legend: string; readonly faults: readonly Fault[] },
  content: Html,
): Html {
  const fault = faults.find((each) => each.field === id);
  return html`<fieldset id="${id}" ${fault === undefined ? null : html`aria-describedby="${id}-fault"`}>
    <legend>${legend}</legend>
    ${fault === undefined ? null : html`<p class="fault" id="${id}-fault">${fault.text}</p>`} ${content}
  </fieldset>`;
}

function isFirstFault(id: string, faults: readonly Fault[]): boolean {
  return faults[0]?.field === id;
}
