/** The exemption and the estimate before and after a previewed change. */
import { accountsWithShares, type HouseholdYear, taxpayersEstimate } from '@ctx/domain/law/household';
import { type Exemption, exemptionIn, type NetGain } from '@ctx/domain/law/exemption';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Preview } from '../runs/preview.ts';
import { exemptionOpening, openingsOf } from '../submitted/kept-sums.ts';

export type Side = 'before' | 'after';

/**
 * Returns the exemption of a year on one side of a preview. Null where the year has none, and where it depends on the figures of a
 * locked year, which a preview must not reveal.
 */
export function exemptionOn(
  side: Side,
  year: number,
  { years, speculative: { [side]: speculative }, kept }: Pick<Preview, 'years' | 'speculative' | 'kept'>,
): Exemption | null {
  const dependsOnLocked = years.some(
    ({ before, isLocked }) =>
      isLocked && before.year >= FIRST_TAXED_YEAR && before.year < year && !speculative.has(before.year),
  );
  if (dependsOnLocked) return null;
  const own = kept.find((each) => each.year === year);
  if (own !== undefined) return own.sums.exemption;
  const gains = new Map(years.map((each) => [each[side].year, each[side].capitalGains]));
  const netOf = (each: number): NetGain => {
    if (speculative.has(each)) return null;
    const net = gains.get(each) ?? 0n;
    return { low: net, high: net };
  };
  return exemptionIn(year, netOf, undefined, undefined, exemptionOpening(year, kept))?.low ?? null;
}

/**
 * Returns the estimated tax of a year on one side of a preview. Null without circumstances, in a locked year, and where it depends
 * on the figures of a locked year, or on a year in which single accounts have a share of their own: what a change moves between accounts is
 * not known.
 */
export function estimatedTaxOn(
  side: Side,
  year: number,
  {
    years,
    speculative: { [side]: speculative },
    unlocked,
    circumstances,
    kept,
  }: Pick<Preview, 'years' | 'speculative' | 'unlocked' | 'circumstances' | 'kept'>,
): bigint | null {
  const counts = (each: number): boolean => each >= FIRST_TAXED_YEAR || speculative.has(each);
  const dependsOnLocked = years.some(
    ({ before, isLocked }) => isLocked && before.year < year && counts(before.year),
  );
  if (dependsOnLocked || !unlocked.has(year)) return null;
  const openings = openingsOf(year, kept);
  const known = [...circumstances.values()].filter(
    (each) => each.year >= openings.estimated.year && each.year <= year,
  );
  if (accountsWithShares(known).years.length > 0) return null;
  const gains = new Map(years.map((each) => [each[side].year, each[side].capitalGains]));
  const yearOf = (each: number): HouseholdYear => ({
    regime: speculative.has(each) ? 'SPECULATIEF' : 'NORMAAL_BEHEER',
    net: gains.get(each) ?? 0n,
    circumstances: circumstances.get(each) ?? null,
  });
  const estimate = taxpayersEstimate(year, yearOf, openings);
  return estimate?.total?.eur ?? null;
}
