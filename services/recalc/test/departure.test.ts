/** What a departure abroad would realise, from the inputs of the engine. */
import { describe, expect, it } from '@jest/globals';
import { type CircumstanceValues, NO_CIRCUMSTANCES } from '@ctx/domain/circumstances';
import type { EngineInputs, Price } from '../src/engine/types.ts';
import { departureOf } from '../src/previews/departure.ts';
import { at, buy, event, income, inputsOf, match, price, sell } from './engine/build.ts';

const DAY = '2026-06-01T12:00:00Z';

/** The departure of an unlocked year, without circumstances. */
function departure(inputs: EngineInputs, more: Partial<Parameters<typeof departureOf>[0]> = {}, day = DAY) {
  const speculative = new Set(
    inputs.regimes.filter(({ regime }) => regime === 'SPECULATIEF').map(({ year }) => year),
  );
  return departureOf(
    {
      inputs,
      years: [],
      speculative: { before: speculative, after: speculative },
      unlocked: new Set([2026]),
      circumstances: new Map(),
      kept: [],
      ...more,
    },
    at(day),
  );
}

const eth = (when: string, eur: string): Price => price('ETH', when, eur);
const bought = [
  buy('OLD', { at: '2025-03-01', amount: '2', euroValue: '2000', assetKey: 'ETH' }),
  buy('NEW', { at: '2026-02-01', amount: '1', euroValue: '6000', assetKey: 'ETH' }),
];
const prices = [
  eth('2025-12-31T20:00:00Z', '4000'),
  eth('2026-05-01T00:00:00Z', '9000'),
  eth('2026-07-01T00:00:00Z', '1'),
];

describe('The preview of a departure', () => {
  it('values all lots at the latest price then, measures old ones from the photo value and uses the exemption', () => {
    expect(departure(inputsOf(bought, { prices }))).toMatchObject({
      year: 2026,
      value: '27000',
      // 2 × (9,000 − 4,000) + 9,000 − 6,000.
      gain: '13000',
      tax: '1300',
      exemptionUsed: '10000',
      exemptionRemaining: '0',
      estimatedTax: null,
      holdings: [{ assetKey: 'ETH', amount: '3', unitPriceEur: '9000', euroValue: '27000', gain: '13000' }],
      warnings: [],
    });
  });

  it('counts units that left for an own wallet and wait for a match, and no transaction after it', () => {
    const moved = [
      ...bought,
      sell('OUT', { at: '2026-03-01', amount: '2', treatment: 'TRANSFER_OUT_OWN_WALLET', assetKey: 'ETH' }),
      sell('LATER', { at: '2026-06-02', amount: '1', euroValue: '1', assetKey: 'ETH' }),
      buy('BACK', { at: '2026-06-03', amount: '2', treatment: 'CONTINUITY_WITHDRAW', assetKey: 'ETH' }),
    ];
    const matches = [match('OUT', 'BACK')];
    for (const inputs of [inputsOf(moved, { prices }), inputsOf(moved, { prices, matches })])
      expect(departure(inputs)).toMatchObject({ value: '27000', gain: '13000' });
  });

  it('adds to the gains that the year has before it', () => {
    const sold = sell('S', { at: '2026-04-01', amount: '1', euroValue: '8000', assetKey: 'ETH' });
    // The sale gains 4,000, the other units 5,000 and 3,000: 12,000 in all.
    expect(departure(inputsOf([...bought, sold], { prices }))).toMatchObject({
      gain: '8000',
      tax: '800',
      exemptionUsed: '6000',
      exemptionRemaining: '0',
    });
  });

  it('names what has no price, then or at the end of 2025, and does not count it as zero', () => {
    const others = [
      income('FREE', { at: '2026-01-05', amount: '7', euroValue: '70', assetKey: 'WLD' }),
      buy('GONE', { at: '2026-01-05', amount: '7', euroValue: '70', assetKey: 'SOL' }),
      event('SPENT', 'EXPENSE', { at: '2026-01-06', amount: '7', assetKey: 'SOL' }),
      buy('ODD', { at: '2025-01-05', amount: '1', euroValue: '10', assetKey: 'ADA' }),
    ];
    const known = [...prices, price('ADA', '2026-05-01T00:00:00Z', '30')];
    const found = departure(inputsOf([...bought, ...others], { prices: known }));
    expect(found).toMatchObject({
      value: '27030',
      gain: '13020',
      withoutPrice: ['WLD'],
      missingPhotoValues: ['ADA'],
    });
    expect(found.warnings).toEqual([
      'No price of WLD is known: these figures leave its units out.',
      'The value of ADA at the end of 2025 is not known: units of before then are measured from their historic cost.',
    ]);
    const unpriced = found.holdings.find(({ assetKey }) => assetKey === 'WLD');
    expect([unpriced?.amount, unpriced?.euroValue, unpriced?.gain]).toEqual(['7', undefined, undefined]);
  });

  it('has the tax of speculation in a speculative year, and no exemption', () => {
    const inputs = inputsOf(bought, { prices, regimes: { 2026: 'SPECULATIEF' } });
    // 27,000 less the historic cost of 8,000, at 33 %.
    expect(departure(inputs)).toMatchObject({ gain: '19000', tax: '6270', exemptionUsed: null });
  });

  it('has the tax of the part that the taxpayer owns, and none where single accounts have shares', () => {
    const estimatedTax = (of: Partial<CircumstanceValues>) => {
      const stated = { ...NO_CIRCUMSTANCES, ...of, id: 'C', year: 2026, updatedAt: DAY, updatedVia: '' };
      return departure(inputsOf(bought, { prices }), { circumstances: new Map([[2026, stated]]) })
        .estimatedTax;
    };
    // Derivatives use the exemption: half of 13,000 is taxed.
    const half = { derivativeResults: '10000', ownedSharePercent: '50' };
    expect(estimatedTax(half)).toBe('650');
    const accountShares = [{ accountId: 'of-both', ownedSharePercent: '25' }];
    expect(estimatedTax({ ...half, accountShares })).toBeNull();
  });

  it('says what readers say about the deferral', () => {
    const { deferral, holdings } = departure(inputsOf([]));
    expect(holdings).toEqual([]);
    for (const words of ['EU, the EEA', 'guarantee', '24 months', 'propay.be', 'dekeyser-associes.com'])
      expect(deferral).toContain(words);
  });
});
