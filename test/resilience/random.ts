/** Random draws from a seed: the same faults at the same moments of the same history, as far as real processes allow. */
import { randomNumbers } from '../bench/history.ts';

export interface Draws {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns independent draws for a part, so that what one part draws does not change the draws of others. */
  part(name: string): Draws;
}

/** Returns the items in random order. */
export function shuffled<Item>(draws: Draws, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: draws.between(0, 2 ** 30) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Returns the draws of a seed. */
export function drawsOf(seed: number): Draws {
  const next = randomNumbers(seed);
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to draw from');
      return item;
    },
    part: (name) =>
      drawsOf([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed) % 2 ** 31),
  };
}
