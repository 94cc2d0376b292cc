/** Clients by the generators that come from npm; `npm run test:clients` tries those of other languages too. */
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
  it('meets references that are null and references that are not', () => {
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
