/** An entry of the log of corrections as a line, and the values of its fields. Pure functions. */
import { LIMITS } from '@ctx/domain/limits';
import { brusselsDate } from '@ctx/domain/brussels';
import { presentText } from '@ctx/domain/third-party-text';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import { name, nameText } from '../../ui/components.ts';
import { type CorrectedField, FIELDS, type FieldKind } from '../../ui/corrected-fields.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, instantText, type Language, time } from '../../ui/language.ts';
import { exactUnits, wholeAmounts } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { LOG_TEXTS } from './texts/texts.ts';

/** An entry of the API, with every number as its digits. */
export type Entry = Digits<AnswerOf<'listHistory'>>['entries'][number];
export type Change = Entry['changes'][number];
type Event = Change['events'][number];
type Field = Change['fields'][number];

/** The years of a user; null while they are not known. */
export type KnownYears = Readonly<AnswerOf<'listYears'>['years']> | null;

/** Why an entry is not to be undone, as far as the log shows; null for one that can be tried. */
export type EntryState = 'undone' | 'locked' | 'frozen' | null;

/** Returns the years of an entry: those that it names, and those of its events as imported. */
function yearsOf({ years, changes }: Pick<Entry, 'years' | 'changes'>): number[] {
  const ofEvents = changes.flatMap(({ events }) =>
    events.map(({ timestamp }) => brusselsDate(Date.parse(timestamp)).year),
  );
  return [...new Set([...years.map(Number), ...ofEvents])].toSorted((one, other) => one - other);
}

/** Returns the years that keep an entry from being undone: locked or, if none is, submitted ones. */
export function closedYears(entry: Entry, known: KnownYears): { locked: number[]; frozen: number[] } {
  // What an exchange stated may change in any year.
  if (entry.kind === 'RULE' || entry.kind === 'REPORTED' || known === null) return { locked: [], frozen: [] };
  return {
    locked: lockedYears(entry, known),
    frozen: yearsOf(entry).filter((each) => known.find(({ year }) => year === each)?.frozen === true),
  };
}

/** Returns the locked years of an entry. A year without a marker has no paid plan. */
function lockedYears(entry: Entry, known: NonNullable<KnownYears>): number[] {
  return yearsOf(entry).filter((each) => known.find(({ year }) => year === each)?.locked ?? true);
}

export function stateOf(entry: Entry, known: KnownYears): EntryState {
  if (entry.undoneBy != null) return 'undone';
  const { locked, frozen } = closedYears(entry, known);
  if (locked.length > 0) return 'locked';
  return frozen.length > 0 ? 'frozen' : null;
}

/** Returns whether values in euro stay hidden, because the entry is of a locked year or of a year that is not known. */
export function hidesEuro(entry: Entry, known: KnownYears): boolean {
  if (entry.kind !== 'OVERRIDE' && entry.kind !== 'REPORTED') return false;
  return known === null || yearsOf(entry).length === 0 || lockedYears(entry, known).length > 0;
}

/** Returns what was corrected, such as `0.02 BTC · Kraken · 9 Jun 2026`. */
export function subjectOf(language: Language, { kind, years, changeCount, changes: [change] }: Entry): Html {
  const { log: texts } = LOG_TEXTS[language];
  if (kind === 'RULE') {
    const label = change?.fields.find(({ field }) => field === 'label');
    return fill(texts.rule, { name: name(label?.to ?? label?.from ?? '') });
  }
  if (kind === 'CIRCUMSTANCES') return html`${texts.circumstances.replace('{year}', years.join(', '))}`;
  if (kind === 'REGIME') return html`${texts.regime.replace('{year}', years.join(', '))}`;
  if (kind === 'REPORTED') return html`${texts.reported.replace('{year}', years.join(', '))}`;
  if (kind === 'PRICE') return priceText(language, changeCount, change);
  if (kind === 'BALANCE') {
    const asset = change?.fields.find(({ field }) => field === 'assetId');
    return fill(texts.balance, { asset: name(asset?.to ?? asset?.from ?? '') });
  }
  if (changeCount !== '1' || change === undefined)
    return html`${texts.transactions.replace('{count}', () => decimalText(language, changeCount, false))}`;
  return kind === 'TRANSFER_MATCH' ? transferText(language, change) : eventText(language, change.events[0]);
}

/** Returns what a price is of, such as `Price of ETH, 31 Dec 2025`, or how many prices were entered together. */
function priceText(language: Language, count: string, change: Change | undefined): Html {
  const { log: texts } = LOG_TEXTS[language];
  const { assetKey, at, day } = change?.price ?? {};
  if (count !== '1' || assetKey === undefined)
    return html`${texts.prices.replace('{count}', () => decimalText(language, count, false))}`;
  const moment = instantText(language, at ?? `${day ?? ''}T11:00:00Z`, at == null ? 'day' : 'second');
  return fill(texts.price, { asset: name(assetKey), moment });
}

