/**
 * The sums over years that a submitted year keeps: what it opened with and what it passes on, its exemption and its estimate. Later
 * years start from them, so no change of an earlier year reaches a submitted year or the years after it (engine.md §7).
 */
import { EUR_SCALE, formatDecimal, parseEur } from '../decimal.ts';
import { LIMITS } from '../limits.ts';
import type { Regime } from '../vocabulary.ts';
import type { AssumptionCode } from './assumptions.ts';
import {
  type CarryOver,
  carriedInto,
  carriedOutOf,
  type Estimate,
  ESTIMATE_PARTS,
  FIRST_YEAR,
  type Opening,
} from './estimate.ts';
import { type Exemption, exemptionOf } from './exemption.ts';
import {
  carriedByPartner,
  hasHousehold,
  type HouseholdYear,
  ownAmounts,
  partnersEstimate,
  partnersYear,
  taxpayersEstimate,
  taxpayersYear,
  type YearAmounts,
} from './household.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';

/** What a submitted year keeps. */
export interface KeptSums {
  /** What the figures carried into the year. */
  readonly opening: CarryOver;
  /** What the figures carry out of it. */
  readonly closing: CarryOver;
  /** What the figures and the circumstances carry out of it. */
  readonly estimatedClosing: CarryOver;
  /** Null before 2026 and for SPECULATIEF. */
  readonly exemption: Exemption | null;
  /** Null without circumstances. With shares, that of the taxpayer's part, as is `estimatedClosing`. */
  readonly estimate: Estimate | null;
  /** What the partner carries out of the year; absent while no year has shares. */
  readonly partnersClosing?: CarryOver;
  /** The taxpayer's part and the partner's estimate; absent in a year without shares. */
  readonly household?: Household;
}

/** The parts of a year with shares. */
export interface Household {
  readonly own: YearAmounts;
  readonly partner: Estimate;
}

/** Where sums over years start: from the figures alone, and with circumstances. */
export interface Openings {
  readonly figures: Opening;
  readonly estimated: Opening;
  /** For the partner's part; absent while no year before has shares. */
  readonly partner?: Opening;
}

/** The openings of years without a submitted year before them. */
export const FROM_FIRST_YEAR: Openings = { figures: FIRST_YEAR, estimated: FIRST_YEAR };

/** Returns where sums start in the years after a submitted year. */
export function openingsAfter(
  year: number,
  { closing, estimatedClosing, partnersClosing }: KeptSums,
): Openings {
  return {
    figures: { year: year + 1, carried: closing },
    estimated: { year: year + 1, carried: estimatedClosing },
    ...(partnersClosing === undefined ? {} : { partner: { year: year + 1, carried: partnersClosing } }),
  };
}

/** Returns the sums that a year keeps when it is submitted. `yearOf` returns this and every earlier year from the openings on. */
export function keptSumsOf(
  year: number,
  yearOf: (year: number) => HouseholdYear & { readonly income?: bigint },
  openings: Openings = FROM_FIRST_YEAR,
): KeptSums {
  const { figures, estimated } = openings;
  const byFigures = (each: number): HouseholdYear => ({ ...yearOf(each), circumstances: null });
  const taxpayer = (each: number): HouseholdYear => taxpayersYear(yearOf(each));
  const facts = byFigures(year);
  const opening = carriedInto(year, byFigures, figures);
  const hasExemption = year >= FIRST_TAXED_YEAR && facts.regime !== 'SPECULATIEF';
  return {
    opening,
    closing: carriedOutOf(year, facts, opening),
    estimatedClosing: carriedOutOf(year, taxpayer(year), carriedInto(year, taxpayer, estimated)),
    exemption: hasExemption ? exemptionOf(year, facts.net, opening.exemption) : null,
    estimate: taxpayersEstimate(year, yearOf, openings),
    ...(hasHousehold(year, yearOf, openings) ? partnersSums(year, yearOf, openings) : {}),
  };
}

function partnersSums(
  year: number,
  yearOf: (year: number) => HouseholdYear & { readonly income?: bigint },
  openings: Openings,
): Pick<KeptSums, 'partnersClosing' | 'household'> {
  const { net, income = 0n } = yearOf(year);
  const carried = carriedByPartner(year, yearOf, openings);
  const partner = partnersEstimate(year, yearOf, openings);
  return {
    partnersClosing: carriedOutOf(year, partnersYear(yearOf(year)), carried),
    ...(partner === null
      ? {}
      : { household: { own: ownAmounts({ gains: net, income }, yearOf(year)), partner } }),
  };
}

/** A submitted year, with the state in which it was opened; null where it is not known. */
export interface SubmittedSums {
  readonly year: number;
  readonly sums: Pick<KeptSums, 'opening' | 'closing'> | null;
}

