/** The step that authenticates a request and counts it against the rate limit (decisions.md, Requests 1, 5 and 6). */
import type { NextFunction, Request, Response } from 'express';
import { setRateLimitHeaders, sendTooManyRequests, sendUnauthorized } from './rejections.ts';
import { headersNamed, locals, type Step, type StepParts } from './steps.ts';

/**
 * Admits a request, and stores the identity and the remaining budget in `locals`. Responds with 401 where there is no valid
 * token, and with 429 where the token or the client's address is over its limit.
 */
export const admit = admitOr(rejectOverLimit);

/** Returns the step `admit` with another response for a token over its limit. */
export function admitOr<Parts extends StepParts>(onOverLimit: Step<Parts>): Step<Parts> {
  return (parts, request, response, next) => admitRequest(parts, request, response, next, onOverLimit);
}

/** Responds with 429 to a request whose token is over its limit. */
export function rejectOverLimit(_parts: StepParts, _request: Request, response: Response): void {
  sendTooManyRequests(response, locals(response).budget.resetSeconds, 'rate_limited');
}

async function admitRequest<Parts extends StepParts>(
  parts: Parts,
  request: Request,
  response: Response,
  next: NextFunction,
  onOverLimit: Step<Parts>,
): Promise<void> {
  const authorization = headersNamed(request, 'authorization');
  const admission = await parts.admitter.admit(authorization, parts.addressOf(request));
  if (admission.outcome === 'TOO_MANY_FAILURES') {
    const budget = { remaining: 0, resetSeconds: admission.retryAfterSeconds };
    setRateLimitHeaders(response, budget, 'failures');
    sendTooManyRequests(response, admission.retryAfterSeconds, 'failures_limited');
    return;
  }
  if (admission.outcome === 'UNAUTHORIZED') {
    sendUnauthorized(response, parts.settings, admission.tokenSent);
    return;
  }
  locals(response).identity = admission.identity;
  locals(response).budget = admission.budget;
  setRateLimitHeaders(response, admission.budget);
  if (admission.outcome === 'RATE_LIMITED') await onOverLimit(parts, request, response, next);
  else next();
}
