/** The REST API below /api/v1: a request's path through it is the table STEPS, read from top to bottom. */
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import type { ParsedInput } from '@ctx/common/contract/parse-input';
import { LIMITS } from '@ctx/common/domain/limits';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { encode, encodingFor } from '../bodies/encoding.ts';
import { contentTooLarge, forbidden, refuse, refuseMethod } from '../bodies/refusals.ts';
import {
  admit,
  checkBodySize,
  checkPlan,
  type FrontParts,
  headersNamed,
  locals,
  type Step,
  takeSteps,
} from '../front/steps.ts';
import type { Answers } from './answers.ts';
import { type Body, etagOf } from './kept-bodies.ts';
import { parseBody, readBytes } from '../front/body.ts';
import { parseParameters, parseQuery, splitOnce } from './input.ts';

export interface ApiParts extends FrontParts {
  readonly answers: Answers;
}

/** In the order of refusals of decisions.md, Requests 1; unknown path, method and shape follow in the routes. */
const STEPS: readonly Step<ApiParts>[] = [admit, checkScope, checkBodySize, checkPlan];

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

/** The router for /api/v1. */
export function apiRouter(parts: ApiParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(takeSteps(parts, STEPS));
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

function checkScope(parts: ApiParts, request: Request, response: Response, next: NextFunction): void {
  const needed = request.method === 'GET' ? 'read' : 'write';
  if (locals(response).identity.scopes.includes(needed)) next();
  else forbidden(response, parts.settings, needed);
}

function answer(parts: ApiParts, operation: Operation): RequestHandler {
  const bodyOf = parts.answers.bodyOf[operation.id as OperationId];
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
    const body = await bodyOf({ identity, requestId, idempotencyKey: key.input }, input.input);
    response
      .set('Cache-Control', isCorrection ? 'private, no-store' : 'private, no-cache')
      .set('Content-Type', 'application/json; charset=utf-8');
    await send(body, request, response);
  };
}

/** A kept body goes out as it was compressed once. */
async function send(
  { bytes, etag = etagOf(bytes), encoded = (encoding) => encode(bytes, encoding) }: Body,
  request: Request,
  response: Response,
): Promise<void> {
  response.set('ETag', etag);
  // Whoever has it already gets no body.
  const encoding = request.fresh ? undefined : encodingFor(request, bytes);
  if (encoding === undefined) response.send(bytes);
  else response.set('Content-Encoding', encoding).send(await encoded(encoding));
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

function operationsByPath(): Map<string, Operation[]> {
  const byPath = new Map<string, Operation[]>();
  for (const operation of OPERATIONS as readonly Operation[]) {
    const path = operation.path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1');
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  return byPath;
}
