/**
 * A second computation of the exemption, the losses of speculation and the estimate of a year, as plain as possible: year by year
 * from the first one, in rational numbers. It shares the tables of amounts and rates with the services, and no code.
 */
import type { CircumstanceField, CircumstanceValues } from '@ctx/domain/circumstances';
import type { EstimatePart } from '@ctx/domain/law/estimate';
import { type CarryOrder, PUBLISHED } from '@ctx/domain/law/exemption';
import { FIRST_TAXED_YEAR, RATES } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import { fromDecimal, fromFixed, larger, Rational, smaller, sumOf, ZERO } from './rational.ts';

/** A year of a taxpayer. */
export interface OracleYear {
  readonly regime: Regime;
  /** Decimal text. */
  readonly net: string;
  readonly circumstances: CircumstanceValues | null;
}

type Years = Readonly<Record<number, OracleYear>>;

const QUIET: OracleYear = { regime: 'NORMAAL_BEHEER', net: '0', circumstances: null };
const EUR_DIGITS = 12;
const FIRST_YEAR = 2009;
const LOSS_YEARS = [1, 2, 3, 4, 5] as const;

const positive = (value: Rational): Rational => larger(value, ZERO);
const negative = (value: Rational): Rational => smaller(value, ZERO);
const derivativesOf = (of: OracleYear): Rational => stated(of, 'derivativeResults') ?? ZERO;
/** Net gain with the results of derivatives. */
const netOf = (of: OracleYear): Rational => fromDecimal(of.net).add(derivativesOf(of));
const minus = (value: Rational): Rational => ZERO.sub(value);

/** What a year has of the exemption. */
export interface OracleExemption {
  /** What other assets leave. */
  readonly left: Rational;
  readonly elsewhere: Rational;
  readonly used: Rational;
  readonly carriedOut: Rational;
  readonly taxable: Rational;
}

/** Returns the exemption of a year, null before 2026 and for SPECULATIEF. */
export function oracleExemption(
  last: number,
  years: Years,
  order: CarryOrder = 'CARRIED_FIRST',
  arePerKind = false,
): OracleExemption | null {
  let stock = ZERO;
  let found: OracleExemption | null = null;
  for (let year = FIRST_TAXED_YEAR; year <= last; year += 1) {
    const of = years[year] ?? QUIET;
    found = null;
    if (of.regime === 'SPECULATIEF') continue;
    const amounts = [...PUBLISHED].reverse().find((row) => row.year <= year);
    if (amounts === undefined) throw new Error('no amounts');
    const [base, aYear, usable] = [amounts.base, amounts.carriedAYear, amounts.carriedUsable].map((eur) =>
      fromFixed(eur, EUR_DIGITS),
    ) as [Rational, Rational, Rational];

    // Losses of one kind of assets lower the gains of the other.
    const [crypto, derivatives] = [fromDecimal(of.net), derivativesOf(of)];
    const other = stated(of, 'otherGains') ?? ZERO;
    // Of the same kind as other assets: derivatives alone, or all that is taxed here.
    const apart = arePerKind ? positive(crypto) : ZERO;
    const together = arePerKind ? derivatives : crypto.add(derivatives);
    const gains = apart.add(positive(together.add(negative(other))));
    const wanted = stated(of, 'exemptionUsedElsewhere') ?? positive(other.add(negative(together)));

    const carriedIn = smaller(stock, usable);
    const total = base.add(carriedIn);
    const elsewhere = smaller(wanted, total);
    const left = total.sub(elsewhere);
    const used = smaller(gains, left);

    const usedOfAll = elsewhere.add(used);
    const usedOfStock =
      order === 'BASE_FIRST' ? positive(usedOfAll.sub(base)) : smaller(usedOfAll, carriedIn);
    const usedOfBase = usedOfAll.sub(usedOfStock);
    const unused = positive((order === 'FIRST_THOUSAND' ? aYear : base).sub(usedOfBase));
    stock = stock.sub(usedOfStock).add(smaller(unused, aYear));
    found = { left, elsewhere, used, carriedOut: stock, taxable: gains.sub(used) };
  }
  return found;
}

