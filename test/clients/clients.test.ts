/** Clients by the generators that come from npm. `npm run test:clients` also tests those of other languages. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GENERATORS } from './generators.ts';
import { ClientSystem } from './system.ts';

let system: ClientSystem;
beforeAll(async () => {
  system = await ClientSystem.start();
});
afterAll(async () => {
  await system.stop();
});

describe('A client generated from the interface description', () => {
  it('is tested with data in which references are null and references are set', () => {
    const { declarationRows, declarationRowsBefore, issues, suggestions } = system.expected;
    expect([declarationRows !== null, declarationRowsBefore]).toEqual([true, null]);
    expect(suggestions).toBeGreaterThan(0);
    expect(issues).toBeGreaterThan(suggestions);
  });

  it.each(GENERATORS.filter(({ isFromNpm }) => isFromNpm))(
    'by $name reads me, year summaries and the inbox',
    async (generator) => {
      expect(await system.check(generator)).toEqual([]);
    },
  );
});
