/** Other readings of the basis and the proceeds of disposals, and their effect on the tax. */
import { describe, expect, it } from '@jest/globals';
import { parseEur } from '@ctx/domain/decimal';
import type { BasisReading } from '@ctx/domain/law/readings';
import { recalculate } from '../../src/engine/recalculate.ts';
import type { EngineInputs } from '../../src/engine/types.ts';
import { gainsAddedBy } from '../../src/previews/readings/bases.ts';
import { figuresUnder, type ReadingInputs } from '../../src/previews/readings/readings.ts';
import { buy, eurText, fee, inputsOf, match, price, sell } from './build.ts';

/** What a reading adds to the net gain of a year. */
function added(reading: BasisReading, inputs: EngineInputs, year = 2026): string {
  return eurText(gainsAddedBy(reading, recalculate(inputs)).get(year) ?? 0n);
}

const PHOTO = [price('BTC', '2025-12-31T12:00:00Z', '150')];

describe('The average cost of purchases before 2026', () => {
  // Two units that cost 100 and 300, of which one is sold in 2025: 200 each on average. A third was bought in 2026.
  const bought = [
    buy('A', { at: '2024-01-01', euroValue: '100' }),
    buy('B', { at: '2025-01-01', euroValue: '300' }),
    sell('S25', { at: '2025-06-01', euroValue: '500' }),
    buy('C', { at: '2026-01-10', euroValue: '50' }),
  ];

  it('is the cost of each lot from before 2026, also where other lots of that time are sold', () => {
    const sold = sell('S', { at: '2026-03-01', euroValue: '500' });
    // The lot B of 300 is measured from 200.
    expect(added('AVERAGE_COST_BEFORE_2026', inputsOf([...bought, sold], { prices: PHOTO }))).toBe('100');
  });

  it('leaves lots of 2026, gains of earlier years, and lots with a higher photo value', () => {
    const sold = sell('S', { at: '2026-03-01', amount: '2', euroValue: '1000' });
    const inputs = inputsOf([...bought, sold], { prices: [price('BTC', '2025-12-31T12:00:00Z', '400')] });
    expect(added('AVERAGE_COST_BEFORE_2026', inputs)).toBe('0');
    expect(added('AVERAGE_COST_BEFORE_2026', inputs, 2025)).toBe('0');
  });
});

describe('Fees inside the 10 % regime', () => {
  const cash = { assetKey: 'EUR', amount: '1' };
  const traded = [
    buy('B', { at: '2026-01-01', amount: '2', euroValue: '200' }),
    fee('FB', { at: '2026-01-01', euroValue: '10', referenceId: 'B', ...cash }),
    sell('S', { at: '2026-02-01', euroValue: '150' }),
    fee('FS', { at: '2026-02-01', euroValue: '3', referenceId: 'S', ...cash }),
  ];

  it('raise the basis by the share of the lot, and lower the proceeds', () => {
    expect(added('FEES_INSIDE_TEN_PERCENT', inputsOf(traded))).toBe('-8');
  });

  it('lower the proceeds of units that were never held too', () => {
    const short = traded.filter(({ referenceId }) => referenceId === 'S');
    expect(added('FEES_INSIDE_TEN_PERCENT', inputsOf(short))).toBe('-3');
  });

  it('change nothing of a speculative year, which has them already', () => {
    const inputs = inputsOf(traded, { regimes: { 2026: 'SPECULATIEF' } });
    expect(added('FEES_INSIDE_TEN_PERCENT', inputs)).toBe('0');
  });

  it('leave a photo value above the cost as it is', () => {
    const old = traded.map((each) =>
      each.referenceId === 'B' ? { ...each, timestampUs: each.timestampUs - 30 * 86_400_000_000 } : each,
    );
    // The basis is 150 with and without the fee of the purchase; the fee of the sale counts.
    expect(added('FEES_INSIDE_TEN_PERCENT', inputsOf(old, { prices: PHOTO }))).toBe('-3');
  });

  it('travel with the lots of a transfer between assets', () => {
    const wrapped = [
      ...traded.slice(0, 2),
      sell('OUT', { at: '2026-01-15', amount: '2', treatment: 'CONTINUITY_WRAP' }),
      buy('IN', { at: '2026-01-15', amount: '2', treatment: 'CONTINUITY_WRAP', assetKey: 'WBTC' }),
      sell('S', { at: '2026-02-01', euroValue: '150', assetKey: 'WBTC' }),
    ];
    expect(
      added('FEES_INSIDE_TEN_PERCENT', inputsOf(wrapped, { matches: [match('OUT', 'IN', 'WRAP')] })),
    ).toBe('-5');
  });
});

describe('A higher cost that makes a loss', () => {
  const bought = buy('B', { at: '2025-01-01', amount: '2', euroValue: '600' });
  const soldIn = (year: string) => sell(`S${year}`, { at: `${year}-03-01`, euroValue: '200' });

  it('lowers the gain below zero until 2030', () => {
    // Proceeds of 200, a photo value of 150 and a cost of 300: the gain is 0, or a loss of 100.
    const inputs = inputsOf([bought, soldIn('2030'), soldIn('2031')], { prices: PHOTO });
    expect(added('HIGHER_COST_MAKES_LOSS', inputs, 2030)).toBe('-100');
    expect(added('HIGHER_COST_MAKES_LOSS', inputs, 2031)).toBe('0');
  });

  it('makes a larger loss of a sale below the photo value', () => {
    const sold = sell('S', { at: '2026-03-01', euroValue: '100' });
    expect(added('HIGHER_COST_MAKES_LOSS', inputsOf([bought, sold], { prices: PHOTO }))).toBe('-150');
  });
});

describe('Losses of speculation that are carried', () => {
  const eur = (years: Readonly<Record<number, string>>): ReadonlyMap<number, bigint> =>
    new Map(Object.entries(years).map(([year, net]) => [Number(year), parseEur(net)]));
  const loaded = (
    gains: Readonly<Record<number, string>>,
    locked: readonly number[] = [],
  ): ReadingInputs => ({
    inputs: inputsOf([]),
    gains: eur(gains),
    incomes: new Map(),
    speculative: new Set(Object.keys(gains).map(Number)),
    locked,
  });
  const tax = (of: ReadingInputs, year: number) =>
    figuresUnder('SPECULATIVE_LOSSES_CARRIED', of, year).taxAfterExemption;

  it('lower the tax of the five years after, the oldest first', () => {
    expect(tax(loaded({ 2026: '-100', 2027: '300' }), 2027)).toBe('66');
    expect(tax(loaded({ 2026: '-100', 2031: '300' }), 2031)).toBe('66');
    expect(tax(loaded({ 2026: '-100', 2032: '300' }), 2032)).toBe('99');
    expect(tax(loaded({ 2026: '-100', 2027: '80', 2028: '300' }), 2028)).toBe('92.4');
  });

  it('are hidden where they depend on a locked year, which no other reading of the year does', () => {
    const of = loaded({ 2026: '-100', 2027: '300' }, [2026]);
    expect(tax(of, 2027)).toBeNull();
    expect(figuresUnder('CARRIED_EXEMPTION_LAST', of, 2027).taxAfterExemption).toBe('99');
  });
});
