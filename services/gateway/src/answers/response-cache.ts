/**
 * A cache of response bodies, valid while the user's version is unchanged. The response of a `versioned` operation depends on
 * the user's facts, corrections and figures alone. Admission reads the version of these with every request, before the response
 * is computed. So a response that is cached under a version is never older than a request that comes with the same version.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encode, type Encoding } from '../http/encoding.ts';
import { METRICS } from '../metrics.ts';

/** The body of a response, as JSON. */
export interface ResponseBody {
  readonly bytes: Buffer;
  /** Set on a cached body. For other bodies the sender computes the ETag. */
  readonly etag?: string;
  /** Set on a cached body: returns it compressed, and compresses it once per encoding, at the first call. */
  readonly encoded?: (encoding: Encoding) => Promise<Buffer>;
}

interface CachedResponse {
  readonly version: string;
  readonly body: ResponseBody;
}

/** Memory of the cache. Buffers lie outside the V8 heap, which may use three quarters of the container's memory. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Larger bodies are not cached: one would evict about fifty pages of 20 KB that are requested more often. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Room for the two compressed forms: each takes about a tenth of the JSON. */
const WITH_ENCODED = 1.25;
/** Approximate overhead of the cache for one entry. */
const ENTRY_BYTES = 400;

/**
 * The most recently used response bodies of all users. A body is cached only when its key is requested for the second time:
 * most pages are requested once, and would evict the others.
 */
export class ResponseCache {
  readonly #requested = new RecentKeys();
  readonly #cache = new LRUCache<string, CachedResponse>({
    maxSize: BYTES_MAX,
    maxEntrySize: BODY_BYTES_MAX,
    sizeCalculation: ({ body }, key) =>
      Math.ceil(body.bytes.length * WITH_ENCODED) + 2 * key.length + ENTRY_BYTES,
  });

  /** Returns the body cached for `key` under exactly this version, else the body that `compute` returns. */
  async get(key: string, version: string, compute: () => Promise<ResponseBody>): Promise<ResponseBody> {
    const entry = this.#cache.get(key);
    if (entry === undefined) METRICS.responseCache.inc({ outcome: 'miss' });
    else if (entry.version !== version) METRICS.responseCache.inc({ outcome: 'stale' });
    else {
      METRICS.responseCache.inc({ outcome: 'hit' });
      return entry.body;
    }
    if (!this.#requested.add(key)) return compute();
    const body = reusable(await compute());
    this.#cache.set(key, { version, body });
    return body;
  }
}

/** How many recently requested keys are remembered: several times as many as the cache has bodies. */
const RECENT_KEYS_MAX = 2 ** 14;

/** Remembers recently requested keys, in a table of digests. Each key has one slot; a newer key with the same slot replaces it. */
class RecentKeys {
  readonly #digests = new BigUint64Array(RECENT_KEYS_MAX);

  /** Remembers `key`; returns whether it was there already. */
  add(key: string): boolean {
    const digest = hash('sha256', key, 'buffer').readBigUInt64LE();
    const slot = Number(digest % BigInt(RECENT_KEYS_MAX));
    const isKnown = this.#digests[slot] === digest;
    this.#digests[slot] = digest;
    return isKnown;
  }
}

/** Returns the ETag of a body. It is weak, because the compressed body has different bytes (RFC 9110 §8.8.3). */
export function etagOf(bytes: Buffer): string {
  return `W/"${hash('sha256', bytes, 'base64url')}"`;
}

/** Adds what every later response with this body needs: its ETag, and its compressed forms on demand. */
function reusable({ bytes }: ResponseBody): ResponseBody {
  const encodings: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    bytes,
    etag: etagOf(bytes),
    encoded: (encoding) => (encodings[encoding] ??= encode(bytes, encoding)),
  };
}
