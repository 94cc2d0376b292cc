/** Measures every request: a count by operation and status, and the response time. */
import { OPERATIONS } from '@ctx/contract/operations';
import { secondsSince } from '@ctx/platform/metrics';
import type { RequestHandler, Response } from 'express';
import { MCP_PATHS } from '../../api/mcp/paths.ts';
import { locals } from '../../http/steps.ts';
import { METRICS } from '../../metrics.ts';
import { OAUTH_ROUTES } from '../../oauth/routes.ts';
import { ASSETS } from '../../ui/assets.ts';
import { PATHS } from '../../ui/paths.ts';
import { DOCS_PATHS } from '../../web/docs/docs.ts';
import { LLMS_TXT_PATH } from '../../web/docs/llms-txt.ts';
import { SERVER_CARD_PATHS } from '../../web/docs/server-card.ts';
import { PAGE_PATHS } from '../../web/router.ts';
import { type NamedRoute, type OperationName, operationNamer } from './operation-names.ts';

const ROUTES: readonly NamedRoute[] = [
  ...OPERATIONS.map(({ id, method, path }) => ({ surface: 'rest' as const, operation: id, method, path })),
  { surface: 'rest', operation: 'getOpenApi', path: '/api/v1/openapi.json' },
  ...MCP_PATHS.map(({ path }) => ({ surface: 'mcp' as const, operation: 'message', path })),
  ...OAUTH_ROUTES.map((route) => ({ surface: 'oauth' as const, ...route })),
  ...PAGE_PATHS.map((path) => ({ surface: 'page' as const, operation: path, path })),
  { surface: 'page', operation: PATHS.upload, path: PATHS.upload },
  ...Object.values(ASSETS).map(({ path }) => ({ surface: 'page' as const, operation: 'asset', path })),
  ...[...DOCS_PATHS, LLMS_TXT_PATH, ...SERVER_CARD_PATHS].map((path) => ({
    surface: 'docs' as const,
    operation: 'docs',
    path,
  })),
];

/** Returns the surface and operation of a method and a path. */
export const operationOf = operationNamer(ROUTES);

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** Must be the first middleware, so that every request is counted, whatever the others do with it. */
export const measureRequests: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const { method } = request;
  const [path = ''] = request.originalUrl.split('?');
  METRICS.inFlight.inc();
  response.once('close', () => {
    METRICS.inFlight.dec();
    const { surface, operation } = operationNameOf(response, method, path);
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

/** Returns the operation that a response belongs to: for an MCP tool call the tool, which only the body names. */
export function operationNameOf(response: Response, method: string, path: string): OperationName {
  const { tool } = locals(response);
  if (tool !== undefined) return { surface: 'mcp', operation: tool };
  return operationOf(method === 'HEAD' ? 'GET' : method, path);
}
