/** Keeps the sums over years of a submitted year, and reads those of submitted years (ADR 41). */
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';
import type { ExemptionOpening } from '@ctx/domain/law/exemption';
import {
  FROM_FIRST_YEAR,
  type KeptSums,
  keptSumsFromJson,
  type KeptSumsJson,
  keptSumsOf,
  keptSumsToJson,
  type Openings,
  openingsAfter,
} from '@ctx/domain/law/kept-sums';
import type { Regime } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { readCircumstances, readMarkers, type YearMarker } from '../tables/markers.ts';
import { type AccountAmounts, accountsWithShares } from '@ctx/domain/law/household';
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import { type AccountAmountsRow, amountsByYear, SELECT_ACCOUNT_AMOUNTS } from '@ctx/records/account-amounts';
import { rowsOf } from '../tables/sql.ts';
import { readYears, type StoredYear, yearAfter } from '../save/years.ts';

/** A year before a submitted year, as it was when that year was submitted. EUR as decimal text. */
export interface PastYear {
  readonly year: number;
  readonly regime: Regime;
  readonly capital_gains: string;
  readonly monthly_gains: readonly string[];
}

/** A submitted year with the sums that it keeps. */
export interface SubmittedYear {
  readonly year: number;
  readonly sums: KeptSums;
  /** The years before it. */
  readonly past: readonly PastYear[];
}

/** Returns the submitted years, oldest first; not a year that is being submitted, which keeps no sums yet. */
export async function readSubmittedYears(client: Client, userId: number): Promise<SubmittedYear[]> {
  const rows = await rowsOf<Omit<SubmittedYear, 'sums'> & { readonly sums: KeptSumsJson }>(
    client,
    sql`SELECT z.year, z.kept_sums AS sums, z.report_inputs->'years' AS past FROM figures.frozen_years z
      WHERE z.user_id = ${userId} AND z.kept_sums IS NOT NULL ORDER BY z.year`,
  );
  return rows.map((row) => ({ ...row, sums: keptSumsFromJson(row.sums) }));
}

/** Returns where the sums over years start for a year that is not submitted. */
export function openingsOf(year: number, submitted: readonly SubmittedYear[]): Openings {
  const last = submitted.findLast((each) => each.year < year);
  return last === undefined ? FROM_FIRST_YEAR : openingsAfter(last.year, last.sums);
}

/** Returns where the exemption of a year that is not submitted starts. */
export function exemptionOpening(year: number, submitted: readonly SubmittedYear[]): ExemptionOpening {
  const { figures } = openingsOf(year, submitted);
  return { year: figures.year, exemption: figures.carried.exemption };
}

/** Stores the sums of a submitted year, and the years before it as it saw them. */
export async function keepSums(client: Client, userId: number, year: number): Promise<void> {
  const years = await readYears(client, userId);
  const markers = await readMarkers(client, userId);
  const circumstances = await readCircumstances(client, userId);
  const submitted = await readSubmittedYears(client, userId);
  const before = submitted.findLast((each) => each.year < year) ?? null;
  const past = pastOf(year, { years, markers, before });
  const regimes = new Map(markers.map((marker) => [marker.year, marker.regime]));
  const row = years.get(year);
  const figures = yearAfter(row, year);
  const own = pastYear(year, row?.regime ?? regimes.get(year), figures.monthlyGains);
  const byYear = new Map([...past, own].map((each) => [each.year, each]));
  const openings = openingsOf(year, submitted);
  const ofAccounts = await accountAmounts(
    client,
    userId,
    circumstances.filter((record) => record.year >= openings.estimated.year && record.year <= year),
  );
  const sums = keptSumsOf(
    year,
    (each) => ({
      regime: byYear.get(each)?.regime ?? 'NORMAAL_BEHEER',
      net: parseEur(byYear.get(each)?.capital_gains ?? '0'),
      circumstances: circumstances.find((record) => record.year === each) ?? null,
      income: each === year ? figures.income : 0n,
      ofAccounts: ofAccounts.get(each),
    }),
    openings,
  );
  await client.query(
    `UPDATE figures.frozen_years SET kept_sums = $3, report_inputs = jsonb_set(report_inputs, '{years}', $4)
     WHERE user_id = $1 AND year = $2`,
    [userId, year, JSON.stringify(keptSumsToJson(sums)), JSON.stringify(past)],
  );
}

async function accountAmounts(
  client: Client,
  userId: number,
  circumstances: readonly CircumstancesRecord[],
): Promise<ReadonlyMap<number, AccountAmounts>> {
  const { years, accounts } = accountsWithShares(circumstances);
  if (years.length === 0) return new Map();
  const { rows } = await client.query<AccountAmountsRow>(SELECT_ACCOUNT_AMOUNTS({ userId, years, accounts }));
  return amountsByYear(rows);
}

interface Past {
  readonly years: ReadonlyMap<number, StoredYear>;
  readonly markers: readonly YearMarker[];
  /** The submitted year before the year. */
  readonly before: SubmittedYear | null;
}

/**
 * Returns the years before a year, with events or under SPECULATIEF: those that the submitted year before it saw, that year, and the years
 * since as they are.
 */
function pastOf(year: number, { years, markers, before }: Past): PastYear[] {
  const since = before?.year ?? 0;
  const known = [
    ...(before?.past ?? []),
    ...[...years.values()]
      .filter((each) => each.year >= since && each.year < year)
      .map((each) => pastYear(each.year, each.regime, yearAfter(each, each.year).monthlyGains)),
  ];
  const withoutEvents = markers.filter(
    (marker) =>
      marker.regime === 'SPECULATIEF' &&
      marker.year >= since &&
      marker.year < year &&
      !known.some((each) => each.year === marker.year),
  );
  const none = Array<bigint>(MONTHS_PER_YEAR).fill(0n);
  return [...known, ...withoutEvents.map((marker) => pastYear(marker.year, marker.regime, none))].toSorted(
    (a, b) => a.year - b.year,
  );
}

const MONTHS_PER_YEAR = 12;

function pastYear(
  year: number,
  regime: Regime = 'NORMAAL_BEHEER',
  monthlyGains: readonly bigint[],
): PastYear {
  const textOf = (eur: bigint): string => formatDecimal(eur, EUR_SCALE);
  return {
    year,
    regime,
    capital_gains: textOf(monthlyGains.reduce((sum, gain) => sum + gain, 0n)),
    monthly_gains: monthlyGains.map(textOf),
  };
}
