/** The effect of events on the pools (engine.md §2). */
import { describe, expect, it } from '@jest/globals';
import { Pool } from '../../src/engine/flow/pool.ts';
import type { NewLot } from '../../src/engine/flow/open-lot.ts';
import { amount, amountText, buy, event, eurText, fee, income, price, run, sell } from './build.ts';

describe('A disposal', () => {
  it('consumes the oldest lots of all accounts, of its own asset only', () => {
    const figures = run([
      buy('b', { at: '2026-01-02', accountRef: 'a', euroValue: '20' }),
      buy('a', { at: '2026-01-01', accountRef: 'z', euroValue: '10' }),
      buy('other', { at: '2025-01-01', assetKey: 'ETH', euroValue: '5' }),
      sell('sale', { at: '2026-01-03', accountRef: 'a', euroValue: '50' }),
    ]);
    expect(figures.gain('sale')).toBe('40');
    expect(figures.lot('other').remaining).toBe('1');
  });

  it('that is not taxable consumes lots with gain 0', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', euroValue: '10' }),
      sell('sale', { at: '2026-01-02', euroValue: '50', taxable: false }),
    ]);
    expect(figures.gain('sale')).toBe('0');
    expect(figures.slices('sale')[0]?.gain).toBe(0n);
    expect(figures.lot('buy').remaining).toBe('0');
    expect(eurText(figures.year(2026).capitalGains)).toBe('0');
  });

  it.each(['GIFT_GIVEN', 'DONATION', 'LOST', 'STOLEN'] as const)(
    'of %s: gain 0, no deductible loss',
    (treatment) => {
      const figures = run([
        buy('buy', { at: '2026-01-01', euroValue: '10' }),
        sell('gone', { at: '2026-01-02', treatment, taxable: true, euroValue: '3' }),
      ]);
      expect(figures.gain('gone')).toBe('0');
      expect(figures.slices('gone')[0]).toMatchObject({ proceeds: null, gain: 0n });
      expect(figures.lot('buy').remaining).toBe('0');
      expect(figures.event('gone').needsReview).toBe(false);
    },
  );

  // tax-rules.md, "A gift to a person who does not live in Belgium".
  it.each([
    ['GIFT_GIVEN', '2026-06-01', '0', null],
    ['GIFT_TO_NON_RESIDENT', '2026-06-01', '250', '400'],
    ['GIFT_TO_NON_RESIDENT', '2025-12-31T22:59:59Z', '0', null],
    ['GIFT_TO_NON_RESIDENT', '2025-12-31T23:00:00Z', '250', '400'],
  ] as const)('of %s at %s has the gain %s', (treatment, when, gain, proceeds) => {
    const gift = { at: when, treatment, euroValue: '400' } as const;
    const figures = run([buy('buy', { at: '2024-01-01', euroValue: '100' }), sell('gift', gift)], {
      prices: [price('BTC', '2025-12-31T22:00:00Z', '150')],
    });
    expect(figures.gain('gift')).toBe(gain);
    expect(figures.event('gift').taxable).toBe(gain !== '0');
    const [slice] = figures.slices('gift');
    expect(slice?.proceeds == null ? null : eurText(slice.proceeds)).toBe(proceeds);
    expect(figures.lot('buy').remaining).toBe('0');
  });

  it('by a FEE or an EXPENSE consumes lots without a gain', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', euroValue: '10' }),
      fee('fee', { at: '2026-01-02', amount: '0.1', euroValue: '2' }),
      event('expense', 'EXPENSE', { at: '2026-01-03', amount: '0.2', euroValue: '3' }),
    ]);
    expect(figures.lot('buy')).toMatchObject({ remaining: '0.7', remainingBasis: '7' });
    expect(figures.gain('fee')).toBeNull();
    expect(eurText(figures.year(2026).capitalGains)).toBe('0');
  });

  it('slices add up to the event exactly: the last slice takes the remainder', () => {
    const thirds = ['a', 'b', 'c'].map((name) => buy(name, { at: '2026-01-01', euroValue: '0' }));
    const slices = run([...thirds, sell('sale', { at: '2026-01-02', amount: '3', euroValue: '1' })]).slices(
      'sale',
    );
    expect(slices).toHaveLength(3);
    expect(slices.reduce((sum, { proceeds }) => sum + (proceeds ?? 0n), 0n)).toBe(10n ** 12n);
  });

  it('the last slice of a lot takes the remainder of its basis', () => {
    const sales = ['1', '2', '3'].map((name) => sell(name, { at: `2026-01-0${name}`, euroValue: '0' }));
    const figures = run([buy('buy', { at: '2026-01-01', amount: '3', euroValue: '1' }), ...sales]);
    expect(figures.outputs.slices.map(({ costBasis }) => costBasis).toSorted()).toEqual([
      333_333_333_333n,
      333_333_333_333n,
      333_333_333_334n,
    ]);
    expect(figures.lot('buy').remainingBasis).toBe('0');
  });
});

