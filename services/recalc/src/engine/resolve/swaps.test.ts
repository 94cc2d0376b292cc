/** Swaps: the given and the received side have the same value (engine.md §2). */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../types.ts';
import {
  buy,
  entered,
  type EventText,
  eurText,
  idOf,
  match,
  override,
  price,
  run,
  sell,
  type Extras,
  type Figures,
} from '../../../test/engine/build.ts';

const leg = (facts: Partial<EventText>): EventText => ({
  at: '2026-05-01',
  continuityGroupId: idOf('swap'),
  ...facts,
});
const give = (name: string, facts: Partial<EventText> = {}): RawEvent =>
  sell(name, leg({ assetKey: 'ETH', ...facts }));
const get = (name: string, facts: Partial<EventText> = {}): RawEvent =>
  buy(name, leg({ assetKey: 'SOL', ...facts }));
const held = [
  buy('eth', { at: '2026-01-01', assetKey: 'ETH', amount: '10', euroValue: '100' }),
  buy('ada', { at: '2026-01-01', assetKey: 'ADA', amount: '10', euroValue: '100' }),
];
const swap = (legs: readonly RawEvent[], extras?: Extras): Figures => run([...held, ...legs], extras);
const basisOf = (figures: Figures, ...names: string[]): string[] =>
  names.map((name) => figures.lot(name).basis);
const missing = (figures: Figures): string[] =>
  figures.outputs.issues
    .filter(({ type }) => type === 'MISSING_PRICE')
    .map(({ eventId }) => figures.outputs.events.find(({ raw }) => raw.id === eventId)?.raw.referenceId ?? '')
    .toSorted();

const ETH_PRICE = price('ETH', '2026-05-01', '1000');
const SOL_PRICE = price('SOL', '2026-05-01', '900');
const EUR = { assetKey: 'EUR', amount: '777' };

describe('Proceeds = the value of the first of these sides that is known', () => {
  const cases: readonly (readonly [string, string | null, string, readonly RawEvent[], Extras])[] = [
    [
      'the received one before the given one',
      '300',
      'sol',
      [give('out', { euroValue: '250' }), get('sol', { euroValue: '300' })],
      {},
    ],
    [
      'the given one, where the received one is not known',
      '250',
      'sol',
      [give('out', { euroValue: '250' }), get('sol')],
      {},
    ],
    [
      'a value the user set on the given side before the received one’s import',
      '400',
      'sol',
      [give('out', { euroValue: '250' }), get('sol', { euroValue: '300' })],
      { overrides: [override('out', { euroValue: '400' })] },
    ],
    [
      'of two values the user set the received one',
      '500',
      'sol',
      [give('out'), get('sol')],
      { overrides: [override('out', { euroValue: '400' }), override('sol', { euroValue: '500' })] },
    ],
    [
      'the price that the taxpayer entered for the given side before the received price series',
      '800',
      'sol',
      [give('out'), get('sol')],
      { prices: [SOL_PRICE, entered('ETH', '2026-05-01', '800')] },
    ],
    [
      'the given import before a price that the taxpayer entered for the received side',
      '250',
      'sol',
      [give('out', { euroValue: '250' }), get('sol')],
      { prices: [entered('SOL', '2026-05-01', '800')] },
    ],
    [
      'the given price series before the price of the currency of a received stablecoin',
      '1000',
      'coin',
      [give('out'), get('coin', { assetKey: 'USDC', amount: '900' })],
      { prices: [ETH_PRICE, price('USD', '2026-05-01', '0.9')] },
    ],
    [
      'the price of the currency of a received stablecoin, where the given side has no price',
      '810',
      'coin',
      [give('out'), get('coin', { assetKey: 'USDC', amount: '900' })],
      { prices: [price('USD', '2026-05-01', '0.9')] },
    ],
    [
      'the given import before the received price series',
      '250',
      'sol',
      [give('out', { euroValue: '250' }), get('sol')],
      { prices: [SOL_PRICE] },
    ],
    [
      'of two price series the received one',
      '900',
      'sol',
      [give('out'), get('sol')],
      { prices: [ETH_PRICE, SOL_PRICE] },
    ],
    [
      'the given price series where nothing else is known',
      '1000',
      'sol',
      [give('out'), get('sol')],
      { prices: [ETH_PRICE] },
    ],
  ];
  it.each(cases)('%s; the new lots’ basis is the same figure', (_title, value, lot, legs, extras) => {
    const figures = swap(legs, extras);
    // The user gave one ETH that cost 10 EUR.
    expect(figures.gain('out')).toBe(String(Number(value) - 10));
    expect(figures.lot(lot).basis).toBe(value);
    expect(missing(figures)).toEqual([]);
  });

  it('a side that is only fiat, given or received, comes before imported values', () => {
    const sold = swap([give('out', { euroValue: '250' }), get('eur', EUR)]);
    expect(sold.gain('out')).toBe('767');
    const bought = swap([give('eur', EUR), get('sol', { euroValue: '300' })]);
    expect(bought.lot('sol').basis).toBe('777');
  });

  it('a side that is only fiat does not come before a value the user set', () => {
    const overrides = [override('out', { euroValue: '800' })];
    expect(swap([give('out'), get('eur', EUR)], { overrides }).gain('out')).toBe('790');
  });

  it('a side that is partly fiat has no such preference', () => {
    const legs = [
      give('out', { euroValue: '250' }),
      give('eur', { ...EUR, amount: '50' }),
      get('sol', { euroValue: '280' }),
    ];
    const figures = swap(legs);
    // Received 280, shared 250 : 50 → 233.333… − 10.
    expect(figures.lot('sol').basis).toBe('280');
    expect(figures.gain('out')).toBe('223.333333333333');
  });

  it('A side’s value is known only if all its legs’ are', () => {
    const figures = swap([
      give('out', { euroValue: '250' }),
      get('sol', { euroValue: '300' }),
      get('dot', { assetKey: 'DOT' }),
    ]);
    expect(figures.gain('out')).toBe('240');
  });
});

