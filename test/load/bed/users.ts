/** Users with histories: one really imported and computed, any number of copies of it, and tokens in bulk. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../../../deploy/ctx/connect.ts';
import { streamFacts } from '../../../deploy/ctx/import-stream.ts';
import { createUser } from '../../../deploy/ctx/user.ts';
import { hashSecret } from '../../../services/gateway/src/identity/auth/secret.ts';
import { createToken } from '../../../services/gateway/src/identity/auth/token.ts';
import { randomNumbers } from '../../bench/history.ts';

/** A history: events of five assets, three purchases for every two sales, spread evenly over the years. */
export interface History {
  readonly events: number;
  readonly firstYear: number;
  readonly years: number;
  /** Start of the random numbers; 1 where it is left out. */
  readonly seed?: number;
}

/** The last year of all histories, whose pages are read. */
export const YEAR = 2025;
export const IN_ONE_YEAR = { firstYear: YEAR, years: 1 } as const;
export const IN_EIGHT_YEARS = { firstYear: YEAR - 7, years: 8 } as const;

/** The assets of all histories. */
export const ASSETS = ['BTC', 'ETH', 'SOL', 'ADA', 'DOT'] as const;
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const LINES_A_CHUNK = 500;

/** Yields the lines of a history's file, without holding the file in memory. */
export function* linesOf({ events, firstYear, years, seed = 1 }: History): Generator<string> {
  const random = randomNumbers(seed);
  const from = Date.UTC(firstYear, 0, 1);
  const step = (Date.UTC(firstYear + years, 0, 1) - from) / events;
  yield `${JSON.stringify(ACCOUNT)}\n`;
  for (let start = 0; start < events; start += LINES_A_CHUNK) {
    let chunk = '';
    for (let index = start; index < Math.min(events, start + LINES_A_CHUNK); index += 1) {
      const key = ASSETS[Math.floor(random() * ASSETS.length)] ?? 'BTC';
      const amount = (random() * 10 + 0.01).toFixed(8);
      const line = {
        kind: 'event',
        account: 'kraken-1',
        referenceId: `T${String(index)}`,
        type: random() < 0.6 ? 'ACQUISITION' : 'DISPOSITION',
        asset: { key, symbol: key },
        amount,
        timestamp: new Date(from + step * index).toISOString(),
        euroValue: (Number(amount) * (50 + random() * 100)).toFixed(2),
        description: 'Traded on the exchange',
      };
      chunk += `${JSON.stringify(line)}\n`;
    }
    yield chunk;
  }
}

/** Imports a history for a user, which starts a run. Resolves with the number of bytes sent. */
async function importHistory(connection: Connection, userId: number, history: History): Promise<number> {
  const source = Readable.from(bytesOf(history));
  let bytes = 0;
  const header = { sharedPrices: false, replaceAccountRef: null, removalConfirmed: false };
  const progress = { sent: (more: number) => (bytes += more), phase: () => undefined };
  await streamFacts(connection, { userId, header, source }, progress);
  return bytes;
}

function* bytesOf(history: History): Generator<Buffer> {
  for (const chunk of linesOf(history)) yield Buffer.from(chunk);
}

/** Creates a user with an imported history, paid years, the portfolio beta and computed figures. */
export async function userWith(connection: Connection, history: History): Promise<number> {
  const year = Array.from({ length: history.years }, (_, index) => history.firstYear + index);
  const userId = await createUser(connection, { email: newEmail(), plan: 'pro', year, beta: 'portfolio' });
  await importHistory(connection, userId, history);
  await untilIdle(connection, userId);
  return userId;
}

function newEmail(): string {
  return `load-${randomUUID()}@example.org`;
}

const IDLE_MS_MAX = 1_800_000;

/** Waits until nothing is left to compute for a user; polls every few milliseconds. */
export async function untilIdle(connection: Connection, userId: number, everyMs = 2): Promise<void> {
  const giveUpAt = performance.now() + IDLE_MS_MAX;
  for (;;) {
    const { status, run } = await connection.call(
      connection.recalc.getRun.bind(connection.recalc),
      {},
      userId,
    );
    if (run?.parked) throw new Error(`the run of user ${String(userId)} is parked: ${run.parked}`);
    if (status === 'IDLE') return;
    if (performance.now() > giveUpAt)
      throw new Error(`user ${String(userId)} is not IDLE after half an hour`);
    await pause(everyMs);
  }
}

// Served requests and stored responses are not part of a user's state.
const NOT_COPIED = ['corrections.outbox', 'corrections.audit', 'corrections.answers'];

