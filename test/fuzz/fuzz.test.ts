/** A few requests an operation, with a seed that does not change; `npm run test:fuzz` sends 20,000. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fuzzer } from './fuzzer.ts';

const SEED = 20_260_101;
const CASES = 1500;

let fuzzer: Fuzzer;
beforeAll(async () => {
  fuzzer = await Fuzzer.start(CASES);
});
afterAll(async () => {
  await fuzzer.stop();
});

describe(`Requests drawn from the interface description, seed ${String(SEED)}`, () => {
  it('are answered as described, bad ones rejected by field, none with 5xx, nothing of another user', async () => {
    const results = await fuzzer.run(SEED, CASES);
    expect(
      results.flatMap(({ operation, finding }) => (finding === null ? [] : [`${operation}: ${finding}`])),
    ).toEqual([]);
    const statuses = new Set(results.flatMap((result) => Object.keys(result.statuses)));
    // The draw is worth something only if it gets past the front door and is rejected there too.
    expect([...statuses].toSorted()).toEqual(
      expect.arrayContaining(['200', '400', '401', '402', '404', '405', '409']),
    );
  });

  it('leave the other user as they were, no error in a log, and the service idle', async () => {
    expect(await fuzzer.aftermath()).toEqual([]);
  });
});
