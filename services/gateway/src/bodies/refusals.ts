/** The three bodies of refusals (service.md, "Errors") and the headers that belong to them. */
import { LIMITS } from '@ctx/common/domain/limits';
import {
  EDGE_REJECTIONS,
  type FieldError,
  rejectionMessage,
  type RejectionName,
  REJECTIONS,
} from '@ctx/common/domain/rejections';
import type { Scope } from '@ctx/common/domain/vocabulary';
import type { Response } from 'express';
import type { Budget } from '../auth/admission.ts';
import { countRefusal } from '../metrics.ts';

/** What the bodies need of the configuration. */
export interface RefusalSettings {
  readonly baseUrl: string;
  readonly upgradeUrl: string;
}

const RETRY_UNAVAILABLE_S = 2;

/** A refusal by the API itself; `fieldErrors` for a 400, and for a 409 that a field explains. */
export function refuse(
  response: Response,
  settings: RefusalSettings,
  name: RejectionName,
  fieldErrors: readonly FieldError[] | null = null,
): void {
  if (name === 'UNAVAILABLE') response.set('Retry-After', String(RETRY_UNAVAILABLE_S));
  const { http, upgrade } = REJECTIONS[name];
  response.status(http).json(refusalBody(name, upgrade ? settings.upgradeUrl : null, fieldErrors));
}

/** The body of a refusal by the API itself. */
export function refusalBody(
  name: RejectionName,
  upgradeUrl: string | null,
  fieldErrors: readonly FieldError[] | null,
): object {
  const { code } = REJECTIONS[name];
  const message = rejectionMessage(name, fieldErrors);
  return { success: false, message, code, fieldErrors, upgradeUrl };
}

/** 405 with the methods there are; where there is GET there is HEAD. */
export function refuseMethod(
  response: Response,
  settings: RefusalSettings,
  methods: readonly string[],
): void {
  response.set(
    'Allow',
    methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
  );
  refuse(response, settings, 'METHOD_NOT_ALLOWED');
}

/** 401 with the challenge that points OAuth clients at the protected-resource metadata (RFC 9728). */
export function unauthorized(response: Response, settings: RefusalSettings, tokenSent: boolean): void {
  countRefusal(tokenSent ? 'unauthorized' : 'challenged');
  response.set('WWW-Authenticate', challenge(settings, 'read write', tokenSent ? 'invalid_token' : null));
  edge(response, tokenSent ? 'TOKEN_INVALID' : 'TOKEN_MISSING');
}

/** 403: the token has only `read` and the operation needs `write`. */
export function forbidden(response: Response, settings: RefusalSettings, needed: Scope): void {
  countRefusal('scope');
  const scope = needed === 'write' ? 'read write' : 'read';
  response.set('WWW-Authenticate', challenge(settings, scope, 'insufficient_scope'));
  edge(response, needed === 'write' ? 'WRITE_NEEDED' : 'READ_NEEDED');
}

/** How long a refused client may go on sending before its connection is cut. */
export const LINGER_MS = 1000;

/**
 * 413 at once, and the connection ends: the rest of the body is not wanted. It ends once the client has seen that, as a
 * client that is cut off while it sends may never read the answer (2 of 12 large uploads).
 */
export function contentTooLarge(response: Response): void {
  countRefusal('size');
  const body = JSON.stringify(edgeBody('CONTENT_TOO_LARGE'));
  response
    .status(EDGE_REJECTIONS.CONTENT_TOO_LARGE.http)
    .type('json')
    .set({ Connection: 'close', 'Content-Length': String(body.length) });
  response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  const { req: request } = response;
  if (request.complete || request.headers.expect !== undefined) end();
  else request.on('end', end).on('close', end).resume();
}

/** 429 of either limit. */
export function tooManyRequests(
  response: Response,
  retryAfterSeconds: number,
  limit: 'rate_limited' | 'failures_limited',
): void {
  countRefusal(limit);
  response.set('Retry-After', String(retryAfterSeconds));
  response.status(429).json({ error: 'too many requests', retryAfterSeconds });
}

const QUOTAS = {
  minute: LIMITS.ratePerMinuteMax,
  failures: LIMITS.failedAuthenticationsPerMinuteMax,
} as const;

/** RateLimit headers of the IETF draft (decisions.md, Requests 5), of a token's minute or an address's failures. */
export function setRateLimitHeaders(
  response: Response,
  budget: Budget,
  policy: keyof typeof QUOTAS = 'minute',
): void {
  response.set('RateLimit-Policy', `"${policy}";q=${String(QUOTAS[policy])};w=60`);
  response.set('RateLimit', `"${policy}";r=${String(budget.remaining)};t=${String(budget.resetSeconds)}`);
}

/** A refusal of the layer in front of the API that needs no more than its table says. */
export function edge(response: Response, name: EdgeRejectionName): void {
  response.status(EDGE_REJECTIONS[name].http).json(edgeBody(name));
}

/** The body of a refusal of the layer in front of the API. */
export function edgeBody(name: EdgeRejectionName): { readonly error: string; readonly message: string } {
  const { error, message } = EDGE_REJECTIONS[name];
  return { error, message };
}

type EdgeRejectionName = keyof typeof EDGE_REJECTIONS;

function challenge(settings: RefusalSettings, scope: string, error: string | null): string {
  const metadata = `${settings.baseUrl}/.well-known/oauth-protected-resource/mcp`;
  return `Bearer ${error === null ? '' : `error="${error}", `}resource_metadata="${metadata}", scope="${scope}"`;
}
