/** CORS: which origins' pages may read our responses (decisions.md, Requests 10). */
import cors from 'cors';
import type { Request, RequestHandler } from 'express';

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id'];
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Link',
  'WWW-Authenticate',
];
/** Two hours: Chromium caches a preflight for no longer. */
const PREFLIGHT_SECONDS = 7200;

const SHARED = {
  methods: METHODS,
  allowedHeaders: REQUEST_HEADERS,
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: PREFLIGHT_SECONDS,
  preflightContinue: true,
};

/** Returns handlers that allow every origin, for public resources. */
export function corsForAll(extraRequestHeaders: readonly string[] = []): RequestHandler[] {
  const allowedHeaders = [...REQUEST_HEADERS, ...extraRequestHeaders];
  return [cors({ ...SHARED, allowedHeaders, origin: '*' }), answerPreflight];
}

/** Request headers of MCP clients, in addition to those of the API. */
export const MCP_REQUEST_HEADERS = [
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'X-MCP-Toolsets',
];

/** Returns handlers that allow only the listed origins. Requests of other origins are served without CORS headers. */
export function corsFor(
  origins: readonly string[],
  extraRequestHeaders: readonly string[] = [],
): RequestHandler[] {
  const allowedHeaders = [...REQUEST_HEADERS, ...extraRequestHeaders];
  const allowed = new Set(origins);
  const headers = cors<Request>((request, choose) => {
    const { origin } = request.headers;
    choose(null, {
      ...SHARED,
      allowedHeaders,
      origin: origin !== undefined && allowed.has(origin) ? origin : false,
    });
  });
  const varyByOrigin: RequestHandler = (_request, response, next) => {
    response.vary('Origin');
    next();
  };
  return [varyByOrigin, headers, answerPreflight];
}

// A preflight carries no token, so it is answered before admission, and in the same way on every path.
const answerPreflight: RequestHandler = (request, response, next) => {
  const isPreflight =
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined;
  if (isPreflight) response.status(204).end();
  else next();
};