/** Returns a transaction in a line. */
export function eventText(language: Language, event: Event | undefined): Html {
  if (event === undefined) return html`${LOG_TEXTS[language].log.gone}`;
  return html`${unitsText(language, event)}${accountText(event)} · ${time(language, event.timestamp, 'day')}`;
}

function unitsText(language: Language, { amount, assetSymbol }: Event): Html {
  return html`${exactUnits(language, amount)} ${name(assetSymbol)}`;
}

function accountText({ accountLabel }: Event): Content {
  return accountLabel != null && html` · ${name(accountLabel)}`;
}

/** Returns both sides of a transfer: the units that left, both accounts, and the day. */
function transferText(language: Language, { eventIds, events }: Change): Html {
  const [out, into] = eventIds.map((id) => events.find(({ taxEventId }) => taxEventId === id));
  if (out === undefined || into === undefined) return eventText(language, out ?? into);
  const hasSameUnits = out.assetSymbol === into.assetSymbol && out.amount === into.amount;
  return html`${unitsText(language, out)}${accountText(out)} →
  ${hasSameUnits ? null : unitsText(language, into)} ${name(into.accountLabel ?? '')} ·
  ${time(language, out.timestamp, 'day')}`;
}

/** How a field is shown in a line: with its values, or by its name alone because they are long. */
const SHORT_KINDS: readonly FieldKind[] = [
  'types',
  'treatments',
  'flag',
  'euro',
  'decimal',
  'instant',
  'asset',
  'regimes',
  'choosers',
  'reportedKinds',
  'statedAmounts',
];
const FIELDS_IN_A_LINE_MAX = 2;

/** Returns what an entry changed, such as `Treatment: Unresolved → Own wallet`. */
export function effectOf(language: Language, entry: Entry, known: KnownYears): Html {
  const { log: texts } = LOG_TEXTS[language];
  const { words } = TEXTS[language];
  const [change] = entry.changes;
  if (change === undefined) return html`${texts.various}`;
  const valueOf = (field: string): string => {
    const found = change.fields.find((each) => each.field === field);
    return valueText(language, field, found?.to ?? found?.from ?? '');
  };
  switch (change.action) {
    case 'RULE_CREATED':
    case 'RULE_DELETED':
      return fill(change.action === 'RULE_CREATED' ? texts.created : texts.deleted, {
        what: valueOf('action'),
      });
    case 'TRANSFER_MATCHED':
    case 'TRANSFER_UNMATCHED':
      return fill(change.action === 'TRANSFER_MATCHED' ? texts.matched : texts.unmatched, {
        kind: valueOf('transferKind'),
      });
    case 'OVERRIDE_SET':
    case 'OVERRIDE_REMOVED':
    case 'CIRCUMSTANCES_SET':
    case 'CIRCUMSTANCES_REMOVED':
    case 'PRICE_SET':
    case 'PRICE_REMOVED':
    case 'BALANCE_STATED':
    case 'BALANCE_REMOVED':
    case 'REPORTED_STATED':
    case 'REPORTED_REMOVED':
    case 'REGIME_SET':
    case 'REGIME_REMOVED':
      return fieldsInALine(language, entry, change, hidesEuro(entry, known));
    default:
      // A newer version may log an action that this version has no word for.
      return html`${wordOf(words.corrections, change.action)}`;
  }
}

/** Returns the first fields that all changes of an entry have in common, with the value before where they share that too. */
function fieldsInALine(language: Language, { changes }: Entry, first: Change, isEuroHidden: boolean): Html {
  const { log: texts } = LOG_TEXTS[language];
  const isInAll = (field: Field, isSame: (one: Field, other: Field) => boolean): boolean =>
    changes.every(({ fields }) => fields.some((each) => each.field === field.field && isSame(each, field)));
  const common = inOrder(first.fields).filter((field) => isInAll(field, (one, other) => one.to === other.to));
  if (common.length === 0) return html`${texts.various}`;
  const shown = common.slice(0, FIELDS_IN_A_LINE_MAX).map((field, index) => {
    const { label, before, after, isShort } = shownField(language, first, field, isEuroHidden);
    const isSameBefore = changes.length === 1 || isInAll(field, (one, other) => one.from === other.from);
    const hasBefore = isSameBefore && (field.from != null || importedText(language, first, field) !== null);
    const text = isShort ? (hasBefore ? texts.changed : texts.setTo) : texts.rewritten;
    return html`${index === 0 ? null : '; '}${fill(text, { field: label, before, after })}`;
  });
  const left = common.length - shown.length;
  return html`${shown}${left > 0 && html` ${texts.more.replace('{count}', String(left))}`}`;
}

const ORDER = Object.keys(FIELDS);

