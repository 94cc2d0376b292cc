/** Tests the checks of the history with hand-written polls, reads and corrections. */
import { describe, expect, it } from '@jest/globals';
import { faultsOfReads, faultsOfStatus } from './checks.ts';
import type { Entry, Kind, Poll, ShownCorrections } from './history.ts';

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

describe('The check that no page is outdated', () => {
  const entry = (
    kind: Kind,
    startedMs: number,
    endedMs: number,
    number: number,
    more: Partial<ShownCorrections> = {},
  ): Entry => {
    const shown = { page: 'list', numberOf: 'value', number, isStale: false, isIdle: false, ...more };
    const outcome = { outcome: 'ok', status: 200, retryAfter: null, text: null, at: '' } as const;
    return {
      kind,
      userId: '1',
      key: '',
      operation: shown.page,
      changes: 1,
      expects: 200,
      attempts: [{ startedMs, endedMs, ...outcome }],
      answer: { status: 200, body: {} },
      shown,
    };
  };
  const faultsOf = (...requests: Entry[]): string[] => faultsOfReads({ requests });
  const correction = (startedMs: number, endedMs: number, number: number): Entry =>
    entry('corrections', startedMs, endedMs, number);
  const read = (
    startedMs: number,
    endedMs: number,
    number: number,
    more?: Partial<ShownCorrections>,
  ): Entry => entry('reads', startedMs, endedMs, number, more);

  it('finds a page that is older than a correction that was acknowledged before the read', () => {
    expect(faultsOf(correction(1, 2, 7), read(3, 4, 6))).toEqual([
      'outdated: list shows 6 after 7 was acknowledged',
    ]);
  });

  it('finds a page that is older than what the same page showed before the read', () => {
    expect(faultsOf(read(1, 2, 7, { isStale: true }), read(3, 4, 6, { isStale: true }))).toEqual([
      'outdated: list shows 6 (stale) after 7 was read',
    ]);
  });

  it('finds a page that is stale although the user is IDLE', () => {
    expect(faultsOf(correction(1, 2, 7), read(3, 4, 6, { isStale: true, isIdle: true }))).toEqual([
      'outdated: list shows 6 (stale), idle at 7',
    ]);
  });

  it('accepts an old page that overlaps the correction or says that it is stale, and pages of other users', () => {
    expect(
      faultsOf(correction(1, 5, 7), read(4, 6, 6), read(7, 8, 6, { isStale: true }), {
        ...read(9, 10, 0),
        userId: '2',
      }),
    ).toEqual([]);
  });
});