/** Returns the submitted years into which the figures of the open years would carry other sums than when they were submitted. */
export function yearsWithOtherOpening(
  submitted: readonly SubmittedSums[],
  open: (year: number) => { readonly regime: Regime; readonly net: bigint },
): number[] {
  const byYear = new Map(submitted.map((each) => [each.year, each]));
  const drifted: number[] = [];
  let carried: CarryOver | null = FIRST_YEAR.carried;
  for (let year: number = LIMITS.yearMin; year <= Math.max(0, ...byYear.keys()); year += 1) {
    const { sums } = byYear.get(year) ?? { sums: undefined };
    if (carried !== null && sums != null && !isSame(carried, sums.opening)) drifted.push(year);
    if (sums !== undefined) carried = sums?.closing ?? null;
    else if (carried !== null) carried = carriedOutOf(year, { ...open(year), circumstances: null }, carried);
  }
  return drifted;
}

function isSame(one: CarryOver, other: CarryOver): boolean {
  return one.exemption === other.exemption && one.losses.every((loss, index) => loss === other.losses[index]);
}

interface CarriedJson {
  readonly exemption: string;
  readonly exemptionPerKind?: string;
  readonly losses: readonly string[];
}

const EXEMPTION_AMOUNTS = [
  'baseExemption',
  'carriedIn',
  'total',
  'used',
  'remaining',
  'carriedOut',
] as const satisfies readonly (keyof Exemption)[];

type ExemptionJson = Readonly<Record<(typeof EXEMPTION_AMOUNTS)[number], string>> &
  Pick<Exemption, 'indexedAmountConfirmed'>;

/** Kept sums as they are stored: EUR as decimal text. */
export interface KeptSumsJson {
  readonly opening: CarriedJson;
  readonly closing: CarriedJson;
  readonly estimatedClosing: CarriedJson;
  readonly exemption: ExemptionJson | null;
  readonly estimate: EstimateJson | null;
  readonly partnersClosing?: CarriedJson;
  readonly household?: {
    readonly own: Readonly<Record<keyof YearAmounts, string>>;
    readonly partner: EstimateJson;
  };
}

type EstimateJson = Readonly<
  Record<string, { readonly eur: string; readonly assumption: AssumptionCode } | undefined>
>;

/** Returns kept sums in the form in which they are stored. */
export function keptSumsToJson(sums: KeptSums): KeptSumsJson {
  const { exemption, estimate, partnersClosing, household } = sums;
  return {
    opening: carriedToJson(sums.opening),
    closing: carriedToJson(sums.closing),
    estimatedClosing: carriedToJson(sums.estimatedClosing),
    exemption: exemption === null ? null : { ...exemption, ...amountsOf((name) => textOf(exemption[name])) },
    estimate: estimate === null ? null : estimateToJson(estimate),
    ...(partnersClosing === undefined ? {} : { partnersClosing: carriedToJson(partnersClosing) }),
    ...(household === undefined
      ? {}
      : {
          household: {
            own: { gains: textOf(household.own.gains), income: textOf(household.own.income) },
            partner: estimateToJson(household.partner),
          },
        }),
  };
}

/** Returns kept sums from the form in which they are stored. */
export function keptSumsFromJson(json: KeptSumsJson): KeptSums {
  const { exemption, estimate, partnersClosing, household } = json;
  return {
    opening: carriedFromJson(json.opening),
    closing: carriedFromJson(json.closing),
    estimatedClosing: carriedFromJson(json.estimatedClosing),
    exemption:
      exemption === null ? null : { ...exemption, ...amountsOf((name) => parseEur(exemption[name])) },
    estimate: estimate === null ? null : estimateFromJson(estimate),
    ...(partnersClosing === undefined ? {} : { partnersClosing: carriedFromJson(partnersClosing) }),
    ...(household === undefined
      ? {}
      : {
          household: {
            own: { gains: parseEur(household.own.gains), income: parseEur(household.own.income) },
            partner: estimateFromJson(household.partner),
          },
        }),
  };
}

function estimateToJson(estimate: Estimate): EstimateJson {
  return Object.fromEntries(
    Object.entries(estimate).map(([part, { eur, assumption }]) => [part, { eur: textOf(eur), assumption }]),
  );
}

function estimateFromJson(json: EstimateJson): Estimate {
  return Object.fromEntries(
    ESTIMATE_PARTS.flatMap((part) => {
      const stored = json[part];
      return stored === undefined ? [] : [[part, { ...stored, eur: parseEur(stored.eur) }]];
    }),
  );
}

const textOf = (eur: bigint): string => formatDecimal(eur, EUR_SCALE);

function amountsOf<Value>(
  valueOf: (name: (typeof EXEMPTION_AMOUNTS)[number]) => Value,
): Record<(typeof EXEMPTION_AMOUNTS)[number], Value> {
  return Object.fromEntries(EXEMPTION_AMOUNTS.map((name) => [name, valueOf(name)])) as Record<
    (typeof EXEMPTION_AMOUNTS)[number],
    Value
  >;
}

const carriedToJson = ({ exemption, exemptionPerKind, losses }: CarryOver): CarriedJson => ({
  exemption: textOf(exemption),
  ...(exemptionPerKind === undefined ? {} : { exemptionPerKind: textOf(exemptionPerKind) }),
  losses: losses.map(textOf),
});

const carriedFromJson = ({ exemption, exemptionPerKind, losses }: CarriedJson): CarryOver => ({
  exemption: parseEur(exemption),
  ...(exemptionPerKind === undefined ? {} : { exemptionPerKind: parseEur(exemptionPerKind) }),
  losses: losses.map(parseEur),
});