/** Returns fields in the order in which the pages show them: the words of the law first, long texts last. */
export function inOrder(fields: readonly Field[]): Field[] {
  return fields.toSorted((one, other) => ORDER.indexOf(one.field) - ORDER.indexOf(other.field));
}

/** A field of a change as the page shows it. */
export interface ShownField {
  readonly label: string;
  readonly before: Html;
  readonly after: Html;
  /** Whether the values fit into a line. */
  readonly isShort: boolean;
}

/** Returns a field with its values before and after. Without a correction, the value of the import is shown where it is known. */
export function shownField(
  language: Language,
  change: Change,
  field: Field,
  isEuroHidden: boolean,
): ShownField {
  const { log: texts } = LOG_TEXTS[language];
  const { general, words } = TEXTS[language];
  const kind = kindOf(field.field);
  const nothing = (text: string): Html => html`<span class="nothing">${text}</span>`;
  const valueOf = (value: string | null | undefined): Html => {
    if (value == null) {
      const imported = importedText(language, change, field);
      if (imported !== null) return html`<bdi>${wholeAmounts(imported)}</bdi>`;
      return nothing(CORRECTIONS.includes(field.field) ? texts.uncorrected : texts.nothing);
    }
    if (isEuroHidden && HIDDEN_EUROS.includes(field.field)) return nothing(general.lockedValue);
    if (EVENT_FIELDS.includes(field.field)) return transactionLink(language, change, value);
    const text = valueText(language, field.field, value);
    if (text === '') return nothing(texts.nothing);
    return /^(euro|decimal)$/.test(kindOf(field.field))
      ? html`<bdi class="number">${text}</bdi>`
      : html`<bdi>${text}</bdi>`;
  };
  return {
    label: wordOf(words.fields, field.field),
    before: valueOf(field.from),
    after: valueOf(field.to),
    isShort: SHORT_KINDS.includes(kind),
  };
}

/** Values in euro that a locked year does not show. */
const HIDDEN_EUROS: readonly string[] = ['overriddenEuroValue', 'statedEur'];
const EVENT_FIELDS: readonly string[] = ['outTaxEventId', 'inTaxEventId'];
/** Fields without a value are not corrected; other fields are empty. */
const CORRECTIONS: readonly string[] = [
  'overriddenType',
  'overriddenTreatment',
  'overriddenTaxable',
  'overriddenEuroValue',
  'overriddenAssetId',
  'overriddenAmount',
  'overriddenTimestamp',
  'overriddenDescription',
  'overriddenFlags',
];

/** The value of the import that a field of a correction replaces. */
const IMPORTED: Readonly<Record<string, ((event: Event) => string) | undefined>> = {
  overriddenType: ({ type }) => type,
  overriddenTreatment: ({ treatment }) => treatment,
  overriddenAssetId: ({ assetSymbol }) => assetSymbol,
  overriddenAmount: ({ amount }) => amount,
  overriddenTimestamp: ({ timestamp }) => timestamp,
};

/** Returns what a corrected field was imported with; null where the log does not know it. */
export function importedText(
  language: Language,
  { events: [event] }: Change,
  { field }: Field,
): string | null {
  const imported = event && Object.hasOwn(IMPORTED, field) ? IMPORTED[field]?.(event) : undefined;
  return imported === undefined ? null : valueText(language, field, imported);
}

/** Returns a transaction of a change, with a link to its page while it is imported. */
export function transactionLink(language: Language, { events }: Change, eventId: string): Html {
  const event = events.find(({ taxEventId }) => taxEventId === eventId);
  const text = eventText(language, event);
  return event === undefined ? text : html`<a href="${PATHS.transactions}/${eventId}">${text}</a>`;
}

function kindOf(field: string): FieldKind {
  // A newer version may log a field that this version has no word for.
  return Object.hasOwn(FIELDS, field) ? FIELDS[field as CorrectedField] : 'text';
}

function valueText(language: Language, field: string, value: string): string {
  const { words, general } = TEXTS[language];
  const kind = kindOf(field);
  switch (kind) {
    case 'euro':
    case 'decimal':
      return decimalText(language, value, kind === 'euro');
    case 'instant':
      return instantText(language, value, 'second');
    case 'flag':
      return value === 'true' ? words.yes : words.no;
    case 'list':
      return listOf(value)?.join(', ') ?? (value === '[]' ? general.none : inALine(value));
    case 'asset':
    case 'text':
      return inALine(value);
    default:
      return wordOf(words[kind], value);
  }
}

/** Returns the texts of a list in JSON; null for an empty list, and for one that was too long to be shown whole. */
function listOf(json: string): string[] | null {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.length > 0 ? list.map((each) => inALine(String(each))) : null;
  } catch {
    return null;
  }
}

/** Returns a text in one line without invisible characters. */
function inALine(text: string): string {
  return presentText(text.replace(/\s+/g, ' ').trim(), LIMITS.historyTextCharactersMax);
}

function wordOf(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : nameText(key);
}
