/** Unpacks files that are compressed with gzip, archives (zip), and workbooks, which are archives too. */
import { faultMessage } from '@ctx/domain/file-faults';
import { crc32, gunzipSync } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { FileFault } from './faults.ts';
import { FILE_BYTES_MAX, tooLarge } from './table.ts';
import { openWorkbook, type Workbook } from './workbook/workbook.ts';

/** A file, or a part of an archive. */
export interface Part {
  /** A part of an archive has the name of the archive before its own. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The sheets, where the bytes are a workbook. */
  readonly workbook?: Workbook;
}

const GZIP = Buffer.from('1f8b', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const JSON_NAME = /\.(?:jsonl|ndjson|json)$/i;
/** JSON Lines, or an array of JSON, about which the import says what to do. */
const JSON_START = /^\uFEFF?\s*[{[]/;
const HEAD_BYTES = 4096;
/** Folders and the files that macOS adds count too. */
const ARCHIVE_ENTRIES_MAX = 64;
/** Files that make an archive a workbook or another document (Office Open XML, OpenDocument). */
const DOCUMENT_PARTS: readonly string[] = ['[Content_Types].xml', 'mimetype'];
/** The XML of a sheet is so many times longer than its cells as CSV: a styled cell takes 20 to 40 bytes, also an empty one. */
const XML_TIMES = 8;

/** Whether a file that starts with these bytes is packed. */
export function isPacked(head: Uint8Array): boolean {
  return startsWith(head, GZIP) || startsWith(head, ZIP);
}

/** Whether a file is JSON, by its name and its first bytes. */
export function isJson(name: string, bytes: Uint8Array): boolean {
  return JSON_NAME.test(name) || JSON_START.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8'));
}

/**
 * Returns the files of an archive, the one file that gzip compressed, or the file itself, which may be a workbook. What is allocated is bounded, whatever the
 * file declares: an archive whose entries overlap, or that declares other sizes than it has, is rejected.
 *
 * @param bytesMax of all files together
 * @throws FileFault
 */
export async function unpacked({ name, bytes }: Part, bytesMax: number): Promise<Part[]> {
  if (bytes.length > bytesMax) throw tooLarge(bytesMax);
  if (!isPacked(bytes)) return [{ name, bytes }];
  const parts = startsWith(bytes, GZIP)
    ? [{ name: name.replace(/\.gz$/i, ''), bytes: gunzipped(bytes, bytesMax) }]
    : await unzipped({ name, bytes }, bytesMax);
  if (parts[0]?.workbook !== undefined) return parts;
  const nested = parts.find((part) => isPacked(part.bytes));
  if (nested !== undefined) throw new FileFault(faultMessage('NESTED_ARCHIVE'));
  return parts;
}

function gunzipped(bytes: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(bytesMax)
      : unreadable();
  }
}

async function unzipped(file: Part, bytesMax: number): Promise<Part[]> {
  const { name, bytes } = file;
  try {
    const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    const entries = await entriesOf(archive);
    if (entries.some(({ fileName }) => DOCUMENT_PARTS.includes(fileName)))
      return [{ ...file, workbook: await workbookIn(archive, entries, bytesMax) }];
    rejectLargerThan(bytesMax, entries);
    const parts: Part[] = [];
    for (const entry of entries)
      if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/'))
        parts.push({ name: `${name}/${entry.fileName}`, bytes: await contentOf(archive, entry) });
    return parts;
  } catch (error) {
    // The library says what is wrong in the terms of the format, which help nobody with an export.
    throw error instanceof FileFault ? error : unreadable();
  }
}

/** Opens an archive that is a workbook. Only the parts that are read count, and each is unpacked once. */
function workbookIn(archive: ZipFile, entries: readonly Entry[], bytesMax: number): Promise<Workbook> {
  const xmlBytesMax = Math.min(bytesMax * XML_TIMES, FILE_BYTES_MAX);
  const read = new Set<Entry>();
  const partOf = (path: string): Promise<Uint8Array | null> => {
    const entry = entries.find(({ fileName }) => fileName === path);
    if (entry === undefined) return Promise.resolve(null);
    if (read.has(entry)) throw unreadable();
    read.add(entry);
    rejectLargerThan(xmlBytesMax, [...read]);
    return contentOf(archive, entry);
  };
  return openWorkbook(partOf, bytesMax);
}

/** Returns the entries of an archive. Nothing is unpacked before their number and places are checked. */
async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > ARCHIVE_ENTRIES_MAX)
    throw new FileFault(
      faultMessage('FULL_ARCHIVE', { files: archive.entryCount, max: ARCHIVE_ENTRIES_MAX }),
    );
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  if (entries.some((entry) => entry.isEncrypted())) throw new FileFault(faultMessage('LOCKED_ARCHIVE'));
  await rejectOverlaps(archive, entries);
  return entries;
}

/** The library ends an entry that has more bytes than it declares. */
function rejectLargerThan(bytesMax: number, entries: readonly Entry[]): void {
  const declared = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (declared > bytesMax) throw tooLarge(bytesMax);
}

/** Entries that share bytes unpack to more than the archive could hold. */
async function rejectOverlaps(archive: ZipFile, entries: readonly Entry[]): Promise<void> {
  let end = 0;
  for (const entry of entries.toSorted(byPlace)) {
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
    if (entry.relativeOffsetOfLocalHeader < end) throw new FileFault(faultMessage('OVERLAPPING_ARCHIVE'));
    end = fileDataStart + entry.compressedSize;
  }
}

function byPlace(one: Entry, other: Entry): number {
  return one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader;
}

/** Returns the content of an entry. The library ends it where it has more or fewer bytes than declared. @throws FileFault if it is damaged */
export async function contentOf(archive: ZipFile, entry: Entry): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw unreadable();
  return content;
}

function startsWith(bytes: Uint8Array, signature: Buffer): boolean {
  return Buffer.from(bytes.subarray(0, signature.length)).equals(signature);
}

function unreadable(): FileFault {
  return new FileFault(faultMessage('DAMAGED_ARCHIVE'));
}
