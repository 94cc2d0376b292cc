/** Ports of the loopback interface for servers that start later, often in another process, and again on the same port. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the range that systems take outgoing connections from (Linux: 32768 on, IANA: 49152 on): a port from there may be
 * gone by the time its service starts. Above 10080, the last of those that `fetch` refuses (WHATWG Fetch, "bad port").
 */
const FIRST_PORT = 10_096;
const LAST_PORT = 32_767;
/** The first port of a block is held as long as this process runs and says whose the rest are. */
const BLOCK = 16;
const TRIES_MAX = 100;

const own: number[] = [];

/** A port of the loopback interface that nobody uses now, and that no other process, nor this one, is given again. */
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
  throw new Error(`no free port among ${String(TRIES_MAX)} tries`);
}

function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Rejects with the way out when somebody listens on the port already. */
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

/** Nobody who connects is served. */
async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.maxConnections = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
