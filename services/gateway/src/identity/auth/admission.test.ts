import type { Pool } from '@ctx/platform/postgres';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Admitter } from './admission.ts';

describe('A network with too many failed authentications', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('costs no further statement until its minute has ended, and is then forgotten', async () => {
    let statements = 0;
    const rows = [{ failures: 1_000_000, retry_after_seconds: 40 }];
    const pool = {
      query: () => {
        statements += 1;
        return Promise.resolve({ rows });
      },
    };
    let nowMs = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const admitter = new Admitter(pool as unknown as Pool);
    const fail = () => admitter.admit([], '192.0.2.7');
    expect(await fail()).toEqual({ outcome: 'TOO_MANY_FAILURES', retryAfterSeconds: 40 });
    nowMs += 39_500;
    expect(await fail()).toEqual({ outcome: 'TOO_MANY_FAILURES', retryAfterSeconds: 1 });
    expect([statements, admitter.forgetOld()]).toEqual([1, 0]);
    nowMs += 500;
    expect([admitter.forgetOld(), admitter.forgetOld()]).toEqual([1, 0]);
    await fail();
    expect(statements).toBe(2);
  });
});
