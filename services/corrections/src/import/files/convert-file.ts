/** Converts a file that a user adds. Runs in a thread, because the bytes are hostile input. */
import { createHash } from 'node:crypto';
import { convert } from '@ctx/converters/convert';
import { type Fault, FAULTS_MAX, FileFault } from '@ctx/converters/faults';
import { type Preview, previewOf } from '@ctx/converters/preview';
import { isJson, type Part, unpacked } from '@ctx/converters/unpack';
import { LIMITS } from '@ctx/domain/limits';
import { fileName, type NamedAccount } from './stored-files.ts';
import { parseLine } from '../parse-line.ts';

/** What a thread converts. */
export interface ConversionTask {
  readonly name: string;
  readonly content: Uint8Array;
  readonly format: string | null;
  readonly accountRef: string | null;
  readonly accountLabel: string | null;
  readonly timeZone: string | null;
  /** The accounts of the user. */
  readonly accounts: readonly NamedAccount[];
}

/** A file without faults: what it would bring in, and its facts as lines of the import format. */
export interface ConvertedFileFacts {
  readonly preview: Preview;
  readonly platform: string;
  /** Of the unpacked file, in hexadecimal. */
  readonly sha256: string;
  readonly name: string;
  readonly lines: Uint8Array;
}

export type ConversionAnswer = ConvertedFileFacts | { readonly faults: readonly Fault[] };

/** Returns the facts of a file, or what is wrong with it. The facts are those that the import accepts. */
export async function convertFile(task: ConversionTask): Promise<ConversionAnswer> {
  try {
    return await converted(task);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { faults: [error.fault] };
  }
}

async function converted(task: ConversionTask): Promise<ConversionAnswer> {
  const { accounts, format, accountRef, accountLabel, timeZone } = task;
  if (timeZone !== null) requireTimeZone(timeZone);
  const { name, bytes } = await onlyPart(task);
  const filename = fileName(name);
  const conversion = convert(bytes, {
    filename,
    ...(format !== null && { format }),
    ...(accountRef !== null && { account: accountRef }),
    ...(timeZone !== null && { timeZone }),
  });
  const { faults, facts } = conversion;
  if (faults.length > 0 || conversion.account === null) return { faults };
  const known = accounts.find(({ ref }) => ref === conversion.account?.ref);
  if (known !== undefined && known.kind !== 'file')
    throw new FileFault(
      'would go into an account that is not of files, but connected: choose another account, or give a name for a new one',
    );
  const account = {
    ...conversion.account,
    label: accountLabel ?? known?.label ?? conversion.account.label,
  };
  const lines = [account, ...facts].map((fact) => JSON.stringify(fact));
  const rejected = rejectedLines(lines);
  if (rejected.length > 0) return { faults: rejected };
  return {
    preview: previewOf({ ...conversion, account }),
    platform: account.provider,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    name: filename,
    lines: new TextEncoder().encode(`${lines.join('\n')}\n`),
  };
}

async function onlyPart({ name, content }: ConversionTask): Promise<Part> {
  const parts = await unpacked({ name, bytes: content }, LIMITS.unpackedFileBytesMax);
  const [part] = parts;
  if (part === undefined) throw new FileFault('is an archive without files');
  if (parts.length > 1)
    throw new FileFault(
      `is an archive of ${String(parts.length)} files: unpack it, and add each file by itself`,
    );
  if (part.bytes.length === 0) throw new FileFault('is empty: export it again');
  if (isJson(part.name, part.bytes))
    throw new FileFault('is JSON: add the file as the exchange, wallet or program exports it, mostly CSV');
  return part;
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new FileFault(
      'cannot be read in this time zone, which is not known: name one such as Europe/Brussels',
    );
  }
}

/** Checks the facts as the import does, so that a file with a preview can also be stored. */
function rejectedLines(lines: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, line] of lines.entries()) {
    const parsed = parseLine(line, index + 1);
    if (!('errors' in parsed)) continue;
    for (const { field, reason } of parsed.errors)
      faults.push({
        line: null,
        column: null,
        reason: `has a value that cannot be stored: ${field} ${reason}`,
      });
    if (faults.length >= FAULTS_MAX) break;
  }
  return faults.slice(0, FAULTS_MAX);
}
