/** Whether the years of an event may be corrected (service.md, "Year markers"; decisions.md, Requests 1). Pure. */
import type { Refusal } from '@ctx/common/domain/rejections';

/** What is known of a year; one without markers has no paid plan. */
export interface YearMarkers {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
}

/** A year that is both locked and frozen is refused as locked; so is a correction between a locked and a frozen year. */
export function refusalOfYears(years: readonly number[], markers: readonly YearMarkers[]): Refusal | null {
  const concerned = years.map((year) => markers.find((each) => each.year === year));
  if (concerned.some((each) => each?.locked ?? true)) return { refused: 'YEAR_LOCKED' };
  if (concerned.some((each) => each?.frozen === true)) return { refused: 'YEAR_FROZEN' };
  return null;
}
