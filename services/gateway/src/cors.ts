/** Which pages of other origins may read answers (decisions.md, Requests 10). */
import cors from 'cors';
import type { Request, RequestHandler } from 'express';

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id'];
const EXPOSED_HEADERS = [
  ...['X-Request-Id', 'ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'],
];
/** Browsers keep no preflight longer than two hours. */
const PREFLIGHT_SECONDS = 7200;

const SHARED = {
  methods: METHODS,
  allowedHeaders: REQUEST_HEADERS,
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: PREFLIGHT_SECONDS,
  preflightContinue: true,
};

/** Any origin: for what is public. */
export function corsForAll(moreRequestHeaders: readonly string[] = []): RequestHandler[] {
  const allowedHeaders = [...REQUEST_HEADERS, ...moreRequestHeaders];
  return [cors({ ...SHARED, allowedHeaders, origin: '*' }), answerPreflight];
}

/** Headers that MCP clients send besides. */
export const MCP_REQUEST_HEADERS = [
  ...['Accept', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'],
];

/** The listed origins alone. Another origin gets no such header and is otherwise answered as any request. */
export function corsFor(
  origins: readonly string[],
  moreRequestHeaders: readonly string[] = [],
): RequestHandler[] {
  const allowedHeaders = [...REQUEST_HEADERS, ...moreRequestHeaders];
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

// A browser's question carries no token: it is answered before anybody counts, and alike on every path.
const answerPreflight: RequestHandler = (request, response, next) => {
  const isPreflight =
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined;
  if (isPreflight) response.status(204).end();
  else next();
};
