import { type Exemption, type ExemptionBounds, exemptionIn, type NetGain } from '@ctx/domain/law/exemption';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { RegimeRow } from '@ctx/records/regime-rows';
import { readAsUser, type Source } from '../sources/source.ts';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { GetYearSummaryRequest, VrijstellingHeadroom, YearSummary } from '@ctx/proto/gen/ctx/v1/read';
import { type Amount, lockedAmount } from '../present/blur.ts';
import { declarationSummary } from '../present/declaration.ts';
import type { SourceRow } from '@ctx/domain/law/exchange';
import { completenessOf } from '../present/completeness.ts';
import { shownEstimate } from '../present/estimate.ts';
import { shownHousehold } from '../present/household.ts';
import { taxAfterExemption } from '../present/tax-after-exemption.ts';
import { withAccountAmounts } from './account-amounts.ts';
import { type LackRows, selectLacks } from './completeness-rows.ts';
import { CHOSEN_REGIME, chosenAtOf } from './get-regime.ts';
import { summaryOf } from './list-issues.ts';
import { type BalanceRows, provenAccounts, selectHasBalances } from './proven-accounts.ts';
import {
  exactEur,
  incomeOf,
  monthlyGainsOf,
  netGainOf,
  type RunRow,
  SELECT_RUN,
  totalsOf,
  versionShown,
  type YearRow,
} from './year-rows.ts';
import { type MarkerRow, selectYears, type YearsRows, type YearHistory, yearsSeen } from './years-seen.ts';

interface CountRow {
  issue_type: string;
  queue: string;
  count: number;
}

const YEAR = parameter('year');

const COUNTS = prepare(
  'year-issue-counts',
  sql`SELECT i.issue_type, i.queue, count(*) AS count FROM figures.issues i
    WHERE i.user_id = ${USER} AND i.year = ${YEAR} GROUP BY i.issue_type, i.queue ORDER BY i.issue_type`,
);

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
  const [[run], chosen, stated, files, counts, sources, lacking, photo, unknownCost, ...rows] =
    await readAsUser<[RunRow, RegimeRow, ...BalanceRows, CountRow, SourceRow, ...LackRows, ...YearsRows]>(
      source,
      userId,
      SELECT_RUN(values),
      CHOSEN_REGIME(values),
      ...selectHasBalances(values),
      COUNTS(values),
      SOURCES(values),
      ...selectLacks(values),
      ...selectYears(values),
    );
  const accounts = await provenAccounts(source, userId, [stated, files]);
  const seen = await withAccountAmounts(source, userId, yearsSeen(request.year, rows));
  const { row } = seen;
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
      seen.sources ?? sources,
    ),
    vrijstellingHeadroom: headroom(seen),
    estimate: shownEstimate(row, seen),
    figuresVersion: versionShown(row, run?.figures_version),
    rangesSince: row.held_since,
    taxAfterExemption: shownTaxAfterExemption(seen),
    completeness: completenessOf(row, [lacking, photo, unknownCost], accounts),
    household: shownHousehold(row, seen, seen.sources ?? sources),
    regimeChosenAt: chosenAtOf(chosen),
  };
}

/** Returns the tax after the exemption; null in a year without one, and in a year with circumstances, whose estimate has the tax. */
export function shownTaxAfterExemption(seen: YearHistory): Amount | null {
  const { row, years, circumstances } = seen;
  const { year, regime, locked } = row;
  if (circumstances.some((each) => each.year === year)) return null;
  return taxAfterExemption({
    year,
    regime,
    net: netGainOf(row),
    exemption: exemptionBounds(seen),
    isRange: locked || dependsOnLocked(year, years),
  });
}

/**
 * Returns the exemption position of a year. Figures that depend on a locked year are ranges even where both ends are equal:
 * otherwise the form of the answer would reveal in which part of its band the locked figure is.
 */
export function headroom(seen: ExemptionInputs): VrijstellingHeadroom | null {
  const { year, locked } = seen.row;
  const bounds = exemptionBounds(seen);
  if (bounds === null) return null;
  const isRange = locked || dependsOnLocked(year, seen.years);
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

/** What the exemption of a year is computed from. */
export type ExemptionInputs = Pick<YearHistory, 'years' | 'marks' | 'kept' | 'openings'> & {
  readonly row: Pick<YearRow, 'year' | 'locked'>;
};

/** Returns the exemption of a year, between bounds if it depends on a locked year; null before 2026 and for SPECULATIEF. */
export function exemptionBounds({
  row,
  years,
  marks,
  kept,
  openings,
}: ExemptionInputs): ExemptionBounds | null {
  const { year, locked } = row;
  if (kept !== null && !locked && !dependsOnLocked(year, years))
    return kept.exemption === null ? null : { low: kept.exemption, high: kept.exemption };
  const { carried, ...opening } = openings.figures;
  // The exact stock would reveal the figures of a locked year before it.
  const known = dependsOnLocked(opening.year, years)
    ? undefined
    : { year: opening.year, exemption: carried.exemption };
  return exemptionIn(year, (each) => netIn(each, years, marks), undefined, undefined, known);
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
