/** Year markers: which years may be corrected (service.md, "Year markers"; decisions.md, Requests 1). Pure. */
import type { Rejection } from '@ctx/domain/rejections';

/** The markers of one year. A year without markers has no paid plan. */
export interface YearMarkers {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
}

/** Returns the rejection of a correction that touches these years, or null. Locked takes precedence over frozen. */
export function rejectionOfYears(
  years: readonly number[],
  markers: readonly YearMarkers[],
): Rejection | null {
  const concerned = years.map((year) => markers.find((each) => each.year === year));
  if (concerned.some((each) => each?.locked ?? true)) return { rejected: 'YEAR_LOCKED' };
  if (concerned.some((each) => each?.frozen === true)) return { rejected: 'YEAR_FROZEN' };
  return null;
}
