/** Converts an export of an exchange, wallet or tax program into records of the import format. Pure: bytes in, records or faults out. */
import { type FaultMessage, faultMessage } from '@ctx/domain/file-faults';
import { balanceReport, type BalanceReport, balancesOf } from './balance-chains.ts';
import { Booking } from './booking.ts';
import { checkRecord } from './check-record.ts';
import type { OmittedRow } from './entries.ts';
import { factsOf } from './facts.ts';
import { type Fault, faultOf, FAULTS_MAX, FileFault, RowFault } from './faults.ts';
import type { ConversionOptions, Format } from './format.ts';
import { FORMATS } from './formats.ts';
import { identified, type IdentifiedEntry } from './identity.ts';
import { formatOfMapping } from './mapping.ts';
import { moneyRecords } from './money.ts';
import { allowedFormats, recognise } from './recognise.ts';
import type { RecordOf, SourcedRecord } from './records.ts';
import { recogniseSheet, sheetTableOf } from './sheet-table.ts';
import { type Header, headsOf, type Table, tableOf, textOf } from './table.ts';
import type { Workbook } from './workbook/workbook.ts';

type EventRecord = RecordOf<'event'>;

/** The account of a file. */
export type FileAccount = RecordOf<'account'> & { readonly label: string; readonly provider: string };

/** What a file becomes. With a fault there are no events. A row that cannot be read is left out, to be checked. */
export interface Conversion {
  /** Null if no format fits. */
  readonly format: Format | null;
  readonly account: FileAccount | null;
  /** The sheet of a workbook that was read; null for a text. */
  readonly sheet: string | null;
  /** All events at once. A large file has more than memory holds: `eachEvent` makes one after the other. */
  readonly events: readonly SourcedRecord<EventRecord>[];
  readonly eachEvent: () => Iterable<SourcedRecord<EventRecord>>;
  /** What an earlier export may have shown as done, and this one shows as failed, cancelled or taken back. */
  readonly eachUndone: () => Iterable<SourcedRecord<EventRecord>>;
  /** All records but the account: the events, the money, and what `eachUndone` yields. */
  readonly eachRecord: () => Iterable<SourcedRecord<EventRecord | RecordOf<'money'>>>;
  readonly rowCount: number;
  readonly leftOut: readonly OmittedRow[];
  /** What the balances of the file say; null if it states none. */
  readonly balances: BalanceReport | null;
  readonly faults: readonly Fault[];
}

/** Converts the bytes of one text file, or a workbook. It never throws: what is wrong with the file is in `faults`. */
export function convert(content: Uint8Array | Workbook, options: ConversionOptions = {}): Conversion {
  try {
    return converted(content, options);
  } catch (error) {
    if (!(error instanceof FileFault || error instanceof RowFault)) throw error;
    return rejected([error.fault]);
  }
}

/** A file whose format is known, and its rows, which are read when the settings are known to suffice. */
interface RecognisedFile {
  readonly format: Format;
  readonly header: Header;
  readonly sheet: string | null;
  readonly readTable: () => Table;
}

function recognised(content: Uint8Array | Workbook, options: ConversionOptions): RecognisedFile {
  const formats = (): readonly Format[] =>
    options.mapping === undefined
      ? allowedFormats(FORMATS, options.format ?? null)
      : [formatOfMapping(options.mapping)];
  if (!(content instanceof Uint8Array)) {
    const { format, header, sheet } = recogniseSheet(content, formats());
    const readTable = (): Table => sheetTableOf(sheet, header, format.decimalMark);
    return { format, header, sheet: sheet.name, readTable };
  }
  const text = textOf(content);
  const { format, header, head } = recognise(headsOf(text), formats());
  const textHeader = { ...header, delimiter: head.delimiter };
  return { format, header, sheet: null, readTable: () => tableOf(text, textHeader, format.decimalMark) };
}

