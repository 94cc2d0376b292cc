/** Converts a file that a user adds. Runs in a thread, because the bytes are hostile input. */
import { createHash } from 'node:crypto';
import { columnsOf, type FoundColumn } from '@ctx/converters/columns';
import { checkRecord } from '@ctx/converters/check-record';
import { type Conversion, convert, type FileAccount } from '@ctx/converters/convert';
import { type Fault, FileFault } from '@ctx/converters/faults';
import { type Preview, previewOf } from '@ctx/converters/preview';
import type { SourcedRecord } from '@ctx/converters/records';
import { isJson, type Part, unpacked } from '@ctx/converters/unpack';
import { faultMessage } from '@ctx/domain/file-faults';
import { LIMITS } from '@ctx/domain/limits';
import { batchesOf } from './record-batches.ts';
import { fileName, type NamedAccount } from './stored-files.ts';

/** What a thread converts. */
export interface ConversionTask {
  readonly name: string;
  readonly content: Uint8Array;
  readonly format: string | null;
  readonly accountRef: string | null;
  readonly accountLabel: string | null;
  readonly timeZone: string | null;
  /** Text of a mapping file, instead of a format. */
  readonly mapping: string | null;
  /** The accounts of the user. */
  readonly accounts: readonly NamedAccount[];
}

/** A file without faults: what it would bring in, and its records. */
export interface ConvertedRecords {
  readonly preview: Preview;
  readonly platform: string;
  /** Digest of the unpacked file, in hexadecimal. A workbook is hashed as it is. */
  readonly sha256: string;
  readonly name: string;
  /** For `recordsOfBatches`. */
  readonly batches: readonly Uint8Array[];
}

/** A file that was not read, with its columns if no format fits them. */
export interface RejectedConversion {
  readonly faults: readonly Fault[];
  readonly columns?: readonly FoundColumn[];
}

export type ConversionAnswer = ConvertedRecords | RejectedConversion;

/** Returns the records of a file, or what is wrong with it. The import accepts the records. */
export async function convertFile(task: ConversionTask): Promise<ConversionAnswer> {
  try {
    return await converted(task);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { faults: [error.fault] };
  }
}

async function converted(task: ConversionTask): Promise<ConversionAnswer> {
  const { accounts, format, accountRef, accountLabel, timeZone, mapping } = task;
  if (timeZone !== null) requireTimeZone(timeZone);
  const { name, bytes, workbook } = await onlyPart(task);
  const filename = fileName(name);
  const conversion = convert(workbook ?? bytes, {
    filename,
    eventsMax: LIMITS.fileEventsMax,
    ...(format !== null && { format }),
    ...(accountRef !== null && { account: accountRef }),
    ...(timeZone !== null && { timeZone }),
    ...(mapping !== null && { mapping }),
  });
  const { faults } = conversion;
  if (faults.length > 0 || conversion.account === null) {
    const isUnknown = faults.some(({ messages }) => messages.some(({ code }) => code === 'UNKNOWN_HEADER'));
    return { faults, columns: isUnknown && workbook == null ? (columnsOf(bytes) ?? []) : [] };
  }
  const known = accounts.find(({ ref }) => ref === conversion.account?.ref);
  if (known !== undefined && known.kind !== 'file') throw new FileFault(faultMessage('CONNECTED_ACCOUNT'));
  const account = {
    ...conversion.account,
    label: accountLabel ?? known?.label ?? conversion.account.label,
  };
  const checked = checkRecord(account);
  if ('errors' in checked) throw new FileFault(faultMessage('UNSTORABLE_ACCOUNT'));
  return {
    preview: previewOf({ ...conversion, account }),
    platform: account.provider,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    name: filename,
    batches: batchesOf(recordsOf(account, conversion)),
  };
}

async function onlyPart({ name, content }: ConversionTask): Promise<Part> {
  const parts = await unpacked({ name, bytes: content }, LIMITS.unpackedFileBytesMax);
  const [part] = parts;
  if (part === undefined) throw new FileFault(faultMessage('EMPTY_ARCHIVE'));
  if (parts.length > 1) throw new FileFault(faultMessage('SEVERAL_FILES', { files: parts.length }));
  if (part.bytes.length === 0) throw new FileFault(faultMessage('EMPTY_FILE'));
  if (isJson(part.name, part.bytes)) throw new FileFault(faultMessage('JSON_FILE'));
  return part;
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new FileFault(faultMessage('UNKNOWN_TIME_ZONE'));
  }
}

function* recordsOf(account: FileAccount, { eachRecord }: Conversion): Generator<SourcedRecord> {
  yield { record: account, lines: [] };
  yield* eachRecord();
}
