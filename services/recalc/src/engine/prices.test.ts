/** Lookups of the last known price (engine.md §1, "The EUR value"; §3, "Photo value"). */
import { describe, expect, it } from '@jest/globals';
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';
import { currencyPrice, lastPrice, latestPrice, photoPrice, pricesOfEvent, priceSeries } from './prices.ts';
import type { Override, Price } from './types.ts';
import { buy, entered, override, type EventText } from '../../test/engine/build.ts';

const HOUR_US = 3_600_000_000;
const NOON_US = Date.UTC(2026, 5, 1, 12) * 1000;
const PHOTO_US = Date.UTC(2025, 11, 31, 23) * 1000;

const at = (atUs: number, eur: string, more: Partial<Price> = {}): Price => ({
  assetKey: 'BTC',
  atUs,
  eur,
  shared: false,
  ...more,
});

describe('The latest price', () => {
  const latestOf = (prices: readonly Price[], atUs: number): bigint | null =>
    latestPrice(priceSeries(prices), 'BTC', atUs)?.eur ?? null;

  it('is the newest one at or before the instant, of any age', () => {
    const prices = [at(NOON_US, '100'), at(NOON_US + HOUR_US, '200')];
    expect(latestOf(prices, NOON_US - 1)).toBeNull();
    expect(latestOf(prices, NOON_US + HOUR_US - 1)).toBe(parseEur('100'));
    expect(latestOf(prices, NOON_US + HOUR_US)).toBe(parseEur('200'));
    expect(latestOf(prices, NOON_US + 400 * 24 * HOUR_US)).toBe(parseEur('200'));
  });
});

describe('The last known price', () => {
  const hourly = [0, 1, 2, 3, 4].map((hour) => at(NOON_US + hour * HOUR_US, String(100 + hour)));
  const lastOf = (prices: readonly Price[], atUs: number, assetKey = 'BTC'): bigint | null =>
    lastPrice(priceSeries(prices), assetKey, atUs)?.eur ?? null;

  it('is the newest one at or before the instant, in whatever order prices arrive', () => {
    for (const prices of [hourly, hourly.toReversed()])
      for (const hour of [0, 1, 2, 3, 4]) {
        const onTheHour = NOON_US + hour * HOUR_US;
        const price = parseEur(String(100 + hour));
        expect(lastOf(prices, onTheHour)).toBe(price);
        expect(lastOf(prices, onTheHour + HOUR_US - 1)).toBe(price);
      }
  });

  it('does not exist before the first price, nor for an asset without prices', () => {
    expect(lastOf(hourly, NOON_US - 1)).toBeNull();
    expect(lastOf(hourly, NOON_US, 'ETH')).toBeNull();
    expect(lastOf([], NOON_US)).toBeNull();
  });

  it('counts up to exactly 24 hours after its instant', () => {
    const one = [at(NOON_US, '100')];
    expect(lastOf(one, NOON_US + 24 * HOUR_US)).toBe(parseEur('100'));
    expect(lastOf(one, NOON_US + 24 * HOUR_US + 1)).toBeNull();
  });

  it("is the asset's own, without regard to prices of other assets", () => {
    const prices = [at(NOON_US, '100'), at(NOON_US + HOUR_US, '7', { assetKey: 'ETH' })];
    expect(lastOf(prices, NOON_US + HOUR_US)).toBe(parseEur('100'));
    expect(lastOf(prices, NOON_US + HOUR_US, 'ETH')).toBe(parseEur('7'));
  });

  it("is the user's own price rather than a shared one of the same instant", () => {
    // As texts the own price sorts first, so only the rule puts it last.
    const prices = [at(NOON_US, '100'), at(NOON_US, '200', { shared: true })];
    expect(lastOf(prices, NOON_US)).toBe(parseEur('100'));
    expect(lastOf(prices.toReversed(), NOON_US)).toBe(parseEur('100'));
    const newer = at(NOON_US + 1, '300', { shared: true });
    expect(lastOf([newer, ...prices], NOON_US + 1)).toBe(parseEur('300'));
  });

  it('is the same one of several at one instant, in whatever order they arrive', () => {
    const prices = [at(NOON_US, '100'), at(NOON_US, '101')];
    expect(lastOf(prices, NOON_US)).toBe(parseEur('101'));
    expect(lastOf(prices.toReversed(), NOON_US)).toBe(parseEur('101'));
  });

  it('of EUR is 1, always', () => {
    expect(lastOf([], NOON_US, 'EUR')).toBe(parseEur('1'));
    expect(lastOf([at(NOON_US, '2', { assetKey: 'EUR' })], NOON_US, 'EUR')).toBe(parseEur('1'));
  });
});

