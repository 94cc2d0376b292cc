/** Sends the three kinds of rejection bodies (service.md, "Errors") with their headers. */
import { RATE_LIMIT_REJECTION } from '@ctx/contract/rejection-help';
import { LIMITS } from '@ctx/domain/limits';
import {
  codeOf,
  EDGE_REJECTIONS,
  type FieldError,
  rejectionMessage,
  type RejectionName,
  REJECTIONS,
} from '@ctx/domain/rejections';
import type { Scope } from '@ctx/domain/vocabulary';
import type { Response } from 'express';
import type { Budget } from '../identity/auth/admission.ts';
import { countRejection } from '../metrics.ts';
import { helpLink } from './help-link.ts';

/** The addresses that rejections point to. */
export interface RejectionSettings {
  readonly baseUrl: string;
  /** The pricing page, linked in 402 responses. */
  readonly upgradeUrl: string;
  /** The path of the protected resource that a challenge names; `/mcp` by default. */
  readonly resourcePath?: string;
}

/** Seconds after which a client tries again, by rejection. */
const RETRY_AFTER_S: Partial<Record<RejectionName, number>> = { UNAVAILABLE: 2, DOCUMENTS_BUSY: 5 };

/** Sends a rejection of the API. `fieldErrors` belong to a 400, and to a 409 that a field explains. */
export function reject(
  response: Response,
  settings: RejectionSettings,
  name: RejectionName,
  fieldErrors: readonly FieldError[] | null = null,
): void {
  setRetryAfter(response, name);
  const { http, upgrade } = REJECTIONS[name];
  response
    .status(http)
    .set('Link', helpLink(name))
    .json(rejectionBody(name, upgrade ? settings.upgradeUrl : null, fieldErrors));
}

/** Sets `Retry-After` for a rejection that ends by itself. */
export function setRetryAfter(response: Response, name: RejectionName): void {
  const seconds = RETRY_AFTER_S[name];
  if (seconds !== undefined) response.set('Retry-After', String(seconds));
}

/** Returns the body of a rejection of the API. */
export function rejectionBody(
  name: RejectionName,
  upgradeUrl: string | null,
  fieldErrors: readonly FieldError[] | null,
): object {
  const message = rejectionMessage(name, fieldErrors);
  return { success: false, message, code: codeOf(name), fieldErrors, upgradeUrl };
}

/** Sends 405 with the allowed methods. GET includes HEAD. */
export function rejectMethod(
  response: Response,
  settings: RejectionSettings,
  methods: readonly string[],
): void {
  response.set(
    'Allow',
    methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
  );
  reject(response, settings, 'METHOD_NOT_ALLOWED');
}

/** Sends 401 with a challenge that points OAuth clients to the metadata of the protected resource (RFC 9728). */
export function sendUnauthorized(response: Response, settings: RejectionSettings, tokenSent: boolean): void {
  countRejection(tokenSent ? 'unauthorized' : 'challenged');
  response.set('WWW-Authenticate', challenge(settings, 'read write', tokenSent ? 'invalid_token' : null));
  sendEdgeRejection(response, tokenSent ? 'TOKEN_INVALID' : 'TOKEN_MISSING');
}

/** Sends 403 with a challenge that names the missing scope. */
export function sendForbidden(response: Response, settings: RejectionSettings, needed: Scope): void {
  countRejection('scope');
  const scope = needed === 'write' ? 'read write' : 'read';
  response.set('WWW-Authenticate', challenge(settings, scope, 'insufficient_scope'));
  sendEdgeRejection(response, needed === 'write' ? 'WRITE_NEEDED' : 'READ_NEEDED');
}

/** How long a client may continue to send after its request was rejected, before its connection is closed. */
export const LINGER_MS = 1000;

/**
 * Sends 413 at once and closes the connection when the client stops sending, after 1 s at most. Closed earlier, a client that
 * was still sending may never read the response (2 of 12 large uploads).
 */
export function sendContentTooLarge(response: Response): void {
  countRejection('size');
  const body = JSON.stringify(edgeBody('CONTENT_TOO_LARGE'));
  response
    .status(EDGE_REJECTIONS.CONTENT_TOO_LARGE.http)
    .type('json')
    .set({
      Connection: 'close',
      'Content-Length': String(body.length),
      Link: helpLink('CONTENT_TOO_LARGE'),
    });
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

/** Sends 429 for one of the two limits: requests of a token, or failed authentications of an address. */
export function sendTooManyRequests(
  response: Response,
  retryAfterSeconds: number,
  limit: 'rate_limited' | 'failures_limited',
): void {
  countRejection(limit);
  const { http, error } = RATE_LIMIT_REJECTION;
  response
    .status(http)
    .set({ 'Retry-After': String(retryAfterSeconds), Link: helpLink('TOO_MANY_REQUESTS') })
    .json({ error, retryAfterSeconds });
}

const QUOTAS = {
  minute: LIMITS.ratePerMinuteMax,
  failures: LIMITS.failedAuthenticationsPerMinuteMax,
} as const;

/** Sets the RateLimit headers of the IETF draft (decisions.md, Requests 5), for a token's requests or an address's failures. */
export function setRateLimitHeaders(
  response: Response,
  budget: Budget,
  policy: keyof typeof QUOTAS = 'minute',
): void {
  response.set('RateLimit-Policy', `"${policy}";q=${String(QUOTAS[policy])};w=60`);
  response.set('RateLimit', `"${policy}";r=${String(budget.remaining)};t=${String(budget.resetSeconds)}`);
}

/** Sends a rejection of the layer in front of the API. */
export function sendEdgeRejection(response: Response, name: EdgeRejectionName): void {
  response.status(EDGE_REJECTIONS[name].http).set('Link', helpLink(name)).json(edgeBody(name));
}

/** Returns the body of a rejection of the layer in front of the API. */
export function edgeBody(name: EdgeRejectionName): { readonly error: string; readonly message: string } {
  const { error, message } = EDGE_REJECTIONS[name];
  return { error, message };
}

type EdgeRejectionName = keyof typeof EDGE_REJECTIONS;

function challenge(
  { baseUrl, resourcePath = '/mcp' }: RejectionSettings,
  scope: string,
  error: string | null,
): string {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource${resourcePath}`;
  return `Bearer ${error === null ? '' : `error="${error}", `}resource_metadata="${metadata}", scope="${scope}"`;
}
