/** Records one span per request. The trace context of a request is used only where a trusted proxy sent it; else a new trace starts. */
import type { IncomingMessage } from 'node:http';
import { endSpan, isTracing, SpanKind, startSpan, TRACEPARENT, within } from '@ctx/platform/tracing';
import type { RequestHandler } from 'express';
import { operationNameOf } from './measure.ts';

/**
 * Must be the second middleware, so that everything a request causes is below its span. `isFromProxy` returns whether a trusted
 * proxy sent the request.
 */
export function traceRequests(isFromProxy: (request: IncomingMessage) => boolean): RequestHandler {
  return (request, response, next) => {
    if (!isTracing()) {
      next();
      return;
    }
    const { method } = request;
    const [path = ''] = request.originalUrl.split('?');
    const traceparent = request.headers[TRACEPARENT];
    const parent = typeof traceparent === 'string' && isFromProxy(request) ? traceparent : null;
    const span = startSpan('request', { kind: SpanKind.SERVER, parent });
    if (span === null) {
      next();
      return;
    }
    response.once('close', () => {
      const { surface, operation } = operationNameOf(response, method, path);
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