describe('The value of a swap is shared over the other side’s legs', () => {
  it('by their own values where all are known', () => {
    const figures = swap([
      give('out', { euroValue: '30' }),
      give('ada out', { assetKey: 'ADA', euroValue: '10' }),
      get('sol', { euroValue: '100' }),
    ]);
    // 100 × 30/40 − 10 and 100 × 10/40 − 10.
    expect([figures.gain('out'), figures.gain('ada out')]).toEqual(['65', '15']);
  });

  it.each([
    ['where one is not known', null],
    ['where they are all zero', '0'],
  ])('equally %s', (_title, euroValue) => {
    const figures = swap([
      give('out', { euroValue: '300' }),
      get('sol', { euroValue: null }),
      get('dot', { assetKey: 'DOT', euroValue }),
    ]);
    expect(basisOf(figures, 'sol', 'dot')).toEqual(['150', '150']);
  });

  it('so that a leg with a known value of zero gets nothing', () => {
    const overrides = [override('out', { euroValue: '300' })];
    const legs = [
      give('out'),
      get('sol', { euroValue: '0' }),
      get('dot', { assetKey: 'DOT', euroValue: '7' }),
    ];
    expect(basisOf(swap(legs, { overrides }), 'sol', 'dot')).toEqual(['0', '300']);
  });

  it('equally, and without an issue, when all values are known and zero', () => {
    const overrides = [override('out', { euroValue: '300' })];
    const legs = [
      give('out'),
      get('sol', { euroValue: '0' }),
      get('dot', { assetKey: 'DOT', euroValue: '0' }),
    ];
    const figures = swap(legs, { overrides });
    expect(basisOf(figures, 'sol', 'dot')).toEqual(['150', '150']);
    expect(missing(figures)).toEqual([]);
  });

  it('exactly, so that the last leg takes the remainder', () => {
    const figures = swap([
      give('out', { euroValue: '100' }),
      get('1', { assetKey: 'A' }),
      get('2', { assetKey: 'B' }),
      get('3', { assetKey: 'C' }),
    ]);
    const bases = basisOf(figures, '1', '2', '3');
    expect(bases.toSorted()).toEqual(['33.333333333333', '33.333333333333', '33.333333333334']);
    const total = figures.outputs.lots.slice(2).reduce((sum, { costBasis }) => sum + costBasis, 0n);
    expect(eurText(total)).toBe('100');
  });
});

describe('MISSING_PRICE is raised on a swap', () => {
  it('when a side of several legs is shared equally, on the legs whose own value is null', () => {
    const figures = swap([
      give('out', { euroValue: '300' }),
      get('sol', { euroValue: '50' }),
      get('dot', { assetKey: 'DOT' }),
    ]);
    expect(missing(figures)).toEqual(['dot']);
    expect(basisOf(figures, 'sol', 'dot')).toEqual(['150', '150']);
  });

  it('when neither side has a value, on the legs whose own value is null', () => {
    const figures = swap([give('out'), get('sol', { euroValue: '50' }), get('dot', { assetKey: 'DOT' })]);
    expect(missing(figures)).toEqual(['dot', 'out']);
    expect(figures.gain('out')).toBeNull();
    expect(eurText(figures.year(2026).capitalGains)).toBe('0');
    expect(figures.lot('eth').remaining).toBe('9');
  });

  it('but not on a single leg that gets its value from the other side', () => {
    expect(missing(swap([give('out', { euroValue: '3' }), get('sol')]))).toEqual([]);
    expect(missing(swap([give('out'), get('sol', { euroValue: '3' })]))).toEqual([]);
  });
});

describe('A swap is a group with DISPOSITION and ACQUISITION legs of certain treatments', () => {
  const valued = give('out', { euroValue: '300' });
  it.each(['UNCLASSIFIED', 'OFFRAMP', 'PERSONAL_SPEND', 'NFT_BUY'] as const)('%s given', (treatment) => {
    const figures = swap([{ ...valued, treatment }, get('sol', { euroValue: '20' })]);
    expect(figures.gain('out')).toBe('10');
  });

  it.each(['UNCLASSIFIED', 'NFT_BUY', 'OFFRAMP', 'PERSONAL_SPEND'] as const)('%s received', (treatment) => {
    expect(swap([valued, get('sol', { treatment })]).lot('sol').basis).toBe('300');
  });

  it.each([
    ['a gift', { treatment: 'GIFT_GIVEN' }],
    ['spam', { spam: true }],
    ['an ignored event', { treatment: 'IGNORED' }],
    ['a repayment', { isRepayment: true }],
    ['a transfer', { treatment: 'TRANSFER_OUT_UNRESOLVED' }],
  ] as const)('%s is no leg', (_title, facts) => {
    const figures = swap([{ ...valued, ...facts }, get('sol')]);
    expect(figures.lot('sol').basis).toBe('0');
    expect(missing(figures)).toContain('sol');
  });

  it('a loan is not a leg of a swap', () => {
    const figures = swap([give('out'), get('sol', { euroValue: '20', isLoan: true })]);
    expect(figures.gain('out')).toBeNull();
    expect(figures.event('sol').inSwap).toBe(false);
  });

  it('a leg that the user matched is not a leg of a swap', () => {
    const away = buy('away', { at: '2026-05-01', assetKey: 'ETH' });
    const figures = swap([valued, get('sol'), away], { matches: [match('out', 'away')] });
    expect(figures.gain('out')).toBe('0');
    expect(figures.lot('sol').basis).toBe('0');
  });
});
