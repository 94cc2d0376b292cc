/**
 * The log of corrections as CSV, a row for each changed field, and as JSON Lines, an object for each changed row. Texts are cleaned as on
 * the page of the log: neither file can be imported again, so none has to be exact (`ctx user export` is).
 */
import { brusselsDate } from '@ctx/domain/brussels';
import { cleanJson } from '@ctx/domain/third-party-text';
import { historyKindOf } from '@ctx/domain/vocabulary';
import type {
  AuditEntry,
  HistoryChange,
  HistoryEvent,
  HistoryField,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { csvCell, ROW_END } from './csv-cell.ts';

/** Reads rows before an id, newest first; 0 starts at the newest. */
export type ReadRows = (beforeId: number) => Promise<readonly AuditEntry[]>;

/** Returns whether values in euro of these years are shown. */
export type ShowsEuro = (years: readonly number[]) => boolean;

/** Returns all rows, newest first, page by page. Rows that are added meanwhile are newer, and left out. */
export async function* rowsOf(first: readonly AuditEntry[], read: ReadRows): AsyncGenerator<AuditEntry> {
  for (let rows = first; ;) {
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    rows = await read(last.id);
  }
}

/** Written in place of a value in euro of a locked year. */
const LOCKED = 'LOCKED';

/** Returns the change of a row, without values in euro of locked years. */
function changeOf({ change, years }: AuditEntry, showsEuro: ShowsEuro): HistoryChange {
  if (change == null) throw new Error('the corrections service returned a row without its change');
  const ofEvents = change.events.map(({ timestamp }) => brusselsDate(Date.parse(timestamp)).year);
  const known = [...years, ...ofEvents];
  if (known.length > 0 && showsEuro(known)) return change;
  const hidden = (value: string | null | undefined) => (value == null ? value : LOCKED);
  return {
    ...change,
    fields: change.fields.map((field) =>
      field.field === 'overriddenEuroValue'
        ? { ...field, from: hidden(field.from), to: hidden(field.to) }
        : field,
    ),
  };
}

/** Returns what a row has in common with the row of the other form. */
function headOf({ entryId, at, action, via, undoOf }: AuditEntry) {
  return {
    entryId,
    at,
    kind: historyKindOf(action),
    action,
    via,
    undoOf: undoOf ?? undefined,
  };
}

const DIGITS = /^-?\d+(\.\d+)?$/;

/** Returns rows as JSON Lines: an object for each override, rule or match, without fields that have no value. */
export async function* logAsJsonLines(
  rows: AsyncIterable<AuditEntry>,
  showsEuro: ShowsEuro,
): AsyncGenerator<string> {
  for await (const row of rows) {
    const { targetId, events, fields } = changeOf(row, showsEuro);
    const rest = cleanJson({ ...headOf(row), targetId, fields }).slice(0, -1);
    yield `${rest},"events":[${events.map(eventJson).join(',')}]}\n`;
  }
}

/** Returns an event as JSON. Its amount has every digit, which a number could lose. */
function eventJson({ amount, ...event }: HistoryEvent): string {
  const digits = DIGITS.test(amount) ? amount : cleanJson(amount);
  return `${cleanJson(event).slice(0, -1)},"amount":${digits}}`;
}

const HEAD = ['entryId', 'at', 'kind', 'action', 'via', 'undoOf', 'targetId'] as const;
const EVENT = [
  'taxEventId',
  'type',
  'treatment',
  'amount',
  'assetSymbol',
  'accountLabel',
  'timestamp',
] as const;
const FIELD = ['field', 'from', 'to'] as const;

/** Returns rows as CSV (RFC 4180): a row of column names, then one for each changed field with the event that it is about. */
export async function* logAsCsv(
  rows: AsyncIterable<AuditEntry>,
  showsEuro: ShowsEuro,
): AsyncGenerator<string> {
  yield [...HEAD, ...EVENT, ...FIELD].join(',') + ROW_END;
  for await (const row of rows) {
    const change = changeOf(row, showsEuro);
    const head: Readonly<Record<string, string | undefined>> = { ...headOf(row), targetId: change.targetId };
    // A row without fields still says who did what.
    const fields: readonly Partial<HistoryField>[] = change.fields.length === 0 ? [{}] : change.fields;
    for (const field of fields) {
      const event: Partial<HistoryEvent> = eventOf(change, field) ?? {};
      yield (
        [
          ...HEAD.map((name) => cell(head[name])),
          ...EVENT.map((name) => cell(event[name], name === 'amount')),
          ...FIELD.map((name) => cell(field[name])),
        ].join(',') + ROW_END
      );
    }
  }
}

/** Returns the event that a field is about: each side of a match has a field with its id; other fields are about the first event. */
function eventOf({ events }: HistoryChange, { to, from }: Partial<HistoryField>): HistoryEvent | undefined {
  return events.find(({ taxEventId }) => taxEventId === (to ?? from)) ?? events[0];
}

function cell(value: string | null | undefined, isNumber = false): string {
  return value == null ? '' : csvCell(value, isNumber && DIGITS.test(value));
}
