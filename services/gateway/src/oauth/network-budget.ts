/** Limits how many requests a network may send per minute to endpoints that store a row without a sign-in. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { siteOf } from '../auth/client-address.ts';
import { countRejection } from '../metrics.ts';
import { sendMessage } from '../pages/send-message.ts';

/** Limit of each endpoint: three times what 200 people need who connect a hosted app at the same time, all from one address. */
const REQUESTS_PER_MINUTE_MAX = 600;
const MINUTE_MS = 60_000;
/** How many networks are counted at the same time. Further networks are not counted; ceiling.ts limits their rows. */
const NETWORKS_MAX = 10_000;

/** Returns the middleware that responds 429 to a network over its budget, before the request is read or a row is stored. */
export function limitNetwork(
  addressOf: (request: IncomingMessage) => string,
  budget = new NetworkBudget(),
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

/** Counts the requests of each network per minute, in the memory of this replica, so that a flood costs no SQL statement. */
export class NetworkBudget {
  readonly #requestsMax: number;
  readonly #minutes = new Map<string, { readonly endsAtMs: number; requests: number }>();

  constructor(requestsMax: number = REQUESTS_PER_MINUTE_MAX) {
    this.#requestsMax = requestsMax;
  }

  /** Counts a request of a network. Returns 0 if it is allowed, else the seconds to wait. */
  take(network: string, nowMs = performance.now()): number {
    let minute = this.#minutes.get(network);
    if (minute === undefined || minute.endsAtMs <= nowMs) {
      if (minute === undefined && this.#minutes.size >= NETWORKS_MAX) this.#deleteExpired(nowMs);
      if (this.#minutes.size >= NETWORKS_MAX) return 0;
      minute = { endsAtMs: nowMs + MINUTE_MS, requests: 0 };
      this.#minutes.set(network, minute);
    }
    minute.requests += 1;
    return minute.requests <= this.#requestsMax ? 0 : Math.ceil((minute.endsAtMs - nowMs) / 1000);
  }

  #deleteExpired(nowMs: number): void {
    for (const [network, { endsAtMs }] of this.#minutes) if (endsAtMs <= nowMs) this.#minutes.delete(network);
  }
}
