/**
 * A household: which part of the gains and the income of a year is the taxpayer's, which is the partner's, and the estimate of both
 * (docs/tax-rules.md, "A household"). EUR with 12 fraction digits.
 */
import { type CircumstanceValues, hasShares, NO_CIRCUMSTANCES } from '../circumstances.ts';
import { divideHalfEven, parseDecimal } from '../decimal.ts';
import {
  type CarryOver,
  carriedInto,
  type Estimate,
  estimateOf,
  type Opening,
  type YearWithCircumstances,
} from './estimate.ts';

/** Gains and income of a year. */
export interface YearAmounts {
  readonly gains: bigint;
  readonly income: bigint;
}

/** What arose in accounts with a share of their own, by the id of the account. */
export type AccountAmounts = ReadonlyMap<string, YearAmounts>;

/** A year of a household: its figures, and what arose in accounts with a share of their own. */
export interface HouseholdYear extends YearWithCircumstances {
  readonly ofAccounts?: AccountAmounts | undefined;
}

type YearOf = (year: number) => HouseholdYear;

const SHARE_SCALE = 4;
const WHOLE = parseDecimal('100', SHARE_SCALE);

/** Returns the part of the gains and the income of a year that the taxpayer owns: all of it without shares. */
export function ownAmounts(
  whole: YearAmounts,
  { circumstances, ofAccounts }: Pick<HouseholdYear, 'circumstances' | 'ofAccounts'>,
): YearAmounts {
  if (!hasShares(circumstances)) return whole;
  const { ownedSharePercent, accountShares } = circumstances;
  const everywhere = parseDecimal(ownedSharePercent ?? '100', SHARE_SCALE);
  const part = (name: keyof YearAmounts): bigint => {
    let [rest, weighted] = [whole[name], 0n];
    for (const { accountId, ownedSharePercent: share } of accountShares ?? []) {
      const amount = ofAccounts?.get(accountId)?.[name] ?? 0n;
      rest -= amount;
      weighted += amount * parseDecimal(share, SHARE_SCALE);
    }
    return divideHalfEven(weighted + rest * everywhere, WHOLE);
  };
  return { gains: part('gains'), income: part('income') };
}

const ownGains = (year: HouseholdYear): bigint => ownAmounts({ gains: year.net, income: 0n }, year).gains;

/** Returns a year as the taxpayer's estimate sees it. */
export function taxpayersYear(year: HouseholdYear): YearWithCircumstances {
  return { ...year, net: ownGains(year) };
}

/** Returns a year as the partner's estimate sees it. Nothing else is known of the partner, who lives in the same municipality. */
export function partnersYear(year: HouseholdYear): YearWithCircumstances {
  const { regime, net, circumstances } = year;
  if (!hasShares(circumstances)) return { regime, net: 0n, circumstances: null };
  const { municipalSurchargePercent } = circumstances;
  return {
    regime,
    net: net - ownGains(year),
    circumstances: { ...NO_CIRCUMSTANCES, municipalSurchargePercent },
  };
}

/** Where the sums over years of both partners start; `partner` is undefined where no year before had shares. */
export interface HouseholdOpenings {
  readonly estimated: Opening;
  readonly partner?: Opening | undefined;
}

/** Returns the estimate of the taxpayer's part of a year; null without circumstances of that year. */
export function taxpayersEstimate(
  year: number,
  yearOf: YearOf,
  { estimated }: HouseholdOpenings,
): Estimate | null {
  return estimateOf(year, (each) => taxpayersYear(yearOf(each)), estimated);
}

/** Returns the estimate of the partner's part of a year; null in a year without shares. */
export function partnersEstimate(year: number, yearOf: YearOf, openings: HouseholdOpenings): Estimate | null {
  const seen = (each: number): YearWithCircumstances => partnersYear(yearOf(each));
  return estimateOf(year, seen, partnersOpening(yearOf, openings));
}

/** Returns what the partner carries into a year. */
export function carriedByPartner(year: number, yearOf: YearOf, openings: HouseholdOpenings): CarryOver {
  const seen = (each: number): YearWithCircumstances => partnersYear(yearOf(each));
  return carriedInto(year, seen, partnersOpening(yearOf, openings));
}

/** Without shares before, the partner had no part of the years before: their exemption carries over, up to where the sums start. */
function partnersOpening(yearOf: YearOf, { estimated, partner }: HouseholdOpenings): Opening {
  if (partner !== undefined) return partner;
  const { year } = estimated;
  const quiet = (each: number): YearWithCircumstances => ({
    regime: yearOf(each).regime,
    net: 0n,
    circumstances: null,
  });
  return { year, carried: carriedInto(year, quiet) };
}

/** Tells whether a year, or one since the sums start, has shares, so that the partner carries something of its own. */
export function hasHousehold(
  year: number,
  yearOf: YearOf,
  { estimated, partner }: HouseholdOpenings,
): boolean {
  if (partner !== undefined) return true;
  for (let each = estimated.year; each <= year; each += 1)
    if (hasShares(yearOf(each).circumstances)) return true;
  return false;
}

/** Returns the accounts with a share of their own in some years, and these years. */
export function accountsWithShares(
  circumstances: readonly (CircumstanceValues & { readonly year: number })[],
): { readonly years: number[]; readonly accounts: string[] } {
  const withShares = circumstances.filter(({ accountShares }) => (accountShares ?? []).length > 0);
  return {
    years: withShares.map(({ year }) => year),
    accounts: [
      ...new Set(
        withShares.flatMap(({ accountShares }) => (accountShares ?? []).map(({ accountId }) => accountId)),
      ),
    ],
  };
}
