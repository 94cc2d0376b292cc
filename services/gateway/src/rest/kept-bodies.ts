/**
 * Bodies that were answered before and cannot have changed since. An operation that is `versioned` answers by its user's facts,
 * corrections and figures alone; the version of these comes with the admission of every request, and an answer is made after
 * the admission. So what is kept under a version is never older than any request that comes with that version.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encode, type Encoding } from '../bodies/encoding.ts';
import { METRICS } from '../metrics.ts';

/** A body as it is sent. */
export interface Body {
  readonly bytes: Buffer;
  /** Where the body is kept; else whoever sends it makes one. */
  readonly etag?: string;
  /** Where the body is kept: the same compressed, made when somebody first wants it so. */
  readonly encoded?: (encoding: Encoding) => Promise<Buffer>;
}

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

/**
 * The newest bodies of all users, as many as fit, of what was asked for before: most pages are asked for once, and to keep those
 * would push out the others.
 */
export class KeptBodies {
  readonly #asked = new AskedBefore();
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
    else if (kept.version !== version) METRICS.keptBodies.inc({ outcome: 'stale' });
    else {
      METRICS.keptBodies.inc({ outcome: 'hit' });
      return kept.body;
    }
    if (!this.#asked.add(key)) return make();
    const body = keepable(await make());
    this.#kept.set(key, { version, body });
    return body;
  }
}

/** Of the keys that were asked for last, as many as there are bodies to keep several times over. */
const ASKED_MAX = 2 ** 14;

/** Which keys were asked for lately: each has one place among others, and the newest of a place is remembered. */
class AskedBefore {
  readonly #digests = new BigUint64Array(ASKED_MAX);

  /** Whether `key` was asked for before; from now on it was. */
  add(key: string): boolean {
    const digest = hash('sha256', key, 'buffer').readBigUInt64LE();
    const place = Number(digest % BigInt(ASKED_MAX));
    const isKnown = this.#digests[place] === digest;
    this.#digests[place] = digest;
    return isKnown;
  }
}

/** Weak: a compressed body is another one, byte for byte (RFC 9110 §8.8.3). */
export function etagOf(bytes: Buffer): string {
  return `W/"${hash('sha256', bytes, 'base64url')}"`;
}

function keepable({ bytes }: Body): Body {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    bytes,
    etag: etagOf(bytes),
    encoded: (encoding) => (made[encoding] ??= encode(bytes, encoding)),
  };
}
