/** The files that `ctx import` reads: JSON Lines as they are; exports of exchanges and wallets converted into JSON Lines. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { BalanceReport } from '@ctx/converters/balance-chains';
import { type Conversion, convert } from '@ctx/converters/convert';
import { type Fault, FileFault } from '@ctx/converters/faults';
import type { ConversionOptions } from '@ctx/converters/format';
import { type Preview, previewOf, rowsToCheck } from '@ctx/converters/preview';
import { FILE_BYTES_MAX } from '@ctx/converters/table';
import { isJson, isPacked, type Part, unpacked } from '@ctx/converters/unpack';
import type { ConvertedFile, FileBalances } from '@ctx/proto/gen/ctx/v1/corrections';
import { CHUNK_BYTES } from './import-stream.ts';
import { CommandRejection } from './output.ts';

/** A file, or a part of an archive, as it is sent. */
export interface ImportSource {
  /** As the person named it; a part of an archive with its own name behind. */
  readonly name: string;
  readonly open: () => Readable;
  /** Null if it is not known. */
  readonly bytes: number | null;
  /** What a converted file brings in; null for JSON Lines. */
  readonly preview: Preview | null;
  /** The export that the lines were converted from; null for JSON Lines. */
  readonly file: ConvertedFile | null;
}

const STANDARD_INPUT = '-';
const HEAD_BYTES = 4096;

/** Opens a file, unpacks it, and converts it if it is no JSON Lines. @throws CommandRejection INVALID_FILE */
export async function openSources(file: string, options: ConversionOptions): Promise<ImportSource[]> {
  if (file === STANDARD_INPUT)
    return [{ name: file, open: () => process.stdin, bytes: null, preview: null, file: null }];
  const bytes = await sizeOf(file);
  // What comes through a pipe can be read only once.
  if (bytes === null)
    return [{ name: file, open: () => createReadStream(file), bytes, preview: null, file: null }];
  const head = await headOf(file);
  const packed = isPacked(head);
  if (!packed && isJson(file, head))
    return [
      {
        name: file,
        open: () => createReadStream(file, { highWaterMark: CHUNK_BYTES }),
        bytes,
        preview: null,
        file: null,
      },
    ];
  if (bytes > FILE_BYTES_MAX)
    throw rejectionOfFaults(file, [
      { line: null, column: null, reason: 'is larger than 64 MiB: export a shorter period' },
    ]);
  const whole = { name: file, bytes: await readFile(file) };
  const parts = packed ? await unpackedOrRejected(whole) : [whole];
  return parts.map((part) => sourceOf(part, options));
}

/** Returns the text of a mapping file. @throws CommandRejection INVALID_FILE if it cannot be read */
export async function readMapping(file: string): Promise<string> {
  await sizeOf(file);
  return readFile(file, 'utf8');
}

function sourceOf({ name, bytes, workbook }: Part, options: ConversionOptions): ImportSource {
  if (isJson(name, bytes))
    return {
      name,
      open: () => Readable.from([Buffer.from(bytes)]),
      bytes: bytes.length,
      preview: null,
      file: null,
    };
  const conversion = convert(workbook ?? bytes, { filename: basename(name), ...options });
  if (conversion.faults.length > 0) throw rejectionOfFaults(name, conversion.faults);
  const preview = previewOf(conversion);
  // Made once, and outside the heap: the entries of the conversion take more memory.
  const lines = [...linesOf(conversion)];
  return {
    name,
    open: () => Readable.from(lines),
    bytes: lines.reduce((sum, { length }) => sum + length, 0),
    preview,
    file: {
      accountRef: preview.account.ref,
      name: basename(name),
      platform: preview.account.provider,
      format: preview.format,
      sha256: createHash('sha256').update(bytes).digest(),
      rowCount: preview.rows,
      balances: preview.balances === null ? null : balancesMessage(preview.balances),
      leftOut: rowsToCheck(preview).map((row) => ({
        ...row,
        messages: row.messages.map(({ code, values }) => ({ code, values: { ...values } })),
      })),
    },
  };
}

function balancesMessage({ breaks, openings, ...times }: BalanceReport): FileBalances {
  return {
    ...times,
    breaks: breaks.map((each) => ({ ...each, unreadable: [...each.unreadable] })),
    openings: [...openings],
  };
}

/** Yields a conversion as JSON Lines, a batch of lines at a time. */
function* linesOf({ account, eachRecord }: Conversion): Generator<Buffer> {
  let text = `${JSON.stringify(account)}\n`;
  for (const { record } of eachRecord()) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Returns the rejection of a file with faults. */
export function rejectionOfFaults(
  name: string,
  faults: readonly Omit<Fault, 'messages'>[],
): CommandRejection {
  const [first] = faults;
  const whole = faults.length === 1 && first?.line === null ? `${name} ${first.reason}` : null;
  return new CommandRejection(
    'INVALID_FILE',
    whole ?? `${name} is not imported: correct these lines, or export the file again`,
    faults.map(({ line, column, reason }) => ({ line: line ?? 0, field: column ?? '', reason })),
  );
}

async function unpackedOrRejected(file: Part): Promise<Part[]> {
  try {
    return await unpacked(file, FILE_BYTES_MAX);
  } catch (error) {
    throw error instanceof FileFault ? rejectionOfFaults(file.name, [error.fault]) : error;
  }
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the size of a file in bytes, or null when it is not known. Throws INVALID_FILE when the file cannot be read. */
export async function sizeOf(file: string): Promise<number | null> {
  try {
    await access(file, constants.R_OK);
    const stats = await stat(file);
    if (stats.isDirectory()) throw new Error('it is a directory');
    return stats.isFile() ? stats.size : null;
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new CommandRejection('INVALID_FILE', `${file} cannot be read: ${reason}`, []);
  }
}
