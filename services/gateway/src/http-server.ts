/** The HTTP server around the application: what node would answer by itself is answered in the contract's bodies. */
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
import type { Logger } from '@ctx/common/platform/log';
import { rawRefusal } from './bodies/raw-refusal.ts';
import { LINGER_MS } from './bodies/refusals.ts';
import { METRICS } from './metrics.ts';

export interface HttpServerSettings {
  readonly log: Logger;
  /** Longest time for the headers of a request to arrive, and for all of it (reliability.md, "Settings"). */
  readonly headersMsMax?: number;
  readonly requestMsMax?: number;
}

const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 30_000;
/**
 * Clients are told to use a connection again for 5 s, less than the pause of a drain, so that none is closed while a request is
 * on its way on it. Proxies do not listen and keep theirs for 60 s: it stays open for longer than that.
 */
const IDLE_TOLD_MS = 5000;
const IDLE_MS_MAX = 75_000;
/** Node looks every 30 s unless told: a limit of 10 s would be one of 40. */
const CHECK_MS_MAX = 1000;

/** A server that answers every request, however broken, with the contract's statuses and bodies. */
export function createHttpServer(app: RequestListener, settings: HttpServerSettings): Server {
  const { headersMsMax = HEADERS_MS_MAX, requestMsMax = REQUEST_MS_MAX, log } = settings;
  const server = createServer({
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    keepAliveTimeout: IDLE_TOLD_MS,
    keepAliveTimeoutBuffer: IDLE_MS_MAX - IDLE_TOLD_MS,
    connectionsCheckingInterval: Math.min(CHECK_MS_MAX, headersMsMax / 4),
    // The application looks itself, and refuses two as well as none.
    requireHostHeader: false,
  });
  const sockets = new Set<Socket>();
  SOCKETS.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const lastOf = new WeakMap<Duplex, Exchange>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    lastOf.set(request.socket, { request, response });
    app(request, response);
  };
  server.on('request', handle);
  // The application asks for the body once it wants it: who is refused before never sends it.
  server.on('checkContinue', handle);
  // Other expectations may be ignored (RFC 9110 §10.1.1); 417 is no status of ours.
  server.on('checkExpectation', handle);
  const refuse = (socket: Duplex, code: string): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { requestId, text } = rawRefusal(FAULTS[code] ?? 'is not valid HTTP/1.1');
    log.info({ requestId, status: 400, code }, 'malformed request rejected');
    METRICS.requests.inc({ surface: 'none', operation: 'malformed', method: 'other', status: '400' });
    socket.end(text);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    refuse(socket, 'CONNECT');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writableEnded) return;
    afterPending(lastOf.get(socket), socket, () => {
      refuse(socket, error.code ?? '');
    });
  });
  return server;
}

/** The open connections of each server. */
const SOCKETS = new WeakMap<Server, Set<Socket>>();
const CLOSE_MS_MAX = 10_000;

/**
 * Takes no more connections and ends those on which nothing is under way; requests under way are answered, for 10 s at most. The
 * server is one of `createHttpServer`.
 */
export function closeHttpServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forced = setTimeout(() => {
      server.closeAllConnections();
    }, CLOSE_MS_MAX);
    server.close(() => {
      clearTimeout(forced);
      resolve();
    });
    server.closeIdleConnections();
    // Where nothing was sent yet, node takes a connection for busy, and looks at no deadline once a server closes.
    for (const socket of SOCKETS.get(server) ?? []) if (socket.bytesRead === 0) socket.end();
  });
}

const FAULTS: Readonly<Record<string, string>> = {
  CONNECT: 'asks for a tunnel, and this is no proxy',
  HPE_HEADER_OVERFLOW: `has more than ${String(maxHeaderSize)} bytes of address and headers`,
  ERR_HTTP_REQUEST_TIMEOUT: 'did not arrive in time',
};

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Refuses in the right place: requests before the broken one on the same connection are answered first, and one whose own
 * body is broken not twice.
 */
function afterPending(last: Exchange | undefined, socket: Duplex, refuse: () => void): void {
  if (last === undefined || last.response.closed || last.response.writableFinished) refuse();
  else if (last.request.complete) last.response.once('close', refuse);
  else if (last.response.headersSent || last.response.socket !== socket) socket.destroy();
  else refuse();
}
