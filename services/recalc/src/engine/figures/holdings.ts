/** Holdings at the end of a run (engine.md §6): open lots, and lots that wait for a match, which are still owned. */
import type { EffectiveEvent, Holding, Lot } from '../types.ts';

type Sums = { -readonly [Key in keyof Holding]: Holding[Key] };

/** Returns one holding per asset, in order of asset key. Names come from the asset's newest event, the last of `events`. */
export function holdingsOf(lots: readonly Lot[], events: readonly EffectiveEvent[]): Holding[] {
  const holdings = new Map<string, Sums>();
  for (const lot of lots) {
    const amount = lot.remaining + lot.waiting;
    if (amount === 0n) continue;
    let sums = holdings.get(lot.assetKey);
    if (sums === undefined) holdings.set(lot.assetKey, (sums = emptySums(lot)));
    sums.amount += amount;
    sums.costBasis += lot.remainingCostBasis + lot.waitingCostBasis;
    sums.lotCount += 1;
    sums.oldestUs = Math.min(sums.oldestUs, lot.acquiredUs);
    sums.newestUs = Math.max(sums.newestUs, lot.acquiredUs);
  }
  for (const { raw } of events) {
    const { assetSymbol, assetName, assetChain, protocol } = raw;
    const sums = holdings.get(raw.assetKey);
    if (sums !== undefined) Object.assign(sums, { assetSymbol, assetName, assetChain, protocol });
  }
  return [...holdings.values()].toSorted((a, b) => (a.assetKey < b.assetKey ? -1 : 1));
}

function emptySums({ assetKey, acquiredUs }: Lot): Sums {
  return {
    assetKey,
    assetSymbol: assetKey,
    assetName: null,
    assetChain: null,
    protocol: null,
    amount: 0n,
    costBasis: 0n,
    lotCount: 0,
    oldestUs: acquiredUs,
    newestUs: acquiredUs,
  };
}
