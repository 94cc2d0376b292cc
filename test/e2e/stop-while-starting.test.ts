/** A service that gets a signal to stop before it is ready: real processes, whose PostgreSQL never answers or whose modules never load. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../deploy/stack/ports.ts';
import { type Child, startChild, stopChild } from '../../deploy/stack/process.ts';
import { SERVICES, type ServiceName, stackSecrets } from '../../deploy/stack/secrets.ts';
import { compileCacheOf, nodeFlags } from '../../deploy/stack/service.ts';
import { waitFor } from './stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-starting-'));
const started: Child[] = [];
/** Accepts connections as a PostgreSQL behind a broken network does, and never sends a byte. */
const silent: Server = createServer((socket) => sockets.push(socket));
const sockets: Socket[] = [];

beforeAll(async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  await Promise.all(started.map((child) => stopChild(child, 'SIGKILL', 0)));
  for (const socket of sockets) socket.destroy();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

interface StartingService {
  readonly child: Child;
  readonly health: string;
  readonly log: () => string;
}

async function begin(name: ServiceName, moreFlags: readonly string[] = []): Promise<StartingService> {
  const [grpc, health, http] = [await freePort(), await freePort(), await freePort()].map(
    (port) => `127.0.0.1:${String(port)}`,
  ) as [string, string, string];
  const nowhere = `127.0.0.1:${String(await freePort())}`;
  const { callerKey, oauthKeys } = stackSecrets(folder);
  const { port } = silent.address() as { port: number };
  const logFile = join(folder, `${name}-${String(started.length)}.log`);
  const main = fileURLToPath(new URL(`../../services/${name}/src/main.ts`, import.meta.url));
  const child = await startChild(process.execPath, [...nodeFlags(name), ...moreFlags, main], logFile, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheOf(name),
      DATABASE_URL: `postgres://ctx_${name}:secret@127.0.0.1:${String(port)}/ctx`,
      CALLER_KEY: callerKey,
      OAUTH_KEYS: oauthKeys,
      GRPC_ADDRESS: grpc,
      HEALTH_ADDRESS: health,
      HTTP_ADDRESS: http,
      BASE_URL: `http://${http}`,
      UPGRADE_URL: `http://${http}/pricing`,
      READ_ADDRESS: nowhere,
      CORRECTIONS_ADDRESS: nowhere,
      RECALC_ADDRESS: nowhere,
    },
  });
  started.push(child);
  return { child, health, log: () => readFileSync(logFile, 'utf8') };
}

describe('A service that gets SIGTERM while it starts', () => {
  // Node's default action is not enough: the first process of a container ignores signals that it has no handler for.
  it.each(SERVICES)('logs the stop and exits with 0 before its modules are loaded: %s', async (name) => {
    const neverLoads = `process.stdout.write('loading'); setInterval(() => {}, 1000); await new Promise(() => {});`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(neverLoads)}`;
    const { child, log } = await begin(name, [preload]);
    await waitFor(() => log().includes('loading'));
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe('exit code 0');
    expect(log()).toContain('stopped while starting (SIGTERM)');
  });

  it.each(SERVICES)('logs the stop and exits with 0 while PostgreSQL does not answer: %s', async (name) => {
    const { child, health, log } = await begin(name);
    await waitFor(async () => {
      const response = await fetch(`http://${health}/readyz`).catch(() => null);
      return response?.status === 503;
    });
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe('exit code 0');
    expect(log()).toContain('"msg":"stopped"');
  });
});
