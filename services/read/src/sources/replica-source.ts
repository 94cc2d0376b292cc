/** Reads of one call from a replica that has the version at which the gateway admitted the call, otherwise from the primary. */
import type { Statement } from '@ctx/platform/single-sync';
import type { ResultRow } from '@ctx/platform/postgres';
import { pause } from '@ctx/platform/shutdown';
import type { ReadResponder } from '../metrics.ts';
import type { Replica } from './replica.ts';
import type { Source } from './source.ts';
import { isAtLeast, VERSION, type VersionRow } from './version.ts';

type ReadableReplica = Pick<Replica, 'isWorthTrying' | 'read' | 'noteFailure'>;

/** A replica beside the primary is usually a few milliseconds behind. */
const WAIT_MS = 50;
const ATTEMPTS = 2;

/**
 * The source of one call. Each read must see the version of the read before it or a later one, so that a call never goes back in time:
 * the address of the replica may lead to several servers. Once the primary was asked, it answers the rest of the call.
 */
export class ReplicaSource implements Source {
  readonly #replica: ReadableReplica;
  readonly #primary: Source;
  #needed: string;
  #answeredBy: ReadResponder | null = null;
  #isOnPrimary = false;

  constructor(replica: ReadableReplica, primary: Source, version: string) {
    this.#replica = replica;
    this.#primary = primary;
    this.#needed = version;
  }

  /** What answered; null before the first read has ended. */
  get answeredBy(): ReadResponder | null {
    return this.#answeredBy;
  }

  async read(userId: number, statements: readonly Statement[]): Promise<ResultRow[][]> {
    if (!this.#isOnPrimary) {
      const rows = await this.#readReplica(userId, statements);
      if (rows !== null) return rows;
      this.#isOnPrimary = true;
    }
    return this.#primary.read(userId, statements);
  }

  newest(): this {
    this.#isOnPrimary = true;
    this.#answeredBy = 'primary_behind';
    return this;
  }

  /** Returns null if the primary must answer. */
  async #readReplica(userId: number, statements: readonly Statement[]): Promise<ResultRow[][] | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt > 1) await pause(WAIT_MS);
      const rows = await this.#tryReplica(userId, statements);
      if (rows === 'failed') return null;
      if (rows === 'behind') continue;
      if (attempt > 1) this.#answeredBy = 'waited';
      else this.#answeredBy ??= 'replica';
      return rows;
    }
    this.#answeredBy = 'primary_behind';
    return null;
  }

  async #tryReplica(
    userId: number,
    statements: readonly Statement[],
  ): Promise<ResultRow[][] | 'behind' | 'failed'> {
    if (!this.#replica.isWorthTrying()) {
      this.#answeredBy = 'primary_unreachable';
      return 'failed';
    }
    try {
      const [states, ...rows] = await this.#replica.read(userId, [VERSION({ userId }), ...statements]);
      const [state] = states as VersionRow[];
      if (state === undefined || !isAtLeast(state.version, this.#needed)) return 'behind';
      this.#needed = state.version;
      return rows;
    } catch (error) {
      this.#answeredBy = this.#replica.noteFailure(error);
      return 'failed';
    }
  }
}
