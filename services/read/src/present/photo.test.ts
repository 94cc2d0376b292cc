import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { type AccountUnits, type HeldAsset, photoAsset } from './photo.ts';

const ETH: HeldAsset = {
  asset_key: 'ETH',
  asset_symbol: 'ETH',
  amount: '2',
  cost: '5700',
  eur: '3000',
  at: '2025-12-31T22:00:00Z',
  is_own: true,
  origin: null,
  gain: '500.05',
};
const units = (amount: string, events = 3): AccountUnits => ({
  account_id: amount,
  name: 'Kraken',
  amount,
  events,
});
const OPEN = { locked: false, frozen: false };

describe('An asset of the photo', () => {
  it('has its units by account, its price with source, instant and age, its value, its cost and what stays untaxed', () => {
    expect(photoAsset(ETH, [units('1.5'), units('0')], OPEN)).toEqual({
      assetKey: 'ETH',
      assetSymbol: 'ETH',
      amount: '2',
      accounts: [{ accountId: '1.5', name: 'Kraken', amount: '1.5' }],
      accountsLeftOut: false,
      elsewhere: '0.5',
      price: '3000',
      priceSource: 'OWN',
      priceAt: '2025-12-31T22:00:00Z',
      priceAgeSeconds: 3600,
      value: '6000',
      historicCost: '5700',
      unitCost: '2850',
      gainBeforeLaw: '500.05',
      // 50.005, half to even.
      taxKeptOut: '50',
    });
  });

  it('without a price has neither value nor gain, and says from what cost gains are measured', () => {
    const shown = photoAsset({ ...ETH, eur: null, at: null, is_own: null, gain: null }, [], OPEN);
    expect(shown).toMatchObject({
      price: null,
      priceSource: null,
      priceAgeSeconds: null,
      value: null,
      historicCost: '5700',
      unitCost: '2850',
      gainBeforeLaw: null,
      taxKeptOut: null,
    });
  });

  it('of a locked year shows nothing that follows from costs', () => {
    expect(photoAsset(ETH, [units('2')], { locked: true, frozen: false })).toMatchObject({
      amount: '2',
      value: '6000',
      historicCost: null,
      unitCost: null,
      gainBeforeLaw: null,
      taxKeptOut: null,
    });
  });

  it.each([
    ['a submitted year', [units('2')], { locked: false, frozen: true }],
    ['too many events', [units('2', LIMITS.photoEventsMax + 1)], OPEN],
  ])('of %s leaves accounts out', (_case, accounts, seenFrom) => {
    const { accounts: listed, accountsLeftOut, elsewhere } = photoAsset(ETH, accounts, seenFrom);
    expect([listed, accountsLeftOut, elsewhere]).toEqual([[], true, null]);
  });
});
