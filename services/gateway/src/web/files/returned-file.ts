/** Files that a page sends to the browser, and the browser sends back: nothing is stored between a preview and its confirmation. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LIMITS } from '@ctx/domain/limits';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A file in the form that sends it back. */
export interface ReturnedFile {
  readonly name: string;
  readonly sha256: string;
  /** Compressed, as base64url. */
  readonly content: string;
}

/** Returns a file as the text of a hidden field. */
export async function packed(bytes: Buffer): Promise<string> {
  return (await compress(bytes)).toString('base64url');
}

/** Returns the file of a hidden field; null if it has not the hash of the one that was shown. */
export async function unpacked(content: string, sha256: string): Promise<Buffer | null> {
  try {
    const bytes = await decompress(Buffer.from(content, 'base64url'), {
      maxOutputLength: LIMITS.fileBytesMax,
    });
    return sha256Of(bytes) === sha256 ? bytes : null;
  } catch {
    return null;
  }
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
