/** Converts an export of an exchange, wallet or tax program into records of the import format. Pure: bytes in, records or faults out. */
import { Booking } from './booking.ts';
import { checkRecord } from './check-record.ts';
import type { OmittedRow } from './entries.ts';
import { factsOf } from './facts.ts';
import { type Fault, FAULTS_MAX, FileFault, RowFault } from './faults.ts';
import type { ConversionOptions, Format } from './format.ts';
import { FORMATS } from './formats.ts';
import { identified, type IdentifiedEntry } from './identity.ts';
import { formatOfMapping } from './mapping.ts';
import { recognise } from './recognise.ts';
import type { RecordOf, SourcedRecord } from './records.ts';
import { tableOf, textOf } from './table.ts';

/** The account of a file. */
export type FileAccount = RecordOf<'account'> & { readonly label: string; readonly provider: string };

/** What a file becomes. With a fault there are no events. A row that cannot be read is left out, to be checked. */
export interface Conversion {
  /** Null if no format fits. */
  readonly format: Format | null;
  readonly account: FileAccount | null;
  readonly events: readonly SourcedRecord<RecordOf<'event'>>[];
  readonly rowCount: number;
  readonly leftOut: readonly OmittedRow[];
  readonly faults: readonly Fault[];
}

/** Converts the bytes of one file. It never throws: what is wrong with the file is in `faults`. */
export function convert(bytes: Uint8Array, options: ConversionOptions = {}): Conversion {
  try {
    return converted(bytes, options);
  } catch (error) {
    if (!(error instanceof FileFault || error instanceof RowFault)) throw error;
    return rejected([error.fault]);
  }
}

function converted(bytes: Uint8Array, options: ConversionOptions): Conversion {
  const text = textOf(bytes);
  const formats = options.mapping === undefined ? FORMATS : [formatOfMapping(options.mapping)];
  const { format, header } = recognise(text, formats, options.format ?? null);
  if (format.needsTimeZone === true && options.timeZone === undefined)
    throw new FileFault(`is of ${format.title}, which writes times without their zone: name the zone`);
  const { rows, unreadable } = tableOf(text, header, format.decimalMark);
  const booking = new Booking();
  booking.leaveOutUnreadable(unreadable);
  format.read(rows, booking, {
    header: header.names,
    filename: options.filename ?? '',
    timeZone: options.timeZone ?? null,
  });
  const forgotten = booking.forgotten(rows);
  if (forgotten.length > 0) throw new Error(`${format.id} forgets line ${String(forgotten[0]?.line)}`);
  const account = accountOf(format, options);
  const events = eventsOf(identified(booking.entries, format.platform.name), account.ref, booking);
  const rowCount = rows.length + unreadable.length;
  const leftOut = booking.leftOut.toSorted((left, right) => left.line - right.line);
  const faults = faultsOfAll(leftOut, rowCount);
  if (faults.length > 0) return { ...rejected(faults), format, account, rowCount };
  return { format, account, events, rowCount, leftOut, faults: [] };
}

/**
 * Returns the facts of all entries. An entry with the reference of an earlier one, or with a fact that cannot be stored, is left out: a
 * transaction is never counted twice, and one odd row does not keep the others out.
 */
function eventsOf(
  entries: readonly IdentifiedEntry[],
  account: string,
  booking: Booking,
): SourcedRecord<RecordOf<'event'>>[] {
  const known = new Map<string, string>();
  return entries.flatMap((identifiedEntry) => {
    const { entry, reference } = identifiedEntry;
    const { lines } = entry;
    const facts = factsOf(identifiedEntry, account);
    const faults = facts.flatMap(faultsOfRecord);
    if (faults.length > 0) {
      booking.leaveOutUnreadable(lines.map((line) => ({ line, column: null, reason: faults.join('; ') })));
      return [];
    }
    const keys = facts.map(({ type, asset }) => JSON.stringify([reference, type, asset.key]));
    const content = JSON.stringify(
      facts.map(({ type, asset, amount, timestamp }) => [type, asset.key, amount, timestamp]),
    );
    const earlier = keys.map((key) => known.get(key)).filter((each) => each !== undefined);
    if (earlier.length > 0) {
      const isTwin = earlier.length === keys.length && earlier.every((each) => each === content);
      booking.leaveOutLines(
        lines,
        isTwin ? 'TWIN' : 'OTHER_TWIN',
        entry.description ?? entry.kind.toLowerCase(),
      );
      return [];
    }
    for (const key of keys) known.set(key, content);
    return facts.map((record) => ({ record, lines }));
  });
}

function faultsOfRecord(record: RecordOf<'event'>): string[] {
  const checked = checkRecord(record);
  return 'errors' in checked ? checked.errors.map(({ field, reason }) => `${field} ${reason}`) : [];
}

/** A file of which no row can be read is rejected: it is of another format, or saved by another program. */
function faultsOfAll(leftOut: readonly OmittedRow[], rowCount: number): Fault[] {
  const unreadable = leftOut.filter(({ reason }) => reason === 'UNREADABLE');
  if (unreadable.length < rowCount || rowCount === 0) return [];
  return unreadable
    .slice(0, FAULTS_MAX)
    .map(({ line, column = null, detail = '' }) => ({ line, column, reason: detail }));
}

function rejected(faults: readonly Fault[]): Conversion {
  return { format: null, account: null, events: [], rowCount: 0, leftOut: [], faults };
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
