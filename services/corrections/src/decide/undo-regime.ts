/** Undoing a chosen regime as a whole: the answers are those to that choice. Pure. */
import type { RegimeRow } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import { changedBy, type LaterChange } from './later-entry.ts';
import { changeTo, isSameRegime } from './regime.ts';
import type { Reversal } from './reversal.ts';

type LoggedRow = RegimeRow | null;

/** Regimes as they are stored now, and later rows of the log. */
interface StoredRegimes {
  readonly regimes: readonly RegimeRow[];
  readonly later: readonly LaterChange[];
}

/** Returns the opposite of a change of the regime of a year. What is restored keeps who chose it and when. */
export function reversalOfRegime(logged: LoggedChange, { regimes, later }: StoredRegimes): Reversal {
  const [before, after] = [logged.before as LoggedRow, logged.after as LoggedRow];
  const { year } = (after ?? before) as RegimeRow;
  const current = regimes.find((row) => row.year === year) ?? null;
  const years = [year];
  if (!isSameRegime(current, after)) {
    const error = { field: 'regime', message: `of ${String(year)} was chosen again` };
    return {
      years,
      outcome: { rejected: 'CHANGED_SINCE', fieldErrors: [changedBy(error, later, logged.target)] },
    };
  }
  return {
    years,
    outcome: before === null ? changeTo(year, current as RegimeRow, null) : changeTo(year, current, before),
  };
}
