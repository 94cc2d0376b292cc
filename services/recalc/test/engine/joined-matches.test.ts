/** Matches with several departures or several arrivals (engine.md §2): batched withdrawals and split deposits. */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../../src/engine/types.ts';
import { closeYear } from '../../src/engine/recalculate.ts';
import {
  amountText,
  buy,
  eurText,
  type EventText,
  type Extras,
  type Figures,
  idOf,
  inputsOf,
  joinedMatches,
  override,
  run,
  sell,
} from './build.ts';

/** What is held of an asset in the end: units in the pool and waiting, and their cost. */
function held(figures: Figures, assetKey = 'BTC'): { units: string; cost: string } {
  const holding = figures.outputs.holdings.find((each) => each.assetKey === assetKey);
  return { units: amountText(holding?.amount ?? 0n), cost: eurText(holding?.costBasis ?? 0n) };
}

const bought = buy('buy', { at: '2026-01-01', amount: '1', euroValue: '50000' });
const out = (name: string, amount: string, facts: Partial<EventText> = {}): RawEvent =>
  sell(name, { at: '2026-01-04T10:00Z', amount, treatment: 'TRANSFER_OUT_OWN_WALLET', ...facts });
const into = (name: string, amount: string, facts: Partial<EventText> = {}): RawEvent =>
  buy(name, {
    at: '2026-01-04T10:30Z',
    amount,
    treatment: 'CONTINUITY_WITHDRAW',
    accountRef: 'wallet',
    ...facts,
  });
/** Each case: the events after the purchase, and the pairs of the match. */
const CASES: readonly {
  readonly title: string;
  readonly events: readonly RawEvent[];
  readonly pairs: readonly (readonly [string, string])[];
  readonly held: { readonly units: string; readonly cost: string };
  readonly issues: readonly string[];
}[] = [
  {
    title: 'two departures of which less arrives: the rest is a fee',
    events: [out('o1', '0.3'), out('o2', '0.2', { at: '2026-01-04T10:00:05Z' }), into('i', '0.4999')],
    pairs: [
      ['o1', 'i'],
      ['o2', 'i'],
    ],
    held: { units: '0.9999', cost: '49995' },
    issues: [],
  },
  {
    title: 'the order in which the pairs were matched does not matter',
    events: [out('o1', '0.3'), out('o2', '0.2', { at: '2026-01-04T10:00:05Z' }), into('i', '0.4999')],
    pairs: [
      ['o2', 'i'],
      ['o1', 'i'],
    ],
    held: { units: '0.9999', cost: '49995' },
    issues: [],
  },
  {
    title: 'one departure with two arrivals: the rest is a fee',
    events: [
      out('o', '0.5'),
      into('i1', '0.3'),
      into('i2', '0.1999', { at: '2026-01-05', accountRef: 'other' }),
    ],
    pairs: [
      ['o', 'i1'],
      ['o', 'i2'],
    ],
    held: { units: '0.9999', cost: '49995' },
    issues: [],
  },
  {
    title: 'two departures of which more arrives: the surplus is a new lot with its share of the value',
    events: [out('o1', '0.3'), out('o2', '0.2'), into('i', '0.6', { euroValue: '36000' })],
    pairs: [
      ['o1', 'i'],
      ['o2', 'i'],
    ],
    held: { units: '1.1', cost: '56000' },
    issues: ['TRANSFER_SURPLUS'],
  },
  {
    title: 'one departure, two arrivals, and more of the last one than is left',
    events: [
      out('o', '0.5'),
      into('i1', '0.3'),
      into('i2', '0.3', { at: '2026-01-05', accountRef: 'other', euroValue: '18000' }),
    ],
    pairs: [
      ['o', 'i1'],
      ['o', 'i2'],
    ],
    held: { units: '1.1', cost: '56000' },
    issues: ['TRANSFER_SURPLUS'],
  },
  {
    title: 'less than 90 % of all departures together is to be reviewed',
    events: [out('o1', '0.3'), out('o2', '0.2'), into('i', '0.4')],
    pairs: [
      ['o1', 'i'],
      ['o2', 'i'],
    ],
    held: { units: '0.9', cost: '45000' },
    issues: ['REVIEW_TRANSFER'],
  },
];

