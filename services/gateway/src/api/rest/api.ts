/** The REST API below /api/v1. A request passes the middleware in STEPS from top to bottom, then the handler of its operation. */
import { type Operation, type OperationId, OPERATIONS, takesIdempotencyKey } from '@ctx/contract/operations';
import type { ParsedInput } from '@ctx/contract/parse-input';
import { requestCost } from '@ctx/contract/request-costs';
import { LIMITS } from '@ctx/domain/limits';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Answers } from '../../answers/answers.ts';
import { parseParameters, parseQuery, splitOnce } from '../../answers/input.ts';
import type { OperationCall } from '../../answers/operation-handler.ts';
import { etagOf, type ResponseBody } from '../../answers/response-cache.ts';
import { admit } from '../../http/admit.ts';
import { charge } from '../../http/charge.ts';
import { checkBodySize } from '../../http/check-body-size.ts';
import { checkPlan } from '../../http/check-plan.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { encode, encodingFor } from '../../http/encoding.ts';
import { sendContentTooLarge, sendForbidden, reject, rejectMethod } from '../../http/rejections.ts';
import { parseBody, parseFile, readBytes } from '../../http/request-body.ts';
import { combineSteps, headersNamed, locals, type Step, type StepParts } from '../../http/steps.ts';
import type { Documents } from '../../reports/documents.ts';
import { DOCUMENT_PATHS } from '../../reports/document-paths.ts';
import { type DocumentFormat, openReport, type RequestedReport } from '../../reports/report.ts';
import { sendReport, TYPE_OF_FORM } from '../../reports/send-report.ts';

/** What the REST API is built from. */
export interface ApiParts extends StepParts {
  readonly answers: Answers;
  /** Limits how many whole documents are prepared at the same time. */
  readonly documents: Documents;
}

/** In the order of rejections of decisions.md, Requests 1. The routes then check path, method and input. */
const STEPS: readonly Step<ApiParts>[] = [admit, checkScope, checkBodySize, checkPlan];

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

/** Returns the router for /api/v1. */
export function apiRouter(parts: ApiParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(combineSteps(parts, STEPS));
  for (const { path, operation, query, form } of DOCUMENT_PATHS) {
    router
      .route(routeOf(path))
      .all(hideBeta(parts, [operation]))
      .get(respond(parts, { ...operation, query }, { format: form, language: 'en' }))
      .all((_request, response) => {
        rejectMethod(response, parts.settings, ['GET']);
      });
  }
  for (const [path, operations] of operationsByPath()) {
    const route = router.route(path);
    route.all(hideBeta(parts, operations));
    for (const operation of operations) {
      route[METHODS[operation.method]](respond(parts, operation));
    }
    route.all((_request, response) => {
      rejectMethod(
        response,
        parts.settings,
        operations.map(({ method }) => method),
      );
    });
  }
  router.use((_request, response) => {
    reject(response, parts.settings, 'NOT_FOUND');
  });
  return router;
}

/** Hides the paths of a beta from users without it: they get the same 404 as for an unknown path, whatever the method or query. */
function hideBeta(parts: ApiParts, operations: readonly Operation[]): RequestHandler {
  return (_request, response, next) => {
    const { betas } = locals(response).identity;
    if (operations.some(({ beta }) => beta === undefined || betas.includes(beta))) next();
    else reject(response, parts.settings, 'NOT_FOUND');
  };
}

function checkScope(parts: ApiParts, request: Request, response: Response, next: NextFunction): void {
  const needed = request.method === 'GET' ? 'read' : 'write';
  if (locals(response).identity.scopes.includes(needed)) next();
  else sendForbidden(response, parts.settings, needed);
}

/** Parses the input of an operation, performs it and sends its response. `fixed` is input that the path says. */
function respond(parts: ApiParts, operation: Operation, fixed: object = {}): RequestHandler {
  const handler = parts.answers.handlers[operation.id as OperationId];
  const isCorrection = operation.scope === 'write';
  return async (request, response) => {
    const input = await parseInput(operation, request, response);
    if (input === 'TOO_LARGE') {
      sendContentTooLarge(response);
      return;
    }
    const key = takesIdempotencyKey(operation) ? parseIdempotencyKey(request) : { input: null };
    if ('fieldErrors' in input || 'fieldErrors' in key) {
      const errors = [input, key].flatMap((part) => ('fieldErrors' in part ? part.fieldErrors : []));
      reject(response, parts.settings, 'INVALID', errors);
      return;
    }
    const { identity, requestId } = locals(response);
    const signal = disconnectSignal(response);
    const onReplayed = (): void => {
      response.set('Idempotent-Replayed', 'true');
    };
    const call = { identity, requestId, idempotencyKey: key.input, signal, onReplayed };
    const requested = requestedReport(operation, request, response, { ...fixed, ...input.input });
    if (requested !== null) {
      await respondWithReport(parts, requested, call, request, response);
      return;
    }
    if (!(await charge(parts.admitter, response, requestCost(operation.id as OperationId)))) return;
    const named = await parts.answers.assetNames(operation.id as OperationId, call, input.input, 'CONTRACT');
    const body = await handler(call, named);
    response
      .set('Cache-Control', isCorrection ? 'private, no-store' : 'private, no-cache')
      .set('Content-Type', 'application/json; charset=utf-8');
    await send(body, request, response);
  };
}

