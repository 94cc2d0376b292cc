/** The timeout for answers of PostgreSQL, tested with a real PostgreSQL, with and without TLS. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Client,
  createPool,
  inTransaction,
  isDatabaseUnavailable,
  type Pool,
  readAsUser,
} from '@ctx/platform/postgres';
import { claimRun } from '../../services/recalc/src/state.ts';
import { migrate } from '../../deploy/stack/migrate.ts';
import { Authority } from '../certificates.ts';
import { type BarePostgres, startBarePostgres } from './bare-postgres.ts';
import { configureServer, offerTls } from './server-settings.ts';

let postgres: BarePostgres;
const folder = mkdtempSync(join(tmpdir(), 'answers-'));
const pools: Pool[] = [];

beforeAll(async () => {
  postgres = await startBarePostgres();
  const authority = new Authority('ca');
  writeFileSync(join(folder, 'ca.crt'), authority.certificate);
  await offerTls(postgres.url, authority.issue({ names: ['localhost'] }));
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

function urlWithTls(): string {
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  url.search = `?sslmode=verify-full&sslrootcert=${join(folder, 'ca.crt')}`;
  return url.href;
}

interface Mode {
  readonly pipeline: boolean;
  readonly tls: boolean;
}

/** A pool of one connection that by default allows PostgreSQL 1,100 ms to answer. */
function poolOf({ pipeline, tls }: Mode, statementTimeoutMs = 100): Pool {
  const pool = createPool({
    url: tls ? urlWithTls() : postgres.url,
    connectionsMax: 1,
    onError: () => undefined,
    statementTimeoutMs,
    pipeline,
  });
  pools.push(pool);
  return pool;
}

/** After this, a statement that sleeps is like one that meets a stopped server: PostgreSQL's own limit does not end it. */
const WITHOUT_LIMIT = 'SET statement_timeout = 0';
const UNANSWERED = 'SELECT pg_sleep(600)';
/** PostgreSQL sends rows as soon as they fill 8 KB. */
const HALF_ANSWERED = `SELECT repeat('x', 10000) FROM generate_series(1, 10) UNION ALL SELECT pg_sleep(600)::text`;
const NO_ANSWER = 'PostgreSQL did not answer within 1100 ms';

async function withClient<Result>(pool: Pool, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  return use(client).then(
    (result) => {
      client.release();
      return result;
    },
    (error: unknown) => {
      client.release(error as Error);
      throw error;
    },
  );
}

/** The socket of a client, below TLS. */
function socketOf(client: Client): Socket {
  const { stream } = (client as unknown as { connection: { stream: Socket & { _parent?: Socket } } })
    .connection;
  return stream._parent ?? stream;
}

const PIPELINED: Mode = { pipeline: true, tls: false };
const SEQUENTIAL: Mode = { pipeline: false, tls: false };
const PIPELINED_WITH_TLS: Mode = { pipeline: true, tls: true };

const SEND = {
  'a promise': (pool: Pool) => withClient(pool, (client) => client.query(UNANSWERED)),
  'a callback': (pool: Pool) => pool.query(UNANSWERED),
  'several statements as one': (pool: Pool) => readAsUser(pool, 1, { name: 'unanswered', text: UNANSWERED }),
  'a partial answer': (pool: Pool) => pool.query(HALF_ANSWERED),
};

