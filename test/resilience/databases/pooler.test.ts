/** The product through a real PgBouncer in transaction mode; `npm run test:resilience -- --only pooler` also measures it. Skipped without PgBouncer. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireDatabase } from '@ctx/platform/database-ready';
import pg from 'pg';
import { createPool, type NamedPool, timeoutsOf } from '@ctx/platform/postgres';
import { type TestStack, waitFor } from '../../e2e/stack.ts';
import { Bed } from '../../load/bed/bed.ts';
import { applySettings, findPgBouncer, type RunningPgBouncer, SKIPPED, startPgBouncer } from './pgbouncer.ts';
import { startServices } from './services.ts';
import { loadFor, walk } from './walk.ts';

const LONG_MS = 600_000;
const program = await findPgBouncer();
if (program === null) process.stderr.write(`${SKIPPED}\n`);

(program === null ? describe.skip : describe)('behind PgBouncer in transaction mode', () => {
  let bed: Bed;
  let pooler: RunningPgBouncer;
  const pools: NamedPool[] = [];
  const poolOf = (url: string, name: string, statementTimeoutMs?: number): NamedPool => {
    const pool = createPool({
      url,
      name,
      connectionsMax: 1,
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
      onError: () => undefined,
    });
    pools.push(pool);
    return pool;
  };
  const settingsOf = async (pool: NamedPool): Promise<Record<string, string>> => {
    const names = [...Object.keys(timeoutsOf()), 'synchronous_commit', 'TimeZone', 'DateStyle'];
    const { rows } = await pool.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
      [names],
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };

  beforeAll(async () => {
    bed = await Bed.start();
    pooler = await startPgBouncer(program!, bed);
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await pooler.stop();
    await bed.remove();
  });

  it('a service is not ready without time limits, logs the file that sets them, and is ready after that without a restart', async () => {
    const starting = bed.serve('recalc', { more: pooler.environments.recalc });
    const logFile = join(bed.dataDir, 'logs', 'recalc.log');
    const logged = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
    await waitFor(() => logged().includes('"msg":"not ready"'));
    const [line = '{}'] = logged()
      .split('\n')
      .filter((text) => text.includes('"msg":"not ready"'));
    expect((JSON.parse(line) as { reason: string }).reason).toMatch(
      /^PostgreSQL has no statement_timeout, .* for the pool "previews", .* run deploy\/pgbouncer\.sql /,
    );
    await applySettings(bed);
    await (await starting).stop();
    expect(logged()).toContain('"msg":"ready again"');
  });

  it('a pool of long statements is not ready on the address of short ones', async () => {
    await expect(requireDatabase(poolOf(pooler.urlOf('recalc'), 'runs', LONG_MS))).rejects.toThrow(
      'statements of the pool "runs" may take 600000 ms, but statement_timeout is 5000 ms; set DATABASE_LONG_URL',
    );
    await requireDatabase(poolOf(pooler.urlOf('recalc', 'ctx_long'), 'runs', LONG_MS));
  });

  it.each([
    ['ctx', 'read', undefined, 'on'],
    ['ctx', 'gateway', undefined, 'on'],
    ['ctx_counts', 'gateway', undefined, 'off'],
    ['ctx', 'corrections', undefined, 'on'],
    ['ctx_long', 'corrections', LONG_MS, 'on'],
    ['ctx_long', 'recalc', LONG_MS, 'on'],
  ] as const)(
    'the database %s gives %s the settings of a direct connection',
    async (database, name, ms, synchronous) => {
      const pooled = await settingsOf(poolOf(pooler.urlOf(name, database), 'pooled', ms));
      const timeouts = Object.entries(timeoutsOf(ms)).map(([setting, value]) => [setting, String(value)]);
      expect(pooled).toEqual({
        ...Object.fromEntries(timeouts),
        synchronous_commit: synchronous,
        TimeZone: 'UTC',
        DateStyle: 'ISO, MDY',
      });
    },
  );

  it.each([
    ['ctx_recalc_long', 'ctx_recalc', timeoutsOf(LONG_MS), 'on'],
    ['ctx_gateway_counts', 'ctx_gateway', timeoutsOf(), 'off'],
  ] as const)(
    'deploy/pgbouncer.sql gives the login %s its own settings',
    async (login, role, timeouts, synchronous) => {
      await bed.owner.query(`CREATE ROLE ${login} LOGIN PASSWORD 'another-password' IN ROLE ${role}`);
      await applySettings(bed);
      const url = Object.assign(new URL(bed.ownerUrl), {
        username: login,
        password: 'another-password',
      }).href;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ setting: string }>(
        'SELECT setting FROM unnest($1::text[]) WITH ORDINALITY JOIN pg_settings ON name = unnest ORDER BY ordinality',
        [[...Object.keys(timeouts), 'synchronous_commit']],
      );
      await client.end();
      expect(rows.map(({ setting }) => setting)).toEqual([
        ...Object.values(timeouts).map(String),
        synchronous,
      ]);
    },
  );

  describe('the four services', () => {
    let stack: TestStack;
    beforeAll(async () => {
      stack = await startServices(bed, pooler.environments, bed.ownerUrl);
    });

    it('import, recalculate, correct and answer over REST and MCP', async () => {
      expect(await walk(stack)).toContain('correct the sale');
    });

    it('lose no correction and no figure under load', async () => {
      expect((await loadFor(stack, 3000)).faults).toEqual([]);
    });
  });
});
