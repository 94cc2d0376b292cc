import { describe, expect, it } from '@jest/globals';
import { decideEach } from './bulk.ts';

describe('decideEach', () => {
  it('decides each distinct id once and returns one result per id of the request, in its order', () => {
    const decided: string[] = [];
    const { changes, answer } = decideEach(['a', 'b', 'a'], (id) => {
      decided.push(id);
      return id === 'b'
        ? { rejected: 'YEAR_LOCKED' }
        : { change: null, status: 'UNCHANGED', overrideId: 'o' };
    });
    expect(decided).toEqual(['a', 'b']);
    expect(changes).toEqual([]);
    const { results, ...counts } = answer('NOT_NEEDED');
    expect(counts).toEqual({ processed: 3, succeeded: 2, failed: 1, recalc: 'NOT_NEEDED' });
    expect(results.map(({ id, status, code }) => [id, status, code])).toEqual([
      ['a', 'UNCHANGED', null],
      ['b', 'FAILED', 'YEAR_LOCKED'],
      ['a', 'UNCHANGED', null],
    ]);
  });
});
