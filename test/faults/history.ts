/** The log of a round: what clients invoked, what they were told, and what they saw of the status. */
import type { OperationId } from '@ctx/contract/operations';

/**
 * What a client knows after an attempt. ok: acknowledged. fail: rejected, nothing was done. unknown: no answer, or one that
 * does not say; the attempt is repeated with the same Idempotency-Key.
 */
export type Outcome = 'ok' | 'fail' | 'unknown';

export interface Attempt {
  /** Also the X-Request-Id, under which the audit log names it. */
  readonly requestId: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
  /** The HTTP status, or null where no answer came. */
  readonly status: number | null;
}

/** One correction with all its attempts. */
export interface Entry {
  readonly userId: string;
  readonly key: string;
  readonly operation: OperationId;
  /** Entries of the audit log that an acknowledgement stands for. */
  readonly changes: number;
  readonly expects: number;
  readonly attempts: Attempt[];
  /** The answer that counts; null while there is none. */
  answer: { readonly status: number; readonly body: Record<string, unknown> } | null;
}

/** One look at the status of a user. */
export interface Poll {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly status: string;
  readonly lastCompletedAt: string | null;
}

/** Everything that was seen in a round, in the order in which it was seen. */
export class History {
  readonly entries: Entry[] = [];
  /** Corrections under way; each comes to its end. */
  readonly pending: Promise<unknown>[] = [];
  readonly polls = new Map<string, Poll[]>();
  /** Answers that the contract does not name, or that came too late. */
  readonly breaches: string[] = [];

  /** Adds a look at a user's status. */
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
