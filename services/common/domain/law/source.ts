/** Where a number or a rule of the law comes from, how certain it is, and what public readers say about it. */
import type { AssumptionCode } from './assumptions.ts';

/** CONFIRMED: the source states it. ASSUMED: a reading, or the last published value used again. */
export const LAW_STATUSES = ['CONFIRMED', 'ASSUMED'] as const;
export type LawStatus = (typeof LAW_STATUSES)[number];

/** The sources that the tables of this folder name. Articles are those of the income tax code, except for LAW_2026_OWN. */
export const LAW_SOURCES = {
  LAW_2026: 'Law of 6 April 2026 on capital gains on financial assets (Official Gazette, 21 April 2026)',
  LAW_2026_OWN: 'Law of 6 April 2026, its own articles (Official Gazette, 21 April 2026)',
  MEMORANDUM_2026: 'Explanatory memorandum of the bill (Chamber of Representatives, 56K1244001)',
  CIRCULAR_2026: 'Circular 2026/C/74 of 22 July 2026',
  FPS_FINANCE: 'FPS Finance, example on its page about the tax on capital gains',
  NATIONAL_BANK: 'National Bank of Belgium, questions about foreign accounts',
  INCOME_TAX_CODE: 'Income tax code 1992',
  TAX_RETURN: 'Personal income tax return',
  SERVICE: 'Choice of this service',
} as const;
export type LawSourceName = keyof typeof LAW_SOURCES;

/** A further place that states the same. */
export interface LawPlace {
  readonly source: LawSourceName;
  readonly article: string | null;
}

/** A public reader of the law. */
export interface LawReader {
  readonly name: string;
  /** The page; the site where only that is known. */
  readonly address: string;
  /** Whether the reader says the same as the table. */
  readonly agrees: boolean;
  /** At most a line, in the words of the reader. */
  readonly quotation?: string;
}

/** A line of a source, in its own words. */
export interface LawQuotation {
  readonly text: string;
  readonly source: LawSourceName;
}

/** What is known about a source further than its name. */
export interface LawEvidence {
  /** Number of the margin in a circular. */
  readonly margin?: string;
  readonly alsoIn?: readonly LawPlace[];
  readonly quotation?: LawQuotation;
  readonly readers?: readonly LawReader[];
}

/** The source of one number or rule. */
export interface LawSource extends LawEvidence {
  readonly source: LawSourceName;
  /** Article of the income tax code, or part of the return; null if the source has no parts. */
  readonly article: string | null;
  readonly status: LawStatus;
  /** Day on which it was last compared with its source, or with what readers say about the source. */
  readonly checkedOn: string;
  /** The assumption that makes it; null for a confirmed one. */
  readonly assumption: AssumptionCode | null;
}

/** Returns a source that states the number or the rule. */
export function confirmed(
  source: LawSourceName,
  article: string | null,
  checkedOn: string,
  evidence: LawEvidence = {},
): LawSource {
  return { source, article, status: 'CONFIRMED', checkedOn, assumption: null, ...evidence };
}

/** Returns a source that leaves the number or the rule open, with the assumption that closes it. */
export function assumed(
  source: LawSourceName,
  article: string | null,
  checkedOn: string,
  assumption: AssumptionCode,
  evidence: LawEvidence = {},
): LawSource {
  return { source, article, status: 'ASSUMED', checkedOn, assumption, ...evidence };
}
