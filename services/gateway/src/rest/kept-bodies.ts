/**
 * Bodies that were answered before and cannot have changed since. An operation that is `versioned` answers by its user's facts,
 * corrections and figures alone; the version of these comes with the admission of every request, and an answer is made after
 * the admission. So what is kept under a version is never older than any request that comes with that version.
 */
import { LRUCache } from 'lru-cache';
import { METRICS } from '../metrics.ts';

/** A body as it is sent. */
export interface Body {
  readonly bytes: Buffer;
  /** Weak, where the body is kept; else whoever sends it makes one. */
  readonly etag?: string;
}

interface Kept {
  readonly version: string;
  readonly body: Body;
}

/** Outside the heap; a page of 50 transactions takes 20 KB. */
const BYTES_MAX = 64 * 1024 * 1024;
/** A larger one would push out many that are asked for more often. */
const BODY_BYTES_MAX = 1024 * 1024;
/** What the cache itself takes for an entry, about. */
const ENTRY_BYTES = 400;

/** The newest bodies of all users, as many as fit. */
export class KeptBodies {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    maxEntrySize: BODY_BYTES_MAX,
    sizeCalculation: ({ body }, key) => body.bytes.length + 2 * key.length + ENTRY_BYTES,
  });

  /** The body kept for `key` of that very version, else what `make` makes now. */
  async get(key: string, version: string, make: () => Promise<Body>): Promise<Body> {
    const kept = this.#kept.get(key);
    if (kept?.version === version) {
      METRICS.keptBodies.inc({ outcome: 'hit' });
      return kept.body;
    }
    METRICS.keptBodies.inc({ outcome: kept === undefined ? 'miss' : 'changed' });
    const body = await make();
    this.#kept.set(key, { version, body });
    return body;
  }
}
