/** The worked examples of engine.md §9, as data with their arithmetic. */
import { describe, expect, it } from '@jest/globals';
import { lotId } from '../../src/engine/flow/lot-id.ts';
import { at, buy, eurText, idOf, income, run, sell } from './build.ts';

describe('1. FIFO, part sold, 2026, NORMAAL_BEHEER', () => {
  const figures = run([
    buy('first', { at: '2026-02-01', assetKey: 'ETH', euroValue: '2500' }),
    buy('second', { at: '2026-03-01', assetKey: 'ETH', euroValue: '3000' }),
    sell('sale', { at: '2026-06-01', assetKey: 'ETH', amount: '1.5', euroValue: '5250' }),
  ]);

  it('basis 4,000, lot gains 1,000 and 250, gain 1,250', () => {
    // 5,250 / 1.5 = 3,500 a unit: 3,500 − 2,500 and 1,750 − 1,500.
    const slices = figures.slices('sale');
    expect(slices.map(({ costBasis }) => eurText(costBasis))).toEqual(['2500', '1500']);
    expect(slices.map(({ gain }) => eurText(gain))).toEqual(['1000', '250']);
    expect(slices.map(({ lot }) => lot.id)).toEqual([lotId(idOf('first')), lotId(idOf('second'))]);
    expect(figures.gain('sale')).toBe('1250');
  });

  it('tax 125.00', () => {
    const year = figures.year(2026);
    expect(eurText(year.capitalGainsTax)).toBe('125');
    expect(eurText(year.totalTax)).toBe('125');
    expect(year.monthlyGains.map(eurText)).toEqual([
      '0',
      '0',
      '0',
      '0',
      '0',
      '1250',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
    ]);
  });

  it('0.5 ETH left at 1,500', () => {
    expect(figures.lot('first')).toMatchObject({ remaining: '0', remainingBasis: '0' });
    expect(figures.lot('second')).toEqual({
      acquired: '1',
      remaining: '0.5',
      waiting: '0',
      basis: '3000',
      remainingBasis: '1500',
    });
  });
});

describe('3. Loss in the year', () => {
  const trade = (assetKey: string, cost: string, proceeds: string) => [
    buy(`buy ${assetKey}`, { at: '2026-01-05', assetKey, euroValue: cost }),
    sell(`sell ${assetKey}`, { at: '2026-05-05', assetKey, euroValue: proceeds }),
  ];

  it('BTC +18,000, ETH −6,500, NFT +500 → 12,000, gross tax 1,200', () => {
    const year = run([
      ...trade('BTC', '2000', '20000'),
      ...trade('ETH', '7000', '500'),
      ...trade('NFT', '0', '500'),
    ]).year(2026);
    expect(eurText(year.capitalGains)).toBe('12000');
    expect(eurText(year.totalTax)).toBe('1200');
  });

  it('Net −4,000 → tax 0', () => {
    const year = run(trade('BTC', '5000', '1000')).year(2026);
    expect(eurText(year.capitalGains)).toBe('-4000');
    expect(eurText(year.totalTax)).toBe('0');
  });
});

describe('4. Self-transfer', () => {
  const bought = buy('buy', { at: '2026-02-01', euroValue: '60000' });
  const sold = sell('sale', { at: '2026-11-01', amount: '0.9995', euroValue: '69965' });
  const leaving = { at: '2026-04-10', euroValue: '65000' };
  const arriving = {
    at: '2026-04-10T00:20:00Z',
    accountRef: 'ledger',
    amount: '0.9995',
    euroValue: '64967.50',
    treatment: 'CONTINUITY_WITHDRAW' as const,
  };
  const continuityGroupId = idOf('group');

  const matched = run([
    bought,
    sell('out', { ...leaving, treatment: 'TRANSFER_OUT_OWN_WALLET', continuityGroupId }),
    buy('in', { ...arriving, continuityGroupId }),
    sold,
  ]);

  it('0.0005 is a fee (basis 30, no gain)', () => {
    const [fee, ...others] = matched.slices('out');
    expect(others).toEqual([]);
    expect(fee).toMatchObject({ proceeds: null, gain: 0n });
    expect(eurText(fee?.costBasis ?? 0n)).toBe('30');
    expect(matched.gain('out')).toBe('0');
  });

  it('basis 59,970 and date 1 February arrive; sold: 69,965 − 59,970 = 9,995, 273 days', () => {
    const [slice] = matched.slices('sale');
    expect(slice).toMatchObject({
      lot: { originEventId: idOf('buy'), acquiredUs: at('2026-02-01') },
      holdingPeriodDays: 273,
    });
    expect(eurText(slice?.costBasis ?? 0n)).toBe('59970');
    expect(matched.gain('sale')).toBe('9995');
    expect(matched.lots('in')).toEqual([]);
    expect(eurText(matched.year(2026).totalTax)).toBe('999.5');
    expect(matched.year(2026).needsReviewCount).toBe(0);
  });

  it('Unmatched, left TRANSFER_OUT_UNRESOLVED: 5,000 in April and 4,997.50 in November, and two issues', () => {
    const unmatched = run([
      bought,
      sell('out', { ...leaving, treatment: 'TRANSFER_OUT_UNRESOLVED' }),
      buy('in', arriving),
      sold,
    ]);
    expect(unmatched.gain('out')).toBe('5000');
    expect(unmatched.gain('sale')).toBe('4997.5');
    const year = unmatched.year(2026);
    expect([year.monthlyGains[3], year.monthlyGains[10]].map((gain) => eurText(gain ?? 0n))).toEqual([
      '5000',
      '4997.5',
    ]);
    expect(year.needsReviewCount).toBe(2);
  });
});

describe('5. Staking income', () => {
  it('0.02 ETH worth 25 received: income 25, income tax 7.50, lot basis 25', () => {
    const figures = run([
      income('reward', { at: '2026-03-03', assetKey: 'ETH', amount: '0.02', euroValue: '25' }),
    ]);
    const year = figures.year(2026);
    expect(eurText(year.income)).toBe('25');
    expect(eurText(year.incomeTax)).toBe('7.5');
    expect(eurText(year.totalTax)).toBe('7.5');
    expect(eurText(year.monthlyIncome[2] ?? 0n)).toBe('25');
    expect(figures.lot('reward')).toMatchObject({ acquired: '0.02', basis: '25' });
  });
});