describe('a statement without an answer', () => {
  it.each<readonly [keyof typeof SEND, Mode]>([
    ['a promise', PIPELINED],
    ['a callback', PIPELINED],
    ['several statements as one', PIPELINED],
    ['a partial answer', PIPELINED],
    ['a promise', SEQUENTIAL],
    ['a partial answer', PIPELINED_WITH_TLS],
  ])(
    'is rejected and its connection closed, so that the next statement is answered (%s, %j)',
    async (how, mode) => {
      const pool = poolOf(mode);
      await pool.query(WITHOUT_LIMIT);
      const failure = await SEND[how](pool).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ message: NO_ANSWER, code: 'ETIMEDOUT' });
      expect(isDatabaseUnavailable(failure)).toBe(true);
      const { rows } = await pool.query<{ sum: number; limit: string; ssl: boolean }>(
        `SELECT 1 + 1 AS sum, current_setting('statement_timeout') AS "limit", ssl
          FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
      );
      expect(rows).toEqual([{ sum: 2, limit: '100ms', ssl: mode.tls }]);
    },
  );

  it.each([PIPELINED, SEQUENTIAL])(
    'makes its connection reject later statements at once (%j)',
    async (mode) => {
      const client = await poolOf(mode).connect();
      await client.query(WITHOUT_LIMIT);
      await expect(client.query(UNANSWERED)).rejects.toThrow(NO_ANSWER);
      await expect(client.query('ROLLBACK')).rejects.toThrow(/not queryable|Connection terminated/);
      client.release(true);
    },
  );
});

describe('a commit that waits for a standby', () => {
  const commitTo = (pool: Pool, table: string): Promise<void> =>
    inTransaction(pool, 'BEGIN', async (client) => {
      await client.query(`CREATE TABLE ${table} ()`);
    });

  let userId: number;

  beforeAll(async () => {
    await migrate(postgres.url);
    const { rows } = await poolOf(PIPELINED).query<{ user_id: number }>(
      `WITH added AS (INSERT INTO identity.users (email, plan) VALUES ('a@example.org', 'pro') RETURNING user_id)
       INSERT INTO corrections.recalc_state (user_id, requested) SELECT user_id, 1 FROM added RETURNING user_id`,
    );
    userId = rows[0]!.user_id;
    await configureServer(postgres.url, 'synchronous_standby_names', 'nobody');
  });
  afterAll(() => configureServer(postgres.url, 'synchronous_standby_names', ''));

  it.each([
    ['3 s', 3000, 5000],
    ['10 s where statements may take minutes', 10_000, 600_000],
  ])('is rejected after %s', async (_limit, msMax, statementTimeoutMs) => {
    const failure = commitTo(poolOf(PIPELINED, statementTimeoutMs), `waits_${String(msMax)}`);
    await expect(failure).rejects.toMatchObject({
      message: `PostgreSQL did not answer within ${String(msMax)} ms`,
      code: 'ETIMEDOUT',
    });
  });

  it('is rejected after 10 s when it claims a run, so that the worker is free for others', async () => {
    const claim = claimRun(poolOf(SEQUENTIAL, 600_000), userId, 'worker', 30_000);
    await expect(claim).rejects.toMatchObject({ message: 'PostgreSQL did not answer within 10000 ms' });
  });
});

describe('a connection that has committed', () => {
  it('has the time limit of statements again', async () => {
    const pool = poolOf(PIPELINED);
    await inTransaction(pool, 'BEGIN', (client) => client.query('SELECT 1'));
    await pool.query(WITHOUT_LIMIT);
    await expect(pool.query(UNANSWERED)).rejects.toThrow(NO_ANSWER);
  });
});

describe('a connection that is silent because no statement waits', () => {
  it.each([PIPELINED, PIPELINED_WITH_TLS])(
    'stays open, and still notices a missing answer (%j)',
    async (mode) => {
      const pool = poolOf(mode);
      const processId = async (): Promise<unknown> =>
        (await pool.query('SELECT pg_backend_pid() AS id')).rows[0];
      const before = await processId();
      await withClient(pool, async (client) => {
        // Starts the socket's timer again, so that it cannot have ended before it is waited for.
        await client.query('SELECT 1');
        await new Promise((resolve) => socketOf(client).once('timeout', resolve));
      });
      expect(await processId()).toEqual(before);
      await pool.query(WITHOUT_LIMIT);
      await expect(pool.query(UNANSWERED)).rejects.toThrow(NO_ANSWER);
    },
  );
});
