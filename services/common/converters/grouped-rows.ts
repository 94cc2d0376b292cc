/** Reads rows of which several are one transaction. */
import type { Booking } from './booking.ts';
import type { Row } from './table.ts';

/**
 * Returns what `read` makes of each row, without rows for which it returns null. A row that cannot be read leaves out its whole group, to be
 * checked: what is left of a transaction would be another one. `groupOf` returns what the rows of a group share; null for a row on its own.
 */
export function readInGroups<Item>(
  rows: readonly Row[],
  booking: Booking,
  groupOf: (row: Row) => string | null,
  read: (row: Row) => Item | null,
): Item[] {
  const items: Item[] = [];
  const groups = Map.groupBy(rows, (row) => JSON.stringify(groupOf(row) ?? row.line));
  booking.eachGroup(
    groups.values(),
    (group) => group,
    (group) => {
      items.push(...group.flatMap((row) => read(row) ?? []));
    },
  );
  return items;
}
