/** Opens one span per request. A `traceparent` header counts only if a trusted proxy sent it; otherwise a new trace starts. */
import type { IncomingMessage } from 'node:http';
import { endSpan, isTracing, SpanKind, startSpan, TRACEPARENT, within } from '@ctx/common/platform/tracing';
import type { RequestHandler } from 'express';
import { nameOf } from './measure.ts';

/** Runs right after the measuring middleware, so that all work of a request is below its span. `isFromProxy` tells whether a trusted proxy sent the request. */
export function traceRequests(isFromProxy: (request: IncomingMessage) => boolean): RequestHandler {
  return (request, response, next) => {
    if (!isTracing()) {
      next();
      return;
    }
    const { method } = request;
    const [path = ''] = request.originalUrl.split('?');
    const given = request.headers[TRACEPARENT];
    const parent = typeof given === 'string' && isFromProxy(request) ? given : null;
    const span = startSpan('request', { kind: SpanKind.SERVER, parent });
    if (span === null) {
      next();
      return;
    }
    response.once('close', () => {
      const { surface, operation } = nameOf(response, method, path);
      span.updateName(`${surface} ${operation}`);
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': response.statusCode,
        'ctx.surface': surface,
        'ctx.operation': operation,
      });
      endSpan(span, response.statusCode >= 500);
    });
    within(span, next);
  };
}
