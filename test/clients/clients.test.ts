/** Clients by the generators that come from npm. `npm run test:clients` also tests those of other languages. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GENERATORS } from './generators.ts';
import { LATER_VALUE } from './later-release.ts';
import { CLIENT_PACKAGES, faultsOfWalk } from './readme-walk.ts';
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

describe('A package of the client, installed from its file in a clean folder', () => {
  it.each(CLIENT_PACKAGES.filter(({ isFromNpm }) => isFromNpm))(
    'runs the examples of its README: the $name',
    async ({ walk }) => {
      expect(faultsOfWalk(await walk(await system.newReader('walk@example.org')))).toEqual([]);
    },
  );
});
