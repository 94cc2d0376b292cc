/** NATS_STREAM_REPLICAS, the number of servers that store the stream of requests: on one real server, and on a cluster of three. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { NatsLink, publishRecalcRequested, RECALC_STREAM } from '@ctx/platform/nats';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { findNatsServer } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { ensureRecalcStream as ensureStream } from '../../services/recalc/src/requests/recalc-stream.ts';
import { waitFor } from './stack.ts';

const REJECTION =
  /^NATS_STREAM_REPLICAS is 3, and this NATS cannot keep 3 copies .* cluster of at least 3 servers/;

let folder: string;
let servers: ChildProcess[];
let connection: NatsConnection | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-nats-'));
  servers = [];
  connection = null;
});
afterEach(async () => {
  await connection?.close();
  await Promise.all(servers.map(end));
  rmSync(folder, { recursive: true, force: true });
});

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

async function startServer(port: number, more: readonly string[] = []): Promise<void> {
  const store = join(folder, String(port));
  const flags = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store, ...more];
  servers.push(spawn((await findNatsServer())!, flags, { stdio: 'ignore' }));
}

/** Connects to any of the servers, as soon as one answers. */
async function connected(ports: readonly number[]): Promise<NatsConnection> {
  const addresses = ports.map((port) => `127.0.0.1:${String(port)}`);
  await waitFor(async () => {
    connection = await connect({ servers: addresses, maxReconnectAttempts: -1 }).catch(() => null);
    return connection !== null;
  });
  return connection!;
}

function ensureRecalcStream(on: NatsConnection, replicas?: number): Promise<void> {
  return ensureStream(on, createLogger('recalc', 'fatal'), replicas);
}

async function replicasOf(on: NatsConnection): Promise<number> {
  const manager = await jetstreamManager(on, { timeout: 2000 });
  return (await manager.streams.info(RECALC_STREAM)).config.num_replicas;
}

/** Waits until the condition holds: a cluster that has just started, or elects a leader, answers late. */
async function eventually(what: () => Promise<unknown>): Promise<void> {
  let last: unknown;
  const isDone = (): Promise<boolean> =>
    what().then(
      () => true,
      (error: unknown) => {
        last = error;
        return false;
      },
    );
  await waitFor(isDone).catch(() => {
    throw last;
  });
}

describe('the stream of requests', () => {
  it('has one copy on one server; three copies are rejected there with advice, and the service stays without NATS', async () => {
    const port = await freePort();
    await startServer(port);
    const on = await connected([port]);
    await expect(ensureRecalcStream(on, 3)).rejects.toThrow(REJECTION);
    await ensureRecalcStream(on);
    expect(await replicasOf(on)).toBe(1);
    await expect(ensureRecalcStream(on, 3)).rejects.toThrow(REJECTION);
    expect(await replicasOf(on)).toBe(1);

    const lines: string[] = [];
    const log = createLogger('recalc', 'info', { write: (line) => lines.push(line) });
    const link = new NatsLink('recalc', `nats://127.0.0.1:${String(port)}`, log, (made) =>
      ensureRecalcStream(made, 3),
    );
    await waitFor(() => lines.some((line) => line.includes('NATS_STREAM_REPLICAS is 3')));
    expect(link.connection).toBeNull();
    await link.close();
  });

  it('gets its copies in a cluster, keeps them when no number is set, and still works when one server is lost', async () => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const routePorts = [await freePort(), await freePort(), await freePort()];
    const routes = routePorts.map((port) => `nats://127.0.0.1:${String(port)}`);
    for (const [index, port] of ports.entries())
      await startServer(port, [
        '--name',
        `nats-${String(index)}`,
        '--cluster_name',
        'test',
        '--cluster',
        routes[index]!,
        '--routes',
        routes.join(','),
      ]);
    const on = await connected(ports);
    await eventually(() => ensureRecalcStream(on));
    await eventually(async () => {
      expect(await replicasOf(on)).toBe(1);
    });
    await eventually(() => ensureRecalcStream(on, 3));
    await eventually(async () => {
      expect(await replicasOf(on)).toBe(3);
    });
    await eventually(() => ensureRecalcStream(on));
    await eventually(async () => {
      expect(await replicasOf(on)).toBe(3);
    });
    await eventually(() => expect(ensureRecalcStream(on, 5)).rejects.toThrow(/^NATS_STREAM_REPLICAS is 5/));

    await eventually(() => publishRecalcRequested(on, 1, 'before', null));
    await end(servers[1]!);
    await eventually(() => publishRecalcRequested(on, 2, 'after', null));
    await eventually(async () => {
      const manager = await jetstreamManager(on, { timeout: 2000 });
      expect((await manager.streams.info(RECALC_STREAM)).state.messages).toBeGreaterThanOrEqual(2);
    });
  });
});
