/** /healthz looks at nothing but the process; /readyz at what the service cannot answer without; /metrics tells both. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Logger } from './log.ts';
import { renderMetrics } from './metrics.ts';
import { NotReady } from './schema.ts';

export interface HealthServer {
  /** From now on not ready, whatever the check says. */
  drain(): void;
  close(): Promise<void>;
}

const CHECK_MS_MAX = 2000;

/**
 * Serves the three paths at `address`. `requireReady` is asked at each /readyz: what it throws, or 2 s without an answer, is a no,
 * and the words of a NotReady are said. Each change is logged.
 */
export async function startHealthServer(
  address: string,
  requireReady: () => Promise<unknown>,
  log: Logger,
): Promise<HealthServer> {
  let draining = false;
  const judge = readinessOf(requireReady, log);
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    };
    if (request.url === '/healthz') answer(200, 'ok');
    else if (request.url === '/metrics') serveMetrics(request.method, response);
    else if (request.url !== '/readyz') answer(404, 'not found');
    else if (draining) answer(503, 'draining');
    else
      void judge().then((reason) => {
        if (reason === null) answer(200, 'ready');
        else answer(503, `not ready: ${reason}`);
      });
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

/** Why not ready, or null; what was said last is not logged again. */
function readinessOf(requireReady: () => Promise<unknown>, log: Logger): () => Promise<string | null> {
  let last: string | null = null;
  return async () => {
    const reason = await withTimeout(requireReady(), CHECK_MS_MAX).then(
      () => null,
      (error: unknown) => (error instanceof NotReady ? error.message : 'the check of readiness failed'),
    );
    if (reason !== last && reason === null) log.info('ready again');
    else if (reason !== last) log.warn({ reason }, 'not ready');
    last = reason;
    return reason;
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
      reject(new NotReady(`the database does not answer within ${String(timeoutMs / 1000)} s`));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
