/** Where the read service reads the rows of a user. */
import type { Statement } from '@ctx/platform/single-sync';
import { type Pool, readAsUser as readFromPool, type ResultRow } from '@ctx/platform/postgres';

/** A database that one call reads. */
export interface Source {
  /** Runs `statements` in one read-only transaction of `userId`, in one exchange; returns the rows of each. */
  read(userId: number, statements: readonly Statement[]): Promise<ResultRow[][]>;
  /** Returns a source that has every acknowledged change, for the rest of the call. */
  newest(): Source;
}

/** Runs `statements` in one read-only transaction of `userId` and returns the rows of each, which row security limits to that user. */
export function readAsUser<Rows extends readonly ResultRow[]>(
  source: Source,
  userId: number,
  ...statements: { readonly [Index in keyof Rows]: Statement }
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  return source.read(userId, statements) as Promise<never>;
}

/** The primary, which has every acknowledged change. */
export class Primary implements Source {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  read(userId: number, statements: readonly Statement[]): Promise<ResultRow[][]> {
    return readFromPool<ResultRow[]>(this.#pool, userId, ...statements);
  }

  newest(): this {
    return this;
  }
}
