/** A year and the years before it, as sums over years see them: a submitted year keeps those that it had. */
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import {
  FROM_FIRST_YEAR,
  type KeptSums,
  keptSumsFromJson,
  type KeptSumsJson,
  type Openings,
  openingsAfter,
} from '@ctx/domain/law/kept-sums';
import type { AccountAmounts } from '@ctx/domain/law/household';
import type { Regime } from '@ctx/domain/vocabulary';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import { CIRCUMSTANCES_COLUMNS } from '@ctx/records/record-sql';
import type { SourceRow } from '@ctx/domain/law/exchange';
import { emptyYear, YEAR_ROWS, type YearRow } from './year-rows.ts';

export interface MarkerRow {
  year: number;
  locked: boolean;
  frozen: boolean;
  regime: Regime;
}

/** The newest submitted year up to a year, with what it keeps. */
export interface SubmittedRow {
  readonly year: number;
  readonly sums: KeptSumsJson;
  /** The years before it. */
  readonly years: readonly Pick<YearRow, 'year' | 'regime' | 'capital_gains' | 'monthly_gains'>[];
  /** The data sources, if the year itself is submitted. */
  readonly sources: readonly SourceRow[] | null;
}

const YEAR = parameter('year');

const MARKERS = prepare(
  'year-markers',
  sql`SELECT y.year, NOT y.paid AS locked, y.submitted_at IS NOT NULL AS frozen, y.regime
    FROM facts.years y WHERE y.user_id = ${USER} AND y.year <= ${YEAR}`,
);

const YEARS = prepare('year-summary', sql`${YEAR_ROWS} AND f.year <= ${YEAR}`);

const SUBMITTED = prepare(
  'year-submitted',
  sql`SELECT z.year, z.kept_sums AS sums, z.report_inputs->'years' AS years,
      CASE WHEN z.year = ${YEAR} THEN z.report_inputs->'sources' END AS sources
    FROM figures.frozen_years z WHERE z.user_id = ${USER} AND z.year <= ${YEAR}
    ORDER BY z.year DESC LIMIT 1`,
);

const CIRCUMSTANCES = prepare(
  'circumstances-until',
  sql`SELECT ${raw(CIRCUMSTANCES_COLUMNS)} FROM corrections.circumstances c
    WHERE c.user_id = ${USER} AND c.year <= ${YEAR}`,
);

const ALL_YEARS = prepare('all-years', sql`${YEAR_ROWS} ORDER BY f.year DESC`);

const ALL_MARKERS = prepare(
  'all-year-markers',
  sql`SELECT y.year, NOT y.paid AS locked, y.submitted_at IS NOT NULL AS frozen, y.regime
    FROM facts.years y WHERE y.user_id = ${USER}`,
);

const ALL_SUBMITTED = prepare(
  'all-years-submitted',
  sql`SELECT z.year, z.kept_sums AS sums, z.report_inputs->'years' AS years, NULL AS sources
    FROM figures.frozen_years z WHERE z.user_id = ${USER} ORDER BY z.year DESC`,
);

const ALL_CIRCUMSTANCES = prepare(
  'all-circumstances',
  sql`SELECT ${raw(CIRCUMSTANCES_COLUMNS)} FROM corrections.circumstances c WHERE c.user_id = ${USER}`,
);

/** The rows of the statements of `selectYears`. */
export type YearsRows = [YearRow, MarkerRow, SubmittedRow, CircumstancesRecord];

/** What these statements return. */
type YearsRead = readonly [
  readonly YearRow[],
  readonly MarkerRow[],
  readonly SubmittedRow[],
  readonly CircumstancesRecord[],
];

/** The statements that read a year and the years before it. */
export function selectYears(values: { readonly userId: number; readonly year: number }) {
  return [YEARS(values), MARKERS(values), SUBMITTED(values), CIRCUMSTANCES(values)] as const;
}

/** The statements that read all years, the newest first. */
export function selectAllYears(values: { readonly userId: number }) {
  return [ALL_YEARS(values), ALL_MARKERS(values), ALL_SUBMITTED(values), ALL_CIRCUMSTANCES(values)] as const;
}

/** Returns a year with the years before it, as it sees them, of the rows of all years. */
export function yearSeenOfAll(
  year: number,
  [rows, markers, submitted, circumstances]: YearsRead,
): YearHistory {
  const until = <Row extends { readonly year: number }>(all: readonly Row[]): Row[] =>
    all.filter((row) => row.year <= year);
  return yearsSeen(year, [until(rows), until(markers), until(submitted), until(circumstances)]);
}

/** A year and the years before it. */
export interface YearHistory {
  readonly row: YearRow;
  /** Years with events, and years whose regime is SPECULATIEF, up to this one. */
  readonly years: ReadonlyMap<number, YearRow>;
  /** The markers of the years that `openings` leave to be computed. */
  readonly marks: ReadonlyMap<number, Pick<MarkerRow, 'year' | 'frozen' | 'regime'>>;
  readonly circumstances: readonly CircumstancesRecord[];
  /** What the year keeps if it is submitted. */
  readonly kept: KeptSums | null;
  /** Where sums over years start. */
  readonly openings: Openings;
  readonly sources: readonly SourceRow[] | null;
  /** What arose in accounts with a share of their own, by year; empty until it is read. */
  readonly ofAccounts: ReadonlyMap<number, AccountAmounts>;
}

/** Returns a year with the years before it, as it sees them. */
export function yearsSeen(year: number, [rows, markers, [submitted], circumstances]: YearsRead): YearHistory {
  const marks = new Map(markers.map((each) => [each.year, each]));
  const first = submitted?.year ?? 0;
  const live = rows.filter((each) => each.year >= first);
  const past = (submitted?.years ?? []).map((each) => ({
    ...emptyYear(each.year, marks.get(each.year)),
    ...each,
  }));
  const row = live.find((each) => each.year === year) ?? emptyYear(year, marks.get(year));
  const sums = submitted === undefined ? null : keptSumsFromJson(submitted.sums);
  const isOwn = sums !== null && submitted?.year === year;
  return {
    row,
    years: new Map([...past, ...live].map((each) => [each.year, each])),
    marks: new Map(markers.filter((each) => each.year >= first).map((each) => [each.year, each])),
    circumstances,
    kept: isOwn ? sums : null,
    openings: openingsOf(first, sums, isOwn),
    sources: submitted?.sources ?? null,
    ofAccounts: new Map(),
  };
}

function openingsOf(year: number, sums: KeptSums | null, isOwn: boolean): Openings {
  if (sums === null) return FROM_FIRST_YEAR;
  if (!isOwn) return openingsAfter(year, sums);
  // The estimate of the year itself is kept.
  return { ...FROM_FIRST_YEAR, figures: { year, carried: sums.opening } };
}
