/** The REST API below /api/v1: a request's path through it is the table STEPS, read from top to bottom. */
import type { IncomingMessage } from 'node:http';
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import { compileRenderer } from '@ctx/common/contract/render';
import { LIMITS } from '@ctx/common/domain/limits';
import type { Logger } from '@ctx/common/platform/log';
import { isDatabaseUnavailable } from '@ctx/common/platform/postgres';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Admitter, Identity } from '../auth/admission.ts';
import {
  contentTooLarge,
  forbidden,
  refuse,
  type RefusalSettings,
  setRateLimitHeaders,
  tooManyRequests,
  unauthorized,
} from '../bodies/refusals.ts';
import type { Answers } from './answers.ts';
import { parseParameters, parseQuery } from './input.ts';

export interface ApiParts {
  readonly admitter: Admitter;
  readonly answers: Answers;
  readonly settings: RefusalSettings;
  readonly log: Logger;
}

/** What earlier steps leave for later ones. */
interface Locals {
  requestId: string;
  identity: Identity;
}

type Step = (
  parts: ApiParts,
  request: Request,
  response: Response,
  next: NextFunction,
) => Promise<void> | void;

/** In the order of refusals of decisions.md, Requests 1; unknown path, method and shape follow in the routes. */
const STEPS: readonly Step[] = [admit, checkScope, checkBodySize, checkPlan];

/** The router for /api/v1. */
export function apiRouter(parts: ApiParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const step of STEPS) router.use((request, response, next) => step(parts, request, response, next));
  for (const [path, operations] of operationsByPath()) {
    const route = router.route(path);
    route.all(hideBeta(parts, operations));
    for (const operation of operations) {
      if (operation.method === 'GET') route.get(answer(parts, operation));
    }
    route.all((_request, response) => {
      const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      response.set('Allow', methods.join(', '));
      refuse(response, parts.settings, 'METHOD_NOT_ALLOWED');
    });
  }
  router.use((_request, response) => {
    refuse(response, parts.settings, 'NOT_FOUND');
  });
  return router;
}

/** Without the beta its paths do not exist: the same bytes as an unknown path, whatever the method or the query. */
function hideBeta(parts: ApiParts, operations: readonly Operation[]): RequestHandler {
  return (_request, response, next) => {
    const { betas } = locals(response).identity;
    if (operations.some(({ beta }) => beta === undefined || betas.includes(beta))) next();
    else refuse(response, parts.settings, 'NOT_FOUND');
  };
}

async function admit(
  parts: ApiParts,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const admission = await parts.admitter.admit(authorizationHeaders(request), clientAddress(request));
  if (admission.outcome === 'TOO_MANY_FAILURES') {
    tooManyRequests(response, admission.retryAfterSeconds);
    return;
  }
  if (admission.outcome === 'UNAUTHORIZED') {
    unauthorized(response, parts.settings, admission.tokenSent);
    return;
  }
  locals(response).identity = admission.identity;
  setRateLimitHeaders(response, admission.budget);
  if (admission.outcome === 'RATE_LIMITED') tooManyRequests(response, admission.budget.resetSeconds);
  else next();
}

function checkScope(parts: ApiParts, request: Request, response: Response, next: NextFunction): void {
  const needed = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
  if (locals(response).identity.scopes.includes(needed)) next();
  else forbidden(response, parts.settings, needed);
}

async function checkBodySize(
  _parts: ApiParts,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  // Judged by the announced length: nobody waits for bytes that are refused anyway.
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytesMax) contentTooLarge(response);
  else if (
    request.headers['transfer-encoding'] !== undefined &&
    (await isLongerThan(request, LIMITS.bodyBytesMax))
  )
    contentTooLarge(response);
  else next();
}

/** Reads a body that came without a length, and answers as soon as it is too long. */
async function isLongerThan(request: Request, bytesMax: number): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) return true;
  }
  return false;
}

function checkPlan(parts: ApiParts, _request: Request, response: Response, next: NextFunction): void {
  if (locals(response).identity.plan === 'pro') next();
  else refuse(response, parts.settings, 'PRO_REQUIRED');
}

function answer(parts: ApiParts, operation: Operation): RequestHandler {
  const render = compileRenderer(operation.response);
  const ask = parts.answers.of[operation.id as OperationId];
  return async (request, response) => {
    const path = parseParameters(operation.pathParameters, request.params as Record<string, string>);
    const query = parseQuery(operation.query, request.url.split('?')[1] ?? '');
    if ('fieldErrors' in path || 'fieldErrors' in query) {
      const errors = [path, query].flatMap((part) => ('fieldErrors' in part ? part.fieldErrors : []));
      refuse(response, parts.settings, 'INVALID', errors);
      return;
    }
    const { identity, requestId } = locals(response);
    const message = await ask(identity, requestId, { ...path.input, ...query.input } as never);
    response.set('Cache-Control', 'private, no-cache').type('json').send(render(message));
  };
}

/** The last resort for what a step or an answer threw: 503 for a dependency that is down, 400 for a bad path, else 500. */
export function errorHandler(settings: RefusalSettings, log: Logger) {
  // Express knows an error handler by its four parameters.
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    const { requestId } = locals(response);
    if (response.headersSent) {
      next(error);
      return;
    }
    if ((error as { code?: unknown }).code === NOT_FOUND_GRPC) {
      refuse(response, settings, 'NOT_FOUND');
    } else if (isUnavailable(error)) {
      log.warn({ err: error, requestId }, 'dependency unavailable');
      refuse(response, settings, 'UNAVAILABLE');
    } else if (error instanceof URIError || (error as { status?: unknown }).status === 400) {
      refuse(response, settings, 'INVALID', [{ field: 'path', message: 'is not a valid percent-encoding' }]);
    } else {
      log.error({ err: error, requestId }, 'request failed');
      refuse(response, settings, 'INTERNAL');
    }
  };
}

const NOT_FOUND_GRPC = 5;
// gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE.
const UNAVAILABLE_GRPC = new Set<unknown>([4, 8, 14]);

function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE_GRPC.has((error as { code?: unknown }).code) || isDatabaseUnavailable(error);
}

function operationsByPath(): Map<string, Operation[]> {
  const byPath = new Map<string, Operation[]>();
  for (const operation of OPERATIONS as readonly Operation[]) {
    const path = operation.path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1');
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  return byPath;
}

/** The connection's address, or the forwarded one behind a trusted proxy; an IPv4 address in its own form. */
function clientAddress(request: Request): string {
  return (request.ip ?? '0.0.0.0').replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
}

function authorizationHeaders(request: IncomingMessage): string[] {
  // node joins or drops repeated headers; the raw list tells two from one.
  return request.rawHeaders.flatMap((name, index, raw) =>
    index % 2 === 0 && name.toLowerCase() === 'authorization' ? [raw[index + 1] ?? ''] : [],
  );
}

/** The typed view of `response.locals`. */
export function locals(response: Response): Locals {
  return response.locals as Locals;
}
