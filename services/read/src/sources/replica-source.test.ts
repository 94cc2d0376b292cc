import { describe, expect, it } from '@jest/globals';
import { ReplicaSource } from './replica-source.ts';

const USER = 7;
const version = (requests: number): string => `${String(requests)}.1.1.1.1`;

/** A replica that has these versions, one for each read; an Error is thrown, and null is a user without facts. */
function replicaOf(...versions: readonly (string | Error | null)[]) {
  const left = [...versions];
  return {
    isWorthTrying: () => true,
    noteFailure: () => 'primary_conflict' as const,
    read: () => {
      const found = left.shift();
      if (found instanceof Error) return Promise.reject(found);
      const state = found === null || found === undefined ? [] : [{ version: found }];
      return Promise.resolve([state, [{ from: 'replica', version: found }]]);
    },
    left,
  };
}

const PRIMARY = {
  read: () => Promise.resolve([[{ from: 'primary' }]]),
  newest() {
    return this;
  },
};

async function readOnce(source: ReplicaSource): Promise<unknown> {
  const [[row] = []] = await source.read(USER, []);
  return row?.['from'];
}

describe('A call with a version', () => {
  it.each([
    ['has the version', version(5)],
    ['is ahead of it', version(6)],
  ])('is answered by a replica that %s', async (_what, found) => {
    const source = new ReplicaSource(replicaOf(found), PRIMARY, version(5));
    expect([await readOnce(source), source.answeredBy]).toEqual(['replica', 'replica']);
  });

  it('is answered by a replica that has the version after a wait', async () => {
    const replica = replicaOf(version(4), version(5));
    const source = new ReplicaSource(replica, PRIMARY, version(5));
    expect([await readOnce(source), source.answeredBy]).toEqual(['replica', 'waited']);
  });

  it.each([
    ['is behind twice', replicaOf(version(4), version(4)), 'primary_behind'],
    ['does not know the user', replicaOf(null, null), 'primary_behind'],
    ['fails', replicaOf(new Error('conflict with recovery')), 'primary_conflict'],
    ['fails after a wait', replicaOf(version(4), new Error('conflict with recovery')), 'primary_conflict'],
    ['is not worth trying', { ...replicaOf(version(5)), isWorthTrying: () => false }, 'primary_unreachable'],
  ])('is answered by the primary if the replica %s', async (_what, replica, answeredBy) => {
    const source = new ReplicaSource(replica, PRIMARY, version(5));
    expect([await readOnce(source), source.answeredBy]).toEqual(['primary', answeredBy]);
  });

  it('stays on the primary once the primary has answered, which may be ahead of the replica by then', async () => {
    const replica = replicaOf(version(4), version(4), version(5));
    const source = new ReplicaSource(replica, PRIMARY, version(5));
    expect([await readOnce(source), await readOnce(source)]).toEqual(['primary', 'primary']);
    expect(replica.left).toEqual([version(5)]);
    expect(source.answeredBy).toBe('primary_behind');
  });

  it('reads the primary when it needs what is newest', async () => {
    const source = new ReplicaSource(replicaOf(version(5)), PRIMARY, version(5));
    await readOnce(source);
    source.newest();
    expect([await readOnce(source), source.answeredBy]).toEqual(['primary', 'primary_behind']);
  });

  it('never reads an older version than before, although the replica may be several servers', async () => {
    const replica = replicaOf(version(7), version(5), version(5));
    const source = new ReplicaSource(replica, PRIMARY, version(5));
    expect([await readOnce(source), await readOnce(source)]).toEqual(['replica', 'primary']);
  });
});
