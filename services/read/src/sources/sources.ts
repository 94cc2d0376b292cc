/** Chooses where a call of the read service reads (docs/adr/0039-read-replica-by-version.md). */
import type { Caller } from '@ctx/platform/caller';
import { countAnswer, countAnswersFromZero } from '../metrics.ts';
import type { Replica } from './replica.ts';
import { ReplicaSource } from './replica-source.ts';
import { Primary, type Source } from './source.ts';
import type { Pool } from '@ctx/platform/postgres';

/** The primary, and a replica if there is one. */
export class Sources {
  readonly #primary: Primary;
  readonly #replica: Replica | null;

  constructor(primary: Pool, replica: Replica | null) {
    this.#primary = new Primary(primary);
    this.#replica = replica;
    if (replica !== null) countAnswersFromZero();
  }

  /** The primary, for answers that the version of a user does not cover. */
  get primary(): Source {
    return this.#primary;
  }

  /** Runs `work` for a call. Without a replica, or without a version of the caller, `work` reads the primary. */
  async run<Result>(
    { version }: Pick<Caller, 'version'>,
    work: (source: Source) => Promise<Result>,
  ): Promise<Result> {
    if (this.#replica === null) return work(this.#primary);
    if (version === undefined) {
      countAnswer('primary_no_version');
      return work(this.#primary);
    }
    const source = new ReplicaSource(this.#replica, this.#primary, version);
    try {
      return await work(source);
    } finally {
      if (source.answeredBy !== null) countAnswer(source.answeredBy);
    }
  }
}
