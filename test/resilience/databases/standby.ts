/** A synchronous standby of a test bed's PostgreSQL, from a base backup made with the server's own functions. */
import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../deploy/stack/ports.ts';
import {
  POSTGRES_STOP_SIGNAL,
  type RunningPostgres,
  serverAccount,
  startPostgres,
} from '../../../deploy/stack/postgres.ts';
import { stackSecrets } from '../../../deploy/stack/secrets.ts';
import { waitFor } from '../../e2e/stack.ts';
import type { Bed } from '../../load/bed/bed.ts';

export interface Standby {
  readonly server: RunningPostgres;
  readonly port: number;
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): Promise<void>;
}

const NAME = 'standby';

/** Starts a standby; resolves when commits of the primary wait for it. */
export async function startStandby(bed: Bed): Promise<Standby> {
  const folder = join(bed.dataDir, NAME);
  mkdirSync(folder);
  const cluster = join(folder, 'postgres');
  const label = await copyCluster(bed, cluster);
  const { hostname, port: primaryPort, username, password } = new URL(bed.ownerUrl);
  const connection = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=${NAME}`;
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\nprimary_slot_name = '${NAME}'\n`,
  );
  for (const [name, text] of [
    ['standby.signal', ''],
    ['backup_label', label],
  ] as const)
    writeOwned(join(cluster, name), text);
  const port = await freePort();
  const logFile = join(bed.dataDir, 'logs', `${NAME}.log`);
  const server = await startPostgres(folder, stackSecrets(bed.dataDir).databaseOwner, logFile, port);
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  // Ctrl-C ends this process after the test bed is removed.
  process.once('exit', () => {
    if (!hasEnded) process.kill(server.pid, POSTGRES_STOP_SIGNAL);
  });
  await bed.owner.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${NAME})'`);
  await bed.owner.query('SELECT pg_reload_conf()');
  await waitFor(async () => {
    const { rowCount } = await bed.owner.query("SELECT FROM pg_stat_replication WHERE sync_state = 'quorum'");
    return rowCount === 1;
  });
  return { server, port, promote: () => promote(server.url) };
}

/** Copies the files of the running primary between the start and the end of a backup; returns its backup_label. */
async function copyCluster(bed: Bed, cluster: string): Promise<string> {
  // The functions belong to one session.
  const session = await bed.owner.connect();
  try {
    await session.query('SELECT pg_create_physical_replication_slot($1, true)', [NAME]);
    await session.query('SELECT pg_backup_start($1, true)', [NAME]);
    await promisify(execFile)('cp', ['-a', join(bed.dataDir, 'postgres'), cluster]);
    const { rows } = await session.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    for (const file of globSync(['postmaster.*', 'pg_wal/*', 'pg_replslot/*'], { cwd: cluster }))
      rmSync(join(cluster, file), { recursive: true });
    return rows[0]?.labelfile ?? '';
  } finally {
    session.release();
  }
}

function writeOwned(file: string, text: string): void {
  writeFileSync(file, text);
  const { uid, gid } = serverAccount().ids;
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

async function promote(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_promote()');
  } finally {
    await client.end();
  }
}
