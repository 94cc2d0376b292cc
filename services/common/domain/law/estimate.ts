/**
 * An estimate of the tax on the gains of a year: the stored figures with the circumstances that the taxpayer stated, over the
 * years (docs/tax-rules.md, "The estimate of a year"). Indicative; no stored figure depends on it. EUR with 12 fraction digits.
 */
import { type CircumstanceValues, SPECULATIVE_LOSS_YEARS, speculativeLossOf } from '../circumstances.ts';
import { atLeastZero, divideHalfEven, EUR_SCALE, least, parseDecimal, parseEur } from '../decimal.ts';
import { LIMITS } from '../limits.ts';
import type { Regime } from '../vocabulary.ts';
import type { AssumptionCode } from './assumptions.ts';
import { type Exemption, exemptionOf } from './exemption.ts';
import { FIRST_TAXED_YEAR, ratesOf, taxOf } from './rates.ts';
import { gainsAfterLosses, type NettingRule, netWithDerivatives } from './netting.ts';
import { withheldTaxOf } from './withheld-tax.ts';

/** The parts of an estimate, in the order in which readers see them. */
export const ESTIMATE_PARTS = [
  'exemptionLeft',
  'exemptionUsed',
  'exemptionCarriedOut',
  'derivativeResults',
  'taxableGains',
  'capitalGainsTax',
  'municipalSurcharge',
  'total',
  'otherGainsTax',
  'taxWithheld',
  'leftToPay',
  'speculativeLossesUsed',
  'speculativeLossesCarried',
  'taxableGainsPerKind',
  'totalPerKind',
] as const;
export type EstimatePart = (typeof ESTIMATE_PARTS)[number];

/** One part of an estimate, with the assumption that makes it. */
export interface EstimateAmount {
  readonly eur: bigint;
  readonly assumption: AssumptionCode;
}

/**
 * The parts that a year has: a year without an exemption has none of the first three, a year without derivatives or without withheld tax
 * has none of theirs, and one in which both ways of netting losses agree none of the last two.
 */
export type Estimate = Readonly<Partial<Record<EstimatePart, EstimateAmount>>>;

/** A year as an estimate sees it. */
export interface YearWithCircumstances {
  readonly regime: Regime;
  /** The net gain of the stored figures; 0 for a year without events. */
  readonly net: bigint;
  readonly circumstances: CircumstanceValues | null;
}

type YearOf = (year: number) => YearWithCircumstances;

/**
 * Returns the estimate of a year, null without circumstances of that year. `yearOf` returns this and every earlier year from the opening
 * on.
 */
export function estimateOf(year: number, yearOf: YearOf, opening: Opening = FIRST_YEAR): Estimate | null {
  const { regime, circumstances } = yearOf(year);
  if (circumstances === null) return null;
  const before = carriedInto(year, yearOf, opening);
  const perKind = perKindOf(year, yearOf(year), before);
  const losses = lossesAfter(yearOf(year), before.losses);
  const exemption = exemptionWith(year, yearOf(year), before.exemption);
  const taxable = exemption === null ? gainsBeforeExemption(year, yearOf) - losses.used : exemption.taxable;
  const tax = taxOf(taxable, ratesOf(year, regime).capitalGainsPercent);
  const surcharge = surchargeOf(tax, circumstances.municipalSurchargePercent ?? '0');
  const isSpeculative = regime === 'SPECULATIEF';
  const { derivativeResults } = circumstances;
  const withheld = withheldTaxOf(circumstances, {
    year,
    net: netWithDerivatives(yearOf(year)),
    total: tax + surcharge,
    exemptElsewhere: exemption?.elsewhere ?? null,
  });
  return {
    ...(exemption === null
      ? {}
      : {
          exemptionLeft: part(exemption.left, 'OTHER_ASSETS_FIRST'),
          exemptionUsed: part(exemption.used, 'CARRIED_EXEMPTION_FIRST'),
          exemptionCarriedOut: part(exemption.carriedOut, 'CARRIED_NEVER_EXPIRES'),
        }),
    ...(derivativeResults === null
      ? {}
      : { derivativeResults: part(parseEur(derivativeResults), 'DERIVATIVES_WITH_CRYPTO') }),
    taxableGains: part(taxable, isSpeculative ? 'SPECULATIVE_LOSSES_FIVE_YEARS' : 'OTHER_LOSSES_NETTED'),
    capitalGainsTax: part(tax, 'ONE_REGIME_A_YEAR'),
    municipalSurcharge: part(surcharge, 'SURCHARGE_ON_TAX_OF_GAINS'),
    total: part(tax + surcharge, 'SURCHARGE_ON_TAX_OF_GAINS'),
    ...withheldParts(withheld),
    speculativeLossesUsed: part(losses.used, 'SPECULATIVE_LOSSES_FIVE_YEARS'),
    speculativeLossesCarried: part(losses.carried, 'SPECULATIVE_LOSSES_FIVE_YEARS'),
    ...(perKind === null || exemption === null || perKind.taxable === exemption.taxable
      ? {}
      : {
          taxableGainsPerKind: part(perKind.taxable, 'OTHER_LOSSES_NETTED'),
          totalPerKind: part(perKind.total, 'OTHER_LOSSES_NETTED'),
        }),
  };
}

