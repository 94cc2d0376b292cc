/** Raw facts become an effective event: what the list of transactions shows and the pools take in (engine.md §1). */
import { brusselsDate } from '@ctx/common/domain/brussels';
import { formatCents, parseAmount, parseEur, valueEur } from '@ctx/common/domain/decimal';
import { lastPrice, type PriceSeries } from './prices.ts';
import { effectOf, isTaxableByDefault, type PoolEffect } from './treatments.ts';
import type { EffectiveEvent, PriceSource, RawEvent } from './types.ts';

const US_PER_MS = 1000;

type EuroValue = Pick<EffectiveEvent, 'euroValue' | 'euroValueShown' | 'priceSource'>;

/**
 * The effective event before the pools are known: `totalGain` is null, and `needsReview` holds what the event alone
 * says. Throws RangeError when a decimal has more digits than are kept.
 */
export function effectiveEvent(raw: RawEvent, prices: PriceSeries): EffectiveEvent {
  const { type, treatment, spam } = raw;
  const amount = parseAmount(raw.amount);
  const taxable = raw.taxable ?? isTaxableByDefault(type, treatment);
  const { euroValue, euroValueShown, priceSource } = euroValueOf(raw, amount, prices);
  const { year, month } = brusselsDate(Math.floor(raw.timestampUs / US_PER_MS));
  const effect = effectOf({ raw, type, treatment, spam });
  return {
    raw,
    type,
    treatment,
    taxable,
    amount,
    timestampUs: raw.timestampUs,
    year,
    month,
    euroValue,
    euroValueShown,
    priceSource,
    needsReview: raw.needsReview || effect.review || (euroValue === null && needsEuroValue(effect, taxable)),
    spam,
    totalGain: null,
  };
}

/** What an event adds to the income of its year, EUR: its value at receipt, 0 without one. */
export function incomeOf(event: EffectiveEvent): bigint {
  return event.taxable && effectOf(event).isIncome ? (event.euroValue ?? 0n) : 0n;
}

/** The import's value, else amount × the last known price at most 24 hours old, else null. */
function euroValueOf(raw: RawEvent, amount: bigint, prices: PriceSeries): EuroValue {
  const { euroValue: imported, priceSource } = raw;
  if (imported !== null)
    return { euroValue: parseEur(imported), euroValueShown: imported, priceSource: priceSource ?? 'IMPORT' };
  const price = lastPrice(prices, raw.assetKey, raw.timestampUs);
  if (price === null) return { euroValue: null, euroValueShown: null, priceSource: priceSource ?? 'NONE' };
  const euroValue = valueEur(amount, price);
  const source: PriceSource = priceSource ?? 'PRICE_SERIES';
  return { euroValue, euroValueShown: formatCents(euroValue), priceSource: source };
}

/** Whether the figures need the event's EUR value: as the basis of a lot, or as proceeds that count. */
function needsEuroValue(effect: PoolEffect, taxable: boolean): boolean {
  if (effect.pool === 'NEW_LOT') return effect.basis === 'EUR_VALUE';
  return effect.gain === 'PROCEEDS_LESS_BASIS' && taxable;
}
