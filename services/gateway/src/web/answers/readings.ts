/** What the form of each answer says, and the fields of the request that it becomes. Pure. */
import { ExactNumber } from '@ctx/contract/parse-input';
import type { OperationId } from '@ctx/contract/operations';
import { EVENT_TYPES, type EventType, TREATMENTS } from '@ctx/domain/vocabulary';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import { fieldAmount, typedAmount } from '../../ui/typed-amount.ts';
import { instantOfTyped, typedOfInstant } from '../../ui/typed-moment.ts';
import {
  type Choice,
  CHOICES,
  type Direction,
  fieldsOfMeaning,
  fieldsOfPair,
  MEANINGS,
  type MeaningName,
  meaningsOf,
} from './what-it-was.ts';

/** The operations of the API that save answers. */
export type AnswerOperation = Extract<
  OperationId,
  | 'applyOverride'
  | 'bulkApplyOverrides'
  | 'correctAsset'
  | 'bulkMatchTransfers'
  | 'matchTransfers'
  | 'unmatchTransfer'
>;

/** What a form says, read: the fields that the confirming form sends back, and the fields of the request. */
export interface Reading {
  readonly fields: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  /** Replaces the operation of the answer. */
  readonly operation?: AnswerOperation;
  /** Whether a typed amount can be read in two ways. */
  readonly isAmbiguous?: boolean;
}

/** The fields that a person fills in. */
export type AnswerField = 'choice' | 'eur' | 'amount' | 'day' | 'time' | 'asset' | 'type' | 'note' | 'other';

/** Possible other sides of the transaction, and its matches. */
export type Counterparts = Digits<AnswerOf<'findTransferCandidates'>>;

interface AnswerKind {
  readonly operation: AnswerOperation;
  /** Returns what the form says; the field that says nothing useful, or null for a form that no page made. */
  readonly read: (
    form: Form,
    language: Language,
    counterparts: Counterparts | null,
  ) => Reading | { readonly faulty: AnswerField } | null;
}

/** The answers, by the name that a form has for each. */
export const KINDS = {
  what: { operation: 'bulkApplyOverrides', read: readMeaning },
  match: { operation: 'bulkMatchTransfers', read: (form, _language, known) => readMatch(form, known) },
  unmatch: { operation: 'unmatchTransfer', read: (form, _language, known) => readUnmatch(form, known) },
  type: { operation: 'bulkApplyOverrides', read: readType },
  value: { operation: 'applyOverride', read: readValue },
  amount: { operation: 'applyOverride', read: readAmount },
  time: { operation: 'applyOverride', read: readTime },
  asset: { operation: 'correctAsset', read: readAsset },
  spam: { operation: 'bulkApplyOverrides', read: ignoring },
  twice: { operation: 'bulkApplyOverrides', read: ignoring },
  right: { operation: 'bulkApplyOverrides', read: readAsItIs },
  note: { operation: 'bulkApplyOverrides', read: readNote },
} as const satisfies Readonly<Record<string, AnswerKind>>;
export type AnswerName = keyof typeof KINDS;

/** Returns what the form of an answer says. */
export function readingOf(
  answer: AnswerName,
  form: Form,
  language: Language,
  counterparts: Counterparts | null,
): ReturnType<AnswerKind['read']> {
  const kind: AnswerKind = KINDS[answer];
  return kind.read(form, language, counterparts);
}

/** Returns whether the form of an answer is about another transaction too. */
export function needsCounterparts(answer: AnswerName): boolean {
  return answer === 'match' || answer === 'unmatch';
}

const textOf = (form: Form, field: string): string => (form.get(field) ?? '').trim();

function readMeaning(form: Form): Reading | { readonly faulty: 'choice' } | null {
  const direction = textOf(form, 'direction');
  if (direction !== 'in' && direction !== 'out') return null;
  const name = meaningOf(form, direction);
  if (name === null) return { faulty: 'choice' };
  const values = fieldsOfMeaning(name, direction);
  return values === null ? null : { fields: { meaning: name, direction }, values: { ...values } };
}

