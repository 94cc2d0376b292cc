/** The health port: /healthz (the process is alive), /readyz (the service's dependencies are available) and /metrics. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Logger } from './log.ts';
import { renderMetrics } from './metrics.ts';
import { NotReady } from './schema.ts';
import { withTimeout } from './with-timeout.ts';

export interface HealthServer {
  /** From here on /readyz returns 503, whatever the check finds. */
  drain(): void;
  close(): Promise<void>;
}

const CHECK_MS_MAX = 2000;

/**
 * Serves the three paths at `address`. Each /readyz calls `requireReady`: throwing, or taking longer than 2 s, means not ready, and
 * the response shows the message of a NotReady. Each change is logged.
 */
export async function startHealthServer(
  address: string,
  requireReady: () => Promise<unknown>,
  log: Logger,
): Promise<HealthServer> {
  let draining = false;
  const findReason = readinessCheck(requireReady, log);
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    };
    if (request.url === '/healthz') answer(200, 'ok');
    else if (request.url === '/metrics') serveMetrics(request.method, response);
    else if (request.url !== '/readyz') answer(404, 'not found');
    else if (draining) answer(503, 'draining');
    else
      void findReason().then((reason) => {
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

/** Returns a function that returns why the service is not ready, or null. It logs a reason once. */
function readinessCheck(requireReady: () => Promise<unknown>, log: Logger): () => Promise<string | null> {
  let last: string | null = null;
  return async () => {
    const reason = await withTimeout(requireReady(), CHECK_MS_MAX, checkTookTooLong).then(
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
    response.writeHead(405, { allow: 'GET', 'content-type': 'text/plain' }).end('only GET is allowed\n');
    return;
  }
  renderMetrics().then(
    ({ type, text }) => {
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    },
    () => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('the metrics could not be read\n');
    },
  );
}

/** Binds a server to `address` (HOST:PORT). */
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

function checkTookTooLong(): NotReady {
  return new NotReady(`the database does not answer within ${String(CHECK_MS_MAX / 1000)} s`);
}
