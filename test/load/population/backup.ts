/** A base backup of the running server with its own functions, compressed, and its restore in place of the cluster. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { serverAccount } from '../../../deploy/stack/postgres.ts';
import type { Bed } from '../bed/bed.ts';

export interface Backup {
  readonly file: string;
  readonly wal: string;
  readonly label: string;
  readonly seconds: number;
  readonly bytes: number;
}

const SLOT = 'load_backup';
/** Like `pg_basebackup`, leaves out what a restored server makes for itself. */
const EXCLUDED = ['./postmaster.*', './pg_wal/*', './pg_replslot/*', './pg_stat_tmp/*'];
/** tar's exit code when a file changed while it was read: the WAL of the backup repairs such files. */
const CHANGED = 1;

/** Copies the files of the running server and the WAL that makes them consistent. */
export async function backUp(bed: Bed): Promise<Backup> {
  const folder = join(bed.dataDir, 'backup');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const [file, wal] = [join(folder, 'base.tar.zst'), join(folder, 'wal')];
  mkdirSync(wal);
  const cluster = join(bed.dataDir, 'postgres');
  const startedAt = performance.now();
  // The functions belong to one session.
  const session = await bed.owner.connect();
  try {
    await session.query('SELECT pg_create_physical_replication_slot($1, true, true)', [SLOT]);
    await session.query('SELECT pg_backup_start($1, true)', [SLOT]);
    await pack(cluster, file);
    const { rows } = await session.query<{ labelfile: string; last: string }>(
      'SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)',
    );
    await session.query('SELECT pg_switch_wal()');
    const { labelfile: label = '', last = '' } = rows[0] ?? {};
    const first = /\(file (\w+)\)/.exec(label)?.[1] ?? '';
    for (const name of readdirSync(join(cluster, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
        copyFileSync(join(cluster, 'pg_wal', name), join(wal, name));
    const seconds = (performance.now() - startedAt) / 1000;
    return { file, wal, label, seconds, bytes: statSync(file).size };
  } finally {
    // Ends the session, and with it the slot.
    session.release(true);
  }
}

/** Removes the files of the server, restores them from a backup and starts it. Returns the seconds until it answers. */
export async function restore(bed: Bed, backup: Backup): Promise<number> {
  const startedAt = performance.now();
  await bed.restartDatabase(async (cluster) => {
    rmSync(cluster, { recursive: true, force: true });
    mkdirSync(cluster, { mode: 0o700 });
    await unpack(backup.file, cluster);
    const { uid, gid } = serverAccount().ids;
    const own = (path: string): void => {
      if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    };
    for (const name of readdirSync(backup.wal)) {
      copyFileSync(join(backup.wal, name), join(cluster, 'pg_wal', name));
      own(join(cluster, 'pg_wal', name));
    }
    writeFileSync(join(cluster, 'backup_label'), backup.label);
    own(join(cluster, 'backup_label'));
    // Otherwise the server does it when it starts, and takes longer than a start may take.
    await promisify(execFile)('sync', ['--file-system', cluster]);
  });
  return (performance.now() - startedAt) / 1000;
}

async function pack(cluster: string, file: string): Promise<void> {
  const excluded = EXCLUDED.map((pattern) => `--exclude=${pattern}`);
  const tar = spawn('tar', ['--create', '--directory', cluster, ...excluded, '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(tar, 'close') as Promise<[number]>;
  const fast = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  await pipeline(tar.stdout, fast, createWriteStream(file));
  const [code] = await ended;
  if (code > CHANGED) throw new Error(`tar ended with ${String(code)}`);
}

async function unpack(file: string, cluster: string): Promise<void> {
  const tar = spawn('tar', ['--extract', '--directory', cluster], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(tar, 'close') as Promise<[number]>;
  // tar may exit before the padding after its archive is written to it. It fails when the archive is not complete.
  await Promise.allSettled([pipeline(createReadStream(file), createZstdDecompress(), tar.stdin)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${String(code)}`);
}
