/** A failover can leave a connection with a server that no longer accepts writes: SQLSTATE 25006. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { createPool, inTransaction, isDatabaseUnavailable, type Pool } from '@ctx/platform/postgres';
import pg from 'pg';
import { freePort } from '../../deploy/stack/ports.ts';
import { type BarePostgres, startBarePostgres } from './bare-postgres.ts';
import { send } from './corrections/surfaces.ts';
import { atEnd, useStack, useUser } from './kit.ts';
import { waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

/** Runs statements as the owner of the database. */
async function asOwner(url: string, ...statements: readonly string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results.at(-1)!;
  } finally {
    await client.end();
  }
}

describe('a connection pool', () => {
  let postgres: BarePostgres;
  const pools: Pool[] = [];
  const poolOf = (settings: { url?: string; connectionAgeMsMax?: number } = {}): Pool => {
    const pool = createPool({ url: postgres.url, connectionsMax: 1, onError: () => undefined, ...settings });
    pools.push(pool);
    return pool;
  };
  const pidOf = async (pool: Pool): Promise<number> =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  const isConnected = async (pid: number): Promise<boolean> =>
    (await asOwner(postgres.url, `SELECT FROM pg_stat_activity WHERE pid = ${String(pid)}`)).rowCount === 1;

  beforeAll(async () => {
    postgres = await startBarePostgres();
    await asOwner(postgres.url, 'CREATE TABLE written (n int)');
  });
  atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await postgres.remove();
  });

  const write = (pool: Pool): Promise<unknown> =>
    inTransaction(pool, 'BEGIN', (client) => client.query('INSERT INTO written VALUES (1)'));

  it('closes a connection whose server is read-only, and writes through a new one', async () => {
    await asOwner(postgres.url, 'ALTER DATABASE ctx SET default_transaction_read_only = on');
    const pool = poolOf();
    const pid = await pidOf(pool);
    const failure = await write(pool).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '25006' });
    expect(isDatabaseUnavailable(failure)).toBe(true);
    await asOwner(postgres.url, 'ALTER DATABASE ctx RESET default_transaction_read_only');
    await write(pool);
    await waitFor(async () => !(await isConnected(pid)));
  });

  it('keeps a connection whose transaction failed for another reason', async () => {
    const pool = poolOf();
    const pid = await pidOf(pool);
    const divide = inTransaction(pool, 'BEGIN', (client) => client.query('SELECT 1 / 0'));
    await expect(divide).rejects.toMatchObject({ code: '22012' });
    expect(await pidOf(pool)).toBe(pid);
  });

  it('replaces a connection that has reached its maximum age, even while it is in constant use', async () => {
    const pool = poolOf({ connectionAgeMsMax: 100 });
    const pid = await pidOf(pool);
    await waitFor(async () => (await pidOf(pool)) !== pid);
    await waitFor(async () => !(await isConnected(pid)));
  });

  it('gives every connection an age of its own below the maximum, so that they are not replaced all at once', () => {
    const { options } = poolOf({ connectionAgeMsMax: 300_000 });
    const ages = Array.from({ length: 100 }, () => options.maxLifetimeSeconds);
    expect(new Set(ages).size).toBeGreaterThan(1);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(240);
    expect(Math.max(...ages)).toBeLessThanOrEqual(300);
  });

  it('sends start-up options that PgBouncer accepts: -c settings without a trailing space', async () => {
    const server = createServer();
    server.listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const asked = poolOf({ url: `postgres://nobody@127.0.0.1:${String(port)}/nothing` })
      .connect()
      .catch(() => undefined);
    const [socket] = (await once(server, 'connection')) as [Socket];
    const [packet] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    server.close();
    await asked;
    // Length, protocol version, then names and values, each ended by a NUL (PostgreSQL, "Message Formats", StartupMessage).
    const fields = packet.subarray(8).toString().split('\0');
    expect(fields[fields.indexOf('options') + 1]).toBe('-c TimeZone=UTC -c DateStyle=ISO');
  });
});

describe('a correction while the database role of a service is read-only', () => {
  let eventId: string;

  const stack = useStack({ own: true });
  const user = useUser(stack, { scope: 'write', facts: WORKED_EXAMPLE_1 });

  beforeAll(async () => {
    const { body } = await stack.get('/api/v1/transactions?year=2026', user.token);
    eventId = (body['transactions'] as { id: string }[])[0]!.id;
  });

  const correct = (euros: number) =>
    send(stack, user, 'POST', '/api/v1/overrides', { taxEventId: eventId, overriddenEuroValue: euros });

  it.each(['gateway', 'corrections'] as const)(
    'gets 503 UNAVAILABLE, and 200 without a restart once the role can write again: %s',
    async (service) => {
      const { url } = stack.ready().postgres;
      const role = `ctx_${service}`;
      const before = stack.ready().services;
      await asOwner(
        url,
        `ALTER ROLE ${role} SET default_transaction_read_only = on`,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`,
      );
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await correct(2600)).toMatchObject({
          status: 503,
          body: { code: 'UNAVAILABLE' },
        });
      await asOwner(url, `ALTER ROLE ${role} RESET default_transaction_read_only`);
      expect(await correct(2600)).toMatchObject({ status: 200 });
      expect(stack.ready().services).toEqual(before);
    },
  );
});
