/** The forms that answer a question about a transaction, the most likely answer first and open. */
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import type { IssueType } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { EVENT_TYPES } from '@ctx/domain/vocabulary';
import { type Fault, field, type FieldView, name, PREVIEW } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, hiddenFields } from '../../ui/layout.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { fieldAmount } from '../../ui/typed-amount.ts';
import { typedOfInstant } from '../../ui/typed-moment.ts';
import type { AnsweredEvent } from './answered-event.ts';
import type { AskedType } from './asked-question.ts';
import type { AnswerName, Counterparts } from './readings.ts';
import { apartText, type SidesView, sideText } from './sides-view.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';
import { CHOICES, directionOf, meaningsOf } from './what-it-was.ts';

export interface AnswersView {
  readonly language: Language;
  readonly csrfToken: string;
  readonly event: AnsweredEvent;
  /** Further transactions that get the same answer. */
  readonly others?: readonly string[];
  /** The kind of the question; null on the page of a transaction without one. */
  readonly issueType: IssueType | null;
  /** What was asked, where that is not the kind: the page of a transaction only guesses it. */
  readonly asked?: AskedType;
  /** The page that the answer returns to. */
  readonly back: string;
  readonly upgradeUrl: string;
  /** LIKELY: only the answers that fit the question, with a link to all. */
  readonly shown: 'ALL' | 'LIKELY';
  /** The other sides that it can have. Without them, only a proposed one is offered. */
  readonly sides?: Pick<SidesView, 'counterparts' | 'accounts'> | null;
}

/** The answers that fit each kind of question, the most likely first. */
export const LIKELY: Readonly<Partial<Record<IssueType, readonly AnswerName[]>>> = {
  UNMATCHED_TRANSFER_OUT: ['match', 'what', 'time', 'amount'],
  UNMATCHED_TRANSFER_IN: ['match', 'what', 'time', 'amount'],
  POSSIBLE_MIGRATION: ['match', 'what'],
  TRANSFER_SURPLUS: ['unmatch', 'amount', 'what'],
  REVIEW_TRANSFER: ['unmatch', 'time', 'amount', 'value'],
  MISSING_PRICE: ['value', 'what', 'asset'],
  MISSING_COST_BASIS: ['amount', 'time', 'asset', 'what'],
  GIFT_BASIS_UNKNOWN: ['value', 'what'],
  UNCLASSIFIED: ['what', 'spam', 'twice'],
  SUSPECTED_SPAM: ['spam', 'what'],
  NEEDS_REVIEW: ['right', 'what', 'type'],
};

/** All answers, in the order of a page without a question. */
const ALL: readonly AnswerName[] = [
  'what',
  'match',
  'unmatch',
  'value',
  'amount',
  'time',
  'asset',
  'type',
  'twice',
  'spam',
  'right',
  'note',
];

/** Money has no other value, and no other asset. */
const NOT_OF_MONEY: readonly AnswerName[] = ['value', 'asset', 'match'];

/** Returns the forms; of a transaction that cannot change, why it cannot and what then. */
export function answerForms(view: AnswersView): Html {
  const { language, event, issueType, shown } = view;
  const { answers: texts } = ANSWERS_TEXTS[language];
  if (event.closed !== null) return closedNote(view);
  const likely = (issueType === null ? undefined : LIKELY[issueType]) ?? [];
  const rest = shown === 'ALL' ? ALL.filter((each) => !likely.includes(each)) : [];
  const offered = [...likely, ...rest].filter((answer) => isOffered(view, answer));
  return html`<div class="answers">
    ${offered.map(
      (answer, index) =>
        html`<details ${index === 0 && likely.length > 0 ? OPEN : null}>
          <summary>${titleOf(view, answer)}</summary>
          ${answerForm(view, answer)}
        </details> `,
    )}
    ${
      shown === 'LIKELY' &&
      html`<p><a href="${PATHS.transactions}/${event.id}#answers">${texts.others}</a></p>`
    }
  </div>`;
}

const OPEN = html` open`;

