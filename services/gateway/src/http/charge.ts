/** Counts dear requests (the table DEAR_REQUESTS of the contract) in the budget of their token. */
import type { Response } from 'express';
import type { Admitter } from '../identity/auth/admission.ts';
import { sendTooManyRequests, setRateLimitHeaders } from './rejections.ts';
import { locals } from './steps.ts';

/**
 * Counts an admitted request as `requests`, and sets what is left in `locals` and in the headers. Where less than that is left, responds
 * with 429 and returns false.
 */
export async function charge(admitter: Admitter, response: Response, requests: number): Promise<boolean> {
  if (requests === 1) return true;
  const { isEnough, budget } = await admitter.charge(locals(response).identity, requests);
  locals(response).budget = budget;
  setRateLimitHeaders(response, budget);
  if (!isEnough) sendTooManyRequests(response, budget.resetSeconds, 'rate_limited');
  return isEnough;
}