function converted(content: Uint8Array | Workbook, options: ConversionOptions): Conversion {
  const { format, sheet, booking, rowCount, balances } = bookedRows(content, options);
  const account = accountOf(format, options);
  const read = identified(booking.entries, booking.undone, format.platform.name);
  const eventsMax = options.eventsMax ?? Infinity;
  const checked = checkedEntries(read.entries, account.ref, booking, eventsMax);
  const { entries } = checked;
  const undone = storableUndone(read.undone, account.ref, checked, eventsMax);
  const leftOut = booking.leftOut.toSorted((left, right) => left.line - right.line);
  const faults = faultsOfAll(leftOut, rowCount);
  if (faults.length > 0) return { ...rejected(faults), format, account, sheet, rowCount };
  const eachEvent = (): Iterable<SourcedRecord<EventRecord>> => eventsOf(entries, account.ref);
  const eachUndone = (): Iterable<SourcedRecord<EventRecord>> => undoneEventsOf(undone, account.ref);
  const { moves, undoneMoves } = booking;
  const ofFile = { account: account.ref, platform: format.platform.name };
  return {
    format,
    account,
    sheet,
    get events() {
      return [...eachEvent()];
    },
    eachEvent,
    eachUndone,
    *eachRecord() {
      yield* eachEvent();
      yield* moneyRecords({ entries, moves, undoneMoves, ...ofFile });
      yield* eachUndone();
    },
    rowCount,
    leftOut,
    balances: balanceReport(balances, leftOut),
    faults: [],
  };
}

/** What a format made of the rows of a file. */
interface BookedRows {
  readonly format: Format;
  readonly sheet: string | null;
  readonly booking: Booking;
  readonly rowCount: number;
  readonly balances: ReturnType<typeof balancesOf>;
}

/**
 * Returns what a format makes of the rows of a file. A function of its own, because a frame keeps what its variables hold: the text and the rows of a
 * large file are released here, before its entries become facts.
 */
function bookedRows(content: Uint8Array | Workbook, options: ConversionOptions): BookedRows {
  const { format, header, sheet, readTable } = recognised(content, options);
  if (format.needsTimeZone === true && options.timeZone === undefined)
    throw new FileFault(faultMessage('ZONE_NEEDED', { format: format.title }));
  const { rows, unreadable } = readTable();
  const booking = new Booking();
  booking.leaveOutUnreadable(unreadable);
  const context = {
    header: header.names,
    filename: options.filename ?? '',
    timeZone: options.timeZone ?? null,
  };
  format.read(rows, booking, context);
  const forgotten = booking.forgotten(rows);
  if (forgotten.length > 0) throw new Error(`${format.id} forgets line ${String(forgotten[0]?.line)}`);
  const balances = format.balances === undefined ? [] : balancesOf(rows, format.balances(rows, context));
  return { format, sheet, booking, rowCount: rows.length + unreadable.length, balances };
}

function* eventsOf(
  entries: readonly IdentifiedEntry[],
  account: string,
): Generator<SourcedRecord<EventRecord>> {
  for (const each of entries)
    for (const record of factsOf(each, account)) yield { record, lines: each.entry.lines };
}

function* undoneEventsOf(
  entries: readonly IdentifiedEntry[],
  account: string,
): Generator<SourcedRecord<EventRecord>> {
  for (const { record, lines } of eventsOf(entries, account))
    yield { record: { ...record, undone: true }, lines };
}

interface CheckedEntries {
  readonly entries: IdentifiedEntry[];
  /** The entries with an id of the platform, by the keys of their facts. */
  readonly byKey: Map<string, IdentifiedEntry>;
  readonly eventCount: number;
}

/**
 * Returns the entries whose facts can be stored. An entry with the id of an earlier one is left out: a transaction is never counted twice. So
 * is one with a fact that cannot be stored: one odd row does not keep the others out.
 *
 * @throws FileFault if the entries have more than `eventsMax` facts
 */
