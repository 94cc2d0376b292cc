/** Rows that take an earlier row of the same file back in full, such as a reward that was credited by mistake. */
import type { Booking } from './booking.ts';
import type { Row } from './table.ts';

/** How a row is compared with the one that takes it back. */
interface Reversible<Item> {
  /** What both have in common, such as the asset and the kind. */
  readonly keyOf: (item: Item) => string;
  /** Negative for what takes back. */
  readonly amountOf: (item: Item) => bigint;
  readonly atOf: (item: Item) => string;
  readonly rowOf: (item: Item) => Row;
  /** What the file calls the row. */
  readonly typeOf: (item: Item) => string;
}

/**
 * Returns the items without the pairs of a row and the one that takes it back, which are left out. A row that takes back another amount stays:
 * the rows that it takes back are known by their amounts, so that no amount may be changed.
 */
export function withoutReversals<Item>(
  items: readonly Item[],
  booking: Booking,
  { keyOf, amountOf, atOf, rowOf, typeOf }: Reversible<Item>,
): Item[] {
  const open = Map.groupBy(
    items.filter((item) => amountOf(item) > 0n),
    (item) => JSON.stringify([keyOf(item), String(amountOf(item))]),
  );
  const undone = new Set<Item>();
  const negative = items.filter((item) => amountOf(item) < 0n);
  for (const reversal of negative.toSorted((left, right) => (atOf(left) < atOf(right) ? -1 : 1))) {
    const alike = open.get(JSON.stringify([keyOf(reversal), String(-amountOf(reversal))])) ?? [];
    const latest = alike
      .filter((item) => !undone.has(item) && atOf(item) <= atOf(reversal))
      .toSorted((left, right) => (atOf(left) < atOf(right) ? 1 : -1))[0];
    if (latest === undefined) continue;
    undone.add(latest).add(reversal);
    booking.leaveOut([rowOf(latest), rowOf(reversal)], 'UNDONE', typeOf(reversal));
  }
  return items.filter((item) => !undone.has(item));
}
