/** What docs/operations.md has an operator do to PostgreSQL, done. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../deploy/stack/migrate.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { type RunningPostgres, startPostgres } from '../../deploy/stack/postgres.ts';
import { SERVICES } from '../../deploy/stack/secrets.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const [, sql = ''] = /```sql\n(.*?)```/s.exec(operations) ?? [];

let folder: string;
let server: RunningPostgres;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-install-'));
  chmodSync(folder, 0o755);
  server = await startPostgres(folder, 'superuser', join(folder, 'postgres.log'), await freePort());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The names of the document are taken by the cluster of the local stack: the owner and the database are renamed. */
const renamed = sql
  .replaceAll('ctx_owner', 'ctx_plain_owner')
  .replaceAll('DATABASE ctx ', 'DATABASE ctx_plain ');

function addressOf(role: string, password: string, database: string): string {
  const url = new URL(server.url);
  url.username = role;
  url.password = password;
  url.pathname = database;
  return url.href;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the SQL of docs/operations.md', () => {
  it('is enough for an owner without further rights to migrate, and for the services to come in', async () => {
    for (const statement of renamed.split(/;\n/).filter((text) => text.trim() !== ''))
      await query(server.url, statement);
    const ran = await migrate(addressOf('ctx_plain_owner', 'owner-password', 'ctx_plain'));
    expect(ran.length).toBeGreaterThan(5);
    for (const service of SERVICES) {
      const url = addressOf(`ctx_${service}`, `${service}-password`, 'ctx_plain');
      expect(await query(url, 'SELECT current_user AS role')).toEqual([{ role: `ctx_${service}` }]);
    }
    await expect(
      query(addressOf('ctx_read', 'read-password', 'ctx_plain'), 'SELECT * FROM identity.users'),
    ).rejects.toThrow('permission denied');
  });
});
