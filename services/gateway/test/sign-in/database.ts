/** A real PostgreSQL with the product's schema for a test file, with the gateway's role and the owner. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type Pool } from '@ctx/platform/postgres';
import pg from 'pg';
import { migrate, setRolePasswords } from '../../../../deploy/stack/migrate.ts';
import { freePort } from '../../../../deploy/stack/ports.ts';
import { startPostgres } from '../../../../deploy/stack/postgres.ts';
import { createUser } from '../../src/identity/users.ts';
import { hashPassword } from '../../src/identity/passwords.ts';

export interface TestDatabase {
  readonly pool: Pool;
  readonly owner: pg.Client;
  /** Creates a user with the Pro plan and returns the user id. */
  addUser(email: string, password?: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-sign-in-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres(folder, 'owner', join(folder, 'postgres.log'), await freePort());
  await migrate(server.url);
  await setRolePasswords(server.url, { gateway: 'g', read: 'r', corrections: 'c', recalc: 'e' });
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  const url = server.url.replace(/\/\/[^/@]+@/, '//ctx_gateway:g@');
  const pool = createPool({ url, connectionsMax: 4, onError: () => undefined });
  return {
    pool,
    owner,
    addUser: async (email, password) => {
      const { userId } = await createUser(pool, {
        email,
        plan: 'pro',
        betas: [],
        passwordHash: password === undefined ? null : await hashPassword(password),
      });
      return userId;
    },
    stop: async () => {
      await pool.end();
      await owner.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
