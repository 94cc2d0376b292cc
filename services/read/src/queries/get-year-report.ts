import { ESTIMATE_PARTS } from '@ctx/domain/law/estimate';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { LIMITS } from '@ctx/domain/limits';
import { readAsUser, type Source } from '../sources/source.ts';
import type { GetYearReportRequest, YearReportPage } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { type Amount, exactAmount } from '../present/blur.ts';
import { completenessOf } from '../present/completeness.ts';
import { shownEstimate } from '../present/estimate.ts';
import { householdLines } from '../present/household-lines.ts';
import { shownHousehold } from '../present/household.ts';
import { declarationSummary } from '../present/declaration.ts';
import type { ExplainedSliceRow } from '../present/explanation.ts';
import type { TaxedYear } from '../present/impact.ts';
import {
  assumptionLines,
  completenessLines,
  correctionLine,
  type CorrectionRow,
  declarationLines,
  disposalLines,
  type DisposalRow,
  EXEMPTION_FIGURES,
  figureLine,
  incomeLine,
  type IncomeRow,
  issueLine,
  type IssueRow,
  photoLine,
  type ReportLine,
  stockLine,
  versionLines,
} from '../present/report-lines.ts';
import { withAccountAmounts } from './account-amounts.ts';
import { type LackRows, selectLacks } from './completeness-rows.ts';
import { type BalanceRows, provenAccounts, selectHasBalances } from './proven-accounts.ts';
import { headroom, shownTaxAfterExemption } from './get-year-summary.ts';
import { parsePlace, placeText, REPORT_PARTS, type ReportPlace, START } from './report-place.ts';
import {
  FIRST,
  REPORT_CORRECTIONS,
  REPORT_DISPOSALS,
  REPORT_INCOMES,
  REPORT_ISSUES,
  REPORT_SLICES,
  REPORT_TAXED_YEARS,
  STORED_REPORT_INPUTS,
} from './report-rows.ts';
import { incomeOf, netGainOf, totalsOf } from './year-rows.ts';
import {
  inputsOf,
  keysAfter,
  PHOTO_YEAR,
  readLots,
  readState,
  type Report,
  reportRejection,
  type StoredRow,
} from './report-source.ts';
import { selectYears, type YearsRows, type YearHistory, yearsSeen } from './years-seen.ts';

/** The lines of a page, and the keys after which its part continues; null at the end of the part. */
interface Page {
  readonly lines: readonly ReportLine[];
  readonly keys: readonly string[] | null;
}

type ReadPage = (report: Report, keys: readonly string[]) => Promise<Page>;

/**
 * Returns a page of the report of a year. All pages of a report are of the same figures: after a change the next page is rejected
 * with REPORT_CHANGED. A locked year has no report (REPORT_YEAR_LOCKED).
 */
export async function getYearReport(
  source: Source,
  userId: number,
  { year, after }: GetYearReportRequest,
): Promise<YearReportPage> {
  const place = typeof after === 'string' ? parsePlace(after) : START;
  const found = await readState(source, userId, year);
  // A replica that has the version of the request may be older than the page before, which the primary may have answered.
  const isOther = (place?.version ?? found.version) !== found.version;
  const state = isOther ? await readState(source.newest(), userId, year) : found;
  if (state.locked) throw reportRejection('REPORT_YEAR_LOCKED', status.FAILED_PRECONDITION);
  const { version } = state;
  if (place === null || (place.version ?? version) !== version)
    throw reportRejection('REPORT_CHANGED', status.ABORTED);
  const { lines, keys } = await PARTS[place.part]({ source, userId, year, state }, place.keys);
  // A run may have ended between the two reads.
  if ((await readState(source, userId, year)).version !== version)
    throw reportRejection('REPORT_CHANGED', status.ABORTED);
  const next = nextPlace(place, keys);
  return {
    year,
    regime: state.regime,
    frozen: state.submitted_at !== null,
    submittedAt: state.submitted_at ?? undefined,
    stale: state.stale,
    regimeChosenAt: state.regime_chosen_at ?? undefined,
    lines: [...lines],
    next: next === null ? undefined : placeText({ ...next, version }),
  };
}

function nextPlace({ version, part }: ReportPlace, keys: readonly string[] | null): ReportPlace | null {
  if (keys !== null) return { version, part, keys };
  const next = REPORT_PARTS[REPORT_PARTS.indexOf(part) + 1];
  return next === undefined ? null : { version, part: next, keys: [] };
}

const PARTS: Readonly<Record<ReportPlace['part'], ReadPage>> = {
  head: readHead,
  disposals: readDisposals,
  incomes: readIncomes,
  stock: (report, keys) => readLots(report, report.year, keys, stockLine),
  photo: readPhoto,
  corrections: readCorrections,
  issues: readIssues,
};

const TOTALS = [
  'totalCapitalGains',
  'totalCapitalGainsTax',
  'totalIncome',
  'totalIncomeTax',
  'totalTax',
] as const;