describe('A match with several departures or several arrivals', () => {
  it.each(CASES)('$title', ({ events, pairs, held: expected, issues }) => {
    const figures = run([bought, ...events], { matches: joinedMatches(pairs) });
    expect(held(figures)).toEqual(expected);
    expect(figures.outputs.issues.map(({ type }) => type)).toEqual(issues);
    expect(figures.year(2026).capitalGains).toBe(0n);
  });

  it('keeps cost and date for a later sale, and names the arrival of each unit', () => {
    const figures = run(
      [
        bought,
        out('o', '1'),
        into('i1', '0.4'),
        into('i2', '0.6', { at: '2026-01-05', accountRef: 'other' }),
        sell('sale', { at: '2026-02-01', amount: '1', euroValue: '60000' }),
      ],
      {
        matches: joinedMatches([
          ['o', 'i1'],
          ['o', 'i2'],
        ]),
      },
    );
    expect(figures.gain('sale')).toBe('10000');
    // Marks of the pool cover its oldest units, so the lot is one slice with the origin of its first unit.
    expect(
      figures.slices('sale').map(({ amount, origin }) => [amountText(amount), origin?.inEventId]),
    ).toEqual([['1', idOf('i1')]]);
  });

  it('without the join is two matches, of which the older one counts', () => {
    const events = [bought, out('o1', '0.3'), out('o2', '0.2'), into('i', '0.4999', { euroValue: '30000' })];
    const matches = joinedMatches([
      ['o1', 'i'],
      ['o2', 'i'],
    ]).map((match) => ({ ...match, joinedMatchId: null }));
    const figures = run(events, { matches });
    expect(figures.event('o2').transfer).toBeNull();
    expect(figures.outputs.issues.map(({ type }) => type)).toEqual(['TRANSFER_SURPLUS']);
  });

  it('never has several departures and several arrivals: the younger pair rests', () => {
    const events = [bought, out('o1', '0.3'), out('o2', '0.2'), into('i1', '0.3'), into('i2', '0.2')];
    const figures = run(events, {
      matches: joinedMatches([
        ['o1', 'i1'],
        ['o2', 'i1'],
        ['o2', 'i2'],
      ]),
    });
    expect(figures.event('i2').transfer).toBeNull();
    expect(figures.event('i2').isInMatch).toBe(true);
  });

  it('lacks units in its last departure where the pool holds too few', () => {
    const events = [
      buy('buy', { at: '2026-01-01', amount: '0.4', euroValue: '20000' }),
      out('o1', '0.3'),
      out('o2', '0.3', { at: '2026-01-04T10:00:05Z' }),
      into('i', '0.6'),
    ];
    const figures = run(events, {
      matches: joinedMatches([
        ['o1', 'i'],
        ['o2', 'i'],
      ]),
    });
    expect(held(figures)).toEqual({ units: '0.4', cost: '20000' });
  });
});

describe('A surplus of several departures of which one is staking', () => {
  const staked = { treatment: 'STAKE_BEACON' } as const;
  it.each([
    {
      title: 'is income where the first departure is the staking deposit',
      events: [out('o1', '0.3', staked), out('o2', '0.2', { at: '2026-01-04T10:00:05Z' })],
      income: '6000',
      issues: [],
    },
    {
      title: 'is no income where the staking deposit is a later departure, and is to be reviewed',
      events: [out('o1', '0.3'), out('o2', '0.2', { at: '2026-01-04T10:00:05Z', ...staked })],
      income: '0',
      issues: ['TRANSFER_SURPLUS'],
    },
    {
      title: 'is income where the staking deposit is first in time, whichever pair was matched first',
      events: [out('o1', '0.3', { at: '2026-01-04T10:00:05Z' }), out('o2', '0.2', staked)],
      income: '6000',
      issues: [],
    },
  ])('$title', ({ events, income, issues }) => {
    const figures = run([bought, ...events, into('i', '0.6', { euroValue: '36000' })], {
      matches: joinedMatches([
        ['o1', 'i'],
        ['o2', 'i'],
      ]),
    });
    expect(eurText(figures.year(2026).income)).toBe(income);
    expect(figures.outputs.issues.map(({ type }) => type)).toEqual(issues);
    expect(held(figures)).toEqual({ units: '1.1', cost: '56000' });
  });
});

