/** The law of one part of a lot: from which basis its gain is measured, and what counts as proceeds and income (engine.md §3). */
import { shareEur, valueEur } from '@ctx/domain/decimal';
import { basisOf, needsPhotoValue } from '@ctx/domain/law/photo';
import type { Regime } from '@ctx/domain/vocabulary';
import type { EffectiveEvent, PhotoHolding, Slice, Transfer } from '../types.ts';

/** Legal facts that the pools need but do not hold. */
export interface LawFacts {
  readonly regimeOf: (year: number) => Regime;
  /** EUR of one unit at the photo moment; null when no price is known. */
  readonly photoPriceOf: (assetKey: string) => bigint | null;
}

/** What the gain of a slice depends on, apart from its proceeds. */
export interface TakenFacts {
  readonly amount: bigint;
  readonly costBasis: bigint;
  readonly feesEur: bigint;
  readonly photo: PhotoHolding | null;
  readonly assetKey: string;
  readonly acquiredUs: number;
}

/** Returns the basis from which the gain of a slice is measured, with the asset whose photo price is missing for it. */
function gainBasis(
  law: LawFacts,
  { costBasis: historicCost, feesEur, photo, amount, assetKey, acquiredUs }: TakenFacts,
  year: number,
  proceeds: bigint,
): Pick<Slice, 'costBasis' | 'photoMissing' | 'basis'> {
  const facts = { proceeds, historicCost, feesEur, acquiredUs, year, regime: law.regimeOf(year) };
  const photoAsset = photo?.assetKey ?? assetKey;
  const price = needsPhotoValue(facts) ? law.photoPriceOf(photoAsset) : null;
  const photoValue = price === null ? null : valueEur(photo?.amount ?? amount, price);
  const { basis, method } = basisOf(facts, photoValue);
  return {
    costBasis: basis,
    photoMissing: method === 'MISSING' ? photoAsset : null,
    basis: { method, photoValue },
  };
}

/**
 * Returns the basis and the gain of a slice, EUR. A slice of a taxed sale with known proceeds has the basis that the law prescribes;
 * any other has its historic cost and no gain.
 */
export function sliceValues(
  law: LawFacts,
  taken: TakenFacts,
  year: number,
  { isGain, proceeds }: Pick<Slice, 'isGain' | 'proceeds'>,
): Pick<Slice, 'costBasis' | 'gain' | 'photoMissing' | 'basis'> {
  if (!isGain || proceeds === null)
    return { costBasis: taken.costBasis, gain: 0n, photoMissing: null, basis: null };
  const basis = gainBasis(law, taken, year, proceeds);
  return { ...basis, gain: proceeds - basis.costBasis };
}

/** Returns the cost of the units that arrived beyond those that left: their share of the in leg's EUR value. */
export function surplusCost({ euroValue, amount }: EffectiveEvent, surplus: bigint): bigint {
  return shareEur(euroValue ?? 0n, surplus, amount);
}

/** Returns the taxable income of an event: its value at receipt, or 0 without one. */
export function incomeAtReceipt({ effect, taxable, value }: EffectiveEvent): bigint {
  return effect.isIncome && taxable ? (value ?? 0n) : 0n;
}

/** Returns the income of a surplus: staking rewards beyond the deposit are income, unless an override makes them not taxable. */
export function incomeOfSurplus({ outLeg, inLeg }: Transfer, shareEur: bigint): bigint {
  return outLeg.effect.isStaking && inLeg.override?.taxable !== false ? shareEur : 0n;
}

/** Returns a disposal's proceeds in EUR, less its fees under SPECULATIEF; null for non-sales and unknown values. */
export function disposalProceeds(
  { effect, taxable, value, feesEur, year }: EffectiveEvent,
  law: Pick<LawFacts, 'regimeOf'>,
): { readonly isSale: boolean; readonly isGain: boolean; readonly proceeds: bigint | null } {
  const isSale = effect.gain === 'PROCEEDS_LESS_BASIS';
  const fees = law.regimeOf(year) === 'SPECULATIEF' ? feesEur : 0n;
  return { isSale, isGain: isSale && taxable, proceeds: !isSale || value === null ? null : value - fees };
}

/**
 * Returns the realised gain of an event in EUR: proceeds less basis for a taxable sale, 0 for other disposals, and null for a
 * taxable sale without known proceeds and for events that are not disposals. A gain from proceeds of 0 would be an invented loss.
 */
export function disposalGain(
  { effect }: EffectiveEvent,
  {
    proceeds,
    isGain,
    basis,
  }: { readonly proceeds: bigint | null; readonly isGain: boolean; readonly basis: bigint },
): bigint | null {
  if (effect.gain === null) return null;
  if (!isGain) return 0n;
  return proceeds === null ? null : proceeds - basis;
}
