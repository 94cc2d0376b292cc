/** PostgreSQL without the services: an empty database, and the connection URL of its owner. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../deploy/stack/ports.ts';
import { startPostgres } from '../../deploy/stack/postgres.ts';
import { newDataDir } from './stack.ts';

export interface BarePostgres {
  readonly url: string;
  remove(): Promise<void>;
}

export async function startBarePostgres(): Promise<BarePostgres> {
  const folder = newDataDir();
  const server = await startPostgres(folder, 'owner', join(folder, 'postgres.log'), await freePort());
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
