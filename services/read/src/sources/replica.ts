/** A streaming replica: its connections, and whether it is worth asking. */
import type { Logger } from '@ctx/platform/log';
import type { Statement } from '@ctx/platform/single-sync';
import {
  isDatabaseUnavailable,
  type Pool,
  readAsUser as readFromPool,
  type ResultRow,
} from '@ctx/platform/postgres';

/** Why the primary answered after the replica failed. */
type ReplicaFailure = 'primary_conflict' | 'primary_unreachable' | 'primary_failed';

// serialization_failure is a conflict with recovery, deadlock_detected one about a buffer (PostgreSQL, "Handling Query Conflicts").
const CONFLICTS: readonly unknown[] = ['40001', '40P01'];
const STATEMENT_TIMEOUT = '57014';
/** Class 42: a replica that has not replayed a migration yet lacks its tables, columns or rights. */
const SCHEMA_BEHIND = '42';
/** A replica that does not answer costs the one call that tries it up to 2.5 s. */
const AVOID_MS = 5000;

/** A replica that is left alone for five seconds after it could not be reached; then one call tries it again. */
export class Replica {
  readonly #pool: Pool;
  readonly #log: Logger;
  /** Milliseconds of this process's clock; 0 while the replica answers. */
  #avoidedUntil = 0;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Returns whether a call may try the replica. */
  isWorthTrying(): boolean {
    if (this.#avoidedUntil === 0) return true;
    const now = performance.now();
    if (now < this.#avoidedUntil) return false;
    this.#avoidedUntil = now + AVOID_MS;
    return true;
  }

  /** Runs `statements` in one transaction of `userId`; returns the rows of each. */
  async read(userId: number, statements: readonly Statement[]): Promise<ResultRow[][]> {
    const rows = await readFromPool<ResultRow[]>(this.#pool, userId, ...statements);
    this.#use();
    return rows;
  }

  /** Notes an error of the replica; returns what it is counted as. */
  noteFailure(error: unknown): ReplicaFailure {
    const { code } = error as { code?: unknown };
    if (CONFLICTS.includes(code)) {
      // It answered.
      this.#use();
      return 'primary_conflict';
    }
    const isUnavailable = isDatabaseUnavailable(error);
    // One long statement says nothing about the others.
    if (code !== STATEMENT_TIMEOUT && (isUnavailable || String(code).startsWith(SCHEMA_BEHIND)))
      this.#avoid(error);
    return isUnavailable ? 'primary_unreachable' : 'primary_failed';
  }

  #use(): void {
    if (this.#avoidedUntil !== 0) this.#log.info('the replica answers again');
    this.#avoidedUntil = 0;
  }

  #avoid(error: unknown): void {
    if (this.#avoidedUntil === 0)
      this.#log.warn({ err: error }, 'the replica failed, reading from the primary');
    this.#avoidedUntil = performance.now() + AVOID_MS;
  }
}
