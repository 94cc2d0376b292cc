/** Tests the check of I7 with hand-written status polls. */
import { describe, expect, it } from '@jest/globals';
import { faultsOfStatus } from './checks.ts';
import type { Poll } from './history.ts';

const EARLIER = '2026-04-01T09:30:01.000000Z';
const LATER = '2026-04-01T09:30:02.000000Z';
const look = (startedMs: number, endedMs: number, lastCompletedAt: string | null): Poll => ({
  startedMs,
  endedMs,
  status: 'RUNNING',
  lastCompletedAt,
});
const faultsOf = (...polls: Poll[]): string[] => faultsOfStatus(polls, [], new Map());

describe('The check that lastCompletedAt never goes back', () => {
  it('finds a look that tells less than one that was answered before it was sent', () => {
    expect(faultsOf(look(1, 2, LATER), look(3, 4, EARLIER))).toEqual([
      `I7: lastCompletedAt went back to ${EARLIER}`,
    ]);
  });

  it('finds it with a look that took long in between', () => {
    expect(faultsOf(look(1, 2, LATER), look(1, 9, EARLIER), look(3, 4, null))).toEqual([
      'I7: lastCompletedAt went back to null',
    ]);
  });

  it('lets looks that overlap tell one or the other', () => {
    expect(faultsOf(look(1, 4, LATER), look(2, 3, EARLIER))).toEqual([]);
  });
});
