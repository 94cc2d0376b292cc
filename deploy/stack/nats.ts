/** nats-server for the local stack and the tests: from PATH, else from Debian's package, without touching the system. */
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findDebianProgram } from './debian-packages.ts';
import { type SpawnHooks, startChild, stopChild, until } from './process.ts';
import type { Running } from './supervised.ts';

export interface RunningNats extends Running {
  readonly url: string;
}

/** How to get nats-server where it cannot be fetched. */
export const NATS_HINT =
  'nats-server is not installed and could not be fetched: install it (Debian: apt-get install nats-server; ' +
  'elsewhere: https://github.com/nats-io/nats-server/releases) and start again. Until then runs start by the sweep alone.';

/** The path of nats-server, or null when this machine has none and Debian's package cannot be had. Aborting `signal` rejects. */
export function findNatsServer(signal?: AbortSignal): Promise<string | null> {
  const program = {
    package: 'nats-server',
    name: 'nats-server',
    path: 'usr/sbin/nats-server',
    folder: 'nats',
  };
  return findDebianProgram(program, signal);
}

/** Starts nats-server (`command`) with JetStream, its store in `dataDir`, on a loopback port. */
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
