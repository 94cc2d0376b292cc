/**
 * Groups the pools that depend on each other. A run after a change computes only the groups that the change touches
 * (engine.md §7, "Incremental").
 */
import { symbolFamily } from '@ctx/domain/transfer-candidates';
import type { EffectiveEvent, Lot, PoolGroup, Transfer } from '../types.ts';

/**
 * Returns one entry per asset, in order of asset key. Two pools are in one group for any of three reasons:
 * - a transfer between assets connects them;
 * - their symbols are of one family, so that an event of one may be proposed as the other side of an event of the other;
 * - a lot of one was in the other at the photo moment. A missing photo price is one issue for both, and only a submitted
 *   year may know the transfer that moved the lot.
 */
export function poolGroupsOf(
  events: readonly EffectiveEvent[],
  transfers: readonly Transfer[],
  lots: readonly Lot[],
): PoolGroup[] {
  const families = new Map<string, Set<string>>();
  for (const { raw } of events) {
    let ofAsset = families.get(raw.assetKey);
    if (ofAsset === undefined) families.set(raw.assetKey, (ofAsset = new Set()));
    ofAsset.add(raw.assetSymbol);
  }
  const links = new Links();
  const assets = [...families].map(([assetKey, symbols]) => {
    const ofAsset = new Set([...symbols].map(symbolFamily));
    for (const family of ofAsset) links.join(`asset ${assetKey}`, `family ${family}`);
    return { assetKey, families: [...ofAsset].toSorted() };
  });
  for (const { outLeg, inLeg } of transfers)
    links.join(`asset ${outLeg.raw.assetKey}`, `asset ${inLeg.raw.assetKey}`);
  for (const { assetKey, photo } of lots)
    if (photo !== null) links.join(`asset ${assetKey}`, `asset ${photo.assetKey}`);
  const names = new Map<string, string>();
  return assets
    .toSorted((a, b) => (a.assetKey < b.assetKey ? -1 : 1))
    .map((asset) => {
      const root = links.rootOf(`asset ${asset.assetKey}`);
      // A group is named after its first asset.
      const group = names.get(root) ?? asset.assetKey;
      names.set(root, group);
      return { ...asset, group };
    });
}

/** Disjoint sets of names. */
class Links {
  readonly #parents = new Map<string, string>();

  rootOf(name: string): string {
    let root = name;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent;
    if (root !== name) this.#parents.set(name, root);
    return root;
  }

  join(a: string, b: string): void {
    const [left, right] = [this.rootOf(a), this.rootOf(b)];
    if (left !== right) this.#parents.set(right, left);
  }
}
