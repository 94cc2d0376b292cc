/** Limits how many requests a network may send per minute to endpoints that store a row without a sign-in. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { MinuteBudget } from '../http/minute-budget.ts';
import { siteOf } from '../identity/auth/client-address.ts';
import { countRejection } from '../metrics.ts';
import { sendMessage } from '../ui/send-message.ts';

/** Limit of each endpoint: three times what 200 people need who connect a hosted app at the same time, all from one address. */
const REQUESTS_PER_MINUTE_MAX = 600;

/**
 * Returns the middleware that responds 429 to a network over its budget, before the request is read or a row is
 * stored. ceiling.ts limits the rows of networks that are not counted.
 */
export function limitNetwork(
  addressOf: (request: IncomingMessage) => string,
  budget = new MinuteBudget(REQUESTS_PER_MINUTE_MAX),
): RequestHandler {
  return (request, response, next) => {
    const retryAfterSeconds = budget.take(siteOf(addressOf(request)));
    if (retryAfterSeconds === 0) {
      next();
      return;
    }
    countRejection('network_limited');
    response.set('Retry-After', String(retryAfterSeconds));
    if (request.method === 'GET') sendMessage(request, response, 'tooManyRequests', 429);
    else
      response.status(429).json({
        error: 'temporarily_unavailable',
        error_description: `too many requests from this network; try again in ${String(retryAfterSeconds)} seconds`,
      });
  };
}
