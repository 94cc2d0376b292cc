import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range that systems take outgoing connections from (Linux: 32768 on, IANA: 49152 on): a port from there may be
 * gone by the time its service starts. Above 10080, the last of those that `fetch` refuses (WHATWG Fetch, "bad port").
 */
const FIRST_PORT = 10_081;
const LAST_PORT = 32_767;
const TRIES_MAX = 100;

/** A port of the loopback interface that nobody uses now, and hardly anybody will. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    const isFree = await listenOnce(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new Error(`no free port among ${String(TRIES_MAX)} tries`);
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

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve();
      });
    });
  });
}
