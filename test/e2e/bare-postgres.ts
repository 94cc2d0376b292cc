/** PostgreSQL without the services: an empty database, and the connection URL of its owner. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '@ctx/platform/postgres';
import { freePort } from '../../deploy/stack/ports.ts';
import { type Database, POSTGRES } from '../../deploy/stack/stack.ts';
import { newDataDir } from './stack.ts';

export interface BarePostgres {
  readonly url: string;
  remove(): Promise<void>;
}

/** The database that the tests use: PostgreSQL, and Citus in `npm run test:resilience -- --only citus`. */
export async function testedDatabase(): Promise<Database> {
  return process.env['STACK_PROGRAM'] === undefined
    ? POSTGRES
    : (await import('../resilience/citus/cluster.ts')).CITUS;
}

export async function startBarePostgres(database = POSTGRES): Promise<BarePostgres> {
  const folder = newDataDir();
  const server = await database.start(folder, 'owner', join(folder, 'postgres.log'), await freePort());
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Closes a pool, and returns when its connections are gone. `end()` returns when it has asked for that: a server that stops meanwhile says
 * so to a connection that is still open, which counts as a lost one.
 */
export async function closePool(pool: Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => {
    if (open === 0) resolve();
    pool.on('remove', () => {
      open -= 1;
      if (open === 0) resolve();
    });
  });
  await pool.end();
  await closed;
}
