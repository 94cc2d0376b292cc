/** SPECULATIEF: fees of the disposal and of the acquisition count (engine.md §3, "Fees"; §9, "Worked examples" 1). */
import { describe, expect, it } from '@jest/globals';
import type { IssueType } from '@ctx/domain/issues';
import type { RawEvent } from '../../src/engine/types.ts';
import { buy, type EventText, eurText, fee, type Figures, idOf, income, match, run, sell } from './build.ts';

const regimes = { 2026: 'SPECULATIEF' } as const;
const speculative = (events: readonly RawEvent[]): Figures => run(events, { regimes });
const EUR = { assetKey: 'EUR' };
const feeOf = (name: string, referenceId: string, facts: Partial<EventText>): RawEvent =>
  fee(name, { at: '2026-01-01', ...EUR, referenceId, ...facts });
const sums = (figures: Figures) => {
  const { capitalGains, capitalGainsTax } = figures.year(2026);
  return [eurText(capitalGains), eurText(capitalGainsTax)];
};

const example = [
  buy('first', { at: '2026-02-01', assetKey: 'ETH', euroValue: '2500' }),
  feeOf('fee 1', 'first', { amount: '10', at: '2026-02-01' }),
  buy('second', { at: '2026-03-01', assetKey: 'ETH', euroValue: '3000' }),
  feeOf('fee 2', 'second', { amount: '12', at: '2026-03-01' }),
  sell('sale', { at: '2026-06-01', assetKey: 'ETH', amount: '1.5', euroValue: '5250' }),
  feeOf('fee 3', 'sale', { amount: '21', at: '2026-06-01' }),
];

describe('1. FIFO, part sold, fees, 2026', () => {
  it('SPECULATIEF: 5,229 − 4,016 = 1,213, tax 400.29', () => {
    const figures = speculative(example);
    // 5,250 − 21; 2,500 + 10 and half of 3,000 + 12; 33 % of 1,213.
    expect(figures.slices('sale').map(({ costBasis }) => eurText(costBasis))).toEqual(['2510', '1506']);
    expect(figures.slices('sale').map(({ proceeds }) => eurText(proceeds ?? 0n))).toEqual(['3486', '1743']);
    expect(sums(figures)).toEqual(['1213', '400.29']);
  });

  it('fees do not count in the 10 % regime: 1,250, tax 125.00', () => {
    expect(sums(run(example))).toEqual(['1250', '125']);
    // Nor when another year is under SPECULATIEF.
    expect(sums(run(example, { regimes: { 2025: 'SPECULATIEF' } }))).toEqual(['1250', '125']);
  });

  it('units left keep their historic cost without fees', () => {
    expect(speculative(example).lot('second')).toMatchObject({ basis: '3000', remainingBasis: '1500' });
  });
});

describe('Fees of an event are the FEE events with the same account and referenceId', () => {
  const bought = buy('buy', { at: '2026-01-01', euroValue: '100' });
  const sold = sell('sale', { at: '2026-02-01', euroValue: '200' });
  it.each<readonly [string, Partial<EventText>, string]>([
    ['in EUR', {}, '93'],
    ['not of another account', { accountRef: 'other' }, '100'],
    ['not of another reference', { referenceId: 'other' }, '100'],
    ['not an ignored event', { treatment: 'IGNORED' }, '100'],
    ['not a spam event', { spam: true }, '100'],
    ['not an EXPENSE', { type: 'EXPENSE' }, '100'],
    ['in crypto, at EUR value', { assetKey: 'BNB', euroValue: '9' }, '91'],
  ])('%s', (_title, facts, gain) => {
    const paid = {
      ...feeOf('fee', 'sale', { amount: '7', ...facts }),
      ...(facts.type ? { type: facts.type } : {}),
    };
    expect(speculative([bought, sold, paid]).gain('sale')).toBe(gain);
  });

  it('and one without a known value counts 0 and raises an issue if a speculative gain needs it', () => {
    const events = [bought, buy('bnb', { at: '2026-01-01', assetKey: 'BNB', euroValue: '1' }), sold];
    const paid = fee('fee', { at: '2026-02-01', assetKey: 'BNB', amount: '0.1', referenceId: 'sale' });
    const figures = speculative([...events, paid]);
    expect(figures.gain('sale')).toBe('100');
    expect(figures.issues('fee')).toEqual(['MISSING_PRICE']);
    expect(run([...events, paid]).issues('fee')).toEqual([]);
  });

  it.each<readonly [string, readonly RawEvent[], Partial<EventText>, boolean, IssueType[]]>([
    ['of an acquisition that was sold', [sold], {}, true, ['MISSING_PRICE']],
    ['of one that is still held', [], {}, true, []],
    ['of one that was sold without tax', [{ ...sold, taxable: false }], {}, true, []],
    ['of one that was given away', [{ ...sold, treatment: 'GIFT_GIVEN' }], {}, true, []],
    ['of one that was sold in a year of another regime', [sold], {}, false, []],
    ['with a value', [sold], { euroValue: '1' }, true, []],
    ['in money, which acts on no pool', [sold], { assetKey: 'USD', fiat: true }, true, []],
  ])('an unknown fee %s', (_title, events, facts, isSpeculative, expected) => {
    const owned = buy('bnb', { at: '2025-12-01', assetKey: 'BNB', euroValue: '1' });
    const paid = fee('fee', {
      at: '2026-01-01',
      assetKey: 'BNB',
      amount: '0.1',
      referenceId: 'buy',
      ...facts,
    });
    const all = [owned, { ...bought, referenceId: 'buy' }, ...events, paid];
    const figures = isSpeculative ? speculative(all) : run(all, { regimes: { 2025: 'SPECULATIEF' } });
    expect(figures.issues('fee')).toEqual(expected);
  });

  it('a loss by fees: 100 − 7 − 100 = −7, no tax', () => {
    const figures = speculative([
      bought,
      { ...sold, euroValue: '100' },
      feeOf('fee', 'sale', { amount: '7' }),
    ]);
    expect(sums(figures)).toEqual(['-7', '0']);
  });

  it('a shortfall has basis 0, and its share of the fees', () => {
    const figures = speculative([bought, { ...sold, amount: '2' }, feeOf('fee', 'sale', { amount: '10' })]);
    // 190 − 100; the one slice listed has half of 190.
    expect(figures.gain('sale')).toBe('90');
    expect(figures.slices('sale').map(({ proceeds }) => eurText(proceeds ?? 0n))).toEqual(['95']);
  });
});

