/** Where a number of the law comes from, and how certain it is. */
import type { AssumptionCode } from './assumptions.ts';

/** CONFIRMED: the source states it. ASSUMED: a reading, or the last published value used again. */
export const LAW_STATUSES = ['CONFIRMED', 'ASSUMED'] as const;
export type LawStatus = (typeof LAW_STATUSES)[number];

/** The sources that the tables of this folder name. */
export const LAW_SOURCES = {
  LAW_2026: 'Law of 6 April 2026 on capital gains on financial assets (Official Gazette, 21 April 2026)',
  CIRCULAR_2026: 'Circular 2026/C/74 of 22 July 2026',
  INCOME_TAX_CODE: 'Income tax code 1992',
  TAX_RETURN: 'Personal income tax return',
  SERVICE: 'Choice of this service',
} as const;
export type LawSourceName = keyof typeof LAW_SOURCES;

/** The source of one number. */
export interface LawSource {
  readonly source: LawSourceName;
  /** Article of the income tax code, or part of the return; null if the source has no parts. */
  readonly article: string | null;
  readonly status: LawStatus;
  /** Day on which the number was last compared with its source. */
  readonly checkedOn: string;
  /** The assumption that makes it; null for a confirmed number. */
  readonly assumption: AssumptionCode | null;
}

/** Returns a source that states the number. */
export function confirmed(source: LawSourceName, article: string | null, checkedOn: string): LawSource {
  return { source, article, status: 'CONFIRMED', checkedOn, assumption: null };
}

/** Returns a source that leaves the number open, with the assumption that closes it. */
export function assumed(
  source: LawSourceName,
  article: string | null,
  checkedOn: string,
  assumption: AssumptionCode,
): LawSource {
  return { source, article, status: 'ASSUMED', checkedOn, assumption };
}
