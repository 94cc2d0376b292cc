/** Undoing a change of circumstances, field by field like that of an override. Pure. */
import { type CircumstancesRecord, STATED_FIELDS } from '@ctx/domain/circumstances';
import { circumstancesOf, isSameValue, statesAnything, valuesOf } from './circumstances.ts';
import type { Context } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import { changedBy, type LaterChange } from './later-entry.ts';
import type { Reversal } from './reversal.ts';

type LoggedRow = CircumstancesRecord | null;

/** Returns the years whose circumstances or regime the changes of an entry set or removed. */
export function loggedYears(logged: readonly LoggedChange[]): number[] {
  const rows = logged.flatMap(({ before, after }) => [before, after]) as LoggedRow[];
  const years = rows.flatMap((row) => (typeof row?.year === 'number' ? [row.year] : []));
  return [...new Set(years)];
}

/** Circumstances as they are stored now, and later rows of the log. */
interface CircumstancesFacts {
  readonly circumstances: readonly CircumstancesRecord[];
  readonly later: readonly LaterChange[];
}

/** Returns the opposite of a change of circumstances. */
export function reversalOfCircumstances(
  logged: LoggedChange,
  { circumstances: stored, later }: CircumstancesFacts,
  context: Context,
): Reversal {
  const [before, after] = [logged.before as LoggedRow, logged.after as LoggedRow];
  const { year } = (after ?? before) as CircumstancesRecord;
  const current = stored.find((row) => row.year === year) ?? null;
  const years = [year];
  const changed = STATED_FIELDS.filter((field) => !isSameValue(field, before, after));
  const touched = changed.filter((field) => !isSameValue(field, current, after));
  if (touched.length > 0) {
    const message = `of ${String(year)} has another value now`;
    const fieldErrors = touched.map((field) =>
      changedBy(
        { field, message },
        later,
        logged.target,
        (row) => !isSameValue(field, row.before as LoggedRow, row.after as LoggedRow),
      ),
    );
    return { years, outcome: { rejected: 'CHANGED_SINCE', fieldErrors } };
  }
  const valueOf = <Field extends (typeof STATED_FIELDS)[number]>(field: Field) =>
    (changed.includes(field) ? before : current)?.[field] ?? null;
  const values = valuesOf(valueOf, valueOf('accountShares') ?? []);
  if (statesAnything(values)) {
    const restored = circumstancesOf(year, values, context);
    return { years, outcome: { action: 'CIRCUMSTANCES_SET', years, before: current, after: restored } };
  }
  if (current === null) return { years, outcome: { rejected: 'CHANGED_SINCE', fieldErrors: [] } };
  return { years, outcome: { action: 'CIRCUMSTANCES_REMOVED', years, before: current, after: null } };
}
