/** Rows that take an earlier row of the same file back, such as a reward that is booked once more with a minus. */

/** A row by its id, as far as it can undo another one or be undone. */
export interface UndoableRow {
  readonly id: string;
  /** What the row and its opposite have in common, such as the asset and the amount. */
  readonly key: string;
  /** Whether it takes another row back. */
  readonly undoes: boolean;
}

/**
 * Returns the ids of rows that undo each other, each with the id of its opposite. Each row takes back the nearest earlier one of its key. `rows`
 * are in the order of time.
 */
export function undoneIds(rows: Iterable<UndoableRow>): Map<string, string> {
  const undone = new Map<string, string>();
  const seen = new Set<string>();
  const open = new Map<string, string[]>();
  for (const { id, key, undoes } of rows) {
    // A repeated row undoes nothing more.
    if (seen.has(id)) continue;
    seen.add(id);
    const earlier = open.get(key) ?? [];
    open.set(key, earlier);
    const other = undoes ? earlier.pop() : undefined;
    if (!undoes) earlier.push(id);
    else if (other !== undefined) undone.set(other, id).set(id, other);
  }
  return undone;
}
