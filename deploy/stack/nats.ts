/** nats-server for the local stack and the tests: from PATH, else from Debian's package, without touching the system. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from './on-path.ts';
import { startChild, stopChild, until } from './process.ts';
import type { Running } from './supervised.ts';

const CACHE = fileURLToPath(new URL('../../.cache/nats', import.meta.url));
const run = promisify(execFile);
const FETCH_MS_MAX = 180_000;

export interface RunningNats extends Running {
  readonly url: string;
}

/** How to get nats-server where it cannot be fetched. */
export const NATS_HINT =
  'nats-server is not installed and could not be fetched: install it (Debian: apt-get install nats-server; ' +
  'elsewhere: https://github.com/nats-io/nats-server/releases) and start again. Until then runs start by the sweep alone.';

/** The path of nats-server, or null when this machine has none and Debian's package cannot be had. */
export async function findNatsServer(): Promise<string | null> {
  const onPath = findOnPath('nats-server');
  if (onPath !== undefined) return onPath;
  const cached = join(CACHE, 'usr', 'sbin', 'nats-server');
  if (isExecutable(cached)) return cached;
  try {
    await unpackDebianPackage();
    return isExecutable(cached) ? cached : null;
  } catch {
    return null;
  }
}

/** Downloads with package lists of our own, so that the system's stay as they are, and unpacks into the cache folder. */
async function unpackDebianPackage(): Promise<void> {
  const work = `${CACHE}.${String(process.pid)}`;
  const lists = join(work, 'lists');
  const archives = join(work, 'archives');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const own = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${work}`, '-o', 'APT::Sandbox::User='];
  const options = { cwd: work, timeout: FETCH_MS_MAX };
  try {
    await run('apt-get', [...own, '-q', 'update'], options);
    await run('apt-get', [...own, '-q', 'download', 'nats-server'], options);
    const packageFile = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (packageFile === undefined) throw new Error('apt-get downloaded nothing');
    await run('dpkg', ['-x', packageFile, join(work, 'root')], options);
    // By rename: two starts at once must not see half a folder.
    if (!existsSync(CACHE)) renameSync(join(work, 'root'), CACHE);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Starts nats-server (`command`) with JetStream, its store in `dataDir`, on a loopback port. */
export async function startNats(
  command: string,
  dataDir: string,
  logFile: string,
  port: number,
): Promise<RunningNats> {
  const store = join(dataDir, 'nats');
  mkdirSync(store, { recursive: true, mode: 0o700 });
  const child = await startChild(
    command,
    ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store],
    logFile,
  );
  await Promise.race([
    until(() => canConnect(port), 10_000),
    child.ended.then((how) => {
      throw new Error(`nats-server ended at its start (${how}); its log is ${logFile}`);
    }),
  ]);
  return {
    url: `nats://127.0.0.1:${String(port)}`,
    pid: child.pid,
    ended: child.ended,
    stop: () => stopChild(child, 'SIGTERM', 3000),
  };
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