describe('A price that the taxpayer entered', () => {
  const imported = at(NOON_US, '100');
  const valued = (when: string, ...prices: readonly Price[]): string | null => {
    const price = lastPrice(priceSeries(prices), 'BTC', Date.parse(when) * 1000);
    return price === null ? null : `${formatDecimal(price.eur, EUR_SCALE)} ${String(price.origin)}`;
  };

  it.each([
    ['from its instant on', '2026-06-01T12:30:00Z', '2026-06-01T12:30:00Z', true],
    ['until 24 hours after its instant', '2026-06-01T12:30:00Z', '2026-06-02T12:30:00Z', true],
    ['not a moment later', '2026-06-01T12:30:00Z', '2026-06-02T12:30:00.001Z', false],
    ['not before its instant', '2026-06-01T12:30:00Z', '2026-06-01T12:29:59.999Z', false],
    ['from midnight in Brussels on, for a day', '2026-06-01', '2026-05-31T22:00:00Z', true],
    ['not before midnight, for a day', '2026-06-01', '2026-05-31T21:59:59.999Z', false],
    ['until the next midnight, for a day', '2026-06-01', '2026-06-01T21:59:59.999Z', true],
    ['not from the next midnight on, for a day', '2026-06-01', '2026-06-01T22:00:00Z', false],
    ['for 25 hours on the day on which summer time ends', '2026-10-25', '2026-10-25T22:59:59Z', true],
    ['for 23 hours on the day on which it begins', '2026-03-29', '2026-03-29T22:00:00Z', false],
  ])('is valid %s', (_title, moment, when, isValid) => {
    expect(valued(when, entered('BTC', moment, '7'))).toBe(isValid ? '7 ENTERED' : null);
  });

  it('wins over imported prices, also over newer ones and over the user’s own, while it is valid', () => {
    const price = entered('BTC', '2026-06-01T11:00:00Z', '7');
    const own = at(NOON_US + 1, '200');
    for (const prices of [
      [imported, own, price],
      [price, own, imported],
    ]) {
      expect(valued('2026-06-01T13:00:00Z', ...prices)).toBe('7 ENTERED');
      expect(valued('2026-06-02T11:30:00Z', ...prices)).toBe('200 IMPORTED');
    }
  });

  it('counts as the latest instant of several, which also wins over the price of the day', () => {
    const prices = [
      entered('BTC', '2026-06-01T11:00:00Z', '7'),
      entered('BTC', '2026-06-01T12:00:00Z', '8'),
      entered('BTC', '2026-06-01', '9'),
      entered('BTC', '2026-06-02', '10'),
    ];
    for (const all of [prices, prices.toReversed()]) {
      expect(valued('2026-06-01T10:59:59Z', ...all)).toBe('9 ENTERED');
      expect(valued('2026-06-01T11:30:00Z', ...all)).toBe('7 ENTERED');
      expect(valued('2026-06-02T11:30:00Z', ...all)).toBe('8 ENTERED');
      expect(valued('2026-06-02T12:00:01Z', ...all)).toBe('10 ENTERED');
    }
  });
});

describe('A stablecoin', () => {
  const priceOf = (assetKey: string, when: string, ...prices: readonly Price[]) => {
    const price = lastPrice(priceSeries(prices), assetKey, Date.parse(when) * 1000);
    return price === null ? null : `${formatDecimal(price.eur, EUR_SCALE)} ${String(price.origin)}`;
  };
  const NOON = '2026-06-01T12:00:00Z';
  const dollar = at(NOON_US, '0.9', { assetKey: 'USD' });

  it('has the price of its currency where no price of its own is known', () => {
    expect(priceOf('USDC', NOON, dollar)).toBe('0.9 DERIVED');
    expect(priceOf('USDC', NOON, dollar, at(NOON_US - 1, '0.8', { assetKey: 'USDC' }))).toBe('0.8 IMPORTED');
    expect(priceOf('USDC', NOON, dollar, entered('USDC', '2026-06-01', '0.7'))).toBe('0.7 ENTERED');
    expect(priceOf('USDC', NOON, dollar, entered('USD', '2026-06-01', '0.6'))).toBe('0.6 DERIVED');
    expect(priceOf('USDC', '2026-06-02T12:00:00.001Z', dollar)).toBeNull();
  });

  it('of the euro is worth 1 euro, without any price', () => {
    expect(priceOf('EURC', NOON)).toBe('1 DERIVED');
    expect(priceOf('EURC', NOON, at(NOON_US, '0.99', { assetKey: 'EURC' }))).toBe('0.99 IMPORTED');
  });

  it('has no price before it existed, and another asset has none of a currency', () => {
    const early = at(at(NOON_US, '1').atUs - 20 * 365 * 24 * HOUR_US, '0.9', { assetKey: 'USD' });
    expect(priceOf('EURC', '2022-06-29T23:59:59Z')).toBeNull();
    expect(priceOf('USDC', new Date(early.atUs / 1000).toISOString(), early)).toBeNull();
    expect(priceOf('USDX', NOON, dollar)).toBeNull();
  });
});

