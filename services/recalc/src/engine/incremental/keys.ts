/** What of an event the pools and what of it the values depend on: two texts that tell whether a change reaches them. */
import type { EffectiveEvent } from '../types.ts';

/** The same as long as lots, slices, candidates and names stay what they are but for EUR. */
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

/** The same as long as the event's EUR count for the same. */
export function valueKey({ value, euroValue, taxable, override }: EffectiveEvent): string {
  const texts = [value, euroValue].map((eur) => (eur === null ? null : eur.toString()));
  // Of an in leg the override's word decides whether a surplus is taxed.
  return JSON.stringify([...texts, taxable, override?.taxable ?? null]);
}
