import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@ctx/platform/log';
import { createPool } from '@ctx/platform/postgres';
import { Replica } from './replica.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

function replicaWith(logged: string[]): Replica {
  const warn = (_fields: object, message: string): void => {
    logged.push(message);
  };
  const info = (message: string): void => {
    logged.push(message);
  };
  const pool = createPool({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    connectionsMax: 1,
    onError: () => undefined,
  });
  return new Replica(pool, { warn, info } as unknown as Logger);
}

describe('A replica', () => {
  it.each([
    ['40001', 'primary_conflict'],
    ['40P01', 'primary_conflict'],
    ['57014', 'primary_unreachable'],
    ['22003', 'primary_failed'],
  ])('is tried again at once after an error of one statement: %s', (code, counted) => {
    const replica = replicaWith([]);
    expect(replica.noteFailure(withCode(code))).toBe(counted);
    expect([replica.isWorthTrying(), replica.isWorthTrying()]).toEqual([true, true]);
  });

  it.each([
    ['ECONNREFUSED', 'primary_unreachable'],
    ['ETIMEDOUT', 'primary_unreachable'],
    ['57P03', 'primary_unreachable'],
    ['42P01', 'primary_failed'],
  ])('is avoided after %s, which the log says once', (code, counted) => {
    const logged: string[] = [];
    const replica = replicaWith(logged);
    for (let time = 0; time < 2; time += 1) expect(replica.noteFailure(withCode(code))).toBe(counted);
    expect(replica.isWorthTrying()).toBe(false);
    expect(logged).toEqual(['the replica failed, reading from the primary']);
  });

  it('is avoided no longer once it cancels a statement in favour of recovery, since it answered', () => {
    const logged: string[] = [];
    const replica = replicaWith(logged);
    replica.noteFailure(withCode('ECONNREFUSED'));
    replica.noteFailure(withCode('40001'));
    expect(replica.isWorthTrying()).toBe(true);
    expect(logged).toEqual(['the replica failed, reading from the primary', 'the replica answers again']);
  });
});
