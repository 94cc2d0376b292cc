/** Looks up the last known price of an asset at an instant (engine.md §1, "The EUR value"; §3, "Photo value"). */
import { EUR_SCALE, parseEur } from '@ctx/domain/decimal';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { PHOTO } from '@ctx/domain/law/photo';
import { PRICE_AGE_US_MAX } from '@ctx/domain/price-age';
import type { Override, Price, RawEvent } from './types.ts';

/** Prices of each asset, oldest first. When several have the same instant, the last of them counts. */
export type PriceSeries = ReadonlyMap<string, readonly Price[]>;

const ONE_EUR = 10n ** BigInt(EUR_SCALE);

/** Arranges prices for lookups; their order does not matter. */
export function priceSeries(prices: readonly Price[]): PriceSeries {
  const byAsset = new Map<string, Price[]>();
  for (const price of prices) {
    const series = byAsset.get(price.assetKey);
    if (series === undefined) byAsset.set(price.assetKey, [price]);
    else series.push(price);
  }
  for (const series of byAsset.values()) series.sort(comparePrices);
  return byAsset;
}

/** Returns the last known EUR price of one unit at or before an instant, at most 24 hours old; null if there is none. */
export function lastPrice(series: PriceSeries, assetKey: string, atUs: number): bigint | null {
  return priceAt(series, assetKey, atUs, PRICE_AGE_US_MAX);
}

/** Returns the EUR price of one unit at the photo moment, at most 7 days old; null if there is none. */
export function photoPrice(series: PriceSeries, assetKey: string): bigint | null {
  return priceAt(series, assetKey, PHOTO.momentUs, PHOTO.priceAgeUsMax);
}

const photoTexts = new WeakMap<PriceSeries, Map<string, string>>();

/**
 * Returns the prices that an event depends on, as a text for its fingerprint: the price of its moment if it has no value of its own, and
 * the price of the photo moment if it happened before. Imports of shared prices find the users whose events these are
 * (services/corrections/src/import/shared-prices.ts).
 */
export function pricesOfEvent(raw: RawEvent, override: Override | null, series: PriceSeries): string {
  // The price of EUR never changes.
  if (series.size === 0 || raw.assetKey === EUR_ASSET_KEY) return '';
  const atUs = override?.timestampUs ?? raw.timestampUs;
  const isValued = (override?.euroValue ?? raw.euroValue) !== null;
  const price = isValued ? null : lastPrice(series, raw.assetKey, atUs);
  const ofPhoto = atUs < PHOTO.momentUs ? photoText(series, raw.assetKey) : '';
  return price === null ? ofPhoto : `price ${String(price)}${ofPhoto}`;
}

function photoText(series: PriceSeries, assetKey: string): string {
  const known = photoTexts.get(series) ?? new Map<string, string>();
  photoTexts.set(series, known);
  let text = known.get(assetKey);
  if (text === undefined) {
    const price = photoPrice(series, assetKey);
    text = price === null ? '' : ` photo ${String(price)}`;
    known.set(assetKey, text);
  }
  return text;
}

function priceAt(series: PriceSeries, assetKey: string, atUs: number, ageUsMax: number): bigint | null {
  if (assetKey === EUR_ASSET_KEY) return ONE_EUR;
  const prices = series.get(assetKey);
  if (prices === undefined) return null;
  const price = prices[countUpTo(prices, atUs) - 1];
  return price === undefined || atUs - price.atUs > ageUsMax ? null : parseEur(price.eur);
}

/** Returns how many of the prices, sorted oldest first, are at or before the instant. */
function countUpTo(prices: readonly Price[], atUs: number): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((prices[middle]?.atUs ?? Infinity) <= atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comparePrices(a: Price, b: Price): number {
  if (a.atUs !== b.atUs) return a.atUs - b.atUs;
  // A user's own price wins over a shared one at the same instant, so it is sorted after it.
  if (a.shared !== b.shared) return a.shared ? -1 : 1;
  return a.eur < b.eur ? -1 : Number(a.eur > b.eur);
}