/** Returns whether a transaction can have an answer. */
function isOffered({ event, sides }: AnswersView, answer: AnswerName): boolean {
  if (event.assetKey === EUR_ASSET_KEY && NOT_OF_MONEY.includes(answer)) return false;
  if (answer === 'unmatch') return matchesOf(sides?.counterparts).length > 0;
  if (answer !== 'match') return true;
  return event.counterpartId !== null || (sides?.counterparts.candidates.length ?? 0) > 0;
}

function matchesOf(counterparts: Counterparts | undefined): readonly string[] {
  return counterparts?.existingMatchIds ?? [];
}

/** Returns why a transaction cannot change. */
export function closedNote({ language, event, upgradeUrl }: AnswersView): Html {
  const { closed: texts } = ANSWERS_TEXTS[language];
  if (event.closed === null) return html``;
  return html`<p class="note">
    ${texts[event.closed]}
    ${event.closed === 'locked' && html`<a href="${upgradeUrl}">${TEXTS[language].general.unlock}</a>`}
  </p>`;
}

/** Returns what an answer is called. */
export function titleOf(
  { language, issueType }: Pick<AnswersView, 'language' | 'issueType'>,
  answer: AnswerName,
): string {
  const { answers: texts } = ANSWERS_TEXTS[language];
  return answer === 'value' && issueType === 'GIFT_BASIS_UNKNOWN' ? texts.giftValue : texts.titles[answer];
}

/** What was typed before, and what is wrong with it; nothing in a new form. */
export interface TypedAnswer {
  readonly typed: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
}

const NEW: TypedAnswer = { typed: new Map(), faults: [] };

/** Returns the form of one answer. Alone on its page, it has what was typed, and its faults. */
export function answerForm(view: AnswersView, answer: AnswerName, before: TypedAnswer = NEW): Html {
  const { language, csrfToken, event, others = [], back } = view;
  const { answers: texts } = ANSWERS_TEXTS[language];
  const events = [event.id, ...others].join(',');
  const asked = view.asked ?? view.issueType ?? '';
  const hidden = { answer, events, back, asked, ...hiddenOf(view, answer) };
  return html`<form method="post" action="${PATHS.answers}/check" novalidate data-previews>
    ${csrfField(csrfToken)} ${hiddenFields(hidden)}
    ${answer in texts.leads && html`<p class="small">${texts.leads[answer as keyof typeof texts.leads]}</p>`}
    ${fieldsOf(view, answer, before)}
    <p class="actions"><button type="submit">${texts.check}</button></p>
    ${PREVIEW}
  </form>`;
}

/** Returns what an answer says about the transaction without being asked. */
function hiddenOf({ event, sides }: AnswersView, answer: AnswerName): Readonly<Record<string, string>> {
  const { type, treatment, counterpartId } = event;
  if (answer === 'match' && sides == null && counterpartId !== null) return { other: counterpartId };
  const [match] = answer === 'unmatch' ? matchesOf(sides?.counterparts) : [];
  if (match !== undefined) return { match };
  if (answer === 'what') return { direction: directionOf(type) };
  return answer === 'right' ? { type, treatment } : {};
}

const DECIMAL = html`inputmode="decimal"`;
const KEY = html`maxlength="${LIMITS.assetKeyCharactersMax}" autocapitalize="characters" spellcheck="false"`;
const NOTE = html`maxlength="${LIMITS.overrideNotesCharactersMax}"`;