/** Copies a user that is IDLE, row for row: facts, corrections and figures. Returns the ids of the copies. */
export async function usersLike(owner: pg.Pool, template: number, count: number): Promise<number[]> {
  if (count === 0) return [];
  // Not in the transaction of the copies: on Citus the row beside a user is written by the role of its trigger.
  const users = await newUsers(owner, count);
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await copyRows(client, await tablesOfUsers(client), template, users);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return users;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Creates users without facts. Returns their ids. */
export async function newUsers(client: pg.Pool | pg.PoolClient, count: number): Promise<number[]> {
  const { rows } = await client.query<{ user_id: string }>(
    `INSERT INTO identity.users (email, plan)
      SELECT 'load-' || gen_random_uuid() || '@example.org', 'pro' FROM generate_series(1, $1) RETURNING user_id`,
    [count],
  );
  return rows.map(({ user_id }) => Number(user_id));
}

/** Copies the rows of a user in some tables to other users. Each user's rows lie together, as an import writes them. */
export async function copyRows(
  client: pg.PoolClient,
  tables: readonly UserTable[],
  template: number,
  users: readonly number[],
): Promise<void> {
  for (const { name, columns } of tables)
    await client.query(
      `INSERT INTO ${name} (user_id, ${columns}) SELECT g.user_id, ${columns.replaceAll(/"[^"]+"/g, 't.$&')}
        FROM ${name} t CROSS JOIN unnest($2::bigint[]) AS g (user_id) WHERE t.user_id = $1
        ORDER BY g.user_id, t.ctid`,
      [template, users],
    );
}

/** A table whose rows are copied for a user, and its columns except for `user_id`. */
export interface UserTable {
  readonly name: string;
  readonly columns: string;
}

/** Returns the tables whose rows are copied for a user. */
export async function tablesOfUsers(client: pg.PoolClient): Promise<UserTable[]> {
  const { rows } = await client.query<UserTable>(
    `SELECT c.table_schema || '.' || quote_ident(c.table_name) AS name,
        string_agg('"' || c.column_name || '"', ', ' ORDER BY c.ordinal_position) AS columns
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema IN ('facts', 'figures', 'corrections') AND t.table_type = 'BASE TABLE'
        AND c.column_name <> 'user_id' AND c.is_identity = 'NO' AND c.is_generated = 'NEVER'
        AND EXISTS (SELECT FROM information_schema.columns u WHERE u.table_schema = c.table_schema
          AND u.table_name = c.table_name AND u.column_name = 'user_id')
      GROUP BY c.table_schema, c.table_name ORDER BY 1`,
  );
  return rows.filter(({ name }) => !NOT_COPIED.includes(name));
}

/** Creates tokens for each user, of 120 requests a minute, stored as the gateway stores them. Returns them in user order. */
export async function tokensFor(
  owner: pg.Pool,
  users: readonly number[],
  each: number,
  scope: 'read' | 'write' = 'read',
): Promise<string[]> {
  const tokens = users.flatMap((userId) =>
    Array.from({ length: each }, () => ({ userId, secret: createToken('ctx_') })),
  );
  await owner.query(
    `INSERT INTO identity.tokens (user_id, name, secret_hash, prefix, scopes)
      SELECT u, 'Load', h, 'ctx_Load', $3::text[] FROM unnest($1::bigint[], $2::bytea[]) AS t (u, h)`,
    [
      tokens.map(({ userId }) => userId),
      tokens.map(({ secret }) => hashSecret(secret)),
      scope === 'write' ? ['read', 'write'] : ['read'],
    ],
  );
  return tokens.map(({ secret }) => secret);
}

/** Starts a session for each user, without a sign-in; returns their cookies in the order of the users. */
export async function cookiesFor(owner: pg.Pool, users: readonly number[]): Promise<string[]> {
  const secrets = users.map(() => randomBytes(32).toString('base64url'));
  await owner.query(
    `INSERT INTO identity.sessions (user_id, secret_hash, expires_at)
      SELECT u, h, now() + interval '1 hour' FROM unnest($1::bigint[], $2::bytea[]) AS t (u, h)`,
    [users, secrets.map(hashSecret)],
  );
  return secrets.map((secret) => `ctx_session=${secret}`);
}

/** Returns the ids of a page of a user's transactions in the contract's order, read from the table itself. */
export async function idsOfPage(
  owner: pg.Pool,
  { userId, page, size }: { readonly userId: number; readonly page: number; readonly size: number },
): Promise<string[]> {
  const { rows } = await owner.query<{ event_id: string }>(
    `SELECT event_id FROM figures.events WHERE user_id = $1 AND year = $2
      ORDER BY occurred_at DESC, event_id LIMIT $3 OFFSET $4`,
    [userId, YEAR, size, page * size],
  );
  return rows.map(({ event_id }) => event_id);
}
