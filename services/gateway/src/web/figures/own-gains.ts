/** The net gains of a year that its tax is made from: the gains of the figures with the results of derivatives that were stated. */
import { parseEur } from '@ctx/domain/decimal';
import { type AmountView, boundsOf, exactView } from './amount.ts';
import type { YearFigures } from './year-figures.ts';

/** Returns the net gains that are taxed together; a range in a locked year. */
export function ownGains({
  totalCapitalGains,
  estimate,
}: Pick<YearFigures, 'totalCapitalGains' | 'estimate'>): AmountView {
  const derivatives = estimate?.derivativeResults;
  if (derivatives == null) return totalCapitalGains;
  return exactView(boundsOf(totalCapitalGains).low + parseEur(String(derivatives.eur)));
}
