/** The impact of a suggestion equals that of a run with the match (engine.md §5, `estimatedImpactEur`). */
import { describe, expect, it } from '@jest/globals';
import { withImpacts } from './impact.ts';
import { runFlow } from '../flow/flow.ts';
import { resolve } from '../resolve/resolve.ts';
import type { Issue, RawEvent, Suggestion, YearChange } from '../types.ts';
import {
  buy,
  eur,
  type Extras,
  fee,
  idOf,
  inputsOf,
  match,
  price,
  run,
  sell,
} from '../../../test/engine/build.ts';

const bought = buy('bought', { at: '2025-03-01', amount: '2', euroValue: '100' });
const out = sell('out', { at: '2026-02-01', treatment: 'TRANSFER_OUT_UNRESOLVED', euroValue: '80' });
const into = buy('in', {
  at: '2026-02-02',
  treatment: 'CONTINUITY_WITHDRAW',
  euroValue: '80',
  accountRef: 'b',
});
const wbtc = { assetKey: 'WBTC', assetSymbol: 'WBTC' };
const sold = sell('sold', { at: '2027-02-01', euroValue: '120' });

/** Returns the changes of net gain and income by year, from two full runs: with and without the match. */
function matched(events: readonly RawEvent[], extras: Extras, kind: Suggestion['kind']): YearChange[] {
  const now = run(events, extras);
  const taken = run(events, { ...extras, matches: [match('out', 'in', kind ?? undefined)] });
  return now.outputs.years
    .map(({ year, capitalGains, income }) => {
      const then = taken.year(year);
      return { year, gain: then.capitalGains - capitalGains, income: then.income - income };
    })
    .filter(({ gain, income }) => gain !== 0n || income !== 0n);
}

describe('The impact of a suggestion equals the change of a run with the match', () => {
  it.each<readonly [string, readonly RawEvent[], readonly (readonly [number, string])[], Extras?]>([
    // The gain of 80 − 50 disappears; the unit sold in 2027 costs 50 instead of 80.
    [
      'for two legs of one asset',
      [bought, out, into, { ...sold, amount: '2', euroValue: '200' }],
      [
        [2026, '-30'],
        [2027, '30'],
      ],
    ],
    // The unit that arrived costs 50 instead of 80.
    [
      'for legs of two assets',
      [bought, out, { ...into, ...wbtc }, { ...sold, ...wbtc }],
      [
        [2026, '-30'],
        [2027, '30'],
      ],
    ],
    [
      // A unit that arrived before the photo moment is valued as WBTC, at 40; one that left after it as BTC, at 10.
      'for two assets, with the in leg before the photo moment and the out leg after it',
      [
        { ...bought, euroValue: '0' },
        { ...out, timestampUs: Date.parse('2025-12-31T23:30:00Z') * 1000 },
        { ...into, ...wbtc, timestampUs: Date.parse('2025-12-31T22:45:00Z') * 1000, euroValue: '0' },
        { ...sold, ...wbtc },
      ],
      [[2026, '-70']],
      { prices: [price('BTC', '2025-12-31', '10'), price('WBTC', '2025-12-31', '40')] },
    ],
    [
      // The missing unit is acquired at the out leg’s time, after the purchase of 10:15: 90 − 70 as before.
      'for one asset, with a unit missing and an early in leg',
      [
        { ...out, amount: '2', timestampUs: Date.parse('2026-02-01T10:30:00Z') * 1000 },
        { ...into, amount: '2', timestampUs: Date.parse('2026-02-01T10:00:00Z') * 1000 },
        buy('between', { at: '2026-02-01T10:15:00Z', euroValue: '70' }),
        { ...sold, euroValue: '90' },
      ],
      [],
    ],
    [
      // The other sale bears 3 of the fee of 6, and all of it once the departure is a transfer.
      'when the fee paid with the out leg passes to another sale',
      [
        { ...bought, amount: '3', euroValue: '150' },
        { ...out, referenceId: 'trade' },
        sell('other', { at: '2026-02-01', euroValue: '80', referenceId: 'trade' }),
        fee('fee', { at: '2026-02-01', assetKey: 'EUR', amount: '6', euroValue: '6', referenceId: 'trade' }),
        into,
      ],
      [[2026, '-30']],
      { regimes: { 2026: 'SPECULATIEF' } },
    ],
  ])('%s', (_title, events, expected, extras = {}) => {
    const figures = run(events, extras);
    const suggestions = ['out', 'in'].map(
      (name) =>
        figures.outputs.issues.find(
          ({ eventId, suggestion }) => eventId === idOf(name) && suggestion?.type === 'TRANSFER_MATCH',
        )?.suggestion,
    );
    for (const suggestion of suggestions)
      expect(suggestion?.changes).toEqual(matched(events, extras, suggestion?.kind ?? null));
    expect(suggestions[0]?.changes).toEqual(
      expected.map(([year, gain]) => ({ year, gain: eur(gain), income: 0n })),
    );
  });
});