function checkedEntries(
  entries: readonly IdentifiedEntry[],
  account: string,
  booking: Booking,
  eventsMax: number,
): CheckedEntries {
  // Facts of one id with the same type and asset would be one event.
  const byKey = new Map<string, IdentifiedEntry>();
  let eventCount = 0;
  const checked = entries.filter((each) => {
    const { entry } = each;
    const facts = factsOf(each, account);
    eventCount += facts.length;
    requireAtMost(eventCount, eventsMax);
    const faults = facts.flatMap(faultsOfRecord);
    if (faults.length > 0) {
      booking.leaveOutUnreadable(entry.lines.map((line) => faultOf(line, null, ...faults)));
      return false;
    }
    if (typeof entry.id !== 'string') return true;
    const keys = keysOf(facts);
    const [same] = keys.flatMap((key) => byKey.get(key) ?? []);
    if (same === undefined) {
      for (const key of keys) byKey.set(key, each);
      return true;
    }
    const isTwin = contentOf(facts) === contentOf(factsOf(same, account));
    const type = entry.description ?? entry.kind.toLowerCase();
    booking.leaveOutLines(entry.lines, isTwin ? 'TWIN' : 'OTHER_TWIN', type);
    return false;
  });
  return { entries: checked, byKey, eventCount };
}

/** Returns the undone entries that could have been stored, each once, without those of which the file itself says that they were done. */
function storableUndone(
  undone: readonly IdentifiedEntry[],
  account: string,
  { byKey, eventCount: earlier }: CheckedEntries,
  eventsMax: number,
): IdentifiedEntry[] {
  const seen = new Set<string>();
  let eventCount = earlier;
  return undone.filter((each) => {
    const facts = factsOf(each, account);
    eventCount += facts.length;
    requireAtMost(eventCount, eventsMax);
    const keys = keysOf(facts);
    const isStorable = facts.every((fact) => faultsOfRecord(fact).length === 0);
    if (!isStorable || keys.some((key) => byKey.has(key) || seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

function keysOf(facts: readonly EventRecord[]): string[] {
  return facts.map(({ referenceId, type, asset }) => JSON.stringify([referenceId, type, asset.key]));
}

function requireAtMost(eventCount: number, eventsMax: number): void {
  if (eventCount > eventsMax) throw new FileFault(faultMessage('TOO_MANY_EVENTS', { events: eventsMax }));
}

function contentOf(facts: readonly EventRecord[]): string {
  return JSON.stringify(
    facts.map(({ type, asset, amount, timestamp, euroValue = null }) => [
      type,
      asset.key,
      amount,
      timestamp,
      euroValue,
    ]),
  );
}

function faultsOfRecord(record: EventRecord): FaultMessage[] {
  const checked = checkRecord(record);
  return 'errors' in checked ? checked.errors.map(({ field }) => unstorable(field)) : [];
}

/** Returns what is wrong with a field that the converters made of a row: they write nothing else that a record does not accept. */
function unstorable(field: string): FaultMessage {
  if (field === 'amount') return faultMessage('UNSTORABLE_AMOUNT');
  if (field === 'euroValue') return faultMessage('UNSTORABLE_VALUE');
  return field === 'timestamp' ? faultMessage('UNSTORABLE_TIME') : faultMessage('UNSTORABLE_TEXT', { field });
}

/** A file of which no row can be read is rejected: it is of another format, or saved by another program. */
function faultsOfAll(leftOut: readonly OmittedRow[], rowCount: number): Fault[] {
  const unreadable = leftOut.filter(({ reason }) => reason === 'UNREADABLE');
  if (unreadable.length < rowCount || rowCount === 0) return [];
  return unreadable
    .slice(0, FAULTS_MAX)
    .map(({ line, column = null, messages = [] }) => faultOf(line, column, ...messages));
}

function rejected(faults: readonly Fault[]): Conversion {
  return {
    format: null,
    account: null,
    sheet: null,
    events: [],
    eachEvent: () => [],
    eachUndone: () => [],
    eachRecord: () => [],
    rowCount: 0,
    leftOut: [],
    balances: null,
    faults,
  };
}

/** Returns the account of a format: one per platform, unless the person names another. */
function accountOf(format: Format, options: ConversionOptions): FileAccount {
  const { name, source } = format.platform;
  return {
    kind: 'account',
    ref: options.account ?? name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    accountKind: 'file',
    datasource: 'CSV',
    label: options.label ?? name,
    provider: name,
    ...(options.filename ? { originalFilename: options.filename } : {}),
    ...(source === null ? {} : { sourcePlatform: source }),
  };
}
