/** Decisions on entered prices: identity, years, limits, repeats. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { CONTEXT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { isRejected } from './decision.ts';
import { decidePrice, decideRemovedPrice, faultsOfPrices, recordOf, type RequestedPrice } from './price.ts';

const REQUESTED: RequestedPrice = { assetKey: 'ETH', day: '2026-03-01', eur: '2500.10', source: 's' };
const NOTHING = { years: [], reach: [] };
const OPEN = { priced: { years: [2026], reach: ['e'] }, years: OPEN_YEARS, count: 0 };
const record = recordOf(REQUESTED, CONTEXT);

describe('The record of a requested price', () => {
  it('is valid on its Brussels day', () => {
    expect(record).toMatchObject({
      at: null,
      day: '2026-03-01',
      validFrom: '2026-02-28T23:00:00Z',
      validUntil: '2026-03-01T23:00:00Z',
      notes: null,
    });
  });

  it('has one id for one asset and moment, however the instant is written', () => {
    const idOf = (more: Partial<RequestedPrice>): string =>
      recordOf({ ...REQUESTED, day: null, ...more }, CONTEXT).id;
    expect(idOf({ at: '2026-03-01T11:00:00+01:00' })).toBe(
      idOf({ at: '2026-03-01T10:00:00.000Z', eur: '1' }),
    );
    const ids = [
      idOf({ at: '2026-03-01T10:00:00Z' }),
      idOf({ at: '2026-03-01T10:00:00.000001Z' }),
      idOf({ at: '2026-03-01T10:00:00Z', assetKey: 'BTC' }),
      record.id,
      recordOf(REQUESTED, { ...CONTEXT, userId: 2 }).id,
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('faultsOfPrices', () => {
  it('names a price of one moment of an asset that is there already, and no other', () => {
    const at = { ...REQUESTED, day: null, at: '2026-03-01T10:00:00Z' };
    const other = { ...at, at: '2026-03-01T11:00:00+01:00' };
    expect(faultsOfPrices([REQUESTED, { ...REQUESTED, assetKey: 'BTC' }, at])).toEqual([]);
    expect(faultsOfPrices([at, REQUESTED, other]).map(({ field }) => field)).toEqual(['prices.2.at']);
  });
});

describe('decidePrice', () => {
  it.each([
    ['YEAR_LOCKED', [], [2026]],
    ['YEAR_LOCKED', OPEN_YEARS, [2026, 2024]],
    ['YEAR_FROZEN', [{ year: 2026, locked: false, frozen: true }], [2026]],
  ] as const)('rejects with %s if a year among %j may not be corrected: %j', (rejected, years, concerned) => {
    const priced = { years: concerned, reach: ['e'] };
    expect(decidePrice(record, null, { ...OPEN, years, priced })).toEqual({ rejected });
    expect(decideRemovedPrice(record, priced, years)).toEqual({ rejected });
  });

  it('accepts a price that can value no event of any year, and shows it with the years of its validity', () => {
    const outcome = decidePrice(record, null, { priced: NOTHING, years: [], count: 0 });
    expect(outcome).toMatchObject({
      change: { action: 'PRICE_SET', years: [2026], reach: [], before: null },
    });
    const atNewYear = recordOf({ ...REQUESTED, day: null, at: '2025-12-31T12:00:00Z' }, CONTEXT);
    expect(decideRemovedPrice(atNewYear, NOTHING, [])).toMatchObject({ years: [2025, 2026] });
  });

  it('changes nothing for the same values, however their digits are written', () => {
    const stored = { ...record, eur: '2500.1', updatedAt: 'before' };
    expect(decidePrice(record, stored, OPEN)).toEqual({ change: null, record: stored });
    for (const other of [{ eur: '2500.2' }, { source: 't' }, { notes: 'n' }]) {
      const outcome = decidePrice(record, { ...stored, ...other }, OPEN);
      expect(isRejected(outcome) ? null : outcome.change?.action).toBe('PRICE_SET');
    }
  });

  it('accepts no further price at the limit, but replaces one', () => {
    const full = { ...OPEN, count: LIMITS.pricesMax };
    expect(decidePrice(record, null, full)).toEqual({ rejected: 'TOO_MANY_PRICES' });
    expect(decidePrice(record, { ...record, eur: '1' }, full)).toMatchObject({
      change: { action: 'PRICE_SET' },
    });
  });

  it('does not find a price to remove that is not stored', () => {
    expect(decideRemovedPrice(undefined, NOTHING, [])).toEqual({ rejected: 'NOT_FOUND' });
  });
});
