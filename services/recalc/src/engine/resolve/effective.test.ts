/** Effective events: EUR values, taxable, Brussels calendar, review (engine.md §1). */
import { describe, expect, it } from '@jest/globals';
import type { Price } from '../types.ts';
import { at, buy, eurText, fee, income, run, sell } from '../../../test/engine/build.ts';

const price = (when: string, eur: string, facts: Partial<Price> = {}): Price => ({
  assetKey: 'BTC',
  atUs: at(when),
  eur,
  shared: true,
  ...facts,
});

function valueAt(when: string, prices: readonly Price[]): string | null {
  return run([buy('event', { at: when, amount: '0.3' })], { prices }).event('event').euroValueShown;
}

describe('The EUR value of an event', () => {
  it('is the import’s, digit for digit, whatever the price series says', () => {
    const event = run([buy('buy', { at: '2026-01-02', euroValue: '10.50' })], {
      prices: [price('2026-01-02', '99')],
    }).event('buy');
    expect(event).toMatchObject({ euroValueShown: '10.50', priceSource: 'IMPORT' });
  });

  it('is otherwise amount × the last known price, shown in cents but used unrounded', () => {
    const event = run([buy('buy', { at: '2026-01-02', amount: '0.3' })], {
      prices: [price('2026-01-01T12:00Z', '33.333'), price('2026-01-02T00:01Z', '99')],
    }).event('buy');
    expect(event).toMatchObject({ euroValueShown: '10', priceSource: 'PRICE_SERIES', needsReview: false });
    expect(eurText(event.euroValue ?? 0n)).toBe('9.9999');
  });

  it('takes a price at most 24 hours old', () => {
    const prices = [price('2026-01-01T00:00:00Z', '100')];
    expect(valueAt('2026-01-02T00:00:00Z', prices)).toBe('30');
    expect(valueAt('2026-01-02T00:00:00.001Z', prices)).toBeNull();
    expect(valueAt('2025-12-31T23:59:59.999Z', prices)).toBeNull();
  });

  it('takes a user’s own price at the same instant as a shared one, in whatever order they come', () => {
    const prices = [price('2026-01-01', '100'), price('2026-01-01', '200', { shared: false })];
    expect(valueAt('2026-01-01', prices)).toBe('60');
    expect(valueAt('2026-01-01', prices.toReversed())).toBe('60');
    const cheaper = [price('2026-01-01', '200'), price('2026-01-01', '100', { shared: false })];
    expect(valueAt('2026-01-01', cheaper)).toBe('30');
    expect(valueAt('2026-01-01', cheaper.toReversed())).toBe('30');
  });

  it('takes the same of two shared prices of one instant, in whatever order they come', () => {
    const prices = ['100', '200', '150'].map((eur) => price('2026-01-01', eur));
    expect(valueAt('2026-01-01', prices)).toBe('60');
    expect(valueAt('2026-01-01', prices.toReversed())).toBe('60');
  });

  it('counts a newer shared price before an older one of the user', () => {
    const prices = [price('2026-01-01T01:00Z', '100'), price('2026-01-01', '200', { shared: false })];
    expect(valueAt('2026-01-01T02:00Z', prices)).toBe('30');
  });

  it('counts EUR at a price of 1', () => {
    const event = run([buy('deposit', { at: '2026-01-02', assetKey: 'EUR', amount: '250' })]).event(
      'deposit',
    );
    expect(event).toMatchObject({ euroValueShown: '250', priceSource: 'PRICE_SERIES' });
  });

  it('keeps the import’s price source, and has the source NONE without a value', () => {
    const figures = run([
      buy('exchange', { at: '2026-01-02', euroValue: '1', priceSource: 'EXCHANGE' }),
      buy('nothing', { at: '2026-01-02' }),
    ]);
    expect(figures.event('exchange').priceSource).toBe('EXCHANGE');
    expect(figures.event('nothing').priceSource).toBe('NONE');
  });
});

describe('taxable, when the import does not set it,', () => {
  const taxable = [
    ['true for INCOME', income('e', { at: '2026-01-02' }), true],
    ['false for INCOME that is IGNORED', income('e', { at: '2026-01-02', treatment: 'IGNORED' }), false],
    ['true for a DISPOSITION that yields proceeds − basis', sell('e', { at: '2026-01-02' }), true],
    [
      'true for TRANSFER_OUT_AMBIGUOUS',
      sell('e', { at: '2026-01-02', treatment: 'TRANSFER_OUT_AMBIGUOUS' }),
      true,
    ],
    ['false for a gift given', sell('e', { at: '2026-01-02', treatment: 'GIFT_GIVEN' }), false],
    ['false for a transfer', sell('e', { at: '2026-01-02', treatment: 'STAKE_BEACON' }), false],
    ['false for an ACQUISITION', buy('e', { at: '2026-01-02' }), false],
    ['false for a FEE', fee('e', { at: '2026-01-02' }), false],
    ['as imported when the import does set it', sell('e', { at: '2026-01-02', taxable: false }), false],
  ] as const;
  it.each(taxable)('is %s', (_title, event, expected) => {
    expect(run([event]).event('e').taxable).toBe(expected);
  });
});

describe('Years and months are those of Europe/Brussels', () => {
  it('so an event at 2025-12-31T23:30Z is in 2026, and taxed there', () => {
    const figures = run([
      buy('buy', { at: '2025-06-01', amount: '2', euroValue: '200' }),
      sell('before', { at: '2025-12-31T22:59:59Z', euroValue: '150' }),
      sell('after', { at: '2025-12-31T23:30:00Z', euroValue: '150' }),
    ]);
    expect(figures.event('after')).toMatchObject({ year: 2026, month: 1 });
    expect(figures.outputs.years.map(({ year, totalTax }) => [year, eurText(totalTax)])).toEqual([
      [2025, '0'],
      [2026, '5'],
    ]);
  });

  it('and holding periods are counted in Brussels calendar days', () => {
    const figures = run([
      buy('buy', { at: '2026-01-01T22:59:00Z', euroValue: '1' }),
      sell('sale', { at: '2026-01-01T23:01:00Z', euroValue: '1' }),
    ]);
    expect(figures.slices('sale')[0]?.holdingPeriodDays).toBe(1);
  });
});

describe('needsReview', () => {
  const when = { at: '2026-01-02' };
  const reviews = [
    ['set by the import', buy('e', { ...when, euroValue: '1', needsReview: true }), true],
    ['for a pair that is not in the table', buy('e', { ...when, euroValue: '1', treatment: 'STOLEN' }), true],
    ['for an acquisition without an EUR value', buy('e', when), true],
    ['for income without an EUR value', income('e', when), true],
    ['for treatment UNCLASSIFIED', buy('e', { ...when, euroValue: '1', treatment: 'UNCLASSIFIED' }), true],
    ['for a gift received', buy('e', { ...when, euroValue: '1', treatment: 'GIFT_RECEIVED' }), true],
    ['not for an event that acts on no pool', buy('e', { ...when, treatment: 'IGNORED' }), false],
    ['for suspected spam', buy('e', { ...when, spam: true, treatment: 'UNCLASSIFIED' }), true],
    ['not for fiat', sell('e', { ...when, assetKey: 'USD', fiat: true }), false],
    ['not for a purchase with its value', buy('e', { ...when, euroValue: '1' }), false],
  ] as const;
  it.each(reviews)('is raised %s', (_title, event, expected) => {
    expect(run([event]).event('e').needsReview).toBe(expected);
  });
});