describe('The impact of a given suggestion', () => {
  const suggestion: Suggestion = {
    type: 'TRANSFER_MATCH',
    counterpartEventId: idOf('in'),
    kind: 'SELF_TRANSFER',
    isJoin: false,
    assets: [],
    changes: null,
  };
  const issue = (fields: Partial<Suggestion>, name = 'out'): Issue => ({
    type: 'UNMATCHED_TRANSFER_OUT',
    subject: idOf(name),
    severity: 'HIGH',
    year: 2026,
    atUs: 1,
    eventId: idOf(name),
    overrideId: null,
    assetKey: null,
    suggestion: { ...suggestion, ...fields },
  });
  const worked = (events: readonly RawEvent[], issues: readonly Issue[]): Issue[] => {
    const resolved = resolve(inputsOf(events));
    const law = { regimeOf: () => 'NORMAAL_BEHEER' as const, photoPriceOf: () => null };
    const settings = { ...law, frozenYears: [], closingYears: [], start: null };
    return withImpacts(issues, {
      resolved,
      eventsBefore: 0,
      settings,
      outcomes: runFlow(resolved.events, settings).outcomes,
    });
  };
  const staked = { ...out, treatment: 'STAKE_BEACON' } as const;

  it('includes the income of staking rewards beyond the deposit: 0.25 of 1.25 at 100', () => {
    const events = [bought, staked, { ...into, amount: '1.25', euroValue: '100' }];
    expect(worked(events, [issue({})])[0]?.suggestion?.changes).toEqual([
      { year: 2026, gain: 0n, income: eur('20') },
    ]);
  });

  it('lists years oldest first, whatever the order of the events', () => {
    const events = [sold, { ...into, ...wbtc }, out, { ...sold, ...wbtc, id: idOf('wrapped') }, bought];
    const [both] = worked(events, [issue({ kind: 'WRAP' })]);
    expect(both?.suggestion?.changes).toEqual([
      { year: 2026, gain: eur('-30'), income: 0n },
      { year: 2027, gain: eur('30'), income: 0n },
    ]);
    expect(both?.suggestion?.assets).toEqual(['BTC', 'WBTC']);
  });

  it('is not computed without an event, counterpart or kind, nor when the issue has one already', () => {
    const known = [{ year: 1999, gain: 1n, income: 1n }];
    const issues = [
      issue({}, 'gone'),
      issue({ counterpartEventId: idOf('gone') }),
      issue({ counterpartEventId: null }),
      issue({ kind: null }),
      issue({ changes: known }),
    ];
    expect(worked([bought, out, into], issues)).toEqual(issues);
    const [open, ...others] = worked([bought, out, into], [issue({}), ...issues]);
    expect(open?.suggestion?.changes).toEqual([{ year: 2026, gain: eur('-30'), income: 0n }]);
    expect(others).toEqual(issues);
  });
});