async function readHead(report: Report): Promise<Page> {
  const { source, userId, year, state } = report;
  const values = { userId, year };
  const [stored, stated, files, lacking, photo, unknownCost, ...rows] = await readAsUser<
    [StoredRow, ...BalanceRows, ...LackRows, ...YearsRows]
  >(
    source,
    userId,
    STORED_REPORT_INPUTS(values),
    ...selectHasBalances(values),
    ...selectLacks(values),
    ...selectYears(values),
  );
  const { run, sources } = await inputsOf(report, stored);
  const accounts = await provenAccounts(source, userId, [stated, files]);
  const seen = await withAccountAmounts(source, userId, yearsSeen(year, rows));
  const { row } = seen;
  const totals = totalsOf(row);
  const exemption = headroom(seen);
  const declared = { year, regime: row.regime, locked: false, gains: netGainOf(row), income: incomeOf(row) };
  const taxAfterExemption = shownTaxAfterExemption(seen);
  const household = shownHousehold(row, seen, sources);
  const lines = [
    ...TOTALS.map((name) => figureLine(name, totals[name])),
    ...(taxAfterExemption === null ? [] : [figureLine('taxAfterExemption', taxAfterExemption)]),
    ...(exemption === null
      ? []
      : EXEMPTION_FIGURES.map((name) => figureLine(`exemption.${name}`, exemption[name] as Amount))),
    ...estimateLines(seen),
    ...completenessLines(completenessOf(row, [lacking, photo, unknownCost], accounts)),
    ...householdLines(household, row.frozen),
    ...declarationLines(declarationSummary(declared, sources), household),
    ...assumptionLines(year, row.regime),
    ...versionLines(run, state.submitted_at),
  ];
  return { lines, keys: null };
}

/** The parts of the estimate; none in a submitted year, whose lines stay the same. */
function estimateLines(seen: YearHistory): ReportLine[] {
  const estimate = seen.row.frozen ? null : shownEstimate(seen.row, seen);
  return ESTIMATE_PARTS.flatMap((part) => {
    const eur = estimate?.[part]?.eur;
    return eur === undefined ? [] : [figureLine(`estimate.${part}`, exactAmount(eur))];
  });
}

const ofEvent = ({ occurred_at, event_id }: DisposalRow | IncomeRow): readonly string[] => [
  occurred_at,
  event_id,
];

async function readDisposals(
  { source, userId, year, state }: Report,
  keys: readonly string[],
): Promise<Page> {
  const [at = FIRST.at, id = FIRST.eventId] = keys;
  const [rows] = await readAsUser<[DisposalRow]>(source, userId, REPORT_DISPOSALS({ userId, year, at, id }));
  const shown = fittingOnPage(rows);
  const ids = shown.map(({ event_id }) => event_id);
  const [slices] = await readAsUser<[ExplainedSliceRow]>(
    source,
    userId,
    REPORT_SLICES({ userId, year, ids }),
  );
  const slicesOf = Map.groupBy(slices, ({ event_id }) => event_id);
  const { regime } = state;
  return {
    lines: shown.flatMap((row) => disposalLines(row, slicesOf.get(row.event_id) ?? [], { year, regime })),
    keys: keysAfter(shown, shown.length < rows.length ? shown.length : LIMITS.reportPageSize, ofEvent),
  };
}

/** Returns the first disposals whose lines, with those of their lots, fit on a page: all, or at least one. */
function fittingOnPage(rows: readonly DisposalRow[]): readonly DisposalRow[] {
  let lines = 0;
  const end = rows.findIndex(({ slices }) => {
    lines += 1 + Math.min(slices, LIMITS.reportSlicesMax);
    return lines > LIMITS.reportLinesPerPage;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}

async function readIncomes({ source, userId, year }: Report, keys: readonly string[]): Promise<Page> {
  const [at = FIRST.at, id = FIRST.eventId] = keys;
  const [rows] = await readAsUser<[IncomeRow]>(source, userId, REPORT_INCOMES({ userId, year, at, id }));
  return { lines: rows.map(incomeLine), keys: keysAfter(rows, LIMITS.reportPageSize, ofEvent) };
}

/** The lots at the photo moment, for the years whose gains are measured from it. */
async function readPhoto(report: Report, keys: readonly string[]): Promise<Page> {
  const { source, userId, year, state } = report;
  if (year < FIRST_TAXED_YEAR || state.regime !== 'NORMAAL_BEHEER') return { lines: [], keys: null };
  const [stored] = await readAsUser<[StoredRow]>(source, userId, STORED_REPORT_INPUTS({ userId, year }));
  const { photoPrices } = await inputsOf(report, stored);
  return readLots(report, PHOTO_YEAR, keys, (row) => photoLine(row, photoPrices[row.asset_key]));
}

async function readCorrections(
  { source, userId, year, state }: Report,
  keys: readonly string[],
): Promise<Page> {
  const [id = '0'] = keys;
  const values = { userId, year, id, at: state.submitted_at };
  const [rows] = await readAsUser<[CorrectionRow]>(source, userId, REPORT_CORRECTIONS(values));
  return {
    lines: rows.map(correctionLine),
    keys: keysAfter(rows, LIMITS.reportPageSize, ({ audit_id }) => [String(audit_id)]),
  };
}

async function readIssues({ source, userId, year, state }: Report, keys: readonly string[]): Promise<Page> {
  const [asset = '', id = FIRST.id] = keys;
  const [rows, years] = await readAsUser<[IssueRow, TaxedYear]>(
    source,
    userId,
    REPORT_ISSUES({ userId, year, asset, id }),
    REPORT_TAXED_YEARS({ userId }),
  );
  const taxed = state.submitted_at === null ? new Map(years.map((each) => [each.year, each])) : null;
  return {
    lines: rows.map((row) => issueLine(row, taxed)),
    keys: keysAfter(rows, LIMITS.reportPageSize, ({ issue_type, issue_id }) => [issue_type, issue_id]),
  };
}
