/** /healthz looks at nothing but the process; /readyz at what the service cannot answer without; /metrics tells both. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { renderMetrics } from './metrics.ts';

export interface HealthServer {
  /** From now on not ready, whatever the check says. */
  drain(): void;
  close(): Promise<void>;
}

const CHECK_MS_MAX = 2000;

/** Serves the three paths at `address`; `isReady` is asked at each /readyz and counts as no after 2 s. */
export async function startHealthServer(
  address: string,
  isReady: () => Promise<unknown>,
): Promise<HealthServer> {
  let draining = false;
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    };
    if (request.url === '/healthz') answer(200, 'ok');
    else if (request.url === '/metrics') serveMetrics(request.method, response);
    else if (request.url !== '/readyz') answer(404, 'not found');
    else if (draining) answer(503, 'draining');
    else
      withTimeout(isReady(), CHECK_MS_MAX).then(
        () => {
          answer(200, 'ready');
        },
        () => {
          answer(503, 'not ready');
        },
      );
  });
  await listen(server, address);
  return {
    drain: () => {
      draining = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function serveMetrics(method: string | undefined, response: ServerResponse): void {
  if (method !== 'GET') {
    response.writeHead(405, { allow: 'GET', 'content-type': 'text/plain' }).end('GET alone is served\n');
    return;
  }
  renderMetrics().then(
    ({ type, text }) => {
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    },
    () => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('not measured\n');
    },
  );
}

/** Binds a server to HOST:PORT. */
export function listen(server: Server, address: string): Promise<void> {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the readiness check took too long'));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
