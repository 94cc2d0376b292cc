import { createServer } from 'node:net';

/** A port of the loopback interface that nobody uses now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}

/** Rejects with the way out when somebody listens on the port already. */
export function requireFreePort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.message})`;
      reject(new Error(`port ${String(port)} ${reason}; choose another one with PORT`));
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve();
      });
    });
  });
}
