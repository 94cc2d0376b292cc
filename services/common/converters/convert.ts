/** Converts an export of an exchange, wallet or tax program into records of the import format. Pure: bytes in, records or faults out. */
import { Booking } from './booking.ts';
import type { OmittedRow } from './entries.ts';
import { factsOf } from './facts.ts';
import { type Fault, FAULTS_MAX, FileFault } from './faults.ts';
import type { ConversionOptions, Format } from './format.ts';
import { FORMATS } from './formats.ts';
import { formatOfMapping } from './mapping.ts';
import { recognise } from './recognise.ts';
import type { RecordOf, SourcedRecord } from './records.ts';
import { rowsOf, textOf } from './table.ts';

/** The account of a file. */
export type FileAccount = RecordOf<'account'> & { readonly label: string; readonly provider: string };

/** What a file becomes. With a fault there are no events: a file is imported whole or not at all. */
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
    if (!(error instanceof FileFault)) throw error;
    return rejected([error.fault]);
  }
}

function converted(bytes: Uint8Array, options: ConversionOptions): Conversion {
  const text = textOf(bytes);
  const formats = options.mapping === undefined ? FORMATS : [formatOfMapping(options.mapping)];
  const { format, header } = recognise(text, formats, options.format ?? null);
  if (format.needsTimeZone === true && options.timeZone === undefined)
    throw new FileFault(`is of ${format.title}, which writes times without their zone: name the zone`);
  const rows = rowsOf(text, header, format.decimalMark);
  const booking = new Booking();
  booking.each([rows], () => {
    format.read(rows, booking, {
      header: header.names,
      filename: options.filename ?? '',
      timeZone: options.timeZone ?? null,
    });
  });
  const account = accountOf(format, options);
  const events = booking.entries.flatMap((entry) =>
    factsOf(entry, account.ref).map((record) => ({ record, lines: entry.lines })),
  );
  const faults = [...booking.faults, ...repeatedEvents(events)].slice(0, FAULTS_MAX);
  if (faults.length > 0) return { ...rejected(faults), format, account, rowCount: rows.length };
  const forgotten = booking.forgotten(rows);
  if (forgotten.length > 0) throw new Error(`${format.id} forgets line ${String(forgotten[0]?.line)}`);
  const leftOut = booking.leftOut.toSorted((left, right) => left.line - right.line);
  return { format, account, events, rowCount: rows.length, leftOut, faults: [] };
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

/** Two records with one key would be one event: a format must give each a reference of its own. */
function repeatedEvents(events: Conversion['events']): Fault[] {
  const seen = new Set<string>();
  const repeated = events.filter(({ record: { type, asset, referenceId } }) => {
    const key = JSON.stringify([type, asset.key, referenceId]);
    return seen.size === seen.add(key).size;
  });
  return repeated.map(({ record: { referenceId } }) => ({
    line: null,
    column: null,
    reason: `has the reference ${referenceId} twice`,
  }));
}
