/** The exemption of a year as its page shows it: with the circumstances that were stated, else by the figures alone. */
import { parseEur } from '@ctx/domain/decimal';
import { type AmountView, boundsOf, exactView } from './amount.ts';
import { ownGains } from './own-gains.ts';
import type { YearFigures } from './year-figures.ts';

export interface ExemptionOfYear {
  /** Whether `total` is only what other financial assets leave. */
  readonly isRest: boolean;
  /** The gains that it is for: with circumstances, what losses on other assets leave of them. */
  readonly gains: AmountView;
  readonly total: AmountView;
  readonly used: AmountView;
  readonly remaining: AmountView;
  /** Null where it is not known. */
  readonly carriedIn: AmountView | null;
  readonly carriedOut: AmountView;
}

/** Returns the exemption; null in a year without one. */
export function exemptionOf(figures: YearFigures): ExemptionOfYear | null {
  const { totalCapitalGains, vrijstellingHeadroom: of, estimate } = figures;
  if (of == null) return null;
  const { exemptionLeft: left, exemptionUsed: used, exemptionCarriedOut: carriedOut } = estimate ?? {};
  if (estimate === undefined || left == null || used == null || carriedOut == null)
    return { ...of, isRest: false, gains: totalCapitalGains };
  const eur = ({ eur: amount }: { readonly eur: number }): bigint => parseEur(String(amount));
  const all = ownGains(figures);
  return {
    isRest: true,
    gains: boundsOf(all).low <= 0n ? all : exactView(eur(used) + eur(estimate.taxableGains)),
    total: exactView(eur(left)),
    used: exactView(eur(used)),
    remaining: exactView(eur(left) - eur(used)),
    carriedIn: null,
    carriedOut: exactView(eur(carriedOut)),
  };
}
