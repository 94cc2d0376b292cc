/** Polls the status of a user as a client does, one request after the other (I7). */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from './cast.ts';
import { breachOf } from './contract.ts';
import type { History, Poll } from './history.ts';

const PATH = '/api/v1/recalc-status';
const ANSWER_MS_MAX = 40_000;

/** Polls once; returns null when the service responds that it cannot tell now. */
export async function look(user: TestUser, baseUrl: string, history: History): Promise<Poll | null> {
  const token = await user.tokens.take();
  const startedMs = performance.now();
  try {
    const response = await fetch(baseUrl + PATH, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const text = await response.text();
    const breach = breachOf('getRecalcStatus', response.status, text);
    if (breach !== null) history.breaches.push(breach);
    if (response.status !== 200) return null;
    const body = JSON.parse(text) as { status: string; lastCompletedAt?: string | null };
    const { status, lastCompletedAt = null } = body;
    const poll = { startedMs, endedMs: performance.now(), status, lastCompletedAt };
    history.addPoll(user.userId, poll);
    return poll;
  } catch (error) {
    history.addLost('getRecalcStatus', error);
    return null;
  }
}

/** Polls at an interval until the signal. */
export async function watch(
  user: TestUser,
  baseUrl: string,
  history: History,
  until: AbortSignal,
  everyMs = 250,
): Promise<void> {
  while (!until.aborted) {
    await look(user, baseUrl, history);
    await pause(everyMs);
  }
}
