/** An answer that a form proposes: what it says, and the operation of the API that saves it. Pure. */
import { parseRequest } from '@ctx/contract/parse-input';
import { type Operation, OPERATIONS } from '@ctx/contract/operations';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import { type AskedType, askedTypeOf } from './asked-question.ts';
import { backOf } from './back.ts';
import {
  type AnswerField,
  type AnswerName,
  type AnswerOperation,
  type Counterparts,
  KINDS,
  type Reading,
  readingOf,
} from './readings.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

/** How an operation names its transactions, and what it stores. */
interface OperationRow {
  readonly subject: (events: AnswerSubject['events']) => Readonly<Record<string, unknown>>;
  readonly hasNote: boolean;
  readonly isForMany: boolean;
}

const MANY = {
  subject: (events) => ({ taxEventIds: events }),
  hasNote: true,
  isForMany: true,
} as const satisfies OperationRow;
const MATCH = { subject: () => ({}), hasNote: true, isForMany: false } as const satisfies OperationRow;
const ROWS: Readonly<Record<AnswerOperation, OperationRow>> = {
  applyOverride: { subject: ([id]) => ({ taxEventId: id }), hasNote: true, isForMany: false },
  bulkApplyOverrides: MANY,
  correctAsset: { ...MANY, hasNote: false },
  bulkMatchTransfers: MATCH,
  matchTransfers: MATCH,
  unmatchTransfer: { ...MATCH, hasNote: false },
};

/** Where an answer belongs: its name, its transactions, and the page that asked. */
export interface AnswerSubject {
  readonly answer: AnswerName;
  readonly events: readonly [string, ...string[]];
  readonly back: string;
  /** The question that it answers. */
  readonly asked: AskedType;
}

export interface Proposal extends AnswerSubject, Pick<Reading, 'fields'> {
  readonly note: string;
  /** Whether the operation stores a note. */
  readonly hasNote: boolean;
  /** Whether a typed amount can be read in two ways. */
  readonly isAmbiguous: boolean;
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
  const asked = askedTypeOf(form.get('asked') ?? '');
  return others.length > 0 && !ROWS[KINDS[name].operation].isForMany
    ? null
    : { answer: name, events, back, asked };
}

/** Returns the answer of a form, or what is wrong with what was typed; null for a form that no page made. */
export function proposalOf(
  form: Form,
  subject: AnswerSubject,
  language: Language,
  counterparts: Counterparts | null,
): Proposal | { readonly faults: readonly Fault[] } | null {
  const { faults: texts } = ANSWERS_TEXTS[language];
  const fault = (field: AnswerField): { readonly faults: readonly Fault[] } => ({
    faults: [{ field, text: texts[field] }],
  });
  const { answer, events } = subject;
  const reading = readingOf(answer, form, language, counterparts);
  if (reading === null) return null;
  if ('faulty' in reading) return fault(reading.faulty);
  const note = (form.get('note') ?? '').trim();
  const id = reading.operation ?? KINDS[answer].operation;
  const { hasNote, subject: named } = ROWS[id];
  const input = parsedInput(id, {
    ...named(events),
    ...reading.values,
    ...(note !== '' && hasNote && { notes: note }),
  });
  if (input === null)
    return fault(note.length > LIMITS.overrideNotesCharactersMax ? 'note' : fieldOf(reading));
  const { fields, isAmbiguous = false } = reading;
  return { ...subject, fields, isAmbiguous, note, hasNote, operation: { id, input } };
}

/** Returns the request of an operation as the API parses it; null where the contract rejects it. */
function parsedInput(
  id: AnswerOperation,
  raw: Readonly<Record<string, unknown>>,
): Proposal['operation']['input'] | null {
  const operation: Operation | undefined = OPERATIONS.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`${id} is not an operation`);
  const { pathParameters, query, body } = operation;
  const parsed = parseRequest(body ?? pathParameters.extend(query.shape), raw);
  return 'input' in parsed ? parsed.input : null;
}

/** Names the field that the contract rejects: the first that was typed. */
function fieldOf({ fields }: Reading): AnswerField {
  return Object.keys(fields)[0] as AnswerField;
}