describe('Between assets, a match with several departures or several arrivals', () => {
  const old = (name: string, amount: string, facts: Partial<EventText> = {}): RawEvent =>
    out(name, amount, { assetKey: 'OLD', ...facts });
  const acquired = buy('buy', { at: '2025-01-01', assetKey: 'OLD', amount: '3', euroValue: '300' });

  it.each([
    {
      title: 'shares the arrival over the departures in proportion',
      events: [old('o1', '1'), old('o2', '2', { at: '2026-01-04T10:00:05Z' }), into('i', '6')],
      pairs: [
        ['o1', 'i'],
        ['o2', 'i'],
      ] as const,
      lots: {
        i: [
          ['2', '100'],
          ['4', '200'],
        ],
      },
    },
    {
      title: 'shares the departure over the arrivals in proportion',
      events: [old('o', '3'), into('i1', '2'), into('i2', '4', { at: '2026-01-05' })],
      pairs: [
        ['o', 'i1'],
        ['o', 'i2'],
      ] as const,
      lots: { i1: [['2', '100']], i2: [['4', '200']] },
    },
  ])('$title', ({ events, pairs, lots }) => {
    const figures = run([acquired, ...events], { matches: joinedMatches(pairs, 'MIGRATION') });
    for (const [name, expected] of Object.entries(lots))
      expect(
        figures.lots(name).map(({ amount, costBasis }) => [amountText(amount), eurText(costBasis)]),
      ).toEqual(expected);
    expect(new Set(figures.outputs.lots.map(({ id }) => id)).size).toBe(figures.outputs.lots.length);
    expect(held(figures)).toEqual({ units: '6', cost: '300' });
  });
});

describe('A submitted year', () => {
  const lots = (figures: Figures): string[] => [...new Set(figures.outputs.lots.map(({ id }) => id))];
  const run2025 = (events: readonly RawEvent[], extras: Extras, after: Extras = extras): Figures => {
    const closed = closeYear(inputsOf(events, extras), 2025);
    return run(events, { ...after, frozenYears: [{ year: 2025, ...closed }] });
  };

  it('with one of two departures passes both on to their arrival', () => {
    const events = [
      buy('buy', { at: '2025-01-01', amount: '1', euroValue: '50000' }),
      out('o1', '0.3', { at: '2025-12-31T20:00Z' }),
      out('o2', '0.2', { at: '2026-01-01T10:00Z' }),
      into('i', '0.4999', { at: '2026-01-01T12:00Z' }),
    ];
    const pairs = [
      ['o1', 'i'],
      ['o2', 'i'],
    ] as const;
    const matches = joinedMatches(pairs);
    const known = run2025(events, { matches });
    expect(held(known)).toEqual({ units: '0.9999', cost: '49995' });
    expect(lots(known)).toHaveLength(known.outputs.lots.length);
    // The year was submitted before the match: the units of its departure wait, and arrive now.
    const unknown = run2025(events, {}, { matches });
    expect(held(unknown)).toEqual({ units: '0.9999', cost: '49995' });
  });

  it('with a departure of two later arrivals keeps what waits, and both get their part', () => {
    const events = [
      buy('buy', { at: '2025-01-01', amount: '1', euroValue: '50000' }),
      out('o', '0.5', { at: '2025-12-31T20:00Z' }),
      into('i1', '0.3', { at: '2026-01-01T10:00Z' }),
      into('i2', '0.1999', { at: '2026-01-01T12:00Z' }),
    ];
    const matches = joinedMatches([
      ['o', 'i1'],
      ['o', 'i2'],
    ]);
    for (const figures of [run2025(events, { matches }), run2025(events, {}, { matches })]) {
      expect(held(figures)).toEqual({ units: '0.9999', cost: '49995' });
      expect(lots(figures)).toHaveLength(figures.outputs.lots.length);
    }
  });

  it('that knows one of two departures as sold makes the arrival partly an acquisition', () => {
    const events = [
      buy('buy', { at: '2025-01-01', amount: '1', euroValue: '50000' }),
      out('o1', '0.3', { at: '2025-12-31T20:00Z', treatment: 'NORMAL', euroValue: '18000' }),
      out('o2', '0.2', { at: '2026-01-01T10:00Z' }),
      into('i', '0.5', { at: '2026-01-01T12:00Z', euroValue: '30000' }),
    ];
    const matches = joinedMatches([
      ['o1', 'i'],
      ['o2', 'i'],
    ]);
    const figures = run2025(events, {}, { matches, overrides: [override('o1', { description: 'sold' })] });
    // 0.7 are left of the purchase, and 0.3 of the arrival are new with their share of its value.
    expect(held(figures)).toEqual({ units: '1', cost: '53000' });
    expect(lots(figures)).toHaveLength(figures.outputs.lots.length);
  });
});
