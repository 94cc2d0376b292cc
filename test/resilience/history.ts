/**
 * The log of a round: the requests of clients, the responses, and the statuses that they saw. Imports nothing, so that the text of this
 * file also runs in a pod of the cluster.
 */

export type Kind = 'corrections' | 'reads' | 'MCP calls' | 'looks at the status';

/**
 * What a client knows after an attempt. ok: acknowledged. fail: rejected, and nothing was done. unknown: no response, or one
 * that leaves the outcome open; a correction is repeated with the same Idempotency-Key.
 */
export type Outcome = 'ok' | 'fail' | 'unknown';

export interface Attempt {
  /** The time of day, for comparison with logs. */
  readonly at: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
  /** The HTTP status, or null without a complete response. */
  readonly status: number | null;
  /** The header Retry-After. */
  readonly retryAfter: string | null;
  /** The error, or the beginning of an unexpected response; null if the response was as expected. */
  readonly text: string | null;
}

/** What a read shows of numbered corrections. */
export interface ShownCorrections {
  readonly page: string;
  /** Which of the user's numbers the page shows. */
  readonly numberOf: string;
  readonly number: number;
  /** Whether the page says that a recalculation is still to come. */
  readonly isStale: boolean;
  /** Whether the user's status was IDLE before the read, so that it must show the last correction. */
  readonly isIdle: boolean;
}

/** One request with all its attempts. */
export interface Entry {
  readonly kind: Kind;
  readonly userId: string;
  /**
   * The Idempotency-Key, empty without one. It is also sent as X-Request-Id with the number of the attempt, under which the audit log has
   * the correction.
   */
  readonly key: string;
  readonly operation: string;
  /** Number of audit log entries that the correction makes when it is acknowledged. */
  readonly changes: number;
  readonly expects: number;
  readonly attempts: Attempt[];
  /** The final response, with the body of a correction; null until it comes. */
  answer: { readonly status: number; readonly body: Record<string, unknown> } | null;
  /** What a read showed, or a correction set, where corrections are numbered. */
  shown: ShownCorrections | null;
}

/** One poll of a user's status. */
export interface Poll {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly status: string;
  readonly lastCompletedAt: string | null;
}

/** Everything that clients saw in a round, in order. */
export class History {
  readonly requests: Entry[] = [];
  /** Corrections in progress; each of them ends. */
  readonly pending: Promise<unknown>[] = [];
  readonly polls = new Map<string, Poll[]>();
  /** Responses that the contract does not name, or that came too late. */
  readonly breaches: string[] = [];
  readonly #losesGateway: boolean;

  constructor(losesGateway = false) {
    this.#losesGateway = losesGateway;
  }

  get corrections(): Entry[] {
    return this.requests.filter(({ kind }) => kind === 'corrections');
  }

  /** Records a request without a response as a breach, unless the fault makes clients lose connections and the request did not hang. */
  addLost(operation: string, what: string, errorName: string): void {
    if (this.#losesGateway && errorName !== 'TimeoutError') return;
    this.breaches.push(`${operation} got no answer: ${what}`);
  }

  /** Adds a poll of a user's status. */
  addPoll(userId: string, poll: Poll): void {
    const polls = this.polls.get(userId);
    if (polls === undefined) this.polls.set(userId, [poll]);
    else polls.push(poll);
  }

  /** Counts the requests of each kind, in the order of their first ones. */
  kinds(): ReadonlyMap<Kind, number> {
    const byKind = Map.groupBy(this.requests, ({ kind }) => kind);
    return new Map([...byKind].map(([kind, { length }]) => [kind, length]));
  }

  counts(): { acknowledged: number; rejected: number; unknown: number; repeated: number } {
    const { corrections } = this;
    const attempts = corrections.flatMap((entry) => entry.attempts);
    return {
      acknowledged: corrections.filter(({ answer }) => answer?.status === 200).length,
      rejected: corrections.filter(({ answer }) => answer !== null && answer.status !== 200).length,
      unknown: attempts.filter(({ outcome }) => outcome === 'unknown').length,
      repeated: corrections.filter((entry) => entry.attempts.length > 1).length,
    };
  }
}
