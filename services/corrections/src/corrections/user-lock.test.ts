import { describe, expect, it } from '@jest/globals';
import { UserLocks, UserLockTimeout } from './user-lock.ts';

describe('UserLocks', () => {
  it('runs the work of one user in order, one at a time, also after a failure, and other users in parallel', async () => {
    const locks = new UserLocks(60_000);
    const log: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const first = locks.run(1, async () => {
      log.push('first begins');
      await gate.promise;
      log.push('first ends');
      throw new Error('first failed');
    });
    const second = locks.run(1, () => Promise.resolve(log.push('second')));
    await locks.run(2, () => Promise.resolve(log.push('other user')));
    expect(log).toEqual(['first begins', 'other user']);
    gate.resolve(undefined);
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(log).toEqual(['first begins', 'other user', 'first ends', 'second']);
  });

  it('rejects work that waited too long, without starting it', async () => {
    let nowMs = 0;
    const locks = new UserLocks(2000, () => nowMs);
    const gate = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const first = locks.run(1, () => {
      begun.resolve(undefined);
      return gate.promise;
    });
    await begun.promise;
    let isDone = false;
    const second = locks.run(1, () => Promise.resolve((isDone = true)));
    nowMs = 2001;
    const rejected = expect(second).rejects.toThrow(UserLockTimeout);
    gate.resolve(undefined);
    await first;
    await rejected;
    expect(isDone).toBe(false);
  });
});