describe('A fee is shared', () => {
  const referenceId = 'trade';
  const eth = buy('eth', { at: '2026-01-01', assetKey: 'ETH', amount: '10', euroValue: '100' });
  const paid = feeOf('fee', referenceId, { amount: '12' });
  const out = (name: string, facts: Partial<EventText>) =>
    sell(name, { at: '2026-02-01', assetKey: 'ETH', referenceId, ...facts });
  const into = (name: string, facts: Partial<EventText>) =>
    buy(name, { at: '2026-02-01', assetKey: name, referenceId, ...facts });
  const saleOf = (assetKey: string) =>
    sell(`sale ${assetKey}`, { at: '2026-03-01', assetKey, euroValue: '500' });

  it('by a disposal and an acquisition so that the disposal bears it all', () => {
    const figures = speculative([
      eth,
      out('out', { euroValue: '50' }),
      into('SOL', { euroValue: '50' }),
      paid,
      saleOf('SOL'),
    ]);
    // 50 − 12 − 10, and 500 − 50.
    expect([figures.gain('out'), figures.gain('sale SOL')]).toEqual(['28', '450']);
  });

  it('by several disposals according to their EUR value', () => {
    const figures = speculative([eth, out('a', { euroValue: '30' }), out('b', { euroValue: '90' }), paid]);
    // 30 − 3 − 10 and 90 − 9 − 10.
    expect([figures.gain('a'), figures.gain('b')]).toEqual(['17', '71']);
  });

  it('by several acquisitions according to their EUR value', () => {
    const figures = speculative([
      into('SOL', { euroValue: '100' }),
      into('DOT', { euroValue: '200' }),
      paid,
      saleOf('SOL'),
      saleOf('DOT'),
    ]);
    // 500 − 104 and 500 − 208.
    expect([figures.gain('sale SOL'), figures.gain('sale DOT')]).toEqual(['396', '292']);
  });

  it('equally if a value is unknown', () => {
    const figures = speculative([
      into('SOL', { euroValue: '100' }),
      into('DOT', {}),
      paid,
      saleOf('SOL'),
      saleOf('DOT'),
    ]);
    // 500 − 106 and 500 − 6.
    expect([figures.gain('sale SOL'), figures.gain('sale DOT')]).toEqual(['394', '494']);
  });

  it('A disposal here is a DISPOSITION that consumes lots: a gift takes the fee from the acquisition', () => {
    const figures = speculative([
      eth,
      out('gift', { treatment: 'GIFT_GIVEN' }),
      into('SOL', { euroValue: '100' }),
      paid,
      saleOf('SOL'),
    ]);
    expect(figures.gain('sale SOL')).toBe('400');
  });

  it.each([
    ['fiat', { assetKey: 'EUR' }],
    ['ignored', { treatment: 'IGNORED' }],
    ['sent away, waiting', { treatment: 'TRANSFER_OUT_OWN_WALLET' }],
  ] as const)('a leg that is %s has no share: the acquisition has the fee', (_title, facts) => {
    const figures = speculative([
      eth,
      out('out', { euroValue: '9', ...facts }),
      into('SOL', { euroValue: '100' }),
      paid,
      saleOf('SOL'),
    ]);
    expect(figures.gain('sale SOL')).toBe('388');
  });

  it('without a share for a matched leg', () => {
    const away = buy('away', { at: '2026-02-01', accountRef: 'ledger', assetKey: 'ETH' });
    const events = [
      eth,
      out('out', { euroValue: '9' }),
      away,
      into('SOL', { euroValue: '100' }),
      paid,
      saleOf('SOL'),
    ];
    expect(run(events, { regimes, matches: [match('out', 'away')] }).gain('sale SOL')).toBe('388');
  });

  it('an acquisition is any event that makes a lot: income too', () => {
    const reward = income('SOL', { at: '2026-02-01', assetKey: 'SOL', referenceId, euroValue: '100' });
    const figures = speculative([reward, paid, saleOf('SOL')]);
    expect(figures.gain('sale SOL')).toBe('388');
    expect(eurText(figures.year(2026).income)).toBe('100');
  });

  it('the fees of an acquisition go with its lot through a transfer between assets', () => {
    const figures = run(
      [
        buy('buy', { at: '2026-01-01', assetKey: 'DAI', amount: '4', euroValue: '100', referenceId }),
        paid,
        sell('wrap out', { at: '2026-01-02', assetKey: 'DAI', amount: '4' }),
        buy('wrap in', { at: '2026-01-02', assetKey: 'WDAI', amount: '2' }),
        sell('sale', { at: '2026-03-01', assetKey: 'WDAI', amount: '1', euroValue: '80' }),
      ],
      { regimes, matches: [match('wrap out', 'wrap in', 'WRAP')] },
    );
    // 80 − (100 + 12) / 2.
    expect(figures.gain('sale')).toBe('24');
    expect(figures.slices('sale')[0]?.lot.originEventId).toBe(idOf('buy'));
  });
});
