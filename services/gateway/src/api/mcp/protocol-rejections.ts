/**
 * Rejections within the protocol, at the addresses of toolsets: a tool call gets a result with `isError`, any other request a JSON-RPC
 * error, both with status 200. Clients such as the 1.x SDK for Python end their session at a status of 400 or more.
 */
import { LIMITS } from '@ctx/domain/limits';
import { EDGE_REJECTIONS } from '@ctx/domain/rejections';
import type { Scope } from '@ctx/domain/vocabulary';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { NextFunction, Request, Response } from 'express';
import { rejectOverLimit } from '../../http/admit.ts';
import { MinuteBudget } from '../../http/minute-budget.ts';
import { locals, type Step } from '../../http/steps.ts';
import { countRejection } from '../../metrics.ts';

/** What an assistant reads of a rejection. */
export interface ProtocolRejection {
  readonly status: 403 | 429;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly neededScope?: Scope;
}

/** The usual code for a request over a limit; JSON-RPC leaves it to servers. */
const LIMIT_EXCEEDED = -32_005;
/** Larger messages over the limit are not read. */
const READ_BYTES_MAX = 65_536;

/**
 * Returns the step for a token over its limit: the protocol rejects as many messages a minute as the token may send. After that, and
 * for a message that is large or of unknown size, the response is 429, so that a flood costs little.
 */
export function overLimitInProtocol(): Step {
  const rejected = new MinuteBudget(LIMITS.ratePerMinuteMax);
  return (parts, request: Request, response: Response, next: NextFunction) => {
    const { tokenId, plan } = locals(response).identity;
    const bytes = Number(request.headers['content-length'] ?? Infinity);
    const isReadable = request.method === 'POST' && plan === 'pro' && bytes <= READ_BYTES_MAX;
    if (!isReadable || rejected.take(tokenId) > 0) {
      rejectOverLimit(parts, request, response);
      return;
    }
    countRejection('rate_limited');
    locals(response).isOverLimit = true;
    next();
  };
}

/** Returns the rejection of a token over its limit. */
export function tooManyCalls(retryAfterSeconds: number): ProtocolRejection {
  return {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: `The limit of ${String(LIMITS.ratePerMinuteMax)} calls a minute is reached. Wait ${String(retryAfterSeconds)} s, then repeat the call.`,
    retryAfterSeconds,
  };
}

/** Returns the rejection of a tool beyond the scopes of the token. */
export function scopeNeeded(neededScope: Scope): ProtocolRejection {
  const message = `${EDGE_REJECTIONS.WRITE_NEEDED.message} The user has to allow it: connect again with write access, or use another token.`;
  return { status: 403, code: 'SCOPE_NEEDED', message, neededScope };
}

/** Returns a rejection as the result of a tool. */
export function rejectedResult(rejection: ProtocolRejection): CallToolResult {
  const { status, code, message, ...more } = rejection;
  const text = JSON.stringify({ status, code, message, fieldErrors: null, ...more });
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Responds to a message that calls no tool: a request gets an error, and a notification is accepted and ignored. */
export function sendRejectedMessage(
  response: Response,
  message: object,
  { message: text, retryAfterSeconds }: ProtocolRejection,
): void {
  const { id } = message as { id?: unknown };
  if (typeof id !== 'string' && typeof id !== 'number') {
    response.status(202).end();
    return;
  }
  const error = { code: LIMIT_EXCEEDED, message: text, data: { retryAfterSeconds } };
  response.status(200).json({ jsonrpc: '2.0', id, error });
}
