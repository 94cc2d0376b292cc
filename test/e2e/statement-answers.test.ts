/** How long statements wait for their answer, on a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool, isDatabaseUnavailable, type Pool, readAsUser } from '@ctx/platform/postgres';
import { type BarePostgres, startBarePostgres } from './bare-postgres.ts';

let postgres: BarePostgres;
const pools: Pool[] = [];

beforeAll(async () => {
  postgres = await startBarePostgres();
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await postgres.remove();
});

function poolOf(settings: { statementTimeoutMs?: number; pipeline?: boolean }): Pool {
  const pool = createPool({
    url: postgres.url,
    connectionsMax: 1,
    onError: () => undefined,
    ...settings,
  });
  pools.push(pool);
  return pool;
}

/** As if PostgreSQL had been stopped in the middle of it: its own limit does not fire. */
const UNANSWERED = 'SELECT pg_sleep(600)';
const WITHOUT_LIMIT = 'SET statement_timeout = 0';

describe.each([{ pipeline: true }, { pipeline: false }])('a statement without an answer (%j)', (mode) => {
  const ask = {
    'by a promise': async (pool: Pool) => {
      const client = await pool.connect();
      await client.query(UNANSWERED).catch((error: unknown) => {
        client.release(error as Error);
        throw error;
      });
    },
    'by a callback': (pool: Pool) => pool.query(UNANSWERED),
    'as one': (pool: Pool) => readAsUser(pool, 1, { name: 'unanswered', text: UNANSWERED }),
  };
  it.each(Object.keys(ask) as (keyof typeof ask)[])(
    'is given up, %s, and its connection with it: the next statement is answered',
    async (how) => {
      const pool = poolOf({ statementTimeoutMs: 100, ...mode });
      await pool.query(WITHOUT_LIMIT);
      const failure = await ask[how](pool).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ message: 'PostgreSQL did not answer within 1100 ms' });
      expect(isDatabaseUnavailable(failure)).toBe(true);
      const { rows } = await pool.query<{ sum: number; limit: string }>(
        "SELECT 1 + 1 AS sum, current_setting('statement_timeout') AS limit",
      );
      expect(rows).toEqual([{ sum: 2, limit: '100ms' }]);
    },
  );

  it('ends its connection: statements sent there afterwards are rejected at once', async () => {
    const pool = poolOf({ statementTimeoutMs: 100, ...mode });
    const client = await pool.connect();
    await client.query(WITHOUT_LIMIT);
    await expect(client.query(UNANSWERED)).rejects.toThrow('did not answer');
    await expect(client.query('ROLLBACK')).rejects.toThrow(/not queryable|Connection terminated/);
    client.release(true);
  });
});
