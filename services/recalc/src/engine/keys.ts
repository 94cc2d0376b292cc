/** Two keys of an event: the flow key (units, time, treatment) and the value key (EUR). If only the value key changes, no full run is needed. */
import type { EffectiveEvent } from './types.ts';

/** Returns a key of everything in an event on which lots, slices, candidates and names depend, apart from EUR values. */
export function flowKey(event: EffectiveEvent): string {
  const {
    raw,
    override,
    type,
    treatment,
    spam,
    amount,
    timestampUs,
    effect,
    transfer,
    joined,
    isInMatch,
    inSwap,
  } = event;
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
    ...joined.flatMap(({ outLeg, inLeg, kind }) => [outLeg.raw.id, inLeg.raw.id, kind]),
  ]);
}

/** Returns a key of the event's EUR values and of whether they are taxed. */
export function valueKey({ value, euroValue, taxable, override }: EffectiveEvent): string {
  const texts = [value, euroValue].map((eur) => (eur === null ? null : eur.toString()));
  // The override of an in leg decides whether a surplus is taxed.
  return JSON.stringify([...texts, taxable, override?.taxable ?? null]);
}
