import { describe, expect, it } from '@jest/globals';
import { exchangeName, keyOfTotal, statedTotalId } from './stated-totals.ts';

const TOTAL = { platform: 'Kraken', assetId: 'BTC', kind: 'SOLD' };

describe('A total that an exchange stated', () => {
  it('has the name of its exchange that the totals show, from any name of a known one', () => {
    const names = [' kraken ', 'KRAKEN', 'Kraken', 'An odd place'].map((name) => exchangeName(name, 2026));
    expect(names).toEqual(['Kraken', 'Kraken', 'Kraken', 'An odd place']);
  });

  it('is known by year, exchange, asset and kind, whatever their letter case', () => {
    const id = statedTotalId(1, 2026, TOTAL);
    expect(statedTotalId(1, 2026, { ...TOTAL, platform: 'KRAKEN', assetId: 'btc' })).toBe(id);
    const others = [
      statedTotalId(2, 2026, TOTAL),
      statedTotalId(1, 2027, TOTAL),
      statedTotalId(1, 2026, { ...TOTAL, platform: 'Bitvavo' }),
      statedTotalId(1, 2026, { ...TOTAL, assetId: 'ETH' }),
      statedTotalId(1, 2026, { ...TOTAL, kind: 'BOUGHT' }),
    ];
    expect(new Set([id, ...others]).size).toBe(6);
    expect(keyOfTotal(TOTAL)).toBe(keyOfTotal({ ...TOTAL, assetId: 'bTc' }));
  });
});
