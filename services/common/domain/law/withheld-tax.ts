/** What tax withheld by banks adds to the estimate of a year (docs/tax-rules.md). EUR with 12 fraction digits. */
import type { CircumstanceValues } from '../circumstances.ts';
import { least, parseEur } from '../decimal.ts';
import { ratesOf, taxOf } from './rates.ts';

/** The tax from which banks withheld, beside that of the estimate. */
interface WithheldTax {
  /** The tax on gains on other assets. */
  readonly otherGainsTax: bigint;
  readonly withheld: bigint;
  /** What is left to pay; negative for what is paid back. */
  readonly left: bigint;
}

/** What tax that was withheld is set against. */
interface OwedTax {
  readonly year: number;
  /** The net gain with the results of derivatives. */
  readonly net: bigint;
  /** The tax of the estimate with its surcharge. */
  readonly total: bigint;
  /** The exemption that other assets use; null in a year without one. */
  readonly exemptElsewhere: bigint | null;
}

/**
 * Returns what tax that banks withheld leaves to pay; null if none is stated. Banks withhold from gains on other assets too, so the tax on
 * these is added before.
 */
export function withheldTaxOf(
  { otherGains, exemptionUsedElsewhere, taxWithheld }: CircumstanceValues,
  { year, net, total, exemptElsewhere }: OwedTax,
): WithheldTax | null {
  if (taxWithheld === null) return null;
  const other = parseEur(otherGains ?? '0');
  // Losses of speculation lower no gains on other assets, which have an exemption of their own in such a year.
  const [exempt, losses] =
    exemptElsewhere === null
      ? [parseEur(exemptionUsedElsewhere ?? '0'), 0n]
      : [exemptElsewhere, least(net, 0n)];
  const { capitalGainsPercent } = ratesOf(year, 'NORMAAL_BEHEER');
  const otherGainsTax = taxOf(other + losses - exempt, capitalGainsPercent);
  const withheld = parseEur(taxWithheld);
  return { otherGainsTax, withheld, left: total + otherGainsTax - withheld };
}
