/** The REST API below /api/v1: a request's path through it is the table STEPS, read from top to bottom. */
import type { IncomingMessage } from 'node:http';
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import type { ParsedInput } from '@ctx/common/contract/parse-input';
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
  refuseMethod,
  type RefusalSettings,
  setRateLimitHeaders,
  tooManyRequests,
  unauthorized,
} from '../bodies/refusals.ts';
import type { Answers } from './answers.ts';
import { parseBody, readBytes } from './body.ts';
import { parseParameters, parseQuery, splitOnce } from './input.ts';
import { refusalOf } from './refusal-of-status.ts';

export interface ApiParts {
  readonly admitter: Admitter;
  readonly answers: Answers;
  readonly settings: RefusalSettings;
  readonly log: Logger;
  /** The address a request counts against. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** What earlier steps leave for later ones. */
interface Locals {
  requestId: string;
  identity: Identity;
  /** Of a body that came without a length. */
  body?: Buffer;
}

type Step = (
  parts: ApiParts,
  request: Request,
  response: Response,
  next: NextFunction,
) => Promise<void> | void;

/** In the order of refusals of decisions.md, Requests 1; unknown path, method and shape follow in the routes. */
const STEPS: readonly Step[] = [admit, checkScope, checkBodySize, checkPlan];

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

/** The router for /api/v1. */
export function apiRouter(parts: ApiParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const step of STEPS) router.use((request, response, next) => step(parts, request, response, next));
  for (const [path, operations] of operationsByPath()) {
    const route = router.route(path);
    route.all(hideBeta(parts, operations));
    for (const operation of operations) {
      route[METHODS[operation.method]](answer(parts, operation));
    }
    route.all((_request, response) => {
      refuseMethod(
        response,
        parts.settings,
        operations.map(({ method }) => method),
      );
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
  const authorization = headersNamed(request, 'authorization');
  const admission = await parts.admitter.admit(authorization, parts.addressOf(request));
  if (admission.outcome === 'TOO_MANY_FAILURES') {
    const budget = { remaining: 0, resetSeconds: admission.retryAfterSeconds };
    setRateLimitHeaders(response, budget, 'failures');
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
  const needed = request.method === 'GET' ? 'read' : 'write';
  if (locals(response).identity.scopes.includes(needed)) next();
  else forbidden(response, parts.settings, needed);
}

/** 413 before the body arrives where it says its length, else as soon as it is too long. */
export async function checkBodySize(
  _parts: unknown,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  // Judged by the announced length: nobody waits for bytes that are refused anyway.
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytesMax) {
    contentTooLarge(response);
    return;
  }
  if (request.headers['transfer-encoding'] !== undefined) {
    // It came without a length: read now, and refused as soon as it is too long.
    const bytes = await readBytes(request, response);
    if (bytes === null) {
      contentTooLarge(response);
      return;
    }
    locals(response).body = bytes;
  }
  next();
}

function checkPlan(parts: ApiParts, _request: Request, response: Response, next: NextFunction): void {
  if (locals(response).identity.plan === 'pro') next();
  else refuse(response, parts.settings, 'PRO_REQUIRED');
}

function answer(parts: ApiParts, operation: Operation): RequestHandler {
  const render = compileRenderer(operation.response);
  const ask = parts.answers.of[operation.id as OperationId];
  const isCorrection = operation.scope === 'write';
  return async (request, response) => {
    const input = await parseInput(operation, request, response);
    if (input === 'TOO_LARGE') {
      contentTooLarge(response);
      return;
    }
    const key = isCorrection ? parseIdempotencyKey(request) : { input: null };
    if ('fieldErrors' in input || 'fieldErrors' in key) {
      const errors = [input, key].flatMap((part) => ('fieldErrors' in part ? part.fieldErrors : []));
      refuse(response, parts.settings, 'INVALID', errors);
      return;
    }
    const { identity, requestId } = locals(response);
    const message = await ask({ identity, requestId, idempotencyKey: key.input }, input.input);
    response
      .set('Cache-Control', isCorrection ? 'private, no-store' : 'private, no-cache')
      .type('json')
      .send(render(message));
  };
}

/** Path, query and body as one input; what is wrong with any of them is named. */
async function parseInput(
  operation: Operation,
  request: Request,
  response: Response,
): Promise<ParsedInput<Record<string, unknown>> | 'TOO_LARGE'> {
  const parts: ParsedInput<object>[] = [
    parseParameters(operation.pathParameters, request.params as Record<string, string>),
    parseQuery(operation.query, splitOnce(request.url, '?')[1]),
  ];
  if (operation.body !== undefined) {
    const bytes = locals(response).body ?? (await readBytes(request, response));
    const body = bytes === null ? 'TOO_LARGE' : await parseBody(operation.body, request.headers, bytes);
    if (body === 'TOO_LARGE') return body;
    parts.push(body);
  }
  const errors = parts.flatMap((part) => ('fieldErrors' in part ? part.fieldErrors : []));
  if (errors.length > 0) return { fieldErrors: errors };
  const input: Record<string, unknown> = {};
  for (const part of parts) Object.assign(input, 'input' in part ? part.input : {});
  return { input };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;

/** The client's name of a correction: printable ASCII without spaces (decisions.md, Requests 11). */
function parseIdempotencyKey(request: Request): ParsedInput<string | null> {
  const [key = null, ...others] = headersNamed(request, 'idempotency-key');
  if (key === null) return { input: null };
  const { idempotencyKeyCharactersMax: charactersMax } = LIMITS;
  if (others.length === 0 && key.length <= charactersMax && IDEMPOTENCY_KEY.test(key)) return { input: key };
  const message = `must be one value of 1 to ${String(charactersMax)} printable ASCII characters without spaces`;
  return { fieldErrors: [{ field: 'Idempotency-Key', message }] };
}

/** The last resort for what a step or an answer threw: 503 for a dependency that is down, 400 for a bad path, else 500. */
export function errorHandler(settings: RefusalSettings, log: Logger) {
  // Express knows an error handler by its four parameters.
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    const { requestId } = locals(response);
    // The client is gone: nobody to answer, and no fault of ours.
    if (response.destroyed) return;
    if (response.headersSent) {
      next(error);
      return;
    }
    const refusal = refusalOf(error);
    if (refusal !== null) {
      refuse(response, settings, refusal.refused, refusal.fieldErrors ?? null);
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

/** All values of a header: node joins or drops repeated ones, the raw list tells two from one. */
export function headersNamed(request: IncomingMessage, wanted: string): string[] {
  return request.rawHeaders.flatMap((name, index, raw) =>
    index % 2 === 0 && name.toLowerCase() === wanted ? [raw[index + 1] ?? ''] : [],
  );
}

/** The typed view of `response.locals`. */
export function locals(response: Response): Locals {
  return response.locals as Locals;
}
