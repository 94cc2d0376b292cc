/** The tax on the gains of a year after its exemption, from the figures alone. */
import { atLeastZero, formatCents, least } from '@ctx/domain/decimal';
import type { ExemptionBounds } from '@ctx/domain/law/exemption';
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import { type Amount, type Band, exactAmount, lockedAmount } from './blur.ts';

interface TaxedYear {
  readonly year: number;
  readonly regime: Regime;
  readonly net: Band;
  /** Null in a year without an exemption. */
  readonly exemption: ExemptionBounds | null;
  /** Whether the figures are ranges: the year is locked, or the exemption depends on a locked year. */
  readonly isRange: boolean;
}

/**
 * Returns the tax after the exemption; null in a year without one. Where it depends on a locked year it is a range, computed from the
 * ranges of the net gain and of the exemption alone, so it shows no more than these two.
 */
export function taxAfterExemption({ year, regime, net, exemption, isRange }: TaxedYear): Amount | null {
  if (exemption === null) return null;
  const { capitalGainsPercent } = ratesOf(year, regime);
  const taxOn = (gain: bigint, total: bigint): bigint => {
    const gains = atLeastZero(gain);
    return taxOf(gains - least(gains, total), capitalGainsPercent);
  };
  const low = taxOn(net.low, exemption.high.total);
  if (!isRange) return exactAmount(formatCents(low));
  return lockedAmount({ low, high: taxOn(net.high, exemption.low.total) });
}