/** Sends a whole report once there is room for it. One that finds no room counts as one request. */
async function respondWithReport(
  { admitter, answers, documents }: ApiParts,
  requested: RequestedReport,
  call: OperationCall,
  request: Request,
  response: Response,
): Promise<void> {
  const send = async (): Promise<void> => {
    if (!(await charge(admitter, response, requestCost('getYearReport', requested.format)))) return;
    const report = await openReport(
      requested,
      { ...answers.handlers, dossierPage: answers.dossierPage },
      call,
    );
    await sendReport(response, report, request.method === 'HEAD');
  };
  await documents.prepare(call.identity.userId, send, call.signal);
}

/** Returns the report that a request is for; null for other operations, and for a page of JSON. */
function requestedReport(
  { documents = [], query }: Operation,
  request: Request,
  response: Response,
  input: object,
): RequestedReport | null {
  const requested = input as RequestedReport;
  const isChosen =
    !('format' in query.shape) || new URLSearchParams(splitOnce(request.url, '?')[1]).has('format');
  if (documents.length === 0 || isChosen) return documents.includes(requested.format) ? requested : null;
  response.vary('Accept');
  const types = documents.map((form) => TYPE_OF_FORM[form as DocumentFormat]);
  // Without a preference, and where nothing fits, the answer is a page of JSON.
  const chosen = documents[types.indexOf(request.accepts(['application/json', ...types]) || '')];
  return chosen === undefined ? null : { ...requested, format: chosen as DocumentFormat };
}

/** Sends a body, compressed as the client prefers. A cached body is compressed once and reused. */
async function send(
  { bytes, etag = etagOf(bytes), encoded = (encoding) => encode(bytes, encoding) }: ResponseBody,
  request: Request,
  response: Response,
): Promise<void> {
  response.set('ETag', etag);
  // A fresh request gets a 304, which has no body to compress.
  const encoding = request.fresh ? undefined : encodingFor(request, bytes);
  if (encoding === undefined) response.send(bytes);
  else response.set('Content-Encoding', encoding).send(await encoded(encoding));
}

/** Parses path, query and body into one input, or returns the errors of all three. */
async function parseInput(
  operation: Operation,
  request: Request,
  response: Response,
): Promise<ParsedInput<Record<string, unknown>> | 'TOO_LARGE'> {
  const query: ParsedInput<object> = parseQuery(operation.query, splitOnce(request.url, '?')[1]);
  const parts: ParsedInput<object>[] = [
    parseParameters(operation.pathParameters, request.params as Record<string, string>),
    query,
  ];
  if (operation.body !== undefined || operation.receivesFile === true) {
    const bytes = locals(response).body ?? (await readBytes(request, response));
    if (bytes === null) return 'TOO_LARGE';
    // An upload is in place of the body.
    const hasBody = bytes.length > 0 || !('input' in query && 'uploadId' in query.input);
    if (hasBody) {
      const body = await (operation.body === undefined
        ? parseFile(request.headers, bytes)
        : parseBody(operation.body, request.headers, bytes));
      if (body === 'TOO_LARGE') return body;
      parts.push(body);
    }
  }
  const errors = parts.flatMap((part) => ('fieldErrors' in part ? part.fieldErrors : []));
  if (errors.length > 0) return { fieldErrors: errors };
  const input: Record<string, unknown> = {};
  for (const part of parts) Object.assign(input, 'input' in part ? part.input : {});
  return { input };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;

/** Returns the client's id of a correction, or null without one: printable ASCII without spaces (decisions.md, Requests 11). */
function parseIdempotencyKey(request: Request): ParsedInput<string | null> {
  const [key = null, ...others] = headersNamed(request, 'idempotency-key');
  if (key === null) return { input: null };
  const { idempotencyKeyCharactersMax: charactersMax } = LIMITS;
  if (others.length === 0 && key.length <= charactersMax && IDEMPOTENCY_KEY.test(key)) return { input: key };
  const message = `must be one value of 1 to ${String(charactersMax)} printable ASCII characters without spaces`;
  return { fieldErrors: [{ field: 'Idempotency-Key', message }] };
}

/** Returns the path of the contract in the form of the router. */
function routeOf(path: string): string {
  return path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1');
}

function operationsByPath(): Map<string, Operation[]> {
  const byPath = new Map<string, Operation[]>();
  for (const operation of OPERATIONS as readonly Operation[]) {
    const path = routeOf(operation.path);
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  return byPath;
}
