/** How long statements wait for their answer, and what of it is left afterwards, on a real PostgreSQL. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool, isDatabaseUnavailable, type Pool, readAsUser } from '@ctx/common/platform/postgres';
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

  it('ends its connection: what is asked there afterwards is refused at once', async () => {
    const pool = poolOf({ statementTimeoutMs: 100, ...mode });
    const client = await pool.connect();
    await client.query(WITHOUT_LIMIT);
    await expect(client.query(UNANSWERED)).rejects.toThrow('did not answer');
    await expect(client.query('ROLLBACK')).rejects.toThrow(/not queryable|Connection terminated/);
    client.release(true);
  });
});

describe('the rows of an answer', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;
  const ROWS = {
    name: 'rows',
    text: "SELECT n, repeat('x', 1000) || n AS text FROM generate_series(1, 200) n",
  };
  const MB_A_TURN = 0.2;
  const oldMb = (): number =>
    getHeapSpaceStatistics()
      .filter(({ space_name: name }) => name.startsWith('old') || name.startsWith('large'))
      .reduce((sum, space) => sum + space.space_used_size, 0) /
    2 ** 20;

  const ask = {
    'by a callback': async (pool: Pool) => (await pool.query<object>(ROWS)).rows.length,
    'as one': async (pool: Pool) => (await readAsUser<[object]>(pool, 1, ROWS))[0].length,
  };
  it.each(Object.keys(ask) as (keyof typeof ask)[])(
    'asked for %s, go with the young objects: they wait for no full collection',
    async (how) => {
      const pool = poolOf({});
      const turns = async (count: number): Promise<void> => {
        for (let turn = 0; turn < count; turn += 1) {
          expect(await ask[how](pool)).toBe(200);
          collect({ type: 'minor' });
        }
      };
      await turns(20);
      collect({ type: 'major' });
      const before = oldMb();
      await turns(100);
      expect(oldMb() - before).toBeLessThan(0.2 * 100 * MB_A_TURN);
    },
  );
});