describe('The price at the photo moment', () => {
  const photoOf = (...prices: readonly Price[]): bigint | null => photoPrice(priceSeries(prices), 'BTC');

  it('is the last one known at that moment', () => {
    expect(photoOf(at(PHOTO_US, '100'), at(PHOTO_US + 1, '200'))).toBe(parseEur('100'));
    expect(photoOf(at(PHOTO_US + 1, '200'))).toBeNull();
  });

  it('is what the taxpayer entered for 31 December 2025 or for an instant of the 24 hours before', () => {
    const last = at(PHOTO_US - 1, '100');
    const photoWith = (moment: string) => photoOf(last, entered('BTC', moment, '7'));
    expect(photoWith('2025-12-31')).toBe(parseEur('7'));
    expect(photoWith('2025-12-31T23:00:00Z')).toBe(parseEur('7'));
    expect(photoWith('2025-12-30T23:00:00Z')).toBe(parseEur('7'));
    expect(photoWith('2025-12-30T22:59:59.999Z')).toBe(parseEur('100'));
    expect(photoWith('2025-12-31T23:00:00.001Z')).toBe(parseEur('100'));
    // The moment is the end of 2025, although its instant is also the first of 2026.
    expect(photoWith('2026-01-01')).toBe(parseEur('100'));
    expect(photoWith('2025-12-30')).toBe(parseEur('100'));
  });

  it('is at most seven days old', () => {
    const week = 7 * 24 * HOUR_US;
    expect(photoOf(at(PHOTO_US - week, '100'))).toBe(parseEur('100'));
    expect(photoOf(at(PHOTO_US - week - 1, '100'))).toBeNull();
  });
});

describe('The price of a currency', () => {
  const dollarAt = (atUs: number, ...prices: readonly Price[]): bigint | null =>
    currencyPrice(priceSeries(prices), 'USD', atUs);
  const rate = at(NOON_US, '0.9', { assetKey: 'USD' });

  it('is the last one known, which is at most seven days old', () => {
    const week = 7 * 24 * HOUR_US;
    expect(dollarAt(NOON_US, rate)).toBe(parseEur('0.9'));
    expect(dollarAt(NOON_US + week, rate)).toBe(parseEur('0.9'));
    expect(dollarAt(NOON_US + week + 1, rate)).toBeNull();
    expect(dollarAt(NOON_US - 1, rate)).toBeNull();
    expect(dollarAt(NOON_US)).toBeNull();
  });

  it('is what the taxpayer entered for that day rather than an imported one', () => {
    expect(dollarAt(NOON_US, rate, entered('USD', '2026-06-01', '0.8'))).toBe(parseEur('0.8'));
  });
});

describe('The prices that an event depends on', () => {
  const series = priceSeries([
    at(PHOTO_US, '100'),
    at(NOON_US, '200'),
    at(NOON_US, '0.9', { assetKey: 'USD' }),
    at(PHOTO_US, '1', { assetKey: 'EUR' }),
  ]);
  const textOf = (facts: EventText, corrected: Override | null = null): string =>
    pricesOfEvent(buy('e', { assetKey: 'BTC', euroValue: null, ...facts }), corrected, series);
  const NOON = '2026-06-01T12:00:00Z';

  it('are the price of its moment, with its origin unless it was imported', () => {
    expect(textOf({ at: NOON })).toBe(`price ${String(parseEur('200'))}`);
    expect(textOf({ at: NOON, assetKey: 'USDC' })).toBe(`price ${String(parseEur('0.9'))} DERIVED`);
    expect(textOf({ at: '2026-06-03T12:00:00Z' })).toBe('');
  });

  it('are none when the event has a value, of its own or from an override', () => {
    expect(textOf({ at: NOON, euroValue: '5' })).toBe('');
    expect(textOf({ at: NOON }, override('e', { euroValue: '5' }))).toBe('');
  });

  it('include the price of the photo moment when it happened before, and not when it happened at it', () => {
    const ofPhoto = ` photo ${String(parseEur('100'))}`;
    expect(textOf({ at: '2025-12-31T22:59:59Z' })).toBe(ofPhoto);
    expect(textOf({ at: '2025-12-31T22:59:59Z', assetKey: 'ETH' })).toBe('');
    expect(textOf({ at: '2025-12-31T23:00:00Z' })).toBe(`price ${String(parseEur('100'))}`);
    expect(textOf({ at: NOON }, override('e', { timestampUs: PHOTO_US - 1 }))).toBe(ofPhoto);
  });

  it('are none for the euro', () => {
    expect(textOf({ at: '2025-12-31T22:59:59Z', assetKey: 'EUR' })).toBe('');
  });
});
