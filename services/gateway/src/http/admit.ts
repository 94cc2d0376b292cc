/** The step that authenticates a request and counts it against the rate limit (decisions.md, Requests 1, 5 and 6). */
import type { NextFunction, Request, Response } from 'express';
import { setRateLimitHeaders, sendTooManyRequests, sendUnauthorized } from './rejections.ts';
import { headersNamed, locals, type StepParts } from './steps.ts';

/**
 * Admits a request, and stores the identity and the remaining budget in `locals`. Responds with 401 where there is no valid
 * token, and with 429 where the token or the client's address is over its limit.
 */
export async function admit(
  parts: StepParts,
  request: Request,
  response: Response,
  next: NextFunction,
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
  if (admission.outcome === 'RATE_LIMITED')
    sendTooManyRequests(response, admission.budget.resetSeconds, 'rate_limited');
  else next();
}
