/** The exemption before and after a previewed change. */
import { type Exemption, exemptionIn } from '@ctx/domain/law/exemption';
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