/** Returns the losses of speculation that a year uses, and those that later years can use. */
export function oracleLosses(
  last: number,
  years: Years,
): { readonly used: Rational; readonly carried: Rational } {
  /** What is left of each year's loss. */
  const left = new Map<number, Rational>();
  let used = ZERO;
  for (let year = FIRST_YEAR; year <= last; year += 1) {
    const of = years[year] ?? QUIET;
    for (const before of LOSS_YEARS) {
      const loss = stated(of, `speculativeLossYearMinus${before}`);
      if (loss !== null) left.set(year - before, loss);
    }
    used = ZERO;
    if (of.regime !== 'SPECULATIEF') continue;
    const net = netOf(of);
    for (const before of [...LOSS_YEARS].reverse()) {
      const loss = left.get(year - before) ?? ZERO;
      const part = smaller(loss, positive(net).sub(used));
      left.set(year - before, loss.sub(part));
      used = used.add(part);
    }
    left.set(year, positive(minus(net)));
  }
  const carried = [...left].filter(([year]) => year > last - LOSS_YEARS.length).map(([, loss]) => loss);
  return { used, carried: sumOf(carried) };
}

/** Returns the parts of the estimate of a year with circumstances. */
export function oracleEstimate(last: number, years: Years): Partial<Record<EstimatePart, Rational>> {
  const of = years[last] ?? QUIET;
  const exemption = oracleExemption(last, years);
  const losses = oracleLosses(last, years);
  const otherLosses = of.regime === 'SPECULATIEF' ? ZERO : negative(stated(of, 'otherGains') ?? ZERO);
  const taxableGains = exemption?.taxable ?? positive(netOf(of).add(otherLosses)).sub(losses.used);
  const capitalGainsTax = oracleTax(last, of.regime, taxableGains);
  const municipalSurcharge = percentOf(capitalGainsTax, stated(of, 'municipalSurchargePercent') ?? ZERO);
  return {
    ...(exemption !== null && {
      exemptionLeft: exemption.left,
      exemptionUsed: exemption.used,
      exemptionCarriedOut: exemption.carriedOut,
    }),
    taxableGains,
    capitalGainsTax,
    municipalSurcharge,
    total: capitalGainsTax.add(municipalSurcharge),
    ...derivatives(of),
    ...withheld(last, of, capitalGainsTax.add(municipalSurcharge), exemption),
    speculativeLossesUsed: losses.used,
    speculativeLossesCarried: losses.carried,
    ...oraclePerKind(last, years, exemption),
  };
}

function derivatives(of: OracleYear): Partial<Record<EstimatePart, Rational>> {
  const derivativeResults = stated(of, 'derivativeResults');
  return derivativeResults === null ? {} : { derivativeResults };
}

/** Returns what is left of the tax on all gains, on crypto-assets and on others, after the tax that banks withheld. */
function withheld(
  year: number,
  of: OracleYear,
  cryptoTax: Rational,
  exemption: OracleExemption | null,
): Partial<Record<EstimatePart, Rational>> {
  const taxWithheld = stated(of, 'taxWithheld');
  if (taxWithheld === null) return {};
  const others = stated(of, 'otherGains') ?? ZERO;
  const taxedOfOthers =
    exemption === null
      ? others.sub(stated(of, 'exemptionUsedElsewhere') ?? ZERO)
      : others.add(negative(netOf(of))).sub(exemption.elsewhere);
  const otherGainsTax = oracleTax(year, 'NORMAAL_BEHEER', taxedOfOthers);
  return { otherGainsTax, taxWithheld, leftToPay: cryptoTax.add(otherGainsTax).sub(taxWithheld) };
}

/** Returns what is taxed where losses count within their own kind alone; nothing where that is the same. */
function oraclePerKind(
  last: number,
  years: Years,
  across: OracleExemption | null,
): Partial<Record<EstimatePart, Rational>> {
  const of = years[last] ?? QUIET;
  const perKind = oracleExemption(last, years, 'CARRIED_FIRST', true);
  if (perKind === null || across === null || perKind.taxable.compare(across.taxable) === 0) return {};
  const tax = oracleTax(last, of.regime, perKind.taxable);
  const surcharge = percentOf(tax, stated(of, 'municipalSurchargePercent') ?? ZERO);
  return { taxableGainsPerKind: perKind.taxable, totalPerKind: tax.add(surcharge) };
}

/** Returns the tax on a gain in cents; there is none on a loss. */
export function oracleTax(year: number, regime: Regime, taxable: Rational): Rational {
  const rate = [...RATES.capitalGains[regime]].reverse().find(({ fromYear }) => fromYear <= year);
  return percentOf(positive(taxable), new Rational(BigInt(rate?.percent ?? 0)));
}

function percentOf(amount: Rational, percent: Rational): Rational {
  return amount.mul(percent).div(new Rational(100n)).roundHalfEven(2);
}

function stated({ circumstances }: OracleYear, field: CircumstanceField): Rational | null {
  const text = circumstances?.[field] ?? null;
  return text === null ? null : fromDecimal(text);
}
