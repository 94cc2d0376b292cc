/** The three bodies of refusals (service.md, "Errors") and the headers that belong to them. */
import { LIMITS } from '@ctx/common/domain/limits';
import { type FieldError, REJECTIONS, type RejectionName } from '@ctx/common/domain/rejections';
import type { Scope } from '@ctx/common/domain/vocabulary';
import type { Response } from 'express';
import type { Budget } from '../auth/admission.ts';

/** What the bodies need of the configuration. */
export interface RefusalSettings {
  readonly baseUrl: string;
  readonly upgradeUrl: string;
}

const RETRY_UNAVAILABLE_S = 2;

/** A refusal by the API itself; `fieldErrors` for a 400. */
export function refuse(
  response: Response,
  settings: RefusalSettings,
  name: RejectionName,
  fieldErrors: readonly FieldError[] | null = null,
): void {
  const rejection = REJECTIONS[name];
  if (name === 'UNAVAILABLE') response.set('Retry-After', String(RETRY_UNAVAILABLE_S));
  response.status(rejection.http).json({
    success: false,
    message: rejection.message,
    code: rejection.code,
    fieldErrors,
    upgradeUrl: rejection.upgrade ? settings.upgradeUrl : null,
  });
}

/** 401 with the challenge that points OAuth clients at the protected-resource metadata (RFC 9728). */
export function unauthorized(response: Response, settings: RefusalSettings, tokenSent: boolean): void {
  response.set('WWW-Authenticate', challenge(settings, 'read write', tokenSent ? 'invalid_token' : null));
  response.status(401).json({
    error: 'unauthorized',
    message: tokenSent
      ? 'The token is not valid: unknown, revoked or expired.'
      : 'Send a token in the header Authorization: Bearer <ACCESS_TOKEN>.',
  });
}

/** 403: the token has only `read` and the operation needs `write`. */
export function forbidden(response: Response, settings: RefusalSettings, needed: Scope): void {
  const scope = needed === 'write' ? 'read write' : 'read';
  response.set('WWW-Authenticate', challenge(settings, scope, 'insufficient_scope'));
  response.status(403).json({ error: 'forbidden', message: `This needs a token with the scope ${needed}.` });
}

/** 413, and the connection ends: the rest of the body is not read. */
export function contentTooLarge(response: Response): void {
  response.set('Connection', 'close');
  response.status(413).json({
    error: 'content too large',
    message: `A request body has at most ${String(LIMITS.bodyBytesMax)} bytes.`,
  });
}

/** 429 of either limit. */
export function tooManyRequests(response: Response, retryAfterSeconds: number): void {
  response.set('Retry-After', String(retryAfterSeconds));
  response.status(429).json({ error: 'too many requests', retryAfterSeconds });
}

/** RateLimit headers of the IETF draft (decisions.md, Requests 5). */
export function setRateLimitHeaders(response: Response, budget: Budget): void {
  response.set('RateLimit-Policy', `"minute";q=${String(LIMITS.ratePerMinuteMax)};w=60`);
  response.set('RateLimit', `"minute";r=${String(budget.remaining)};t=${String(budget.resetSeconds)}`);
}

function challenge(settings: RefusalSettings, scope: string, error: string | null): string {
  const metadata = `${settings.baseUrl}/.well-known/oauth-protected-resource/mcp`;
  return `Bearer ${error === null ? '' : `error="${error}", `}resource_metadata="${metadata}", scope="${scope}"`;
}
