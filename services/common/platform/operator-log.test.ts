import { describe, expect, it } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import type { Caller } from './caller.ts';
import type { Logger } from './log.ts';
import { NotedCall, type OperatorCall, operatorLog, type OperatorLog } from './operator-log.ts';
import type { Pool } from './postgres.ts';

const CALLER: Caller = {
  userId: 0,
  scope: 'operator',
  via: 'feeder',
  requestId: 'r',
  operator: { keyId: '0123456789abcdef', keyName: 'nightly', roles: ['importer'] },
};

/** Returns a log in memory, and the users that it was given: when a call begins and when it ends. */
function memory(): { log: OperatorLog; users: number[]; outcomes: status[] } {
  const [users, outcomes]: [number[], status[]] = [[], []];
  const log: OperatorLog = {
    begin: ({ userId }: OperatorCall) => {
      users.push(userId);
      return Promise.resolve('1');
    },
    end: (_callId, outcome, userId) => {
      users.push(userId);
      outcomes.push(outcome);
      return Promise.resolve();
    },
  };
  return { log, users, outcomes };
}

describe("An operator's call", () => {
  it.each([
    ['its request names', { userId: 7 }, 5, {}, [7, 7]],
    ['its request chooses all connections of', { which: { $case: 'allOfUserId', value: 7 } }, 0, {}, [7, 7]],
    ['its caller is signed for', {}, 5, {}, [5, 5]],
    ['its response names', { email: 'an@example.org' }, 0, { userId: 7 }, [0, 7]],
    [
      'its response has a connection of',
      { which: { $case: 'connectionId', value: 'c' } },
      0,
      { connections: [{ userId: 7 }] },
      [0, 7],
    ],
    ['nothing names', undefined, 0, undefined, [0, 0]],
  ])('concerns the user that %s', async (_how, request, userId, response, expected) => {
    const { log, users } = memory();
    const call = new NotedCall({ ...CALLER, userId }, 'ImportService/ImportFacts', request, log);
    await call.begin();
    await call.end(status.OK, response);
    expect(users).toEqual(expected);
  });

  it('that the role of its key does not allow is logged and rejected', async () => {
    const { log, outcomes } = memory();
    const call = new NotedCall(CALLER, 'ErasureService/EraseUser', {}, log);
    await expect(call.begin()).rejects.toMatchObject({ status: status.PERMISSION_DENIED });
    await call.end(status.PERMISSION_DENIED);
    expect(outcomes).toEqual([status.PERMISSION_DENIED]);
  });

  it('is not done when it cannot be logged', async () => {
    const { log } = memory();
    const failing = { ...log, begin: () => Promise.reject(new Error('disk full')) };
    const call = new NotedCall(CALLER, 'ImportService/ImportFacts', {}, failing);
    await expect(call.begin()).rejects.toThrow('disk full');
  });

  it('stays done when its outcome cannot be logged, which is an error in the log of the service', async () => {
    const errors: object[] = [];
    const pool = { query: () => Promise.reject(new Error('connection lost')) } as unknown as Pool;
    const log = { error: (fields: object) => errors.push(fields) } as unknown as Logger;
    await operatorLog(pool, log).end('1', status.OK, 7);
    expect(errors).toMatchObject([{ callId: '1', outcome: 'OK' }]);
  });
});
