/**
 * By what a transaction is known, so that every export that holds it gives it the same reference: what the platform calls it, or else its
 * platform, second, assets and amounts, counted where several are alike. The order of rows, notes, labels, columns of money, the names of
 * types, number formats and time zones do not count: they differ between two exports of the same account.
 */
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { stableId } from '@ctx/domain/stable-id';
import { isMoney } from './assets.ts';
import { type Entry, MOVEMENTS, type Part } from './entries.ts';

/** An entry, its reference, and the reference that an earlier version gave it. */
export interface IdentifiedEntry {
  readonly entry: Entry;
  readonly reference: string;
  readonly former: string | null;
}

/** The entries of a file, and those that were undone, each with its reference. */
export interface IdentifiedEntries {
  readonly entries: IdentifiedEntry[];
  readonly undone: IdentifiedEntry[];
}

/**
 * Returns the entries of a file in their order, each with its reference. Of equal ones, those that were undone are counted last: where as many are
 * stored as were done, none of the stored ones is undone. `platform` is the name of the platform.
 */
export function identified(
  done: readonly Entry[],
  undone: readonly Entry[],
  platform: string,
): IdentifiedEntries {
  const references = new Map<Entry, string>();
  const counts = new Map<string, number>();
  for (const entries of [done, undone]) {
    const unnamed = entries.filter(({ id }) => typeof id !== 'string');
    for (const [content, alike] of Map.groupBy(unnamed, contentOf)) {
      const earlier = counts.get(content) ?? 0;
      for (const [index, entry] of inTotalOrder(alike).entries())
        references.set(entry, stableId('transaction', platform, content, String(earlier + index + 1)));
      if (undone.length > 0) counts.set(content, earlier + alike.length);
    }
  }
  const identify = (entry: Entry): IdentifiedEntry => {
    const { id } = entry;
    if (typeof id === 'string') return { entry, reference: id, former: null };
    const reference = references.get(entry);
    if (reference === undefined) throw new Error('an entry without an id has no reference');
    return { entry, reference, former: id.former };
  };
  // The former reference of an undone entry may be that of an equal one that was done.
  return {
    entries: done.map(identify),
    undone: undone.map((entry) => ({ ...identify(entry), former: null })),
  };
}

/** Returns what cannot change about a transaction: its second, and each asset that came or went with its amount. */
function contentOf(entry: Entry): string {
  const { given, received } = sidesOf(entry);
  return JSON.stringify([
    secondOf(entry.at),
    textsOf(given.filter(isAsset)),
    textsOf(received.filter(isAsset)),
  ]);
}

/** Transactions that are alike may differ in what is not their content: their fees and notes then decide which is which. */
function inTotalOrder(alike: readonly Entry[]): readonly Entry[] {
  if (alike.length === 1) return alike;
  const keyOf = (entry: Entry): string => {
    const { given, received } = sidesOf(entry);
    return JSON.stringify([
      entry.at,
      textsOf(given),
      textsOf(received),
      textsOf(entry.fees ?? []),
      entry.description,
    ]);
  };
  return alike
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key)))
    .map(({ entry }) => entry);
}

function sidesOf(entry: Entry): { readonly given: readonly Part[]; readonly received: readonly Part[] } {
  switch (entry.kind) {
    case 'TRADE':
      return entry;
    case 'MIGRATION':
      return { given: [entry.given], received: [entry.received] };
    case 'COST':
      return { given: entry.fees, received: [] };
    default: {
      const isIn = MOVEMENTS[entry.kind].type !== 'DISPOSITION';
      return isIn ? { given: [], received: [entry.part] } : { given: [entry.part], received: [] };
    }
  }
}

const isAsset = ({ symbol }: Part): boolean => !isMoney(symbol);

function textsOf(parts: readonly Part[]): string[] {
  return parts.map(({ symbol, amount }) => `${symbol} ${formatDecimal(amount, AMOUNT_SCALE)}`).toSorted();
}

/** One generation of a format writes fractions of a second, another does not. */
function secondOf(at: string): string {
  return at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}
