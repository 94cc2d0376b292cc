/** What is owed for a year by its figures: tax on gains after the exemption and tax on income, and how the tax on gains is made. */
import { atLeastZero, least, parseEur } from '@ctx/domain/decimal';
import { type Bounds, boundsOf } from './amount.ts';
import { isUnsure } from './completeness.ts';
import { ownGains, ownIncomeTax } from './own-gains.ts';
import type { YearFigures } from './year-figures.ts';

/** The tax of a year, EUR. Bounds differ where the exemption depends on a locked year. */
export interface YearTax {
  /** The tax on gains; where banks withheld, with that on gains on other assets. */
  readonly onGains: Bounds;
  readonly onIncome: Bounds;
  /** What banks withheld; null if none is stated. */
  readonly withheld: Bounds | null;
  /** What is left to pay; negative where banks withheld more. */
  readonly total: Bounds;
  readonly steps: TaxSteps;
}

/** From the gains of a year to the tax on them, EUR. A part that the year does not have is 0. */
export interface TaxSteps {
  readonly gains: Bounds;
  readonly otherLosses: Bounds;
  readonly speculativeLosses: Bounds;
  readonly exemption: Bounds;
  readonly taxable: Bounds;
  readonly tax: Bounds;
  readonly surcharge: Bounds;
  readonly otherTax: Bounds;
}

const NOTHING: Bounds = { low: 0n, high: 0n };
/** What rounding to cents can make of parts that add up. */
const ROUNDING = parseEur('0.02');

/** Returns what is owed for a year; null for a locked year, and where circumstances make it depend on a locked year. */
export function owedOf(figures: YearFigures): YearTax | null {
  const steps = figures.locked ? null : (estimatedSteps(figures) ?? plainSteps(figures));
  if (steps === null) return null;
  const onGains = sum(sum(steps.tax, steps.surcharge), steps.otherTax);
  const onIncome = boundsOf(ownIncomeTax(figures));
  const tax = sum(onGains, onIncome);
  const stated = figures.estimate?.taxWithheld;
  if (stated == null) return { onGains, onIncome, withheld: null, total: tax, steps };
  const withheld = parseEur(String(stated.eur));
  const total = { low: tax.low - withheld, high: tax.high - withheld };
  return { onGains, onIncome, withheld: exactly(withheld), total, steps };
}

/**
 * Returns what is owed for a year in all; null where it is not known. For a locked year it is the range of its tax after the exemption, and null
 * in one without an exemption or with circumstances.
 */
export function owedTotal(figures: YearFigures): Bounds | null {
  const { locked, taxAfterExemption, totalIncomeTax } = figures;
  if (isUnsure(figures)) return null;
  if (!locked) return owedOf(figures)?.total ?? null;
  return taxAfterExemption == null ? null : sum(boundsOf(taxAfterExemption), boundsOf(totalIncomeTax));
}

/** Returns the steps with the circumstances of the year; null without an estimate. */
function estimatedSteps(figures: YearFigures): TaxSteps | null {
  const { estimate } = figures;
  if (estimate === undefined) return null;
  const part = (amount: { readonly eur: number } | null | undefined): bigint =>
    parseEur(String(amount?.eur ?? 0));
  const gains = atLeastZero(boundsOf(ownGains(figures)).low);
  const [exemption, speculative, taxable] = [
    part(estimate.exemptionUsed),
    part(estimate.speculativeLossesUsed),
    part(estimate.taxableGains),
  ];
  const rest = gains - exemption - speculative - taxable;
  return {
    gains: exactly(gains),
    otherLosses: exactly(rest > ROUNDING ? rest : 0n),
    speculativeLosses: exactly(speculative),
    exemption: exactly(exemption),
    taxable: exactly(taxable),
    tax: exactly(part(estimate.capitalGainsTax)),
    surcharge: exactly(part(estimate.municipalSurcharge)),
    otherTax: exactly(part(estimate.otherGainsTax)),
  };
}

/** Returns the steps by the figures alone; null where the tax after the exemption is not known. */
function plainSteps({
  totalCapitalGains,
  totalCapitalGainsTax,
  taxAfterExemption,
  vrijstellingHeadroom,
}: YearFigures) {
  const gains = exactly(atLeastZero(boundsOf(totalCapitalGains).low));
  const none = { otherLosses: NOTHING, speculativeLosses: NOTHING, surcharge: NOTHING, otherTax: NOTHING };
  const parts = { gains, ...none };
  if (vrijstellingHeadroom == null)
    return { ...parts, exemption: NOTHING, taxable: gains, tax: boundsOf(totalCapitalGainsTax) };
  if (taxAfterExemption == null) return null;
  const total = boundsOf(vrijstellingHeadroom.total);
  const exemption = { low: least(gains.low, total.low), high: least(gains.low, total.high) };
  const taxable = { low: gains.low - exemption.high, high: gains.low - exemption.low };
  return { ...parts, exemption, taxable, tax: boundsOf(taxAfterExemption) };
}

const exactly = (eur: bigint): Bounds => ({ low: eur, high: eur });
const sum = (a: Bounds, b: Bounds): Bounds => ({ low: a.low + b.low, high: a.high + b.high });

/** Tells whether bounds are those of 0. */
export function isZero({ low, high }: Bounds): boolean {
  return low === 0n && high === 0n;
}