/** Returns what is taxed, and the tax with its surcharge, where losses lower gains of their own kind alone; null without an exemption. */
function perKindOf(
  year: number,
  of: YearWithCircumstances,
  before: CarryOver,
): { readonly taxable: bigint; readonly total: bigint } | null {
  const exemption = exemptionWith(year, of, stockOf(before, 'PER_KIND'), 'PER_KIND');
  if (exemption === null) return null;
  const tax = taxOf(exemption.taxable, ratesOf(year, of.regime).capitalGainsPercent);
  const surcharge = surchargeOf(tax, of.circumstances?.municipalSurchargePercent ?? '0');
  return { taxable: exemption.taxable, total: tax + surcharge };
}

const part = (eur: bigint, assumption: AssumptionCode): EstimateAmount => ({ eur, assumption });

function withheldParts(tax: ReturnType<typeof withheldTaxOf>): Estimate {
  if (tax === null) return {};
  return {
    otherGainsTax: part(tax.otherGainsTax, 'WITHHELD_TAX_CREDITED'),
    taxWithheld: part(tax.withheld, 'WITHHELD_TAX_CREDITED'),
    leftToPay: part(tax.left, 'WITHHELD_TAX_CREDITED'),
  };
}

const SURCHARGE_SCALE = 2;
const EUR_PER_CENT = 10n ** BigInt(EUR_SCALE - 2);

/** Returns the municipal surcharge on a tax, rounded to cents, half to even. */
function surchargeOf(tax: bigint, percent: string): bigint {
  const product = tax * parseDecimal(percent, SURCHARGE_SCALE);
  return divideHalfEven(product, 100n * 10n ** BigInt(SURCHARGE_SCALE) * EUR_PER_CENT) * EUR_PER_CENT;
}

/** What a year leaves of the exemption for crypto-assets. */
interface ExemptionUse {
  /** The exemption that other financial assets use. */
  readonly elsewhere: bigint;
  /** What other financial assets leave of the exemption of the year. */
  readonly left: bigint;
  /** What the gains on crypto-assets use of it. */
  readonly used: bigint;
  readonly taxable: bigint;
  readonly carriedOut: bigint;
}

/** Returns the exemption of a year with what other assets use of it; null before 2026 and for SPECULATIEF. */
function exemptionWith(
  year: number,
  facts: YearWithCircumstances,
  stock: bigint,
  netting: NettingRule = 'ACROSS_KINDS',
): ExemptionUse | null {
  if (!hasExemption(year, facts)) return null;
  const { total, carriedOut, elsewhere, gains } = useOf(year, facts, stock, netting);
  const left = total - elsewhere;
  const used = least(gains, left);
  return { elsewhere, left, used, taxable: gains - used, carriedOut };
}

const hasExemption = (year: number, { regime }: YearWithCircumstances): boolean =>
  year >= FIRST_TAXED_YEAR && regime !== 'SPECULATIEF';

/** Returns the exemption of a year after all financial assets, the part that other assets use, and the gains on crypto-assets. */
function useOf(
  year: number,
  facts: YearWithCircumstances,
  stock: bigint,
  netting: NettingRule,
): Exemption & { readonly elsewhere: bigint; readonly gains: bigint } {
  const stated = facts.circumstances?.exemptionUsedElsewhere ?? null;
  const { gains, other } = gainsAfterLosses(facts, netting);
  const claimed = stated === null ? other : parseEur(stated);
  const elsewhere = least(claimed, exemptionOf(year, 0n, stock).total);
  return { ...exemptionOf(year, elsewhere + gains, stock), elsewhere, gains };
}