/** Returns the chosen meaning: the exact one of the second step, else the most likely one of the choice. */
function meaningOf(form: Form, direction: Direction): MeaningName | null {
  const exact = textOf(form, 'meaning');
  if (Object.hasOwn(MEANINGS, exact)) return exact as MeaningName;
  const choice = textOf(form, 'choice');
  if (!CHOICES.some((each) => each === choice)) return null;
  return meaningsOf(choice as Choice, direction)[0] ?? null;
}

function readType(form: Form): Reading | { readonly faulty: 'type' } {
  const type = EVENT_TYPES.find((each) => each === textOf(form, 'type'));
  if (type === undefined) return { faulty: 'type' };
  return { fields: { type }, values: { ...fieldsOfPair(type, 'NORMAL') } };
}

function readAsItIs(form: Form): Reading | null {
  const type = EVENT_TYPES.find((each) => each === textOf(form, 'type'));
  const treatment = TREATMENTS.find((each) => each === textOf(form, 'treatment'));
  if (type === undefined || treatment === undefined) return null;
  const values: { overriddenType: EventType; overriddenTreatment: string } = {
    overriddenType: type,
    overriddenTreatment: treatment,
  };
  return { fields: { type, treatment }, values };
}

function readValue(form: Form, language: Language): Reading | { readonly faulty: 'eur' } {
  const eur = typedAmount(textOf(form, 'eur'), language);
  if (eur === null) return { faulty: 'eur' };
  return amountReading('eur', 'overriddenEuroValue', eur, language);
}

function readAmount(form: Form, language: Language): Reading | { readonly faulty: 'amount' } {
  const amount = typedAmount(textOf(form, 'amount'), language);
  if (amount === null) return { faulty: 'amount' };
  return amountReading('amount', 'overriddenAmount', amount, language);
}

function amountReading(
  field: 'eur' | 'amount',
  name: string,
  { digits, isAmbiguous }: NonNullable<ReturnType<typeof typedAmount>>,
  language: Language,
): Reading {
  return {
    fields: { [field]: fieldAmount(digits, language) },
    values: { [name]: new ExactNumber(digits) },
    isAmbiguous,
  };
}

function readTime(form: Form): Reading | { readonly faulty: 'day' | 'time' } {
  const moment = instantOfTyped({ day: textOf(form, 'day'), time: textOf(form, 'time') });
  if ('faulty' in moment) return moment;
  return { fields: { ...typedOfInstant(moment.at) }, values: { overriddenTimestamp: moment.at } };
}

function readAsset(form: Form): Reading | { readonly faulty: 'asset' } {
  const asset = textOf(form, 'asset');
  return asset === '' ? { faulty: 'asset' } : { fields: { asset }, values: { assetId: asset } };
}

function readNote(form: Form): Reading | { readonly faulty: 'note' } {
  return textOf(form, 'note') === '' ? { faulty: 'note' } : { fields: {}, values: {} };
}

function ignoring(): Reading {
  return { fields: {}, values: { overriddenTreatment: 'IGNORED' } };
}

/** Returns the pair of a chosen other side, if it is still a possible one. With a match to join, the pair joins it. */
function readMatch(form: Form, known: Counterparts | null): Reading | { readonly faulty: 'other' } | null {
  if (known === null) return null;
  const { taxEvent, candidates } = known;
  const chosen = candidates.find((each) => each.taxEvent.id === textOf(form, 'other'));
  if (chosen === undefined) return { faulty: 'other' };
  const isOut = taxEvent.type === 'DISPOSITION';
  const [left, arrived] = isOut ? [taxEvent, chosen.taxEvent] : [chosen.taxEvent, taxEvent];
  const pair = {
    outTaxEventId: left.id,
    inTaxEventId: arrived.id,
    transferKind: chosen.transferKind,
  };
  const fields = { other: chosen.taxEvent.id };
  if (chosen.joinMatchId === undefined) return { fields, values: { pairs: [pair], markOwnWallet: true } };
  return { fields, values: { ...pair, joinMatchId: chosen.joinMatchId }, operation: 'matchTransfers' };
}

function readUnmatch(form: Form, known: Counterparts | null): Reading | null {
  const matchId = textOf(form, 'match');
  if (known?.existingMatchIds.includes(matchId) !== true) return null;
  return { fields: { match: matchId }, values: { matchId } };
}
