/** The MCP endpoint at /mcp and at one address for each toolset: requests are admitted as for REST, then passed to the MCP library. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LIMITS } from '@ctx/domain/limits';
import type { Toolset } from '@ctx/contract/tools';
import type { Scope } from '@ctx/domain/vocabulary';
import type { Logger } from '@ctx/platform/log';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { Answers } from '../../answers/answers.ts';
import { admitOr, rejectOverLimit } from '../../http/admit.ts';
import { checkBodySize } from '../../http/check-body-size.ts';
import { checkPlan } from '../../http/check-plan.ts';
import { corsFor, MCP_REQUEST_HEADERS } from '../../http/cors.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import {
  reject,
  rejectMethod,
  sendContentTooLarge,
  sendEdgeRejection,
  sendForbidden,
  sendUnauthorized,
} from '../../http/rejections.ts';
import { readBytes, readJson } from '../../http/request-body.ts';
import { combineSteps, headersNamed, locals, type Step, type StepParts } from '../../http/steps.ts';
import type { Budget } from '../../identity/auth/admission.ts';
import { countRejection } from '../../metrics.ts';
import { reasonOf } from './errors.ts';
import { createEventMethods } from './events.ts';
import { exchange } from './exchange.ts';
import { isOwnHost } from './own-host.ts';
import { MCP_PATHS, type McpPath, requestedToolsets, TOOLSETS_HEADER, TOOLSETS_RULE } from './paths.ts';
import { withBody } from './placeholder.ts';
import {
  overLimitInProtocol,
  type ProtocolRejection,
  scopeNeeded,
  sendRejectedMessage,
  tooManyCalls,
} from './protocol-rejections.ts';
import { createServer, type McpRequestContext } from './server.ts';
import { createToolbox, EXACT_FIELDS } from './tools.ts';

/** What the MCP endpoint is built from. */
export interface McpParts extends StepParts {
  readonly answers: Answers;
  readonly log: Logger;
  readonly version: string;
  /** Origins whose pages may call the endpoint, in addition to our own. */
  readonly corsOrigins: readonly string[];
}

/** With our own base URL, parsed once, and the toolsets of the address. */
type Parts = McpParts & { readonly ownUrl: URL; readonly toolsets: readonly Toolset[] };

/** Returns the steps of an address, in the order of rejections of decisions.md, Requests 1. */
const stepsOf = ({ rejectsInProtocol }: McpPath): readonly Step<Parts>[] => [
  checkHost,
  checkOrigin,
  challengeWithoutToken,
  admitOr<Parts>(rejectsInProtocol ? overLimitInProtocol() : rejectOverLimit),
  checkBodySize,
  checkPlan,
  checkMethod,
  chooseToolsets,
];

/** Returns the router for /mcp and the addresses of the toolsets. */
export function mcpRouter(parts: McpParts): Router {
  const { log, version } = parts;
  const { baseUrl } = parts.settings;
  const ownUrl = new URL(baseUrl);
  const toolbox = createToolbox(parts.answers, log, parts.settings);
  const addEventMethods = createEventMethods(parts.answers.events, log);
  // The library passes neither the caller nor the request id to its callbacks.
  const context = new AsyncLocalStorage<McpRequestContext>();
  const onerror = (error: Error): void => {
    log.info(
      { requestId: context.getStore()?.requestId, reason: reasonOf(error.stack ?? error.message) },
      'MCP request rejected',
    );
  };
  const createServerForRequest = (): McpServer => {
    const current = context.getStore();
    if (current === undefined) throw new TypeError('createServerForRequest runs outside a request');
    return createServer(toolbox, log, { version, baseUrl, addEventMethods }, current);
  };
  // The response is one JSON body, or one event for clients of the older protocol era.
  const { fetch } = createMcpHandler(createServerForRequest, { onerror });
  const finish = (text: string): Buffer => {
    const body = context.getStore()?.body ?? null;
    return body === null ? Buffer.from(text) : withBody(text, body);
  };
  const exchangeParts = { fetch, url: new URL('/mcp', ownUrl).href, onerror, finish };
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use('/mcp', corsFor(parts.corsOrigins, MCP_REQUEST_HEADERS));
  for (const address of MCP_PATHS) {
    const { path, toolsets: ofPath, rejectsInProtocol } = address;
    // Challenges of a 401 or 403 point to the metadata of the address that was called.
    const settings = { ...parts.settings, resourcePath: path };
    router.all(path, combineSteps({ ...parts, settings, ownUrl, toolsets: ofPath }, stepsOf(address)));
    router.all(path, async (request, response) => {
      const message = await readMessage(request, response);
      if (message === null) return;
      const { identity, budget, requestId, toolsets = ofPath, isOverLimit = false } = locals(response);
      const tool = toolOf(message);
      const needed = tool === null ? null : toolbox.scopeOf(tool, toolsets);
      if (tool !== null && needed !== null) locals(response).tool = tool;
      const isForbidden = needed !== null && !identity.scopes.includes(needed);
      if (isForbidden && !rejectsInProtocol) {
        sendForbidden(response, settings, 'write');
        return;
      }
      response.set('Cache-Control', 'private, no-store');
      const rejection = rejectionOf(isOverLimit, budget, isForbidden ? needed : null);
      if (rejection !== null && tool === null) {
        sendRejectedMessage(response, message, rejection);
        return;
      }
      const signal = disconnectSignal(response);
      const admitted = { identity, budget, requestId, toolsets, signal, rejection };
      const current = requestContext(parts.admitter, admitted);
      await context.run(current, () => exchange(exchangeParts, request, response, message, signal));
    });
  }
  return router;
}

