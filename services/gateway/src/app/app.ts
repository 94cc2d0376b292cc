/** The gateway's HTTP application: the middleware stack, read from top to bottom. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@ctx/platform/log';
import { bound, markSpan, REQUEST_ID_OF_SPAN } from '@ctx/platform/tracing';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Answers } from '../answers/answers.ts';
import { mcpRouter } from '../api/mcp/endpoint.ts';
import { buildOpenApi } from '../api/openapi/document.ts';
import { apiRouter } from '../api/rest/api.ts';
import { checkBodySize } from '../http/check-body-size.ts';
import { corsFor, corsForAll } from '../http/cors.ts';
import { ENCODED_BYTES_MIN } from '../http/encoding.ts';
import { errorHandler } from '../http/failures.ts';
import { prefersPage } from '../http/prefers-page.ts';
import { reject, rejectMethod, type RejectionSettings } from '../http/rejections.ts';
import { runInOrder } from '../http/run-in-order.ts';
import { SECURITY_HEADERS } from '../http/security-headers.ts';
import { headersNamed, locals } from '../http/steps.ts';
import type { Admitter } from '../identity/auth/admission.ts';
import { siteOf } from '../identity/auth/client-address.ts';
import type { Documents } from '../reports/documents.ts';
import type { OperatorLinks } from '../ui/operator.ts';
import { sendMessage } from '../ui/send-message.ts';
import { docsRouter } from '../web/docs/docs.ts';
import { llmsTxtRouter } from '../web/docs/llms-txt.ts';
import { serverCardRouter } from '../web/docs/server-card.ts';
import { securityTxtRouter } from '../web/docs/security-txt.ts';
import { measureRequests } from './observe/measure.ts';
import { traceRequests } from './observe/trace.ts';

const RESPONSE_LISTENERS_MAX = 20;

/** What the application is built from. */
export interface AppParts {
  readonly admitter: Admitter;
  readonly answers: Answers;
  /** Limits how many whole documents are prepared at the same time. */
  readonly documents: Documents;
  readonly settings: RejectionSettings;
  readonly log: Logger;
  /** The address a request counts against. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whether a request came over a trusted proxy, whose traces count. */
  readonly isFromProxy: (request: IncomingMessage) => boolean;
  /** Origins whose pages may read responses of the API. */
  readonly corsOrigins: readonly string[];
  readonly version: string;
  readonly operator: OperatorLinks;
  /** The HTML pages and the OAuth server. */
  readonly web: RequestHandler;
  readonly isDraining: () => boolean;
}

/** Builds the Express application. */
export function createApp(parts: AppParts): Express {
  const { settings, log } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  // Weak ETags, because a compressed body has different bytes (RFC 9110 §8.8.3).
  app.set('etag', 'weak');
  app.use(
    runInOrder(
      measureRequests,
      traceRequests(parts.isFromProxy),
      identifyRequest,
      logRequest(log, parts.addressOf),
      treatHeadAsGet,
      ignoreCacheControl,
      setSecurityHeaders,
      closeWhileDraining(parts.isDraining),
      requireOneHost(settings),
    ),
  );
  const document = buildOpenApi(settings.baseUrl, parts.version, parts.operator);
  // For the other routes: the API and MCP compress their bodies themselves (`encodingFor`).
  const compress = compression({ threshold: ENCODED_BYTES_MIN });
  app.use('/api/v1/openapi.json', corsForAll(), compress);
  app
    .route('/api/v1/openapi.json')
    .all(limitBody)
    .get(serveOpenApi(document))
    .all((_request, response) => {
      rejectMethod(response, settings, ['GET']);
    });
  // The busiest routers come first. No path belongs to two of them.
  app.use('/api/v1', corsFor(parts.corsOrigins), apiRouter(parts));
  app.use(mcpRouter(parts));
  app.use(compress);
  app.use(docsRouter(settings, document));
  app.use(llmsTxtRouter(settings));
  app.use(serverCardRouter(settings, parts.version));
  const { securityContact } = parts.operator;
  if (securityContact !== null) app.use(securityTxtRouter(securityContact, settings));
  app.use(parts.web);
  app.use(limitBody, (request, response) => {
    response.vary('Accept');
    if (prefersPage(request)) sendMessage(request, response, 'notFound', 404);
    else reject(response, settings, 'NOT_FOUND');
  });
  app.use(errorHandler(settings, log));
  return app;
}

const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

const identifyRequest: RequestHandler = (request, response, next) => {
  const header = request.headers['x-request-id'];
  const requestId = typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
  locals(response).requestId = requestId;
  response.set('X-Request-Id', requestId);
  markSpan({ [REQUEST_ID_OF_SPAN]: requestId }, false);
  next();
};

/** Writes a line for each request. Of the client's address it has the network alone, as the access log does. */
function logRequest(log: Logger, addressOf: AppParts['addressOf']): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method } = request;
    // Without the query, because some clients put their token there.
    const [path] = request.originalUrl.split('?');
    const network = siteOf(addressOf(request));
    const writeLine = (): void => {
      const { requestId, identity } = locals(response) as {
        requestId: string;
        identity?: { userId: number; tokenId: string };
      };
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const aborted = response.writableFinished ? undefined : true;
      log.info(
        {
          requestId,
          method,
          path,
          status: response.statusCode,
          userId: identity?.userId,
          tokenId: identity?.tokenId,
          network,
          ms,
          aborted,
        },
        'request',
      );
    };
    // A streamed download has about six listeners of its own, since `compression` passes on those of the stream. With those of log, metrics,
    // trace and the call of the request they exceed the 10 above which Node writes a warning among the JSON lines of the log.
    response.setMaxListeners(RESPONSE_LISTENERS_MAX);
    response.once('close', bound(writeLine));
    next();
  };
}

// HEAD is handled, measured and compressed like GET. Node leaves the body out of the response.
const treatHeadAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

// fetch() adds `Cache-Control: no-cache` to a request with If-None-Match, and Express then never responds with 304. An origin
// server may: RFC 9111 §5.2.1.4 concerns caches.
const ignoreCacheControl: RequestHandler = (request, _response, next) => {
  delete request.headers['cache-control'];
  next();
};

const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.set(SECURITY_HEADERS);
  // Also on a 304, for which the compression middleware does not set it.
  response.vary('Accept-Encoding');
  next();
};

// With two Host headers, a proxy in front of us may have used the other one (RFC 9112 §3.2).
function requireOneHost(settings: RejectionSettings): RequestHandler {
  return (request, response, next) => {
    const hosts = headersNamed(request, 'host').length;
    if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) next();
    else reject(response, settings, 'INVALID', [{ field: 'Host', message: 'must be given exactly once' }]);
  };
}

// For the OpenAPI document and unknown paths. The API and MCP have this check among their steps.
const limitBody: RequestHandler = (request, response, next) => checkBodySize(null, request, response, next);

// Without it 20 keep-alive clients did not drain in 4 s; with it they drained in 26 ms, without an error. It is decided when the
// response begins, because a request from before the drain may get its response during it.
function closeWhileDraining(isDraining: () => boolean): RequestHandler {
  return (_request, response, next) => {
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
    const writeHeadWithClose: typeof writeHead = (...args) => {
      if (isDraining()) response.setHeader('Connection', 'close');
      return writeHead(...args);
    };
    response.writeHead = writeHeadWithClose;
    next();
  };
}

function serveOpenApi(document: object): RequestHandler {
  const text = JSON.stringify(document, null, 2);
  return (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('json').send(text);
  };
}
