/** The HTTP server around the application. Errors that Node would answer by itself get the contract's statuses and bodies. */
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
} from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@ctx/platform/log';
import type { HttpTlsFiles } from '@ctx/platform/tls-files';
import { createHttpsServer } from './https-server.ts';
import { rawRejection } from './raw-rejection.ts';
import { LINGER_MS } from './rejections.ts';
import { METRICS } from '../metrics.ts';

/** Settings of the HTTP server. The time limits differ only in tests. */
export interface HttpServerSettings {
  readonly log: Logger;
  /** Time limit for the headers of a request to arrive, in milliseconds (reliability.md, "Settings"). */
  readonly headersMsMax?: number;
  /** Time limit for the whole request to arrive, in milliseconds. */
  readonly requestMsMax?: number;
  /** The certificate of an HTTPS server; without it, the server speaks plain HTTP. */
  readonly tls?: HttpTlsFiles | undefined;
}

const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 30_000;
/**
 * The keep-alive time announced to clients: a second shorter than the pause of a drain in the chart, so that no connection is
 * closed while a request is on its way.
 */
const ANNOUNCED_IDLE_MS = 4000;
/** How long idle connections really stay open: longer than the 60 s for which proxies reuse one, whatever is announced. */
const IDLE_MS_MAX = 75_000;
/** How often Node checks the time limits. Its default of 30 s would turn a limit of 10 s into one of 40 s. */
const CHECK_MS_MAX = 1000;

/** Creates a server that responds to every request, however malformed, with the contract's statuses and bodies. */
export function createHttpServer(app: RequestListener, settings: HttpServerSettings): Server {
  const { headersMsMax = HEADERS_MS_MAX, requestMsMax = REQUEST_MS_MAX, log, tls } = settings;
  const options = {
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    keepAliveTimeout: ANNOUNCED_IDLE_MS,
    keepAliveTimeoutBuffer: IDLE_MS_MAX - ANNOUNCED_IDLE_MS,
    connectionsCheckingInterval: Math.min(CHECK_MS_MAX, headersMsMax / 4),
    // The application checks the Host header itself: it rejects a missing one and a repeated one.
    requireHostHeader: false,
  };
  const server = tls === undefined ? createServer(options) : createHttpsServer(tls, options, log);
  const sockets = new Set<Socket>();
  const knownSockets: ReadonlySet<Duplex> = sockets;
  SOCKETS.set(server, sockets);
  server.on('connection', () => {
    LAST_CONNECTIONS.set(server, performance.now());
  });
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const lastExchanges = new WeakMap<Duplex, Exchange>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    lastExchanges.set(request.socket, { request, response });
    app(request, response);
  };
  server.on('request', handle);
  // The application sends 100 Continue when it needs the body, so a client that is rejected earlier never sends it.
  server.on('checkContinue', handle);
  // Other expectations may be ignored (RFC 9110 §10.1.1); the contract has no 417.
  server.on('checkExpectation', handle);
  // `code` is Node's error code, a key of FAULTS.
  const reject = (socket: Duplex, code: string): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { requestId, text } = rawRejection(FAULTS[code] ?? 'is not valid HTTP/1.1');
    log.info({ requestId, status: 400, code }, 'malformed request rejected');
    METRICS.requests.inc({ surface: 'none', operation: 'malformed', method: 'other', status: '400' });
    socket.end(text);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    reject(socket, 'CONNECT');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node reports failed handshakes here too; a client that spoke no TLS could not read a response.
    if (tls !== undefined && !knownSockets.has(socket)) {
      log.debug({ code: error.code }, 'TLS handshake failed');
      socket.destroy();
      return;
    }
    if (socket.writableEnded) return;
    afterPending(lastExchanges.get(socket), socket, () => {
      reject(socket, error.code ?? '');
    });
  });
  return server;
}

/** The open connections of each server of `createHttpServer`. */
const SOCKETS = new WeakMap<Server, Set<Socket>>();
/** When each server accepted its newest connection, in milliseconds of the monotonic clock. */
const LAST_CONNECTIONS = new WeakMap<Server, number>();
/** How long requests in progress may take once the server closes. */
const CLOSE_MS_MAX = 10_000;
/** Connections that the kernel holds until they are accepted: Node's default. */
const BACKLOG = 511;
/** How long a connection that has sent nothing yet may take to send its request once the server closes. */
const SILENT_MS_MAX = 1000;
/** A server that accepted no connection for so long is known to be leaving by every load balancer that was in use. */
const QUIET_MS = 1000;

/**
 * Waits for `drainMs`, so that load balancers notice, and then until no new connection has arrived for a second, for
 * `drainMs` more at most: on a busy node kube-proxy may take longer than the pause. `quietMs` differs only in tests.
 */
export async function drainHttpServer(server: Server, drainMs: number, quietMs = QUIET_MS): Promise<void> {
  await pause(drainMs);
  const until = performance.now() + drainMs;
  for (;;) {
    const quietUntil = (LAST_CONNECTIONS.get(server) ?? -Infinity) + quietMs;
    const leftMs = Math.min(quietUntil, until) - performance.now();
    if (leftMs <= 0) return;
    await pause(leftMs);
  }
}

/**
 * Closes a server of `createHttpServer`: accepts no more connections, closes idle ones, and waits for requests in progress, for
 * 10 s at most. What has arrived is served: connections that are accepted but not read yet, too.
 */
export async function closeHttpServer(server: Server): Promise<void> {
  await acceptAll(server);
  const sockets = [...(SOCKETS.get(server) ?? [])];
  const forced = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSE_MS_MAX);
  // Node counts a connection that has sent nothing yet as busy, and checks no time limit once a server closes.
  const silent = setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.end();
  }, SILENT_MS_MAX);
  await new Promise((resolve) => {
    // Closes idle connections too.
    server.close(resolve);
  });
  clearTimeout(forced);
  clearTimeout(silent);
}

/**
 * Accepts the connections that have arrived, and reads what kept ones have sent: closing would drop both, and both wait while
 * the event loop is busy. libuv accepts one connection a turn.
 */
async function acceptAll(server: Server): Promise<void> {
  // The rest of this turn, which may be past its own look at the sockets.
  await immediate();
  for (let turns = 0; turns < BACKLOG; turns += 1) {
    const newest = LAST_CONNECTIONS.get(server);
    await immediate();
    if (LAST_CONNECTIONS.get(server) === newest) return;
  }
}

/** Messages by Node's error code. Other codes are invalid HTTP. */
const FAULTS: Readonly<Record<string, string>> = {
  CONNECT: 'must not be CONNECT: this server is not a proxy',
  HPE_HEADER_OVERFLOW: `must have at most ${String(maxHeaderSize)} bytes of URL and headers`,
  ERR_HTTP_REQUEST_TIMEOUT: 'did not arrive in time',
};

/** The latest request on a connection, with its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Calls `reject` at the right moment: after the responses to earlier requests on the same connection. A request that breaks
 * after its response began gets no second response; its connection is closed.
 */
function afterPending(last: Exchange | undefined, socket: Duplex, reject: () => void): void {
  if (last === undefined || last.response.closed || last.response.writableFinished) reject();
  else if (last.request.complete) last.response.once('close', reject);
  else if (last.response.headersSent || last.response.socket !== socket) socket.destroy();
  else reject();
}
