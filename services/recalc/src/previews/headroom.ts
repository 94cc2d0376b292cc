/** The exemption and the estimate before and after a previewed change. */
import { type Exemption, exemptionIn } from '@ctx/domain/law/exemption';
import { estimateOf } from '@ctx/domain/law/estimate';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Preview } from '../runs/preview.ts';

export type Side = 'before' | 'after';

/**
 * Returns the exemption of a year on one side of a preview. Null where the year has none, and where it depends on the figures of a
 * locked year, which a preview must not reveal.
 */
export function exemptionOn(
  side: Side,
  year: number,
  { years, speculative }: Pick<Preview, 'years' | 'speculative'>,
): Exemption | null {
  const dependsOnLocked = years.some(
    ({ before, isLocked }) =>
      isLocked && before.year >= FIRST_TAXED_YEAR && before.year < year && !speculative.has(before.year),
  );
  if (dependsOnLocked) return null;
  const gains = new Map(years.map((each) => [each[side].year, each[side].capitalGains]));
  const bounds = exemptionIn(year, (each) => {
    if (speculative.has(each)) return null;
    const net = gains.get(each) ?? 0n;
    return { low: net, high: net };
  });
  return bounds?.low ?? null;
}

/**
 * Returns the estimated tax of a year on one side of a preview. Null without circumstances, in a locked year, and where it depends
 * on the figures of a locked year.
 */
export function estimatedTaxOn(
  side: Side,
  year: number,
  { years, speculative, unlocked, circumstances }: Preview,
): bigint | null {
  const counts = (each: number): boolean => each >= FIRST_TAXED_YEAR || speculative.has(each);
  const dependsOnLocked = years.some(
    ({ before, isLocked }) => isLocked && before.year < year && counts(before.year),
  );
  if (dependsOnLocked || !unlocked.has(year)) return null;
  const gains = new Map(years.map((each) => [each[side].year, each[side].capitalGains]));
  const estimate = estimateOf(year, (each) => ({
    regime: speculative.has(each) ? 'SPECULATIEF' : 'NORMAAL_BEHEER',
    net: gains.get(each) ?? 0n,
    circumstances: circumstances.get(each) ?? null,
  }));
  return estimate?.total?.eur ?? null;
}