describe('Taking more than the pool holds', () => {
  const figures = run([
    buy('buy', { at: '2026-01-01', euroValue: '100' }),
    sell('sale', { at: '2026-01-02', amount: '4', euroValue: '1000' }),
    sell('again', { at: '2026-01-03', euroValue: '7' }),
  ]);

  it('the shortfall has basis 0, raises an issue, and is not listed among the slices', () => {
    expect(
      figures.slices('sale').map(({ amount: part, proceeds }) => [amountText(part), eurText(proceeds ?? 0n)]),
    ).toEqual([['1', '250']]);
    expect(figures.gain('sale')).toBe('900');
    expect(figures.event('sale').needsReview).toBe(true);
  });

  it('leaves no lot with a negative amount', () => {
    expect(figures.lot('buy').remaining).toBe('0');
    expect(figures.slices('again')).toEqual([]);
    expect(figures.gain('again')).toBe('7');
  });

  it('raises an issue on any event, a fee too', () => {
    expect(run([fee('fee', { at: '2026-01-01' })]).event('fee').needsReview).toBe(true);
  });
});

describe('A missing EUR value', () => {
  it('gives a lot of basis 0 and income of 0', () => {
    const figures = run([buy('buy', { at: '2026-01-01' }), income('reward', { at: '2026-01-01' })]);
    expect(figures.lot('buy').basis).toBe('0');
    expect(figures.lot('reward').basis).toBe('0');
    expect(eurText(figures.year(2026).income)).toBe('0');
    expect(figures.year(2026).needsReviewCount).toBe(2);
  });

  it('of a disposal consumes its lots with totalGain null, its slices’ gains 0, and adds nothing to any total', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', euroValue: '100' }),
      sell('sale', { at: '2026-01-02' }),
    ]);
    expect(figures.gain('sale')).toBeNull();
    expect(figures.slices('sale')[0]).toMatchObject({ proceeds: null, gain: 0n });
    expect(figures.event('sale').needsReview).toBe(true);
    expect(eurText(figures.year(2026).capitalGains)).toBe('0');
    expect(figures.lot('buy').remaining).toBe('0');
  });
});

describe('By the other rows of the table', () => {
  it('GIFT_RECEIVED brings a new lot with basis 0 and an issue', () => {
    const figures = run([buy('gift', { at: '2026-01-01', treatment: 'GIFT_RECEIVED', euroValue: '500' })]);
    expect(figures.lot('gift')).toMatchObject({ acquired: '1', basis: '0' });
  });

  it('income that is not taxable brings a lot at its value and no income', () => {
    const figures = run([income('reward', { at: '2026-01-01', euroValue: '5', taxable: false })]);
    expect(figures.lot('reward').basis).toBe('5');
    expect(eurText(figures.year(2026).income)).toBe('0');
  });

  it('ignored, spam and fiat events leave pools and figures alone, and count as transactions', () => {
    const figures = run([
      buy('ignored', { at: '2026-01-01', treatment: 'IGNORED', euroValue: '1' }),
      income('spam', { at: '2026-01-01', spam: true, euroValue: '1', accountRef: 'other' }),
      buy('eur', { at: '2026-01-01', assetKey: 'EUR' }),
      sell('usd', { at: '2026-01-01', assetKey: 'USD', fiat: true, euroValue: '1' }),
    ]);
    expect(figures.outputs.lots).toEqual([]);
    expect(figures.outputs.slices).toEqual([]);
    expect(figures.year(2026)).toMatchObject({
      transactionCount: 4,
      walletCount: 2,
      capitalGains: 0n,
      income: 0n,
      needsReviewCount: 1,
    });
  });

  it('any other pair counts as NORMAL of its type', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', treatment: 'OFFRAMP', euroValue: '10' }),
      sell('sale', { at: '2026-01-02', treatment: 'NFT_BUY', euroValue: '15' }),
    ]);
    expect(figures.gain('sale')).toBe('5');
    expect(figures.event('sale')).toMatchObject({ taxable: true, needsReview: true });
  });
});

describe('Amounts of 24 fraction digits', () => {
  it('are computed without loss', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01', amount: '123456789012345678.000000000000000000000003', euroValue: '3' }),
      fee('fee', { at: '2026-01-02', amount: '0.000000000000000000000001' }),
    ]);
    expect(figures.lot('buy').remaining).toBe('123456789012345678.000000000000000000000002');
    expect(figures.event('buy').raw.amount).toBe('123456789012345678.000000000000000000000003');
  });

  it('are the most allowed: more digits are rejected', () => {
    expect(() => run([buy('buy', { at: '2026-01-01', amount: '0.0000000000000000000000001' })])).toThrow(
      RangeError,
    );
  });
});

const newLot = (id: string, acquiredUs: number): NewLot => ({
  id,
  eventId: id,
  originEventId: id,
  fromLotId: null,
  assetKey: 'BTC',
  acquiredUs,
  heldSinceUs: acquiredUs,
  arrivedUs: acquiredUs,
  amount: amount('1'),
  photo: null,
  origin: null,
  key: ['', 'BTC', 'ACQUISITION', '', ''],
});

describe('A pool', () => {
  it('takes the oldest lot by acquisition date, whenever it arrived', () => {
    const pool = new Pool();
    for (const [id, acquiredUs] of [
      ['late', 30],
      ['early', 10],
      ['early again', 10],
      ['middle', 20],
    ] as const)
      pool.add(newLot(id, acquiredUs));
    expect(pool.take(amount('4')).parts.map(({ lot }) => lot.id)).toEqual([
      'early',
      'early again',
      'middle',
      'late',
    ]);
    expect(pool.heldAmount).toBe(0n);
  });
});
