/** Everything in the database, read as its owner. The code names no table, so new tables are included. */
import pg from 'pg';
import { use } from '../kit.ts';
import type { TestStack } from '../stack.ts';

/** Returns the tables of a stack for the tests of a block. */
export function useTables(stack: TestStack): Tables {
  return use(
    () => Tables.open(stack),
    (tables) => tables.close(),
  );
}

/** Reads a stack's database as its owner. */
export class Tables {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(stack: TestStack): Promise<Tables> {
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    return new Tables(client);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  /** Adds a file that holds all events and money of one account of a user, and a group of possible duplicates that the user keeps. */
  async addFile(userId: string, name: string): Promise<void> {
    await this.query(
      `INSERT INTO facts.files
         (user_id, file_id, account_id, name, platform, format, sha256, row_count, event_count, added, changed, via)
       SELECT user_id, gen_random_uuid(), account_id, $2, 'Kraken', 'kraken-ledgers', sha256('file'), 1, 1, 1, 0, 'settings'
       FROM facts.events WHERE user_id = $1 ORDER BY account_id LIMIT 1`,
      [userId, name],
    );
    await this.query(
      `INSERT INTO facts.file_events (user_id, file_id, event_id)
       SELECT user_id, f.file_id, event_id FROM facts.files f JOIN facts.events USING (user_id, account_id)
       WHERE user_id = $1 AND f.name = $2`,
      [userId, name],
    );
    await this.query(
      `INSERT INTO facts.file_money (user_id, file_id, money_id)
       SELECT user_id, f.file_id, money_id FROM facts.files f JOIN facts.money USING (user_id, account_id)
       WHERE user_id = $1 AND f.name = $2`,
      [userId, name],
    );
    await this.query(
      `INSERT INTO facts.possible_duplicates
         (user_id, duplicate_id, file_id, other_account_id, other_format, transaction_count, first_at, last_at, dismissed_at)
       SELECT user_id, gen_random_uuid(), file_id, account_id, '', 1, now(), now(), now() FROM facts.files WHERE user_id = $1 AND name = $2`,
      [userId, name],
    );
  }

  /** Adds a webhook of a user, and an event that waits for an hour. */
  async addWebhook(userId: string): Promise<void> {
    await this.query(
      `WITH webhook AS (
         INSERT INTO corrections.webhooks (webhook_id, user_id, address, created_via)
         VALUES (gen_random_uuid(), $1, 'https://example.org/hook', 'ctx') RETURNING webhook_id)
       INSERT INTO corrections.deliveries (webhook_id, user_id, event_id, event_type, happened_at, data, due_at)
       SELECT webhook_id, $1, gen_random_uuid(), 'figures.changed', now(), '{}', now() + interval '1 h' FROM webhook`,
      [userId],
    );
  }

  /** Returns the name of every table with a `user_id`, except staging tables, which are unlogged and empty between imports. */
  async withUser(): Promise<string[]> {
    return this.#named(
      `c.relpersistence = 'p' AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'user_id')`,
    );
  }

  /** Returns the rows of a user as texts, by table. Tables without rows of the user are left out. */
  async rowsOf(userId: string): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const table of await this.withUser()) {
      const rows = await this.query<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t WHERE t.user_id = $1 ORDER BY 1`,
        [userId],
      );
      if (rows.length > 0) found[table] = rows.map(({ row }) => row);
    }
    return found;
  }

  /** Returns all rows of all tables as text. */
  async dump(): Promise<string> {
    const texts: string[] = [];
    for (const table of await this.#named('true'))
      for (const { row } of await this.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`))
        texts.push(`${table} ${row}`);
    return texts.join('\n');
  }

  /** Returns every UUID in an id column of a row of the user. */
  async idsOf(userId: string): Promise<Set<string>> {
    const ids = new Set<string>();
    const columns = await this.query<{ name: string; column: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name, quote_ident(a.attname) AS column
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind = 'r' AND a.atttypid = 'uuid'::regtype AND a.attname LIKE '%\\_id' AND a.attnum > 0`,
    );
    const withUser = await this.withUser();
    for (const { name, column } of columns.filter((each) => withUser.includes(each.name)))
      for (const { id } of await this.query<{ id: string }>(
        `SELECT DISTINCT ${column}::text AS id FROM ${name} WHERE user_id = $1 AND ${column} IS NOT NULL`,
        [userId],
      ))
        ids.add(id);
    return ids;
  }

  async #named(condition: string): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_|^information_schema$' AND ${condition} ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }
}
