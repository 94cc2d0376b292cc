/** Combines raw facts, rules, the match and the override, in this order: later wins, field by field (engine.md §1). */
import { brusselsDate } from '@ctx/domain/brussels';
import { formatCents, parseAmount, parseEur, VALUE_SCALE, valueEur } from '@ctx/domain/decimal';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { US_PER_MS } from '@ctx/domain/instant';
import { ACTIONS, type Rule } from '@ctx/domain/rules';
import type { EventType, Treatment } from '@ctx/domain/vocabulary';
import { lastPrice, pricesOfEvent, type PriceSeries } from '../prices.ts';
import { effectInYear, effectOfPair, isTaxableByDefault, NO_EFFECT } from '@ctx/domain/treatments';
import type { EffectiveEvent, Override, RawEvent } from '../types.ts';

/** An effective event whose fields are still being set. */
export type Draft = { -readonly [Key in keyof EffectiveEvent]: EffectiveEvent[Key] } & {
  dustRule: Rule | null;
};

/** The fields that one layer sets; undefined fields keep the value of the layer below. */
export interface Layer {
  readonly type?: EventType;
  readonly treatment?: Treatment;
  readonly taxable?: boolean;
}

const SILENT: Layer = {};
const NO_TRANSFERS: EffectiveEvent['joined'] = [];

/** Returns the event before matches and swaps are known. Throws RangeError when a decimal has too many digits. */
export function draftOf(raw: RawEvent, override: Override | null, prices: PriceSeries): Draft {
  const amount = parseAmount(override?.amount ?? raw.amount);
  const timestampUs = override?.timestampUs ?? raw.timestampUs;
  const { year, month } = brusselsDate(Math.floor(timestampUs / US_PER_MS));
  const { euroValue, euroValueShown, priceSource, priceOrigin } = euroValueOf(
    raw,
    override,
    { amount, timestampUs },
    prices,
  );
  return {
    raw,
    override,
    ruleId: null,
    type: raw.type,
    treatment: raw.treatment,
    taxable: false,
    amount,
    timestampUs,
    year,
    month,
    euroValue,
    euroValueShown,
    priceSource,
    priceOrigin,
    spam: false,
    effect: NO_EFFECT,
    transfer: null,
    joined: NO_TRANSFERS,
    isInMatch: false,
    inSwap: false,
    value: euroValue,
    feesEur: 0n,
    pricesText: pricesOfEvent(raw, override, prices),
    dustRule: null,
  };
}

/** Applies the layers to a draft, in order of precedence, and records the id of the rule that was given. */
export function settle(draft: Draft, rule: Rule | null, match: Layer = SILENT): void {
  const { raw, override } = draft;
  const byRule: Layer = rule === null ? SILENT : (ACTIONS[rule.action][raw.type] ?? SILENT);
  draft.ruleId = rule?.id ?? null;
  draft.type = override?.type ?? match.type ?? byRule.type ?? raw.type;
  draft.treatment = override?.treatment ?? match.treatment ?? byRule.treatment ?? raw.treatment;
  draft.spam = raw.spam && !countsAgain(override);
  const effect = effectInYear(effectOfPair(draft.type, draft.treatment, raw), draft.year);
  draft.taxable =
    override?.taxable ?? match.taxable ?? byRule.taxable ?? raw.taxable ?? isTaxableByDefault(effect);
  draft.effect = actsOnPools(draft) ? effect : NO_EFFECT;
  // An import does not know what the giver paid, so the basis of a gift is 0 until the user sets it.
  draft.value = draft.effect.basis === 'GIVEN_BY_USER' && !isValuedByUser(draft) ? 0n : draft.euroValue;
}

/** Tells whether the asset is a currency: EUR always is, others when the import marks them. */
export function isFiat(raw: RawEvent): boolean {
  return raw.fiat || raw.assetKey === EUR_ASSET_KEY;
}

/** Tells whether the user set the event's EUR value. */
export function isValuedByUser(event: Pick<EffectiveEvent, 'override'>): boolean {
  return (event.override?.euroValue ?? null) !== null;
}

function actsOnPools(draft: Draft): boolean {
  return !draft.spam && !isFiat(draft.raw);
}

// Any override of type, or of treatment other than IGNORED, makes a spam event count again (decisions.md, Reads 2).
function countsAgain(override: Override | null): boolean {
  if (override === null) return false;
  return override.type !== null || (override.treatment !== null && override.treatment !== 'IGNORED');
}

type EuroValue = Pick<EffectiveEvent, 'euroValue' | 'euroValueShown' | 'priceSource' | 'priceOrigin'>;

/** Returns the override's value, else the import's, else amount × the price of that moment, else null. */
function euroValueOf(
  raw: RawEvent,
  override: Override | null,
  { amount, timestampUs }: Pick<EffectiveEvent, 'amount' | 'timestampUs'>,
  prices: PriceSeries,
): EuroValue {
  const given = override?.euroValue ?? null;
  if (given !== null)
    return { euroValue: parseEur(given), euroValueShown: given, priceSource: 'OVERRIDE', priceOrigin: null };
  const imported = raw.euroValue;
  if (imported !== null)
    return {
      euroValue: parseEur(imported),
      euroValueShown: imported,
      priceSource: raw.priceSource ?? 'IMPORT',
      priceOrigin: null,
    };
  const price = lastPrice(prices, raw.assetKey, timestampUs);
  if (price === null)
    return { euroValue: null, euroValueShown: null, priceSource: 'NONE', priceOrigin: null };
  return {
    euroValue: valueEur(amount, price.eur),
    euroValueShown: formatCents(amount * price.eur, VALUE_SCALE),
    priceSource: 'PRICE_SERIES',
    priceOrigin: price.origin,
  };
}
