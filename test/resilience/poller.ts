/** Polls the status of a user as a client does, one request after the other (I7). */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from './cast.ts';
import { Client } from './client.ts';
import { breachOf } from './contract.ts';
import type { History, Poll } from './history.ts';

const OPERATION = 'getRecalcStatus';

/** Polls once; returns null when the service responds that it cannot tell now. */
export async function look(
  { userId, tokens }: TestUser,
  baseUrl: string,
  history: History,
): Promise<Poll | null> {
  const client = new Client({ baseUrl, history, token: () => tokens.take(), keepsConnections: false });
  const { entry, done } = client.begin({
    kind: 'looks at the status',
    userId,
    operation: OPERATION,
    call: { path: '/api/v1/recalc-status' },
    faultOf: ({ status, text }) => breachOf(OPERATION, status, text),
  });
  const answer = await done;
  const [attempt] = entry.attempts;
  if (answer?.status !== 200 || attempt === undefined) return null;
  const { status, lastCompletedAt = null } = JSON.parse(answer.text) as Pick<Poll, 'status'> & Partial<Poll>;
  const { startedMs, endedMs } = attempt;
  const poll = { startedMs, endedMs, status, lastCompletedAt };
  history.addPoll(userId, poll);
  return poll;
}

/** Polls at an interval until the signal. */
export async function watch(
  user: TestUser,
  baseUrl: string,
  history: History,
  until: AbortSignal,
  everyMs: number,
): Promise<void> {
  while (!until.aborted) {
    await look(user, baseUrl, history);
    await pause(everyMs);
  }
}
