/** How far the files of each account reach, and where nothing is between them. */
import { brusselsDaysBetween, yearStartMs } from '@ctx/domain/brussels';
import type { StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';

/** A time without rows, from the last row before it to the first one after it. RFC 3339. */
export interface Gap {
  readonly from: string;
  /** Absent while nothing follows. */
  readonly until?: string;
}

/** The files of an account together. */
export interface Reach {
  readonly accountLabel: string;
  readonly from: string;
  readonly until: string;
  readonly gaps: readonly Gap[];
}

/** A quiet month is nothing to ask about; more than one may be a file that was not downloaded. */
const QUIET_DAYS_MAX = 31;
/** The format of transactions that were entered by hand: they say nothing of a period. */
const ENTERED = 'entered';

/**
 * Returns how far the files of each account reach, by account label. Between two files, and after the last one, a time of more than a month
 * is a gap. Within a file nothing is: its platform exported the period.
 */
export function reachOf(files: readonly StoredFile[], nowMs: number): Reach[] {
  const byAccount = Map.groupBy(
    files.filter(({ format, firstAt, lastAt }) => format !== ENTERED && firstAt != null && lastAt != null),
    ({ accountRef }) => accountRef,
  );
  return [...byAccount.values()]
    .map((ofAccount) => reachOfAccount(ofAccount, nowMs))
    .toSorted((one, other) => one.accountLabel.localeCompare(other.accountLabel, 'en'));
}

/**
 * Returns what the files do not cover of a year: each account with the times without rows that touch the year, and none for an account whose
 * files cover it. Of a year that is not over, until now.
 */
export function gapsIn(year: number, files: readonly StoredFile[], nowMs: number): Reach[] {
  const [start, end] = [yearStartMs(year), Math.min(yearStartMs(year + 1), nowMs)];
  const touches = ({ from, until }: Gap): boolean =>
    Date.parse(from) < end && (until === undefined || Date.parse(until) > start);
  return reachOf(files, end)
    .map((reach) => ({ ...reach, gaps: reach.gaps.filter(touches) }))
    .filter(({ gaps }) => gaps.length > 0);
}

function reachOfAccount(files: readonly StoredFile[], nowMs: number): Reach {
  const periods = files
    .map(({ firstAt, lastAt }) => ({ from: String(firstAt), until: String(lastAt) }))
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  const [first] = periods;
  if (first === undefined) throw new TypeError('an account without files has no reach');
  const gaps: Gap[] = [];
  let { until } = first;
  for (const period of periods) {
    if (brusselsDaysBetween(Date.parse(until), Date.parse(period.from)) > QUIET_DAYS_MAX)
      gaps.push({ from: until, until: period.from });
    if (Date.parse(period.until) > Date.parse(until)) ({ until } = period);
  }
  if (brusselsDaysBetween(Date.parse(until), nowMs) > QUIET_DAYS_MAX) gaps.push({ from: until });
  return { accountLabel: files[0]?.accountLabel ?? '', from: first.from, until, gaps };
}
