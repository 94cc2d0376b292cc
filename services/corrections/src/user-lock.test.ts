import { describe, expect, it } from '@jest/globals';
import { Turns, UserLockTimeout } from './user-lock.ts';

describe('Turns', () => {
  it('runs the work of one user in order, one at a time, also after a failure, and other users in parallel', async () => {
    const turns = new Turns(60_000);
    const log: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const first = turns.take(1, async () => {
      log.push('first begins');
      await gate.promise;
      log.push('first ends');
      throw new Error('first failed');
    });
    const second = turns.take(1, () => Promise.resolve(log.push('second')));
    await turns.take(2, () => Promise.resolve(log.push('other user')));
    expect(log).toEqual(['first begins', 'other user']);
    gate.resolve(undefined);
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(log).toEqual(['first begins', 'other user', 'first ends', 'second']);
  });

  it('rejects work that waited too long, without starting it', async () => {
    let nowMs = 0;
    const turns = new Turns(2000, () => nowMs);
    const gate = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const first = turns.take(1, () => {
      begun.resolve(undefined);
      return gate.promise;
    });
    await begun.promise;
    let isDone = false;
    const second = turns.take(1, () => Promise.resolve((isDone = true)));
    nowMs = 2001;
    const rejected = expect(second).rejects.toThrow(UserLockTimeout);
    gate.resolve(undefined);
    await first;
    await rejected;
    expect(isDone).toBe(false);
  });
});
