/** Lookups of the last known price (engine.md §1, "The EUR value"; §3, "Photo value"). */
import { describe, expect, it } from '@jest/globals';
import { parseEur } from '@ctx/domain/decimal';
import { lastPrice, photoPrice, priceSeries } from './prices.ts';
import type { Price } from './types.ts';

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

describe('The price at the photo moment', () => {
  const photoOf = (...prices: readonly Price[]): bigint | null => photoPrice(priceSeries(prices), 'BTC');

  it('is the last one known at that moment', () => {
    expect(photoOf(at(PHOTO_US, '100'), at(PHOTO_US + 1, '200'))).toBe(parseEur('100'));
    expect(photoOf(at(PHOTO_US + 1, '200'))).toBeNull();
  });

  it('is at most seven days old', () => {
    const week = 7 * 24 * HOUR_US;
    expect(photoOf(at(PHOTO_US - week, '100'))).toBe(parseEur('100'));
    expect(photoOf(at(PHOTO_US - week - 1, '100'))).toBeNull();
  });
});
