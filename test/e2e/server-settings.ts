/** Settings of a PostgreSQL that a test changes while it runs. */
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { waitFor } from './stack.ts';

/** Changes a setting of the server at `url`, and waits until it is in effect. */
export function configureServer(url: string, setting: string, value: string): Promise<void> {
  return asOwner(url, (owner) => configure(owner, setting, value));
}

/** Makes the server at `url`, on this machine, use TLS with every client that requests it. */
export async function offerTls(
  url: string,
  { certificate, key }: { readonly certificate: string; readonly key: string },
): Promise<void> {
  await asOwner(url, async (owner) => {
    const folder = await settingOf(owner, 'data_directory');
    const { uid, gid } = statSync(folder);
    for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      chownSync(join(folder, name), uid, gid);
    }
    await configure(owner, 'ssl', 'on');
  });
}

async function asOwner(url: string, use: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await use(owner);
  } finally {
    await owner.end();
  }
}

async function configure(owner: pg.Client, setting: string, value: string): Promise<void> {
  await owner.query(`ALTER SYSTEM SET ${setting} = '${value}'`);
  await owner.query('SELECT pg_reload_conf()');
  await waitFor(async () => (await settingOf(owner, setting)) === value);
}

async function settingOf(owner: pg.Client, setting: string): Promise<string> {
  const { rows } = await owner.query<{ value: string }>('SELECT current_setting($1) AS value', [setting]);
  return rows[0]!.value;
}
