/**
 * Compresses response bodies of the API and of MCP, where the client accepts it and it saves bytes. These bodies are complete
 * before they are sent, so they do without the `compression` middleware, which replaces four functions of each response
 * (ADR 21). The HTML pages use the middleware.
 */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** A content coding that we send. */
export type Encoding = 'br' | 'gzip';

/** Smaller bodies are sent as they are: compression would save less than its header costs. */
export const ENCODED_BYTES_MIN = 1024;

// Higher levels of Brotli take ten times as long to save another tenth of the bytes.
const BROTLI_LEVEL = 4;
const ENCODERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify((bytes: Buffer, done: (error: Error | null, encoded: Buffer) => void) => {
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }, done);
  }),
  gzip: promisify(gzip),
};

/** Compresses a body. */
export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return ENCODERS[encoding](bytes);
}

/** Returns the encoding that the client prefers, Brotli where it has no preference; undefined to send the body as it is. */
export function encodingFor(request: IncomingMessage, bytes: Buffer): Encoding | undefined {
  if (bytes.length < ENCODED_BYTES_MIN || request.headers['accept-encoding'] === undefined) return undefined;
  const negotiator = new Negotiator(request) as unknown as EncodingNegotiator;
  const chosen = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

/** The published types describe an older version, without the option `preferred`. */
interface EncodingNegotiator {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined;
}
