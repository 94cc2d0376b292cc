/** The three bodies of refusals (service.md, "Errors") and the headers that belong to them. */
import { LIMITS } from '@ctx/common/domain/limits';
import {
  EDGE_REJECTIONS,
  type FieldError,
  REJECTIONS,
  type RejectionName,
} from '@ctx/common/domain/rejections';
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
  edge(response, tokenSent ? 'TOKEN_INVALID' : 'TOKEN_MISSING');
}

/** 403: the token has only `read` and the operation needs `write`. */
export function forbidden(response: Response, settings: RefusalSettings, needed: Scope): void {
  const scope = needed === 'write' ? 'read write' : 'read';
  response.set('WWW-Authenticate', challenge(settings, scope, 'insufficient_scope'));
  edge(response, needed === 'write' ? 'WRITE_NEEDED' : 'READ_NEEDED');
}

/** 413, and the connection ends: the rest of the body is not read. */
export function contentTooLarge(response: Response): void {
  response.set('Connection', 'close');
  edge(response, 'CONTENT_TOO_LARGE');
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

function edge(response: Response, name: keyof typeof EDGE_REJECTIONS): void {
  const { http, error, message } = EDGE_REJECTIONS[name];
  response.status(http).json({ error, message });
}

function challenge(settings: RefusalSettings, scope: string, error: string | null): string {
  const metadata = `${settings.baseUrl}/.well-known/oauth-protected-resource/mcp`;
  return `Bearer ${error === null ? '' : `error="${error}", `}resource_metadata="${metadata}", scope="${scope}"`;
}
