/** Tests the summary of a run, and the attempts per call, with hand-written results. */
import { describe, expect, it } from '@jest/globals';
import { attemptsPerCall } from './attempts.ts';
import { summaryOf } from './summary.ts';

describe('The summary of a run', () => {
  it('shows each row once, with its outcome and duration under each seed', () => {
    const row = { name: 'faults/C1 a kill' };
    const other = { name: 'faults/E1 a full disk' };
    expect(
      summaryOf([
        { ...row, seed: 1, faults: [], seconds: 5 },
        { ...other, seed: 1, faults: null, seconds: 0 },
        { ...row, seed: 2, faults: ['I1: lost'], seconds: 7 },
      ]),
    ).toEqual([
      '| row | seed 1 | seed 2 |',
      '| --- | --- | --- |',
      '| faults/C1 a kill | ok 5 s | VIOLATED 7 s |',
      '| faults/E1 a full disk | skipped |  |',
      '3 runs, 1 violated, 1 skipped',
    ]);
  });
});

describe('The attempts per call', () => {
  const counts = (called: number, ...served: number[]) => ({
    called: { pid: 1, count: called },
    served: served.map((count, index) => ({ pid: 2 + index, count })),
  });

  it('are the attempts that the services served for each call of the gateway', () => {
    expect(attemptsPerCall(counts(10, 8, 2), counts(30, 20, 14))).toBe(1.2);
  });

  it('count what a restarted service has served since its start', () => {
    const restarted = { ...counts(20), served: [{ pid: 9, count: 5 }] };
    expect(attemptsPerCall(counts(10, 8), restarted)).toBe(0.5);
  });

  it('are unknown when the gateway was restarted', () => {
    expect(attemptsPerCall(counts(10, 8), { ...counts(3, 9), called: { pid: 9, count: 3 } })).toBeNull();
  });
});
