/**
 * The net gains and the income of a year that the taxpayer's tax is made from: the figures, or the part that is the taxpayer's, with the results
 * of derivatives that were stated.
 */
import { parseEur } from '@ctx/domain/decimal';
import { type AmountView, boundsOf, exactView } from './amount.ts';
import type { YearFigures } from './year-figures.ts';

/** Returns the net gains that are taxed together; a range in a locked year. */
export function ownGains({
  totalCapitalGains,
  estimate,
  household,
}: Pick<YearFigures, 'totalCapitalGains' | 'estimate' | 'household'>): AmountView {
  const gains =
    household === undefined
      ? totalCapitalGains
      : exactView(parseEur(String(household.taxpayer.capitalGains)));
  const derivatives = estimate?.derivativeResults;
  if (derivatives == null) return gains;
  return exactView(boundsOf(gains).low + parseEur(String(derivatives.eur)));
}

/** Returns the tax on the income of the taxpayer. */
export function ownIncomeTax({
  totalIncomeTax,
  household,
}: Pick<YearFigures, 'totalIncomeTax' | 'household'>): AmountView {
  if (household === undefined) return totalIncomeTax;
  return exactView(parseEur(String(household.taxpayer.incomeTax)));
}
