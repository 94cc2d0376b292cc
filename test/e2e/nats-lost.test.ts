/** A NATS server that stops answering: its proxy stops forwarding and closes no connection, which looks like a lost node. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { renderMetrics } from '@ctx/platform/metrics';
import { NatsLink } from '@ctx/platform/nats';
import { findNatsServer, NATS_HINT, type RunningNats, startNats } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { waitFor } from './stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-nats-'));
const sockets = new Set<Socket>();
const lines: string[] = [];
let nats: RunningNats;
let proxy: Server;
let link: NatsLink;
let isSilent = false;

beforeAll(async () => {
  const command = await findNatsServer();
  if (command === null) throw new Error(NATS_HINT);
  nats = await startNats(command, folder, join(folder, 'nats.log'), await freePort());
  const { hostname, port: natsPort } = new URL(nats.url);
  proxy = createServer((client) => {
    const server = connect(Number(natsPort), hostname);
    forward(client, server);
    forward(server, client);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const log = createLogger('test', 'info', { write: (line: string) => lines.push(line) });
  link = new NatsLink('recalc', `nats://127.0.0.1:${String(port)}`, log, () => Promise.resolve());
});
afterAll(async () => {
  await link.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

function forward(from: Socket, to: Socket): void {
  sockets.add(from);
  from.on('data', (bytes) => {
    if (!isSilent) to.write(bytes);
  });
  from.on('error', () => undefined);
  from.on('close', () => {
    to.destroy();
    sockets.delete(from);
  });
}

async function connectedMetric(): Promise<string | undefined> {
  return /^ctx_nats_connected(?:\{.*\})? (\S+)$/m.exec((await renderMetrics()).text)?.[1];
}

describe('A NATS server that falls silent without closing the connection', () => {
  it('is counted as connected before', async () => {
    await waitFor(async () => (await connectedMetric()) === '1');
  });

  it('is noticed by pings: ctx_nats_connected becomes 0, and a line is logged', async () => {
    isSilent = true;
    // Pings at the library's default interval would notice it after six minutes.
    await waitFor(async () => (await connectedMetric()) === '0');
    expect(lines.join('')).toContain('NATS disconnected');
  });

  it('is connected again once it answers', async () => {
    isSilent = false;
    // A connection that was opened during the silence hangs in its handshake.
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await connectedMetric()) === '1');
    expect(lines.join('')).toContain('NATS reconnected');
  });
});
