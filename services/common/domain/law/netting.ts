/** Which losses of a year lower which of its gains in an estimate (docs/tax-rules.md). EUR with 12 fraction digits. */
import type { CircumstanceValues } from '../circumstances.ts';
import { atLeastZero, least, parseEur } from '../decimal.ts';

/**
 * Which losses lower which gains: losses on all financial assets together, which the estimate assumes (Bolero of KBC reads ITC art. 102 so), or
 * losses on one kind alone (Aeacus, belgiantaxassistance.be).
 */
export type NettingRule = 'ACROSS_KINDS' | 'PER_KIND';

/** A net gain on crypto-assets, and what the taxpayer stated about the other assets of that year. */
interface StatedGains {
  readonly net: bigint;
  readonly circumstances: CircumstanceValues | null;
}

const statedEur = ({ circumstances }: StatedGains, field: 'otherGains' | 'derivativeResults'): bigint =>
  parseEur(circumstances?.[field] ?? '0');

/** Returns the net gain of a year with the results of derivatives, which are taxed like it. */
export function netWithDerivatives(year: StatedGains): bigint {
  return year.net + statedEur(year, 'derivativeResults');
}

/** Gains of a year after its losses. */
interface GainsAfterLosses {
  /** Gains that the estimate taxes: those on crypto-assets, and results of derivatives. */
  readonly gains: bigint;
  /** Gains on other financial assets. */
  readonly other: bigint;
}

/**
 * Returns the gains of a year after its losses. Derivatives are financial instruments (ITC art. 92 § 1), as most other assets are, so per
 * kind they are netted with those.
 */
export function gainsAfterLosses(year: StatedGains, netting: NettingRule): GainsAfterLosses {
  const other = statedEur(year, 'otherGains');
  const [apart, together] =
    netting === 'PER_KIND'
      ? [year.net, statedEur(year, 'derivativeResults')]
      : [0n, netWithDerivatives(year)];
  return {
    gains: atLeastZero(apart) + atLeastZero(together + least(other, 0n)),
    other: atLeastZero(other + least(together, 0n)),
  };
}
