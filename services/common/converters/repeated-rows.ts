/** Leaves out the rows of a file that repeat another one, before rows that belong together are added up. */
import type { Booking } from './booking.ts';
import type { Row } from './table.ts';

/** How rows, or what was read of them, are compared. */
interface Comparison<Item> {
  /** What the platform calls the row; null for a row that cannot be told from another one that is like it. */
  readonly keyOf: (item: Item) => string | null;
  /** What must be the same in a repeated row. */
  readonly contentOf: (item: Item) => string;
  readonly rowOf: (item: Item) => Row;
  /** What the file calls the row. */
  readonly typeOf: (item: Item) => string;
}

/** Returns the items without those that have the key of an earlier one, which are left out. */
export function withoutRepeats<Item>(
  items: readonly Item[],
  booking: Booking,
  { keyOf, contentOf, rowOf, typeOf }: Comparison<Item>,
): Item[] {
  const contents = new Map<string, string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const content = contentOf(item);
    const earlier = key === null ? undefined : contents.get(key);
    if (key !== null && earlier === undefined) contents.set(key, content);
    if (earlier === undefined) return true;
    booking.leaveOut([rowOf(item)], earlier === content ? 'TWIN' : 'OTHER_TWIN', typeOf(item));
    return false;
  });
}
