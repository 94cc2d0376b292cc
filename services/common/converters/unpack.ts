/** Unpacks files that are compressed with gzip, and archives (zip). */
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { FileFault } from './faults.ts';

/** A file, or a part of an archive. */
export interface Part {
  /** A part of an archive has the name of the archive before its own. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const GZIP = Buffer.from('1f8b', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const JSON_NAME = /\.(?:jsonl|ndjson|json)$/i;
/** JSON Lines, or an array of JSON, about which the import says what to do. */
const JSON_START = /^\uFEFF?\s*[{[]/;
const HEAD_BYTES = 4096;
const MEBIBYTE = 1024 * 1024;

/** Whether a file that starts with these bytes is packed. */
export function isPacked(head: Uint8Array): boolean {
  return startsWith(head, GZIP) || startsWith(head, ZIP);
}

/** Whether a file is JSON, by its name and its first bytes. */
export function isJson(name: string, bytes: Uint8Array): boolean {
  return JSON_NAME.test(name) || JSON_START.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8'));
}

/**
 * Returns the files of an archive, the one file that gzip compressed, or the file itself. Memory is bounded before anything is
 * unpacked: a part of an archive gets no more than the size that the archive declares.
 *
 * @param bytesMax of all files together
 * @throws FileFault
 */
export function unpacked({ name, bytes }: Part, bytesMax: number): Part[] {
  if (bytes.length > bytesMax) throw tooLarge(bytesMax);
  if (!isPacked(bytes)) return [{ name, bytes }];
  try {
    if (startsWith(bytes, GZIP))
      return [{ name: name.replace(/\.gz$/i, ''), bytes: gunzipSync(bytes, { maxOutputLength: bytesMax }) }];
    return unzipped(name, bytes, bytesMax);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(bytesMax);
    throw new FileFault('cannot be unpacked: it may be cut off');
  }
}

function unzipped(name: string, bytes: Uint8Array, bytesMax: number): Part[] {
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ name: part, originalSize }) => {
      total += originalSize;
      if (total > bytesMax) throw new RangeError('too large');
      return !part.endsWith('/') && !part.startsWith('__MACOSX/');
    },
  });
  return Object.entries(files).map(([part, content]) => ({ name: `${name}/${part}`, bytes: content }));
}

function startsWith(bytes: Uint8Array, signature: Buffer): boolean {
  return Buffer.from(bytes.subarray(0, signature.length)).equals(signature);
}

function tooLarge(bytesMax: number): FileFault {
  return new FileFault(`is larger than ${String(bytesMax / MEBIBYTE)} MiB: export a shorter period`);
}