/** Returns the fields that a person fills in. */
function fieldsOf(view: AnswersView, answer: AnswerName, { typed, faults }: TypedAnswer): Content {
  const { language, event } = view;
  const { fields: texts } = ANSWERS_TEXTS[language];
  const input = (of: string, value: string, more: Partial<FieldView> = {}): Html => {
    const label = (texts as Readonly<Record<string, string>>)[of] ?? '';
    const id = faults.length > 0 ? of : `${of}-${event.id}`;
    return field(
      { id, name: of, label, type: 'text', autocomplete: 'off', ...more, value: typed.get(of) ?? value },
      faults,
      language,
    );
  };
  const digits = (decimal: string | null): string => (decimal === null ? '' : fieldAmount(decimal, language));
  const moment = typedOfInstant(event.timestamp);
  switch (answer) {
    case 'what':
      return whatItWas(view, { typed, faults });
    case 'match':
      return otherSides(view, { typed, faults });
    case 'type':
      return types(view, { typed, faults });
    case 'value':
      return [input('eur', digits(event.euroValue), { hint: texts.eurHint, more: DECIMAL }), priceLink(view)];
    case 'amount':
      return input('amount', digits(event.amount), { more: DECIMAL });
    case 'time':
      return [
        input('day', moment.day, { type: 'date' }),
        input('time', moment.time, { hint: texts.timeHint }),
      ];
    case 'asset':
      return input('asset', event.assetKey, { hint: texts.assetHint, more: KEY });
    case 'note':
      return input('note', '', { hint: texts.noteHint, more: NOTE });
    default:
      return null;
  }
}

/** Returns a link to the prices of the asset: one price values all transactions of its day. */
function priceLink({ language, event }: AnswersView): Html {
  const day = typedOfInstant(event.timestamp).day;
  return html`<p class="small">
    <a href="${pricesAddress(event.assetKey, { day })}"
      >${fill(ANSWERS_TEXTS[language].answers.orPrice, { asset: name(event.assetSymbol) })}</a
    >
  </p>`;
}

/** Returns the choices that a transaction in this direction can be, each with what it does to tax. */
function whatItWas({ language, event }: AnswersView, before: TypedAnswer): Html {
  const { choices, meanings, fields: texts } = ANSWERS_TEXTS[language];
  const direction = directionOf(event.type);
  const options = CHOICES.flatMap((choice) => {
    const [likely] = meaningsOf(choice, direction);
    return likely === undefined ? [] : [{ value: choice, label: choices[choice], tax: meanings[likely].tax }];
  });
  return radios({ id: 'choice', legend: texts.choice, options, key: event.id, ...before });
}

/** Returns the other sides to choose from, the best one chosen. */
function otherSides({ language, event, sides }: AnswersView, { typed, faults }: TypedAnswer): Html | null {
  if (sides == null) return null;
  const view = { language, ...sides };
  const { candidates } = sides.counterparts;
  const options = candidates.map((candidate) => ({
    value: candidate.taxEvent.id,
    label: sideText(view, candidate.taxEvent),
    tax: apartText(view, candidate),
  }));
  const chosen = new Map([['other', typed.get('other') ?? candidates[0]?.taxEvent.id ?? '']]);
  const legend = ANSWERS_TEXTS[language].fields.other;
  return radios({ id: 'other', legend, options, key: event.id, typed: chosen, faults });
}

function types({ language, event }: AnswersView, before: TypedAnswer): Html {
  const { types: tax, fields: texts } = ANSWERS_TEXTS[language];
  const { words } = TEXTS[language];
  const options = EVENT_TYPES.map((type) => ({ value: type, label: words.types[type], tax: tax[type] }));
  return radios({ id: 'type', legend: texts.type, options, key: event.id, ...before });
}

export interface RadioView extends TypedAnswer {
  readonly id: string;
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: Content; readonly tax: Content }[];
  /** Makes ids unique on a page with several of the same form. */
  readonly key: string;
}

/** Returns choices of which one is possible, each with what it means. */
export function radios({ id, legend, options, key, typed, faults }: RadioView): Html {
  const fault = faults.find((each) => each.field === id);
  return html`<fieldset ${fault === undefined ? null : html`id="${id}" aria-describedby="${id}-fault"`}>
    <legend>${legend}</legend>
    ${fault === undefined ? null : html`<p class="fault" id="${id}-fault">${fault.text}</p>`}
    ${options.map(
      ({ value, label, tax }) =>
        html`<div class="choice">
          <input
            type="radio"
            id="${id}-${value}-${key}"
            name="${id}"
            value="${value}"
            required
            aria-describedby="${id}-${value}-${key}-tax"
            ${typed.get(id) === value ? html`checked` : null}
          />
          <label for="${id}-${value}-${key}">${label}</label>
          <p id="${id}-${value}-${key}-tax">${tax}</p>
        </div> `,
    )}
  </fieldset>`;
}
