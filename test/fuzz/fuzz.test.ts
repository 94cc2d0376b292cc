/** Sends a few requests per operation, with a fixed seed; `npm run test:fuzz` sends 20,000. */
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

describe(`Random requests generated from the interface description, seed ${String(SEED)}`, () => {
  it('get the described responses, with bad fields named, no 5xx, and no data of another user', async () => {
    const results = await fuzzer.run(SEED, CASES);
    expect(
      results.flatMap(({ operation, finding }) => (finding === null ? [] : [`${operation}: ${finding}`])),
    ).toEqual([]);
    const statuses = new Set(results.flatMap((result) => Object.keys(result.statuses)));
    // The requests are a useful sample only if some are accepted and some are rejected.
    expect([...statuses].toSorted()).toEqual(
      expect.arrayContaining(['200', '400', '401', '402', '404', '405', '409']),
    );
  });

  it('leave the other user unchanged, no error in a log, and the service idle', async () => {
    expect(await fuzzer.aftermath()).toEqual([]);
  });
});
