/** Counts every request by its operation, and how long it took. */
import { OPERATIONS } from '@ctx/common/contract/operations';
import { secondsSince } from '@ctx/common/platform/metrics';
import type { RequestHandler, Response } from 'express';
import { DOCS_PATHS } from '../docs/docs.ts';
import { METRICS } from '../metrics.ts';
import { OAUTH_ROUTES } from '../oauth/routes.ts';
import { ASSETS } from '../pages/assets.ts';
import { PAGE_PATHS } from '../settings/router.ts';
import { type NamedRoute, type OperationName, operationNamer } from './operation-names.ts';
import { locals } from '../front/steps.ts';

const ROUTES: readonly NamedRoute[] = [
  ...OPERATIONS.map(({ id, method, path }) => ({ surface: 'rest' as const, operation: id, method, path })),
  { surface: 'rest', operation: 'getOpenApi', path: '/api/v1/openapi.json' },
  { surface: 'mcp', operation: 'message', path: '/mcp' },
  ...OAUTH_ROUTES.map((route) => ({ surface: 'oauth' as const, ...route })),
  ...PAGE_PATHS.map((path) => ({ surface: 'page' as const, operation: path, path })),
  ...Object.values(ASSETS).map(({ path }) => ({ surface: 'page' as const, operation: 'asset', path })),
  ...DOCS_PATHS.map((path) => ({ surface: 'docs' as const, operation: 'docs', path })),
];

/** The operation of a method and a path. */
export const operationOf = operationNamer(ROUTES);

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** First of all: a request is counted whatever happens to it. */
export const measureRequests: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const { method } = request;
  const [path = ''] = request.originalUrl.split('?');
  METRICS.inFlight.inc();
  response.once('close', () => {
    METRICS.inFlight.dec();
    const { surface, operation } = nameOf(response, method, path);
    const status = response.writableFinished ? String(response.statusCode) : 'aborted';
    METRICS.requests.inc({
      surface,
      operation,
      method: METHODS.includes(method) ? method : 'other',
      status,
    });
    METRICS.requestSeconds.observe({ surface, operation }, secondsSince(startedAt));
  });
  next();
};

/** A message of MCP names its tool in the body. */
export function nameOf(response: Response, method: string, path: string): OperationName {
  const { tool } = locals(response);
  if (tool !== undefined) return { surface: 'mcp', operation: tool };
  return operationOf(method === 'HEAD' ? 'GET' : method, path);
}
