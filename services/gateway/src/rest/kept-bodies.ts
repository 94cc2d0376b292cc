/**
 * Bodies that were answered before and cannot have changed since. An operation that is `versioned` answers by its user's facts,
 * corrections and figures alone; the version of these comes with the admission of every request, and an answer is made after
 * the admission. So what is kept under a version is never older than any request that comes with that version.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { METRICS } from '../metrics.ts';

/** A body as it is sent. */
export interface Body {
  readonly bytes: Buffer;
  /** Weak, where the body is kept; else whoever sends it makes one. */
  readonly etag?: string;
  /** Where the body is kept: the same compressed, made when somebody first wants it so. */
  readonly encoded?: (encoding: Encoding) => Promise<Buffer>;
}

export type Encoding = 'br' | 'gzip';

interface Kept {
  readonly version: string;
  readonly body: Body;
}

/** Outside the heap, whose limit is three quarters of the container's; a page of 50 transactions takes 20 KB. */
const BYTES_MAX = 32 * 1024 * 1024;
/** A larger one would push out many that are asked for more often. */
const BODY_BYTES_MAX = 1024 * 1024;
/** JSON is compressed to a tenth or so, in two ways. */
const WITH_ENCODED = 1.25;
/** What the cache itself takes for an entry, about. */
const ENTRY_BYTES = 400;

/** The newest bodies of all users, as many as fit. */
export class KeptBodies {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    maxEntrySize: BODY_BYTES_MAX,
    sizeCalculation: ({ body }, key) =>
      Math.ceil(body.bytes.length * WITH_ENCODED) + 2 * key.length + ENTRY_BYTES,
  });

  /** The body kept for `key` of that very version, else what `make` makes now. */
  async get(key: string, version: string, make: () => Promise<Body>): Promise<Body> {
    const kept = this.#kept.get(key);
    if (kept === undefined) METRICS.keptBodies.inc({ outcome: 'miss' });
    else if (kept.version !== version) METRICS.keptBodies.inc({ outcome: 'changed' });
    else {
      METRICS.keptBodies.inc({ outcome: 'hit' });
      return kept.body;
    }
    const body = keepable(await make());
    this.#kept.set(key, { version, body });
    return body;
  }
}

// Brotli beyond this level takes ten times as long for a tenth of the bytes.
const BROTLI_LEVEL = 4;
const ENCODERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify((bytes: Buffer, done: (error: Error | null, encoded: Buffer) => void) => {
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }, done);
  }),
  gzip: promisify(gzip),
};
/** Below it the header costs more than is saved, as for bodies that are not kept. */
const COMPRESSED_BYTES_MIN = 1024;

function keepable({ bytes }: Body): Body {
  const etag = `W/"${hash('sha256', bytes, 'base64url')}"`;
  if (bytes.length < COMPRESSED_BYTES_MIN) return { bytes, etag };
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return { bytes, etag, encoded: (encoding) => (made[encoding] ??= ENCODERS[encoding](bytes)) };
}
