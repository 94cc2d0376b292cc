/**
 * Looks up the price of an asset at an instant (engine.md §1, "The EUR value"; §3, "Photo value"): what the user entered while it is valid,
 * else the last imported one, else for a stablecoin the price of its currency.
 */
import { EUR_SCALE, parseEur } from '@ctx/domain/decimal';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { PHOTO } from '@ctx/domain/law/photo';
import { PRICE_AGE_US_MAX } from '@ctx/domain/price-age';
import { currencyOf } from '@ctx/domain/stablecoins';
import type { Override, Price, PriceOrigin, RawEvent } from './types.ts';

type ByAsset = ReadonlyMap<string, readonly Price[]>;

/** Prices of each asset, oldest first. When several have the same instant, the last of them counts. */
export interface PriceSeries {
  readonly imported: ByAsset;
  readonly instants: ByAsset;
  readonly days: ByAsset;
  /** Assets whose prices are those of another asset. */
  readonly pricedAs: ReadonlyMap<string, string>;
}

/** The price of one unit, EUR, and whose it is; null for EUR, whose price is always 1. */
export interface KnownPrice {
  readonly eur: bigint;
  readonly origin: PriceOrigin | null;
}

const ONE_EUR: KnownPrice = { eur: 10n ** BigInt(EUR_SCALE), origin: null };
const NO_OTHERS: ReadonlyMap<string, string> = new Map();

/** Arranges prices for lookups; their order does not matter. */
export function priceSeries(prices: readonly Price[], pricedAs = NO_OTHERS): PriceSeries {
  const [imported, instants, days] = [0, 1, 2].map(() => new Map<string, Price[]>()) as [
    Map<string, Price[]>,
    Map<string, Price[]>,
    Map<string, Price[]>,
  ];
  for (const price of prices) {
    const byAsset = price.entered == null ? imported : price.entered === 'DAY' ? days : instants;
    const series = byAsset.get(price.assetKey);
    if (series === undefined) byAsset.set(price.assetKey, [price]);
    else series.push(price);
  }
  for (const byAsset of [imported, instants, days])
    for (const series of byAsset.values()) series.sort(comparePrices);
  return { imported, instants, days, pricedAs };
}

/** Returns the EUR price of one unit at an instant; null if none is known. An imported price is at most 24 hours old. */
export function lastPrice(series: PriceSeries, assetKey: string, atUs: number): KnownPrice | null {
  return knownPrice(series, assetKey, { atUs, dayUs: atUs, ageUsMax: PRICE_AGE_US_MAX });
}

/**
 * Returns the EUR price of one unit of a currency at an instant; null if none is known. An imported one is at most 7 days old, because the rates of a
 * central bank have no weekends and holidays. Only a reading values money with it.
 */
export function currencyPrice(series: PriceSeries, currency: string, atUs: number): bigint | null {
  return knownPrice(series, currency, { atUs, dayUs: atUs, ageUsMax: PHOTO.priceAgeUsMax })?.eur ?? null;
}

/** Returns the latest EUR price of one unit at or before an instant, an imported one of any age; null if none is known. */
export function latestPrice(series: PriceSeries, assetKey: string, atUs: number): KnownPrice | null {
  return knownPrice(series, assetKey, { atUs, dayUs: atUs, ageUsMax: Infinity });
}

/** Returns the EUR price of one unit at the photo moment; null if none is known. An imported price is at most 7 days old. */
export function photoPrice(series: PriceSeries, assetKey: string): bigint | null {
  return knownPrice(series, assetKey, PHOTO_MOMENT)?.eur ?? null;
}

/** A moment that needs a price. */
interface Moment {
  readonly atUs: number;
  /** A moment of the day whose price counts. */
  readonly dayUs: number;
  readonly ageUsMax: number;
}

// The photo moment is the end of 31 December 2025, and not the start of the day after.
const PHOTO_MOMENT: Moment = {
  atUs: PHOTO.momentUs,
  dayUs: PHOTO.momentUs - 1,
  ageUsMax: PHOTO.priceAgeUsMax,
};

const photoTexts = new WeakMap<PriceSeries, Map<string, string>>();

/**
 * Returns the prices that an event depends on, as a text for its fingerprint: the price of its moment if it has no value of its own, and
 * the price of the photo moment if it happened before. Imports of shared prices and the correction of a price find these events
 * (services/corrections/src/import/shared-prices.ts and store/prices.ts).
 */
export function pricesOfEvent(raw: RawEvent, override: Override | null, series: PriceSeries): string {
  // The price of EUR never changes.
  if (raw.assetKey === EUR_ASSET_KEY) return '';
  const atUs = override?.timestampUs ?? raw.timestampUs;
  const isValued = (override?.euroValue ?? raw.euroValue) !== null;
  const price = isValued ? null : lastPrice(series, raw.assetKey, atUs);
  const ofPhoto = atUs < PHOTO.momentUs ? photoText(series, raw.assetKey) : '';
  if (price === null) return ofPhoto;
  const origin = price.origin === 'IMPORTED' ? '' : ` ${String(price.origin)}`;
  return `price ${String(price.eur)}${origin}${ofPhoto}`;
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

function knownPrice(series: PriceSeries, assetKey: string, moment: Moment): KnownPrice | null {
  const key = series.pricedAs.get(assetKey) ?? assetKey;
  const own = ownPrice(series, key, moment);
  if (own !== null) return own;
  const currency = currencyOf(key, moment.atUs);
  const price = currency === null ? null : ownPrice(series, currency, moment);
  return price === null ? null : { eur: price.eur, origin: 'DERIVED' };
}

function ownPrice(series: PriceSeries, assetKey: string, moment: Moment): KnownPrice | null {
  if (assetKey === EUR_ASSET_KEY) return ONE_EUR;
  const { atUs, dayUs, ageUsMax } = moment;
  const entered = validAt(series.instants.get(assetKey), atUs) ?? validAt(series.days.get(assetKey), dayUs);
  if (entered !== null) return { eur: parseEur(entered.eur), origin: 'ENTERED' };
  const price = lastOf(series.imported.get(assetKey), atUs);
  if (price === undefined || atUs - price.atUs > ageUsMax) return null;
  return { eur: parseEur(price.eur), origin: 'IMPORTED' };
}

/** Returns the latest entered price that is valid at a moment. All of a kind are valid for as long, so an earlier one is not valid then either. */
function validAt(prices: readonly Price[] | undefined, atUs: number): Price | null {
  const price = lastOf(prices, atUs);
  return price !== undefined && atUs < (price.untilUs ?? 0) ? price : null;
}

function lastOf(prices: readonly Price[] | undefined, atUs: number): Price | undefined {
  return prices?.[countUpTo(prices, atUs) - 1];
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
