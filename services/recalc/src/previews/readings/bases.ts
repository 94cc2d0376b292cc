/**
 * The gains under a reading that gives disposals another basis or other proceeds: the same lots in the same order, as the engine
 * took them, with the rule of the law that the engine uses too. Pure. EUR with 12 fraction digits.
 */
import { shareEur } from '@ctx/domain/decimal';
import { basisOf, isPhotoYear, needsPhotoValue, PHOTO } from '@ctx/domain/law/photo';
import type { BasisReading } from '@ctx/domain/law/readings';
import { shareOfPart, shareProceeds } from '../../engine/shares.ts';
import type { EffectiveEvent, EngineOutputs, Lot, Slice } from '../../engine/types.ts';

/** What a reading has in place of the engine's figures. */
interface Alternative {
  /** The historic cost of a slice. */
  readonly costOf: (slice: Slice) => bigint;
  /** What the proceeds of a disposal are lower by. */
  readonly feesOf: (event: EffectiveEvent) => bigint;
  /** Whether a historic cost above the photo value may make a loss. */
  readonly canMakeLoss: boolean;
}

/** Returns what a reading adds to the net gain of each year; years that it leaves as they are may be left out. */
export function gainsAddedBy(reading: BasisReading, outputs: EngineOutputs): ReadonlyMap<number, bigint> {
  const alternative = ALTERNATIVES[reading](outputs);
  const slices = Map.groupBy(outputs.slices, ({ event }) => event);
  const added = new Map<number, bigint>();
  for (const event of outputs.events) {
    if (!isTaxedAtTenPercent(event, outputs)) continue;
    const gain = gainAdded(event, slices.get(event) ?? [], alternative);
    added.set(event.year, (added.get(event.year) ?? 0n) + gain);
  }
  return added;
}

const ALTERNATIVES: Readonly<Record<BasisReading, (outputs: EngineOutputs) => Alternative>> = {
  AVERAGE_COST_BEFORE_2026: ({ lots }) => ({ ...AS_IT_IS, costOf: averageCost(lots) }),
  FEES_INSIDE_TEN_PERCENT: () => ({
    ...AS_IT_IS,
    costOf: (slice) => slice.historicCost + feesOfSlice(slice),
    feesOf: ({ feesEur }) => feesEur,
  }),
  HIGHER_COST_MAKES_LOSS: () => ({ ...AS_IT_IS, canMakeLoss: true }),
};

const AS_IT_IS: Alternative = {
  costOf: ({ historicCost }) => historicCost,
  feesOf: () => 0n,
  canMakeLoss: false,
};

function isTaxedAtTenPercent(
  { effect, taxable, value, year }: EffectiveEvent,
  { years }: EngineOutputs,
): boolean {
  if (effect.gain !== 'PROCEEDS_LESS_BASIS' || !taxable || value === null) return false;
  const regime = years.find((figures) => figures.year === year)?.regime;
  return regime !== undefined && isPhotoYear(year, regime);
}

/** Returns what a disposal gains more: it has other proceeds, and its slices another basis. A shortfall has basis 0. */
function gainAdded(event: EffectiveEvent, slices: readonly Slice[], alternative: Alternative): bigint {
  const fees = alternative.feesOf(event);
  const shareOf = shareProceeds((event.value ?? 0n) - fees, event.amount);
  let added = -fees;
  for (const slice of slices) {
    const proceeds = shareOf(slice.amount);
    added += slice.costBasis - basisUnder(alternative, slice, proceeds);
  }
  return added;
}

function basisUnder({ costOf, canMakeLoss }: Alternative, slice: Slice, proceeds: bigint): bigint {
  const facts = {
    proceeds,
    historicCost: costOf(slice),
    feesEur: 0n,
    acquiredUs: slice.lot.acquiredUs,
    year: slice.event.year,
    regime: 'NORMAAL_BEHEER',
  } as const;
  const photoValue = slice.basis?.photoValue ?? null;
  const isHigher = photoValue !== null && needsPhotoValue(facts) && facts.historicCost > photoValue;
  if (canMakeLoss && isHigher && facts.year <= PHOTO.higherCostUntilYear) return facts.historicCost;
  return basisOf(facts, photoValue).basis;
}

/** Returns the share of a slice in the fees of its lot's acquisition, as it counts under SPECULATIEF. */
function feesOfSlice({ lot, goneBefore, amount }: Slice): bigint {
  return goneBefore === null ? 0n : shareOfPart(lot.feesEur, { goneBefore, amount }, lot.amount);
}

/** Lots from before 2026 have the average cost of all lots of their asset from before 2026, also of those that are sold. */
function averageCost(lots: readonly Lot[]): Alternative['costOf'] {
  const bought = new Map<string, { amount: bigint; costBasis: bigint }>();
  for (const { assetKey, acquiredUs, amount, costBasis } of lots) {
    if (acquiredUs >= PHOTO.momentUs) continue;
    const sum = bought.get(assetKey) ?? { amount: 0n, costBasis: 0n };
    bought.set(assetKey, { amount: sum.amount + amount, costBasis: sum.costBasis + costBasis });
  }
  return ({ lot, amount, historicCost }) => {
    const sum = bought.get(lot.assetKey);
    return lot.acquiredUs >= PHOTO.momentUs || sum === undefined
      ? historicCost
      : shareEur(sum.costBasis, amount, sum.amount);
  };
}
