/** Two keys of an event: one changes when the pools are affected, the other when only the EUR values are. */
import type { EffectiveEvent } from '../types.ts';

/** Returns a key that changes only when lots, slices, candidates or names change in more than their EUR values. */
export function flowKey(event: EffectiveEvent): string {
  const { raw, override, type, treatment, spam, amount, timestampUs, effect, transfer, isInMatch, inSwap } =
    event;
  return JSON.stringify([
    raw.accountId,
    raw.assetKey,
    raw.assetSymbol,
    raw.assetName,
    raw.assetChain,
    raw.protocol,
    type,
    treatment,
    spam,
    amount.toString(),
    timestampUs,
    isInMatch,
    inSwap,
    override?.originAcquiredUs ?? null,
    effect.pool,
    effect.basis,
    effect.gain,
    effect.isIncome,
    effect.isStaking,
    effect.isOddPair,
    transfer?.outLeg.raw.id ?? null,
    transfer?.inLeg.raw.id ?? null,
    transfer?.kind ?? null,
  ]);
}

/** Returns a key that changes only when the event's EUR values or their taxation change. */
export function valueKey({ value, euroValue, taxable, override }: EffectiveEvent): string {
  const texts = [value, euroValue].map((eur) => (eur === null ? null : eur.toString()));
  // The override of an in leg decides whether a surplus is taxed.
  return JSON.stringify([...texts, taxable, override?.taxable ?? null]);
}
