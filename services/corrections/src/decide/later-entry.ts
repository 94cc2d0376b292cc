/** Finds the entry of the history that must be undone before another one can be. Pure. */
import type { FieldError } from '@ctx/domain/rejections';

/** A row of the log after the entry to undo, of one of its events, rules, matches, circumstances, prices or regimes. */
export interface LaterChange {
  readonly entryId: string;
  readonly undoOf: string | null;
  readonly target: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** Adds to the error of a field the entry that changed it later, if an entry did. `later` is oldest first. */
export function changedBy(
  error: FieldError,
  later: readonly LaterChange[],
  target: string,
  hasChanged: (row: LaterChange) => boolean = () => true,
): FieldError {
  const laterEntryId = laterEntryOf(
    later.filter((row) => row.target === target),
    hasChanged,
  );
  if (laterEntryId === undefined) return error;
  return { ...error, message: `${error.message}: undo entry ${laterEntryId} first`, laterEntryId };
}

/**
 * Returns the newest entry that changed the value and still holds. An undo and what it undid cancel each other out: to undo the undo would
 * bring back what is in the way.
 */
function laterEntryOf(
  rows: readonly LaterChange[],
  hasChanged: (row: LaterChange) => boolean,
): string | undefined {
  const known = new Set(rows.map(({ entryId }) => entryId));
  const undone = new Set<string>();
  for (const row of rows.toReversed()) {
    if (undone.has(row.entryId)) continue;
    if (row.undoOf !== null && known.has(row.undoOf)) undone.add(row.undoOf);
    else if (hasChanged(row)) return row.entryId;
  }
  return undefined;
}
