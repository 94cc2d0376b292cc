/** An answer that a form proposes: what it says, and the operation of the API that saves it. Pure. */
import { ExactNumber, parseRequest } from '@ctx/contract/parse-input';
import { type Operation, type OperationId, OPERATIONS } from '@ctx/contract/operations';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';
import { EVENT_TYPES, type EventType, TREATMENTS } from '@ctx/domain/vocabulary';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import { fieldAmount, typedAmount } from '../../ui/typed-amount.ts';
import { instantOfTyped, typedOfInstant } from '../../ui/typed-moment.ts';
import { backOf } from './back.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';
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

/** What a form says, read: the fields that the confirming form sends back, and the fields of the request. */
interface Reading {
  readonly fields: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether a typed amount can be read in two ways. */
  readonly isAmbiguous?: boolean;
}

/** The operations of the API that save answers. */
export type AnswerOperation = Extract<OperationId, 'applyOverride' | 'bulkApplyOverrides' | 'correctAsset'>;

interface AnswerKind {
  readonly operation: AnswerOperation;
  /** Returns what the form says; the field that says nothing useful, or null for a form that no page made. */
  readonly read: (form: Form, language: Language) => Reading | { readonly faulty: FaultyField } | null;
}

/** The fields that a person types. */
type FaultyField = 'choice' | 'eur' | 'amount' | 'day' | 'time' | 'asset' | 'type' | 'note';

/** The answers, by the name that a form has for each. */
const KINDS = {
  what: { operation: 'bulkApplyOverrides', read: readMeaning },
  type: { operation: 'bulkApplyOverrides', read: readType },
  value: { operation: 'applyOverride', read: readValue },
  amount: { operation: 'applyOverride', read: readAmount },
  time: { operation: 'applyOverride', read: readTime },
  asset: { operation: 'correctAsset', read: readAsset },
  spam: { operation: 'bulkApplyOverrides', read: () => ignoring() },
  twice: { operation: 'bulkApplyOverrides', read: () => ignoring() },
  right: { operation: 'bulkApplyOverrides', read: readAsItIs },
  note: { operation: 'bulkApplyOverrides', read: readNote },
} as const satisfies Readonly<Record<string, AnswerKind>>;
export type AnswerName = keyof typeof KINDS;

/** Where an answer belongs: its name, its transactions, and the page that asked. */
export interface AnswerSubject {
  readonly answer: AnswerName;
  readonly events: readonly [string, ...string[]];
  readonly back: string;
}

export interface Proposal extends AnswerSubject, Required<Reading> {
  readonly note: string;
  readonly operation: { readonly id: AnswerOperation; readonly input: Readonly<Record<string, unknown>> };
}

/** Returns the subject of a form; null for a form that no page made. */
export function subjectOf(form: Form): AnswerSubject | null {
  const answer = form.get('answer') ?? '';
  const [first, ...others] = (form.get('events') ?? '').split(',');
  const back = backOf(form.get('back') ?? '');
  if (!Object.hasOwn(KINDS, answer) || back === null || first === undefined) return null;
  const events = [first, ...others] as const;
  if (events.length > LIMITS.bulkIdsMax || !events.every((id) => UUID.test(id))) return null;
  const name = answer as AnswerName;
  return KINDS[name].operation === 'applyOverride' && others.length > 0
    ? null
    : { answer: name, events, back };
}

/** Returns the answer of a form, or what is wrong with what was typed; null for a form that no page made. */
export function proposalOf(
  form: Form,
  subject: AnswerSubject,
  language: Language,
): Proposal | { readonly faults: readonly Fault[] } | null {
  const { faults: texts } = ANSWERS_TEXTS[language];
  const fault = (field: FaultyField): { readonly faults: readonly Fault[] } => ({
    faults: [{ field, text: texts[field] }],
  });
  const kind: AnswerKind = KINDS[subject.answer];
  const reading = kind.read(form, language);
  if (reading === null) return null;
  if ('faulty' in reading) return fault(reading.faulty);
  const note = (form.get('note') ?? '').trim();
  const { events } = subject;
  const input = parsedInput(kind.operation, {
    ...(kind.operation === 'applyOverride' ? { taxEventId: events[0] } : { taxEventIds: events }),
    ...reading.values,
    ...(note !== '' && kind.operation !== 'correctAsset' && { notes: note }),
  });
  if (input === null)
    return fault(note.length > LIMITS.overrideNotesCharactersMax ? 'note' : fieldOf(reading));
  return {
    ...subject,
    ...reading,
    note,
    isAmbiguous: reading.isAmbiguous ?? false,
    operation: { id: kind.operation, input },
  };
}

/** Returns the request of an operation as the API parses it; null where the contract rejects it. */
function parsedInput(
  id: OperationId,
  raw: Readonly<Record<string, unknown>>,
): Proposal['operation']['input'] | null {
  const operation: Operation | undefined = OPERATIONS.find((each) => each.id === id);
  if (operation?.body === undefined) throw new Error(`${id} has no body`);
  const parsed = parseRequest(operation.body, raw);
  return 'input' in parsed ? parsed.input : null;
}

/** Names the field that the contract rejects: the first that was typed. */
function fieldOf({ fields }: Reading): FaultyField {
  return Object.keys(fields)[0] as FaultyField;
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
  return amountReading('eur', 'overriddenEuroValue', eur);
}

function readAmount(form: Form, language: Language): Reading | { readonly faulty: 'amount' } {
  const amount = typedAmount(textOf(form, 'amount'), language);
  if (amount === null) return { faulty: 'amount' };
  return amountReading('amount', 'overriddenAmount', amount);
}

function amountReading(
  field: 'eur' | 'amount',
  name: string,
  { digits, isAmbiguous }: NonNullable<ReturnType<typeof typedAmount>>,
): Reading {
  return {
    fields: { [field]: fieldAmount(digits) },
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
