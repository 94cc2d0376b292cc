/** PostgreSQL without the services: an empty database, and the connection URL of its owner. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
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
