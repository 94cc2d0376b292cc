/** Undoing stated totals of an exchange, or the removal of one, each as a whole. Pure. */
import { LIMITS } from '@ctx/domain/limits';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import type { LoggedChange } from './history-entry.ts';
import { changedBy, type LaterChange } from './later-entry.ts';
import type { Reversal } from './reversal.ts';
import { isSameTotal } from './stated-total.ts';

type LoggedRow = StatedTotalRecord | null;

/** Stated totals of the entry's years as they are stored now, and later rows of the log. */
interface StoredTotals {
  readonly statedTotals: readonly StatedTotalRecord[];
  readonly later: readonly LaterChange[];
}

/** Returns the opposite of a change of a stated total. Its year may be locked or submitted: no figure depends on it. */
export function reversalOfStatedTotal(logged: LoggedChange, { statedTotals, later }: StoredTotals): Reversal {
  const [before, after] = [logged.before as LoggedRow, logged.after as LoggedRow];
  const row = (after ?? before) as StatedTotalRecord;
  const current = statedTotals.find(({ id }) => id === row.id) ?? null;
  if (!isSameTotal(current, after)) {
    const error = { field: 'total', message: `${row.id} has another value now` };
    const fieldErrors = [changedBy(error, later, logged.target)];
    return { years: [], outcome: { rejected: 'CHANGED_SINCE', fieldErrors } };
  }
  const years = [row.year];
  if (before === null)
    return { years: [], outcome: { action: 'REPORTED_REMOVED', years, before: row, after: null } };
  const ofYear = statedTotals.filter(({ year }) => year === row.year);
  if (current === null && ofYear.length >= LIMITS.statedTotalsOfYearMax)
    return { years: [], outcome: { rejected: 'TOO_MANY_TOTALS' } };
  return { years: [], outcome: { action: 'REPORTED_STATED', years, before: current, after: before } };
}
