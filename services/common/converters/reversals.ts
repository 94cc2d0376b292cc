/** Rows that take an earlier row of the same file back in full, such as a reward that was credited by mistake. */
import { absolute } from './amounts.ts';
import type { Booking } from './booking.ts';
import type { Row } from './table.ts';
import { undoneIds } from './undone-rows.ts';

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
  /** Books an item on its own, as an export shows it that does not hold its opposite. */
  readonly book: (item: Item, booking: Booking) => void;
}

/**
 * Returns the items without the pairs of a row and the one that takes it back, which are left out. A row that takes back another amount stays:
 * the rows that it takes back are known by their amounts, so that no amount may be changed.
 */
export function withoutReversals<Item>(
  items: readonly Item[],
  booking: Booking,
  { keyOf, amountOf, atOf, rowOf, typeOf, book }: Reversible<Item>,
): Item[] {
  const inOrder = items
    .map((item, index) => ({ item, index }))
    .toSorted((left, right) =>
      atOf(left.item) < atOf(right.item) ? -1 : Number(atOf(left.item) > atOf(right.item)),
    );
  const undone = undoneIds(
    inOrder.map(({ item, index }) => ({
      id: String(index),
      key: JSON.stringify([keyOf(item), String(absolute(amountOf(item)))]),
      undoes: amountOf(item) < 0n,
    })),
  );
  return items.filter((item, index) => {
    const opposite = undone.get(String(index));
    if (opposite === undefined) return true;
    const reversal = amountOf(item) < 0n ? item : (items[Number(opposite)] ?? item);
    booking.undo([rowOf(item)], 'UNDONE', typeOf(reversal), (asDone) => {
      book(item, asDone);
    });
    return false;
  });
}
