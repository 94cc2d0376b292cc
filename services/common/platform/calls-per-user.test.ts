import { status } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { CallsPerUser } from './calls-per-user.ts';

/** A read that the test ends. */
function heldRead(log: string[], name: string) {
  const gate = Promise.withResolvers<string>();
  return {
    end: () => {
      gate.resolve(name);
    },
    work: () => {
      log.push(name);
      return gate.promise;
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the limit on the reads of one user', () => {
  it('lets a third of the connections run, makes further reads wait in order of arrival, and does not delay other users', async () => {
    const log: string[] = [];
    const limit = new CallsPerUser(10, 60_000);
    const reads = ['1', '2', '3', '4', '5'].map((name) => heldRead(log, name));
    const ended = reads.map(({ work }) => limit.run(7, work));
    await limit.run(8, () => Promise.resolve(log.push('other user')));
    expect(log).toEqual(['1', '2', '3', 'other user']);
    reads[1]!.end();
    await ended[1];
    await settled();
    expect(log).toEqual(['1', '2', '3', 'other user', '4']);
    for (const { end } of reads) end();
    expect(await Promise.all(ended)).toEqual(['1', '2', '3', '4', '5']);
    expect(await limit.run(7, () => Promise.resolve('again'))).toBe('again');
  });

  it('rejects reads that wait too long without running them, and lets the next read run after a failed one', async () => {
    const log: string[] = [];
    const limit = new CallsPerUser(1, 1);
    const gate = Promise.withResolvers<never>();
    const first = limit.run(7, () => gate.promise);
    const late = limit.run(7, () => Promise.resolve(log.push('late')));
    await expect(late).rejects.toMatchObject({ status: status.RESOURCE_EXHAUSTED });
    gate.reject(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    await limit.run(7, () => Promise.resolve(log.push('next')));
    expect(log).toEqual(['next']);
  });

  it('rejects a waiting read whose client disconnects, without running it, and runs the next one', async () => {
    const log: string[] = [];
    const limit = new CallsPerUser(1, 60_000);
    const first = heldRead(log, 'first');
    const ended = limit.run(7, first.work);
    const client = new AbortController();
    const gone = limit.run(7, () => Promise.resolve(log.push('gone')), client.signal);
    const next = limit.run(7, () => Promise.resolve(log.push('next')), new AbortController().signal);
    client.abort();
    await expect(gone).rejects.toMatchObject({ status: status.CANCELLED });
    await expect(limit.run(7, () => Promise.resolve(log.push('late')), client.signal)).rejects.toMatchObject({
      status: status.CANCELLED,
    });
    first.end();
    await Promise.all([ended, next]);
    expect(log).toEqual(['first', 'next']);
  });

  it('rejects further reads at once when 500 are waiting', async () => {
    const limit = new CallsPerUser(1, 60_000);
    const gate = Promise.withResolvers<string>();
    const reads = Array.from({ length: 501 }, () => limit.run(7, () => gate.promise));
    await expect(limit.run(7, () => gate.promise)).rejects.toMatchObject({
      status: status.RESOURCE_EXHAUSTED,
    });
    gate.resolve('done');
    expect(await Promise.all(reads)).toHaveLength(501);
  });
});
