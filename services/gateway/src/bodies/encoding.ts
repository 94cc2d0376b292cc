/**
 * Bodies of the API and of tools as they travel: compressed where the client takes it and it pays. Whole bodies need no
 * middleware, which puts four functions on each response; pages for people have it.
 */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

/** Below it the header costs more than is saved. */
export const ENCODED_BYTES_MIN = 1024;

// Brotli beyond this level takes ten times as long for a tenth of the bytes.
const BROTLI_LEVEL = 4;
const ENCODERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify((bytes: Buffer, done: (error: Error | null, encoded: Buffer) => void) => {
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }, done);
  }),
  gzip: promisify(gzip),
};

/** The body in an encoding. */
export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return ENCODERS[encoding](bytes);
}

/** How a body goes to whoever asked: as the client prefers, by brotli where it takes both alike; undefined: as it is. */
export function encodingFor(request: IncomingMessage, bytes: Buffer): Encoding | undefined {
  if (bytes.length < ENCODED_BYTES_MIN || request.headers['accept-encoding'] === undefined) return undefined;
  const negotiator = new Negotiator(request) as unknown as Preferring;
  const chosen = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

/** Its types are of a version that could not prefer. */
interface Preferring {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}
