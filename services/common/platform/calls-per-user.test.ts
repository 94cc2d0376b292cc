import { status } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { callsPerUser } from './calls-per-user.ts';

const TOO_MANY = {
  status: status.RESOURCE_EXHAUSTED,
  message: 'too many calls of this user are under way',
};

describe('The limit on the calls of one user', () => {
  it.each([
    [10, 3],
    [2, 1],
  ])('lets a third of %i connections run calls of one user', async (connectionsMax, runningMax) => {
    const calls = callsPerUser(connectionsMax);
    const gate = Promise.withResolvers<undefined>();
    let running = 0;
    const work = (): Promise<undefined> => {
      running += 1;
      return gate.promise;
    };
    const ended = Array.from({ length: 5 }, () => calls.run(7, work));
    expect(running).toBe(runningMax);
    const ofOther = calls.run(8, work);
    expect(running).toBe(runningMax + 1);
    gate.resolve(undefined);
    await Promise.all([...ended, ofOther]);
    expect(running).toBe(6);
  });

  it('rejects calls that wait too long, and further calls at once when 500 are waiting', async () => {
    const gate = Promise.withResolvers<string>();
    const impatient = callsPerUser(1, 1);
    const first = impatient.run(7, () => gate.promise);
    await expect(impatient.run(7, () => gate.promise)).rejects.toMatchObject(TOO_MANY);
    const calls = callsPerUser(1);
    const waiting = Array.from({ length: 501 }, () => calls.run(7, () => gate.promise));
    await expect(calls.run(7, () => gate.promise)).rejects.toMatchObject(TOO_MANY);
    gate.resolve('done');
    await expect(Promise.all([first, ...waiting])).resolves.toHaveLength(502);
  });
});