function gainsBeforeExemption(year: number, yearOf: YearOf): bigint {
  const { regime, circumstances } = yearOf(year);
  const net = netWithDerivatives(yearOf(year));
  const other = regime === 'SPECULATIEF' ? 0n : parseEur(circumstances?.otherGains ?? '0');
  return atLeastZero(net + least(other, 0n));
}

/** Returns the losses of earlier years of speculation that a year uses, the oldest first, up to five years after (ITC art. 103). */
export function speculativeLossesUsed(year: number, yearOf: YearOf, opening: Opening = FIRST_YEAR): bigint {
  return lossesAfter(yearOf(year), carriedInto(year, yearOf, opening).losses).used;
}

/** What a year passes on to the next one beside its lots. */
export interface CarryOver {
  /** The stock of exemption. */
  readonly exemption: bigint;
  /** The stock where losses lower gains of their own kind alone; absent where it is the same. */
  readonly exemptionPerKind?: bigint;
  /** Losses of speculation that later years can use: of the last year first, then of the years before it. */
  readonly losses: readonly bigint[];
}

/** The first year that a sum over years computes, and what was carried into it. */
export interface Opening {
  readonly year: number;
  readonly carried: CarryOver;
}

/** Nothing is carried into the first year of all. */
export const FIRST_YEAR: Opening = {
  year: LIMITS.yearMin,
  carried: { exemption: 0n, losses: Array.from({ length: SPECULATIVE_LOSS_YEARS }, () => 0n) },
};

/** Returns what is carried into a year. Without circumstances, these are the sums of the figures alone. */
export function carriedInto(year: number, yearOf: YearOf, opening: Opening = FIRST_YEAR): CarryOver {
  let { carried } = opening;
  for (let earlier = opening.year; earlier < year; earlier += 1)
    carried = carriedOutOf(earlier, yearOf(earlier), carried);
  return carried;
}

/** Returns what a year passes on. */
export function carriedOutOf(year: number, facts: YearWithCircumstances, before: CarryOver): CarryOver {
  const stockAfter = (netting: NettingRule): bigint => {
    const stock = stockOf(before, netting);
    return hasExemption(year, facts) ? useOf(year, facts, stock, netting).carriedOut : stock;
  };
  const [exemption, exemptionPerKind] = [stockAfter('ACROSS_KINDS'), stockAfter('PER_KIND')];
  return {
    exemption,
    ...(exemptionPerKind === exemption ? {} : { exemptionPerKind }),
    losses: lossesOf(facts, before.losses).next,
  };
}

function stockOf({ exemption, exemptionPerKind = exemption }: CarryOver, netting: NettingRule): bigint {
  return netting === 'PER_KIND' ? exemptionPerKind : exemption;
}

/** Losses of speculation: what a year uses of earlier ones, and what later years can use. */
interface Losses {
  readonly used: bigint;
  readonly carried: bigint;
}

/** Losses that are left, of the year before first. */
type RemainingLosses = CarryOver['losses'];

/** Returns the losses of speculation that a year uses, and those that it leaves. */
function lossesAfter(facts: YearWithCircumstances, before: RemainingLosses): Losses {
  const { used, next } = lossesOf(facts, before);
  return { used, carried: next.reduce((sum, loss) => sum + loss, 0n) };
}

/** Returns what a year uses, and what is left for the next one. A loss that the user stated replaces the one that is known. */
function lossesOf(
  facts: YearWithCircumstances,
  known: RemainingLosses,
): { readonly used: bigint; readonly next: RemainingLosses } {
  const { regime, circumstances } = facts;
  const net = netWithDerivatives(facts);
  const left = known.map((loss, index) => {
    const stated = circumstances === null ? null : speculativeLossOf(circumstances, index + 1);
    return stated === null ? loss : parseEur(stated);
  });
  const isSpeculative = regime === 'SPECULATIEF';
  let gains = isSpeculative ? atLeastZero(net) : 0n;
  let used = 0n;
  // The oldest loss first, because it is the first that can no longer be used.
  for (const index of left.keys().toArray().toReversed()) {
    const taken = least(gains, left[index] ?? 0n);
    left[index] = (left[index] ?? 0n) - taken;
    gains -= taken;
    used += taken;
  }
  const own = isSpeculative ? atLeastZero(-net) : 0n;
  return { used, next: [own, ...left.slice(0, -1)] };
}
