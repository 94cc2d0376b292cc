/** A real PgBouncer before a test's PostgreSQL, with the configuration of the chart's example. */
import { execFile } from 'node:child_process';
import { chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { parseAllDocuments } from 'yaml';
import { unpackDebianPackages } from '../../../deploy/stack/debian-packages.ts';
import { findOnPath } from '../../../deploy/stack/on-path.ts';
import { freePort } from '../../../deploy/stack/ports.ts';
import { serverAccount } from '../../../deploy/stack/postgres.ts';
import { startChild, stopChild, until } from '../../../deploy/stack/process.ts';
import { SERVICES, type ServiceName, stackSecrets } from '../../../deploy/stack/secrets.ts';
import type { Bed } from '../../load/bed/bed.ts';
import type { Environments } from './services.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLE = join(ROOT, 'charts/crypto-tax/examples/pgbouncer/pgbouncer.yaml');
const SQL_FILE = join(ROOT, 'deploy/pgbouncer.sql');

const CACHE = join(ROOT, '.cache/pgbouncer');
/** The first release of Debian with PgBouncer 1.21 or newer; its program needs the libraries of that release. */
const RELEASE = 'trixie';
const PACKAGES = [
  'pgbouncer',
  'libc6',
  'libcares2',
  'libevent-2.1-7t64',
  'libpam0g',
  'libssl3t64',
  'libsystemd0',
  'libaudit1',
  'libcap-ng0',
  'libcap2',
  'libgcc-s1',
  'zlib1g',
  'libzstd1',
];

/** Why these tests are skipped where PgBouncer is missing. */
export const SKIPPED =
  'SKIPPED: PgBouncer 1.21 or newer is not installed, and the package of Debian trixie could not be downloaded';

export interface PgBouncerProgram {
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

/** Finds PgBouncer 1.21 or newer on the PATH, else in the package of a newer Debian, with its libraries. Null when neither is available. */
export async function findPgBouncer(): Promise<PgBouncerProgram | null> {
  const onPath = findOnPath('pgbouncer');
  const installed = onPath === undefined ? null : await usable([onPath]);
  if (installed !== null) return installed;
  if (unpacked() === null)
    await unpackDebianPackages(PACKAGES, CACHE, { release: RELEASE }).catch(() => null);
  const command = unpacked();
  return command === null ? null : usable(command);
}

function unpacked(): readonly [string, ...string[]] | null {
  const [loader] = globSync('usr/lib/*/ld-linux*.so.*', { cwd: CACHE });
  const [libraries] = globSync('usr/lib/*-linux-gnu', { cwd: CACHE });
  if (loader === undefined || libraries === undefined) return null;
  return [join(CACHE, loader), '--library-path', join(CACHE, libraries), join(CACHE, 'usr/sbin/pgbouncer')];
}

async function usable([file, ...args]: readonly [string, ...string[]]): Promise<PgBouncerProgram | null> {
  try {
    const { stdout } = await promisify(execFile)(file, [...args, '--version']);
    const [, version = '', minor] = /^PgBouncer (1\.(\d+)\S*)/.exec(stdout) ?? [];
    return Number(minor) >= 21 ? { command: [file, ...args], version } : null;
  } catch {
    return null;
  }
}

export interface RunningPgBouncer {
  /** Returns the address of a database for a service. */
  urlOf(name: ServiceName, database?: string): string;
  /** The addresses of all services. */
  readonly environments: Environments;
  stop(): Promise<void>;
}

/** Starts PgBouncer before the PostgreSQL of a test bed. */
export async function startPgBouncer({ command }: PgBouncerProgram, bed: Bed): Promise<RunningPgBouncer> {
  const folder = join(bed.dataDir, 'pgbouncer');
  mkdirSync(folder);
  const port = await freePort();
  const [file, ...args] = command;
  const { ids } = serverAccount();
  const users = join(folder, 'userlist.txt');
  const roles = Object.entries(stackSecrets(bed.dataDir).roles);
  writeFileSync(users, roles.map(([name, password]) => `"ctx_${name}" "${password}"\n`).join(''));
  const ini = join(folder, 'pgbouncer.ini');
  writeFileSync(ini, configuration(new URL(bed.ownerUrl).port, port, users));
  if (ids.uid !== undefined && ids.gid !== undefined)
    for (const path of [folder, users, ini]) chownSync(path, ids.uid, ids.gid);
  const child = await startChild(file, [...args, ini], join(bed.dataDir, 'logs', 'pgbouncer.log'), ids);
  // Ctrl-C ends this process after the test bed is removed.
  process.once('exit', () => child.process.kill('SIGQUIT'));
  await until(() => requireOpen(port), 10_000);
  const urlOf = (name: ServiceName, database = 'ctx'): string =>
    Object.assign(new URL(bed.urlOf(name)), { port: String(port), pathname: `/${database}` }).href;
  const environmentOf = (name: ServiceName): Record<string, string> => ({
    DATABASE_URL: urlOf(name),
    ...(name === 'gateway' ? { DATABASE_COUNTS_URL: urlOf(name, 'ctx_counts') } : {}),
    ...(name === 'corrections' || name === 'recalc' ? { DATABASE_LONG_URL: urlOf(name, 'ctx_long') } : {}),
  });
  return {
    urlOf,
    environments: Object.fromEntries(
      SERVICES.map((name) => [name, environmentOf(name)]),
    ) as unknown as Environments,
    stop: () => stopChild(child, 'SIGQUIT', 3000),
  };
}

/** The example's configuration with the addresses of this test, and without TLS, which the test's PostgreSQL does not have. */
function configuration(serverPort: string, port: number, users: string): string {
  const [secret] = parseAllDocuments(readFileSync(EXAMPLE, 'utf8'));
  const { stringData } = secret?.toJS() as { stringData: Record<string, string> };
  const replaced: readonly (readonly [RegExp, string])[] = [
    [/host=\S+ port=\d+/g, `host=127.0.0.1 port=${serverPort}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
    [/^listen_port = .*$/m, `listen_port = ${String(port)}`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^server_tls_\w+ = .*$/gm, ''],
  ];
  return replaced.reduce(
    (text, [found, by]) => text.replaceAll(new RegExp(found, 'gm'), by),
    stringData['pgbouncer.ini'] ?? '',
  );
}

/** Runs deploy/pgbouncer.sql, and ends the connections of PgBouncer, so that new ones have the settings. */
export async function applySettings(bed: Bed): Promise<void> {
  const client = new pg.Client({ connectionString: bed.ownerUrl });
  await client.connect();
  try {
    await client.query(readFileSync(SQL_FILE, 'utf8'));
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ~ '^ctx_' AND usename <> current_user",
    );
  } finally {
    await client.end();
  }
}

function requireOpen(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
