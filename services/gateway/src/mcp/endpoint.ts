/** The MCP server at /mcp (service.md, "MCP server"): admitted like REST, then handed to the protocol. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LIMITS } from '@ctx/common/domain/limits';
import type { Logger } from '@ctx/common/platform/log';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { contentTooLarge, edge, forbidden, refuseMethod, unauthorized } from '../bodies/refusals.ts';
import { corsFor, MCP_REQUEST_HEADERS } from '../cors.ts';
import { readBytes, readJson } from '../front/body.ts';
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
import type { Answers } from '../rest/answers.ts';
import { reasonOf } from './errors.ts';
import { exchange } from './exchange.ts';
import { type Asked, createServer } from './server.ts';
import { withBody } from './stand-in.ts';
import { createToolbox, EXACT_FIELDS, type Toolbox } from './tools.ts';

export interface McpParts extends FrontParts {
  readonly answers: Answers;
  readonly log: Logger;
  readonly version: string;
  /** Origins whose pages may call, besides our own. */
  readonly corsOrigins: readonly string[];
}

/** With our own address, taken apart once. */
type Parts = McpParts & { readonly own: URL };

/** In the order of refusals of decisions.md, Requests 1. */
const STEPS: readonly Step<Parts>[] = [
  checkHost,
  checkOrigin,
  askWhereToSignIn,
  admit,
  checkBodySize,
  checkPlan,
  checkMethod,
];

/** The router for /mcp. */
export function mcpRouter(parts: McpParts): Router {
  const { log, version } = parts;
  const withOwn: Parts = { ...parts, own: new URL(parts.settings.baseUrl) };
  const toolbox = createToolbox(parts.answers, log, parts.settings);
  // The library knows neither who asks nor in which request, and reports errors without either.
  const asked = new AsyncLocalStorage<Asked>();
  const onerror = (error: Error): void => {
    log.info(
      { requestId: asked.getStore()?.requestId, reason: reasonOf(error.stack ?? error.message) },
      'MCP request rejected',
    );
  };
  const serve = (): McpServer => {
    const calling = asked.getStore();
    if (calling === undefined) throw new TypeError('no request is being answered');
    return createServer(toolbox, log, version, calling);
  };
  // One JSON body, or one event in the older era.
  const { fetch } = createMcpHandler(serve, { onerror });
  const finish = (text: string): Buffer => {
    const body = asked.getStore()?.body ?? null;
    return body === null ? Buffer.from(text) : withBody(text, body);
  };
  const exchanges = { fetch, url: new URL('/mcp', withOwn.own).href, onerror, finish };
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use('/mcp', corsFor(parts.corsOrigins, MCP_REQUEST_HEADERS));
  router.all('/mcp', takeSteps(withOwn, STEPS));
  router.all('/mcp', async (request, response) => {
    const message = await readMessage(request, response);
    if (message === null) return;
    const { identity, budget, requestId } = locals(response);
    const tool = toolOf(message);
    if (tool !== null && toolbox.scopeOf(tool) !== null) locals(response).tool = tool;
    if (tool !== null && !isInScope(toolbox, tool, identity.scopes)) {
      forbidden(response, parts.settings, 'write');
      return;
    }
    response.set('Cache-Control', 'private, no-store');
    await asked.run({ identity, budget, requestId, body: null }, () =>
      exchange(exchanges, request, response, message),
    );
  });
  return router;
}

/** A page that got us under another name has no business here (DNS rebinding). */
function checkHost({ own }: Parts, request: Request, response: Response, next: NextFunction): void {
  if (request.headers.host === own.host) next();
  else edge(response, 'HOST_FOREIGN');
}

function checkOrigin(
  { own, corsOrigins }: Parts,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const { origin } = request.headers;
  const isOurs = origin === undefined || origin === own.origin;
  if (isOurs || corsOrigins.includes(origin)) next();
  else edge(response, 'ORIGIN_FOREIGN');
}

/** Connectors ask without a token where to sign in: 401, and it does not count as a failure (decisions.md, Requests 6). */
function askWhereToSignIn(
  { settings }: McpParts,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (headersNamed(request, 'authorization').length > 0) next();
  else unauthorized(response, settings, false);
}

function checkMethod({ settings }: McpParts, request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'POST') next();
  else refuseMethod(response, settings, ['POST']);
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** The one message of a request; null where it was refused here. */
async function readMessage(request: Request, response: Response): Promise<object | null> {
  const bytes = locals(response).body ?? (await readBytes(request, response));
  const read = bytes === null ? 'TOO_LARGE' : await readJson(request.headers, bytes, EXACT_FIELDS);
  if (read === 'TOO_LARGE') {
    contentTooLarge(response);
    return null;
  }
  if ('fieldErrors' in read) {
    const [fault] = read.fieldErrors;
    refuseMessage(response, PARSE_ERROR, `${fault?.field ?? 'body'} ${fault?.message ?? ''}`);
    return null;
  }
  const { value } = read;
  // One request of a batch would do the work of a hundred, past every limit.
  const fault = faultOfMessage(value);
  if (fault === null) return value as object;
  refuseMessage(response, INVALID_REQUEST, fault);
  return null;
}

function faultOfMessage(value: unknown): string | null {
  if (Array.isArray(value)) return 'Batches are not accepted: send one message a request.';
  if (typeof value !== 'object' || value === null) return 'A message is a JSON object.';
  const { id } = value as { id?: unknown };
  const { rpcIdCharactersMax: charactersMax } = LIMITS;
  return typeof id === 'string' && id.length > charactersMax
    ? `An id has at most ${String(charactersMax)} characters.`
    : null;
}

function refuseMessage(response: Response, code: number, message: string): void {
  response.status(400).json({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** The tool that a message calls, if it calls one. */
function toolOf(message: object): string | null {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
}

function isInScope(toolbox: Toolbox, tool: string, scopes: readonly string[]): boolean {
  const needed = toolbox.scopeOf(tool);
  return needed === null || scopes.includes(needed);
}