/** Returns why a call is rejected within the protocol: the limit is reached, or the token lacks the scope `lacking`. */
function rejectionOf(isOverLimit: boolean, budget: Budget, lacking: Scope | null): ProtocolRejection | null {
  if (isOverLimit) return tooManyCalls(budget.resetSeconds);
  if (lacking === null) return null;
  countRejection('scope');
  return scopeNeeded(lacking);
}

/** Returns the context of a request. A dear call updates its budget. */
function requestContext(
  admitter: McpParts['admitter'],
  request: Omit<McpRequestContext, 'body' | 'charge'>,
): McpRequestContext {
  const context: McpRequestContext = {
    ...request,
    body: null,
    charge: async (requests) => {
      const { budget, isEnough } = await admitter.charge(context.identity, requests);
      context.budget = budget;
      return isEnough;
    },
  };
  return context;
}

/** Rejects requests for another host, as DNS rebinding sends them. */
function checkHost({ ownUrl }: Parts, request: Request, response: Response, next: NextFunction): void {
  if (isOwnHost(request.headers.host, ownUrl)) next();
  else sendEdgeRejection(response, 'HOST_FOREIGN');
}

/** Rejects requests of pages whose origin is neither ours nor on the allow-list. */
function checkOrigin(
  { ownUrl, corsOrigins }: Parts,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const { origin } = request.headers;
  const isOurs = origin === undefined || origin === ownUrl.origin;
  if (isOurs || corsOrigins.includes(origin)) next();
  else sendEdgeRejection(response, 'ORIGIN_FOREIGN');
}

/**
 * Responds to a request without a token with a 401 that shows where to sign in. Connectors send such a request on purpose, so it
 * does not count as a failed authentication (decisions.md, Requests 6).
 */
function challengeWithoutToken(
  { settings }: McpParts,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (headersNamed(request, 'authorization').length > 0) next();
  else sendUnauthorized(response, settings, false);
}

function checkMethod({ settings }: McpParts, request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'POST') next();
  else rejectMethod(response, settings, ['POST']);
}

/** Adds the toolsets that the header requests to those of the address. */
function chooseToolsets(
  { settings, toolsets: ofPath }: Parts,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const toolsets = requestedToolsets(ofPath, request.get(TOOLSETS_HEADER) ?? '');
  if (toolsets === null) {
    reject(response, settings, 'INVALID', [{ field: TOOLSETS_HEADER, message: TOOLSETS_RULE }]);
    return;
  }
  locals(response).toolsets = toolsets;
  next();
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Reads the one message of a request. Returns null after it has responded with a rejection itself. */
async function readMessage(request: Request, response: Response): Promise<object | null> {
  const bytes = locals(response).body ?? (await readBytes(request, response));
  const json = bytes === null ? 'TOO_LARGE' : await readJson(request.headers, bytes, EXACT_FIELDS);
  if (json === 'TOO_LARGE') {
    sendContentTooLarge(response);
    return null;
  }
  if ('fieldErrors' in json) {
    const [fault] = json.fieldErrors;
    rejectMessage(response, PARSE_ERROR, `${fault?.field ?? 'body'} ${fault?.message ?? ''}`);
    return null;
  }
  const { value } = json;
  const fault = faultOfMessage(value);
  if (fault === null) return value as object;
  rejectMessage(response, INVALID_REQUEST, fault);
  return null;
}

function faultOfMessage(value: unknown): string | null {
  // A batch would count as one request and do the work of a hundred, past the rate limit.
  if (Array.isArray(value)) return 'Batches are not accepted. Send one message per request.';
  if (typeof value !== 'object' || value === null) return 'The message must be a JSON object.';
  const { id } = value as { id?: unknown };
  const { rpcIdCharactersMax: charactersMax } = LIMITS;
  return typeof id === 'string' && id.length > charactersMax
    ? `The id must have at most ${String(charactersMax)} characters.`
    : null;
}

function rejectMessage(response: Response, code: number, message: string): void {
  response.status(400).json({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** Returns the name of the tool that a message calls, or null for any other message. */
function toolOf(message: object): string | null {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
}
