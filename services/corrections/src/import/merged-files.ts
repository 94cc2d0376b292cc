/** Files that are merged only to compare those after them: the transaction is undone. */
import { randomUUID } from 'node:crypto';
import { type Client, type Pool, writeAsUser } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import type { Staging } from './staging.ts';

/** Ends a transaction without its changes. */
class Undo extends Error {}

/** Does `work` in a transaction of a user, and undoes what it wrote. */
export async function asUserUndone<Result>(
  pool: Pool,
  userId: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const done: Result[] = [];
  try {
    await writeAsUser(pool, userId, async (client) => {
      done.push(await work(client));
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return done[0] as Result;
}

/** The source of a merged file. */
export interface MergedFile {
  readonly accountId: string;
  /** Id of the format. */
  readonly format: string;
}

/** The files that were merged in a transaction. Each holds the events that it alone added. */
export class MergedFiles {
  readonly ids: string[] = [];
  readonly #client: Client;
  readonly #userId: number;

  constructor(client: Client, userId: number) {
    this.#client = client;
    this.#userId = userId;
  }

  /** SQL condition on an event `e`: it was stored before the files were merged. */
  get isOfNone(): Sql {
    if (this.ids.length === 0) return sql`true`;
    return sql`NOT EXISTS (SELECT FROM facts.file_events m
      WHERE m.user_id = ${this.#userId} AND m.event_id = e.event_id AND m.file_id = ANY (${this.ids}))`;
  }

  /** Returns a SQL condition on an event `e`: a merged file added it. */
  isOf(id: string): Sql {
    return sql`EXISTS (SELECT FROM facts.file_events m
      WHERE m.user_id = ${this.#userId} AND m.event_id = e.event_id AND m.file_id = ${id})`;
  }

  /** Merges the staged rows of a file. Requires the user lock. */
  async add(staging: Staging, { accountId, format }: MergedFile): Promise<void> {
    const id = randomUUID();
    const userId = this.#userId;
    await staging.merge('account');
    await this.#client.query(
      sql`INSERT INTO facts.files (user_id, file_id, account_id, name, platform, format, sha256, row_count, event_count, added, changed, via)
        VALUES (${userId}, ${id}, ${accountId}, 'compared', '', ${format}, sha256(''), 0, 0, 0, 0, '')`,
    );
    const { rows } = await this.#client.query<{ id: string }>(
      sql`SELECT DISTINCT s.event_id AS id FROM facts.stage_event s
        LEFT JOIN facts.events e ON e.user_id = ${userId} AND e.event_id = s.event_id
        WHERE s.user_id = ${userId} AND e.event_id IS NULL`,
    );
    await staging.merge('event');
    await this.#client.query(
      sql`INSERT INTO facts.file_events (user_id, file_id, event_id)
        SELECT DISTINCT s.user_id, ${id}::uuid, s.event_id FROM facts.stage_event s
        WHERE s.user_id = ${userId} AND s.event_id = ANY (${rows.map((row) => row.id)})`,
    );
    this.ids.push(id);
  }
}
