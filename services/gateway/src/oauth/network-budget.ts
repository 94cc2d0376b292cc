/** How often a network may ask, in a minute, for what leaves a row before anybody has signed in. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { siteOf } from '../auth/client-address.ts';
import { countRefusal } from '../metrics.ts';
import { sendMessage } from '../pages/send-message.ts';

/** Of each endpoint: three times what 200 people need who connect a hosted app at the same time, all from its address. */
const REQUESTS_PER_MINUTE_MAX = 600;
const MINUTE_MS = 60_000;
/** Networks that are counted at once. Further ones are not: what they leave is bounded by the ceilings (ceiling.ts). */
const NETWORKS_MAX = 10_000;

/** Answers 429 to a network that is over its budget, before anything of the request is read or kept. */
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
    countRefusal('network_limited');
    response.set('Retry-After', String(retryAfterSeconds));
    if (request.method === 'GET') sendMessage(request, response, 'tooManyRequests', 429);
    else
      response.status(429).json({
        error: 'temporarily_unavailable',
        error_description: `too many requests from this network; try again in ${String(retryAfterSeconds)} seconds`,
      });
  };
}

/** Counts the requests of each network in its minute, in the memory of this replica: a flood costs no statement. */
export class NetworkBudget {
  readonly #requestsMax: number;
  readonly #minutes = new Map<string, { readonly endsAtMs: number; requests: number }>();

  constructor(requestsMax: number = REQUESTS_PER_MINUTE_MAX) {
    this.#requestsMax = requestsMax;
  }

  /** Counts a request of a network. Returns 0, or after how many seconds to try again. */
  take(network: string, nowMs = performance.now()): number {
    let minute = this.#minutes.get(network);
    if (minute === undefined || minute.endsAtMs <= nowMs) {
      if (minute === undefined && this.#minutes.size >= NETWORKS_MAX) this.#forgetOld(nowMs);
      if (this.#minutes.size >= NETWORKS_MAX) return 0;
      minute = { endsAtMs: nowMs + MINUTE_MS, requests: 0 };
      this.#minutes.set(network, minute);
    }
    minute.requests += 1;
    return minute.requests <= this.#requestsMax ? 0 : Math.ceil((minute.endsAtMs - nowMs) / 1000);
  }

  #forgetOld(nowMs: number): void {
    for (const [network, { endsAtMs }] of this.#minutes) if (endsAtMs <= nowMs) this.#minutes.delete(network);
  }
}
