/** Allocates loopback ports for servers that start later, often in another process, and restart on the same port. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the range of outgoing connections (from 32768 on Linux, 49152 at IANA), because such a port may be taken by the time its service
 * starts. Above 10080, the highest port that `fetch` rejects (WHATWG Fetch, "bad port").
 */
const FIRST_PORT = 10_096;
const LAST_PORT = 32_767;
/** This process listens on the first port of a block as long as it runs, which reserves the others. */
const BLOCK = 16;
const TRIES_MAX = 100;

const own: number[] = [];

/** Returns a free loopback port that neither this nor another process gets again. */
export async function freePort(): Promise<number> {
  for (;;) {
    if (own.length === 0) own.push(...(await takeBlock()));
    const port = own.pop();
    if (port !== undefined && (await isFree(port))) return port;
  }
}

async function takeBlock(): Promise<readonly number[]> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const first = randomInt(FIRST_PORT / BLOCK, (LAST_PORT + 1) / BLOCK) * BLOCK;
    const holder = await listen(first).catch(() => null);
    if (holder === null) continue;
    holder.unref();
    return Array.from({ length: BLOCK - 1 }, (_, index) => first + 1 + index);
  }
  throw new Error(`no free port found in ${String(TRIES_MAX)} tries`);
}

function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Rejects with a message that says what to do when the port is in use. */
export async function requireFreePort(port: number): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
    throw new Error(`port ${String(port)} ${reason}; choose another one with PORT`, { cause: error });
  }
}

async function listenOnce(port: number): Promise<void> {
  const server = await listen(port);
  server.close();
  await once(server, 'close');
}

/** Listens without accepting connections. */
async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.maxConnections = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
