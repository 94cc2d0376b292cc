import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retries.ts';

const HOUR_MS = 3_600_000;

describe('A delivery that failed', () => {
  it('is attempted eleven times in about three days, each time after a longer wait', () => {
    const waits: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const wait = retryAfterMs(attempts, 0, 0.5);
      if (wait === null) break;
      waits.push(wait);
    }
    expect(waits).toHaveLength(10);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS;
    expect(hours).toBeGreaterThan(70);
    expect(hours).toBeLessThan(73);
  });

  it('is attempted a fifth earlier or later, so that receivers that come back are not flooded', () => {
    expect([retryAfterMs(1, 0, 0), retryAfterMs(1, 0, 1)]).toEqual([4000, 6000]);
  });

  it('is attempted no more once its event is three days old', () => {
    expect(retryAfterMs(1, 72 * HOUR_MS + 1, 0.5)).toBeNull();
  });
});
