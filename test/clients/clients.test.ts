/** Clients by the generators that come from npm. `npm run test:clients` also tests those of other languages. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GENERATORS } from './generators.ts';
import { LATER_VALUE } from './later-release.ts';
import { walkWithNpmPackage } from './readme-walk.ts';
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

  it('is tested with answers of a later release, whose values it does not know', () => {
    const { eventTypes, ...others } = system.expectedLater;
    const { eventTypes: known, ...same } = system.expected;
    expect(new Set(eventTypes.filter((type) => type !== null))).toEqual(new Set([LATER_VALUE]));
    expect([eventTypes.length, others]).toEqual([known.length, same]);
  });

  it.each(GENERATORS.filter(({ isFromNpm }) => isFromNpm))(
    'by $name reads me, year summaries and the inbox, also with values that it does not know',
    async (generator) => {
      expect(await system.check(generator)).toEqual([]);
    },
  );
});

describe('The npm package of the client, installed from its file in a clean folder', () => {
  it('runs the examples of its README', async () => {
    const printed = await walkWithNpmPackage(await system.newReader('npm-walk@example.org'));
    expect(printed.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^gains of 2026: \d/),
      'sales of 2026: 1',
      'years that would change: [ 2026 ]',
      'corrected: true figures: IDLE',
      'new in the file: 1 rows left out: 0',
      'added: 1',
      expect.stringMatching(/^lines of the report: \d\d/),
      expect.stringMatching(/^no such file: .*\/docs\/errors#NOT_FOUND .+/),
      "rejected: 400 [ 'year' ]",
      expect.stringMatching(/^user: \d+$/),
    ]);
  });
});
