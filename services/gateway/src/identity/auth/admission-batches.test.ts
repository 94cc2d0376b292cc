/** Batching of admission queries. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Batches } from './admission-batches.ts';

/** Waits until scheduled batches have started. */
const nextImmediate = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

/** Batches whose queries end only when the test ends them: with the keys as text, or with an error. */
function batchesWithManualQueries() {
  const queries: { keys: readonly number[]; end: (error?: Error) => Promise<void> }[] = [];
  const batches = new Batches<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
          keys,
          end: async (error) => {
            if (error === undefined) resolve(keys.map(String));
            else reject(error);
            await nextImmediate();
          },
        });
      }),
  );
  return { queries, batches };
}

describe('Batches of admission queries', () => {
  it('start a query at once when none is running, and share one among keys that arrive together', async () => {
    const { queries, batches } = batchesWithManualQueries();
    void batches.load(1);
    await nextImmediate();
    void batches.load(2);
    void batches.load(3);
    await nextImmediate();
    expect(queries.map(({ keys }) => keys)).toEqual([[1], [2, 3]]);
  });

  it('collect the keys that arrive while two queries are running, and return each its own value', async () => {
    const { queries, batches } = batchesWithManualQueries();
    const values: Promise<string>[] = [];
    for (const key of [1, 2, 3, 4, 5]) {
      values.push(batches.load(key));
      if (key < 3) await nextImmediate();
    }
    await queries[0]!.end();
    expect(queries.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4, 5]]);
    await queries[1]!.end();
    await queries[2]!.end();
    expect(await Promise.all(values)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('fail all pending keys when a query fails, and start a new query for the next key', async () => {
    const { queries, batches } = batchesWithManualQueries();
    const values: Promise<string>[] = [];
    for (const key of [1, 2, 3]) {
      values.push(batches.load(key));
      if (key < 3) await nextImmediate();
    }
    const outcomes = Promise.allSettled(values);
    await queries[0]!.end(new Error('connection lost'));
    await queries[1]!.end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    const next = batches.load(4);
    await nextImmediate();
    await queries.at(-1)!.end();
    expect(await next).toBe('4');
  });

  it('return every key its own value, in whatever order keys arrive and queries end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }),
        fc.nat(1000),
        async (actions, firstKey) => {
          const { queries, batches } = batchesWithManualQueries();
          const values: Promise<string>[] = [];
          let ended = 0;
          for (const isLoad of [...actions, ...actions.map(() => false)]) {
            if (isLoad) values.push(batches.load(firstKey + values.length));
            else if (ended < queries.length) await queries[ended++]!.end();
            else await nextImmediate();
          }
          await nextImmediate();
          while (ended < queries.length) await queries[ended++]!.end();
          expect(await Promise.all(values)).toEqual(values.map((_value, index) => String(firstKey + index)));
        },
      ),
    );
  });
});
