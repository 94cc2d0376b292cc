/** Decides which of a user's assets a name means. Symbols and names come from outside: a key always comes before them. */
import { shown, shownSymbol } from '@ctx/domain/shown-text';

/** An asset of the user, with the texts of the file or chain that brought it. */
export interface NamedAsset {
  readonly assetKey: string;
  readonly symbol: string;
  readonly name: string | null;
  readonly spam: boolean;
}

/** The keys of the assets that a name means, or the nearest ones. */
export interface FoundKeys {
  /** KEY, SYMBOL or NAME, by which they were found; NONE for the nearest ones. */
  readonly match: string;
  readonly assetKeys: string[];
}

const NEAREST_MAX = 5;
const CANDIDATES_MAX = 10;

/**
 * Returns the assets that a name means: by key, else by symbol, else by name, each without letter case. A symbol or a name that
 * a spam asset shares with another means the other. Without a match, it returns the keys that are most like the name.
 */
export function assetsNamed(name: string, assets: readonly NamedAsset[]): FoundKeys {
  const wanted = fold(name);
  const byKey = assets.filter(({ assetKey }) => fold(assetKey) === wanted);
  if (byKey.length > 0)
    return found(
      'KEY',
      byKey.filter(({ assetKey }) => assetKey === name),
      byKey,
    );
  for (const [match, textsOf] of LOOKUPS) {
    const matching = assets.filter((asset) => textsOf(asset).some((each) => fold(each) === wanted));
    if (matching.length > 0) return found(match, matching.filter(isWanted), matching);
  }
  return { match: 'NONE', assetKeys: nearest(wanted, assets.filter(isWanted)) };
}

const LOOKUPS: readonly (readonly [string, (asset: NamedAsset) => string[]])[] = [
  ['SYMBOL', ({ symbol }) => [symbol, shownSymbol(symbol)]],
  ['NAME', ({ name }) => (name === null ? [] : [name, shown(name)])],
];

const isWanted = ({ spam }: NamedAsset): boolean => !spam;

function found(match: string, preferred: readonly NamedAsset[], others: readonly NamedAsset[]): FoundKeys {
  const chosen = preferred.length > 0 ? preferred : others;
  return { match, assetKeys: chosen.slice(0, CANDIDATES_MAX).map(({ assetKey }) => assetKey) };
}

function nearest(wanted: string, assets: readonly NamedAsset[]): string[] {
  const likeness = new Map(
    assets.map(({ assetKey, symbol, name }) => [
      assetKey,
      Math.max(...[assetKey, symbol, name ?? ''].map((each) => likenessOf(wanted, fold(each)))),
    ]),
  );
  return [...likeness]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, NEAREST_MAX)
    .map(([assetKey]) => assetKey);
}

/** Returns from 0 to 1 how many pairs of neighbouring letters two texts share (Dice's coefficient). */
function likenessOf(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}

/** Returns the pairs of neighbouring letters of a text. A mark before the first makes a shared beginning count more. */
function pairsOf(text: string): Set<string> {
  const letters = [...`^${text}$`];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`));
}

const fold = (text: string): string => text.trim().toLowerCase();
