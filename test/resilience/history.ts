/** The log of a round: the requests of clients, the responses, and the statuses that they saw. */
import type { OperationId } from '@ctx/contract/operations';

/**
 * What a client knows after an attempt. ok: acknowledged. fail: rejected, and nothing was done. unknown: no response, or one
 * that leaves the outcome open; the attempt is repeated with the same Idempotency-Key.
 */
export type Outcome = 'ok' | 'fail' | 'unknown';

export interface Attempt {
  /** The Idempotency-Key, also sent as X-Request-Id, under which the audit log has the correction. */
  readonly requestId: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
  /** The HTTP status, or null without a response. */
  readonly status: number | null;
}

/** One correction with all its attempts. */
export interface Entry {
  readonly userId: string;
  readonly key: string;
  readonly operation: OperationId;
  /** Number of audit log entries that the correction makes when it is acknowledged. */
  readonly changes: number;
  readonly expects: number;
  readonly attempts: Attempt[];
  /** The final response; null until it comes. */
  answer: { readonly status: number; readonly body: Record<string, unknown> } | null;
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
  readonly entries: Entry[] = [];
  /** Corrections in progress; each of them ends. */
  readonly pending: Promise<unknown>[] = [];
  readonly polls = new Map<string, Poll[]>();
  /** Responses that the contract does not name, or that came too late. */
  readonly breaches: string[] = [];
  readonly #losesGateway: boolean;

  constructor(losesGateway = false) {
    this.#losesGateway = losesGateway;
  }

  /** Records a request without a response as a breach, unless the fault makes clients lose connections and the request did not hang. */
  addLost(operation: OperationId, error: unknown): void {
    if (this.#losesGateway && (error as Error).name !== 'TimeoutError') return;
    const { message = '' } = (error as Error & { cause?: Error }).cause ?? {};
    this.breaches.push(`${operation} got no answer: ${String(error)} ${message}`);
  }

  /** Adds a poll of a user's status. */
  addPoll(userId: string, poll: Poll): void {
    const polls = this.polls.get(userId);
    if (polls === undefined) this.polls.set(userId, [poll]);
    else polls.push(poll);
  }

  counts(): { acknowledged: number; rejected: number; unknown: number; repeated: number; polls: number } {
    const attempts = this.entries.flatMap((entry) => entry.attempts);
    return {
      acknowledged: this.entries.filter(({ answer }) => answer?.status === 200).length,
      rejected: this.entries.filter(({ answer }) => answer !== null && answer.status !== 200).length,
      unknown: attempts.filter(({ outcome }) => outcome === 'unknown').length,
      repeated: this.entries.filter((entry) => entry.attempts.length > 1).length,
      polls: [...this.polls.values()].reduce((sum, polls) => sum + polls.length, 0),
    };
  }
}
