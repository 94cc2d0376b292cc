/** Finds and starts nats-server for the local stack and the tests, from PATH or from its Debian package. */
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findDebianProgram } from './debian-packages.ts';
import { type SpawnHooks, startChild, stopChild, until } from './process.ts';
import type { RunningProcess } from './supervised.ts';

export interface RunningNats extends RunningProcess {
  readonly url: string;
}

/** Tells how to install nats-server when it cannot be downloaded. */
export const NATS_HINT =
  'nats-server is not installed and could not be downloaded. Install it (Debian: apt-get install nats-server; ' +
  'otherwise: https://github.com/nats-io/nats-server/releases) and start again. Until then, only the scheduler sweep starts runs.';

/** Returns the path of nats-server. Null when it is not installed and Debian's package cannot be downloaded. Aborting `signal` rejects. */
export function findNatsServer(signal?: AbortSignal): Promise<string | null> {
  const program = {
    package: 'nats-server',
    name: 'nats-server',
    path: 'usr/sbin/nats-server',
    folder: 'nats',
  };
  return findDebianProgram(program, signal);
}

/** Starts nats-server (`command`) with JetStream on a loopback port. Its store is in `dataDir`. */
export async function startNats(
  command: string,
  dataDir: string,
  logFile: string,
  port: number,
  hooks: SpawnHooks = {},
): Promise<RunningNats> {
  const store = join(dataDir, 'nats');
  mkdirSync(store, { recursive: true, mode: 0o700 });
  const child = await startChild(
    command,
    ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store],
    logFile,
    hooks,
  );
  await Promise.race([
    until(() => canConnect(port), 10_000),
    child.ended.then((how) => {
      throw new Error(`nats-server exited during its start (${how}); its log is ${logFile}`);
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
