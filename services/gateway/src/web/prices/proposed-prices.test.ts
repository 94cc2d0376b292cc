import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { faultsOfRequest } from './faults.ts';
import { chosenOf, pricesOfForm, requestOf, returnedField, returnedPrices } from './proposed-prices.ts';

const of = (fields: Record<string, string>) => pricesOfForm(new Map(Object.entries(fields)), 'ETH', 'nl');
const price = { assetKey: 'ETH', at: null, day: '2026-03-10', eur: '2500.50', field: 'price-2026-03-10' };

describe('the prices of a form', () => {
  it('are those of the days that are filled in, read as people write amounts', () => {
    const { prices, faults } = of({
      'price-2026-03-10': '€ 2.500,50',
      'price-2026-03-11': ' ',
      'other-day': '2025-12-31',
      'other-price': '1.850',
      source: 'x',
    });
    expect(faults).toEqual([]);
    expect(prices).toEqual([
      { ...price, isAmbiguous: false },
      { ...price, day: '2025-12-31', eur: '1850', isAmbiguous: true, field: 'other-price' },
    ]);
  });

  it.each([
    [{ 'price-2026-03-10': 'veel' }, 'price-2026-03-10'],
    [{ 'other-day': '2026-02-30', 'other-price': '1' }, 'other-day'],
    [{ 'other-price': '1' }, 'other-day'],
    [{ 'other-day': '2026-02-01' }, 'other-price'],
    [{ 'price-2026-02-30': '1' }, null],
    [{}, null],
  ])('%j are rejected at their field', (fields, field) => {
    expect(of(fields as Record<string, string>).faults).toMatchObject([{ field }]);
  });
});

describe('the prices that a form sends back', () => {
  it('are the same', () => {
    const instant = { ...price, at: '2026-03-10T10:00:00Z', day: null, eur: '0.000000000001' };
    const form = new Map([['prices', returnedField([price, instant])]]);
    expect(returnedPrices(form)).toEqual([
      { ...price, field: null },
      { ...instant, field: null },
    ]);
  });

  it.each(['', '{}', '[1]', '[["ETH","","2026-03-10"]]', '[["ETH","","2026-03-10",1]]', '['])(
    'are none in %j',
    (prices) => {
      expect(returnedPrices(new Map([['prices', prices]]))).toBeNull();
    },
  );

  it('are at most those of one request', () => {
    const many = Array.from({ length: LIMITS.bulkIdsMax + 1 }, () => price);
    expect(returnedPrices(new Map([['prices', returnedField(many)]]))).toBeNull();
  });
});

describe('a request of prices', () => {
  it('keeps every digit', () => {
    const parsed = requestOf([{ ...price, eur: '123456789012345678.123456789012' }], 'x');
    expect(parsed).toMatchObject({
      input: { prices: [{ eur: '123456789012345678.123456789012', day: price.day }] },
    });
  });

  it.each([
    ['-1', 'A price is 0 or more'],
    ['1.1234567890123', 'A price is 0 or more'],
  ])('of %s says what is wrong at its field', (eur, text) => {
    const parsed = requestOf([{ ...price, eur }], 'x');
    const errors = 'fieldErrors' in parsed ? parsed.fieldErrors : [];
    expect(faultsOfRequest(errors, [price], { language: 'en', moment: 'unreadable' })).toEqual([
      { field: price.field, text: expect.stringContaining(text) },
    ]);
  });

  it('says once that the source is missing, and names a day that has two prices', () => {
    const fields = ['prices.0.source', 'prices.1.source', 'prices.1.day'].map((field) => ({
      field,
      message: '',
    }));
    const faults = faultsOfRequest(fields, [price, price], { language: 'en', moment: 'twice' });
    expect(faults.map(({ text }) => text)).toEqual([
      'Say where the prices come from, in at most 500 characters.',
      'There are two prices of ETH for 10 Mar 2026.',
    ]);
  });
});

describe('the prices of a file', () => {
  const ofDay = (day: string, eur = '1') => ({ assetKey: 'ETH', at: null, day, eur });
  const days = Array.from({ length: 300 }, (_each, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const many = days.map((day) => ofDay(day));

  it('are all of a short one, without repeated lines', () => {
    const chosen = chosenOf([ofDay('2026-03-10'), ofDay('2026-03-10'), ofDay('2026-03-10', '2')], null);
    expect(chosen).toMatchObject({ isChosen: false, prices: [{ eur: '1' }, { eur: '2' }] });
  });

  it('of a long one are those of the days that are needed, newest first', () => {
    const needed = new Set(['2026-03-10', '2026-05-01', '2019-01-01']);
    expect(chosenOf(many, needed)?.prices.map(({ day }) => day)).toEqual(['2026-05-01', '2026-03-10']);
    expect(chosenOf(many, new Set(days))?.prices).toHaveLength(LIMITS.bulkIdsMax);
    expect(chosenOf(many, null)).toBeNull();
  });

  it('of instants are needed on the day after too, on which they are still valid', () => {
    const instants = days.map((day) => ({ assetKey: 'ETH', at: `${day}T12:00:00Z`, day: null, eur: '1' }));
    expect(chosenOf(instants, new Set(['2026-03-10']))?.prices.map(({ at }) => at)).toEqual([
      '2026-03-10T12:00:00Z',
      '2026-03-09T12:00:00Z',
    ]);
  });
});
