import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import { type Exemption, type ExemptionBounds, exemptionIn, type NetGain } from '@ctx/domain/law/exemption';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import { readAsUser, type Source } from '../sources/source.ts';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { GetYearSummaryRequest, VrijstellingHeadroom, YearSummary } from '@ctx/proto/gen/ctx/v1/read';
import { type Amount, lockedAmount } from '../present/blur.ts';
import { declarationSummary, type SourceRow } from '../present/declaration.ts';
import { shownEstimate } from '../present/estimate.ts';
import { CIRCUMSTANCES_UNTIL } from './get-circumstances.ts';
import { summaryOf } from './list-issues.ts';
import {
  exactEur,
  incomeOf,
  monthlyGainsOf,
  netGainOf,
  type RunRow,
  SELECT_RUN,
  totalsOf,
  versionShown,
  YEAR_ROWS,
  type YearRow,
} from './year-rows.ts';

export interface MarkerRow {
  year: number;
  locked: boolean;
  frozen: boolean;
  regime: Regime;
}

interface CountRow {
  issue_type: string;
  queue: string;
  count: number;
}

const YEAR = parameter('year');

/** Selects the markers of a year and the years before it. */
export const MARKERS = prepare(
  'year-markers',
  sql`SELECT y.year, NOT y.paid AS locked, y.submitted_at IS NOT NULL AS frozen, y.regime
    FROM facts.years y WHERE y.user_id = ${USER} AND y.year <= ${YEAR}`,
);

const COUNTS = prepare(
  'year-issue-counts',
  sql`SELECT i.issue_type, i.queue, count(*) AS count FROM figures.issues i
    WHERE i.user_id = ${USER} AND i.year = ${YEAR} GROUP BY i.issue_type, i.queue ORDER BY i.issue_type`,
);

// Earlier years too, because the remaining exemption depends on them.
export const YEARS = prepare('year-summary', sql`${YEAR_ROWS} AND f.year <= ${YEAR}`);

const SOURCES = prepare(
  'year-sources',
  sql`SELECT a.kind, a.datasource, a.label, a.source_platform, a.country, a.registered_on
    FROM facts.accounts a WHERE a.user_id = ${USER} ORDER BY a.ref COLLATE "C"`,
);

/** Returns the figures of one year (service.md, "Year summary"); zeros for a year without events (decisions.md, Reads 6). */
export async function getYearSummary(
  source: Source,
  userId: number,
  request: GetYearSummaryRequest,
): Promise<YearSummary> {
  const values = { userId, year: request.year };
  const [[run], markers, rows, counts, sources, circumstances] = await readAsUser<
    [RunRow, MarkerRow, YearRow, CountRow, SourceRow, CircumstancesRecord]
  >(
    source,
    userId,
    SELECT_RUN(values),
    MARKERS(values),
    YEARS(values),
    COUNTS(values),
    SOURCES(values),
    CIRCUMSTANCES_UNTIL(values),
  );
  const years = new Map(rows.map((each) => [each.year, each]));
  const marks = new Map(markers.map((each) => [each.year, each]));
  const row = years.get(request.year) ?? emptyYear(request.year, marks.get(request.year));
  const { year, regime, locked } = row;
  return {
    year,
    locked,
    frozen: row.frozen,
    stale: run?.stale ?? false,
    regime,
    ...totalsOf(row),
    transactionCount: row.transaction_count,
    walletCount: row.wallet_count,
    monthlyRealizedGains: monthlyGainsOf(row),
    reviewQueueCounts: summaryOf(counts),
    declarationSummary: declarationSummary(
      { year, regime, locked, gains: netGainOf(row), income: incomeOf(row) },
      sources,
    ),
    vrijstellingHeadroom: headroom(row, years, marks),
    estimate: shownEstimate(row, { years, marks, circumstances }),
    figuresVersion: versionShown(row, run?.figures_version),
  };
}

/**
 * Returns the exemption position of a year. Figures that depend on a locked year are ranges even where both ends are equal:
 * otherwise the form of the answer would reveal in which part of its band the locked figure is.
 */
export function headroom(
  { year, locked }: Pick<YearRow, 'year' | 'locked'>,
  years: ReadonlyMap<number, YearRow>,
  marks: ReadonlyMap<number, Pick<MarkerRow, 'regime'>>,
): VrijstellingHeadroom | null {
  const bounds = exemptionBounds(year, years, marks);
  if (bounds === null) return null;
  const isRange = locked || dependsOnLocked(year, years);
  const amount = (of: (exemption: Exemption) => bigint, isLocked = isRange): Amount =>
    isLocked ? lockedAmount({ low: of(bounds.low), high: of(bounds.high) }) : exactEur(of(bounds.low));
  return {
    // The same amount for every taxpayer.
    baseExemption: amount(({ baseExemption }) => baseExemption, locked),
    carriedIn: amount(({ carriedIn }) => carriedIn),
    total: amount(({ total }) => total),
    used: amount(({ used }) => used),
    remaining: amount(({ remaining }) => remaining),
    carriedOut: amount(({ carriedOut }) => carriedOut),
    indexedAmountConfirmed: bounds.low.indexedAmountConfirmed,
  };
}

/** Returns the exemption of a year, between bounds if it depends on a locked year; null before 2026 and for SPECULATIEF. */
export function exemptionBounds(
  year: number,
  years: ReadonlyMap<number, YearRow>,
  marks: ReadonlyMap<number, Pick<MarkerRow, 'regime'>>,
): ExemptionBounds | null {
  return exemptionIn(year, (each) => netIn(each, years, marks));
}

/** Whether an earlier year whose exemption can carry over is locked. A year without events has no figures to hide. */
export function dependsOnLocked(year: number, years: ReadonlyMap<number, YearRow>): boolean {
  return years
    .values()
    .some(
      (earlier) =>
        earlier.locked &&
        earlier.year >= FIRST_TAXED_YEAR &&
        earlier.year < year &&
        earlier.regime !== 'SPECULATIEF',
    );
}

/** Returns the net gain of a year: 0 without events, null for SPECULATIEF. */
function netIn(
  year: number,
  years: ReadonlyMap<number, YearRow>,
  marks: ReadonlyMap<number, Pick<MarkerRow, 'regime'>>,
): NetGain {
  const row = years.get(year);
  if ((row ?? marks.get(year))?.regime === 'SPECULATIEF') return null;
  return row === undefined ? { low: 0n, high: 0n } : netGainOf(row);
}

/** Returns the figures of a year without events. */
export function emptyYear(year: number, marker: MarkerRow | undefined): YearRow {
  const months = Array.from({ length: 12 }, () => '0');
  return {
    year,
    locked: marker?.locked ?? true,
    frozen: marker?.frozen ?? false,
    regime: marker?.regime ?? 'NORMAAL_BEHEER',
    capital_gains: '0',
    capital_gains_tax: '0',
    income: '0',
    income_tax: '0',
    total_tax: '0',
    monthly_gains: months,
    monthly_income: months,
    transaction_count: 0,
    wallet_count: 0,
    needs_review_count: 0,
  };
}
