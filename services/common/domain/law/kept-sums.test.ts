/** The sums over years that a submitted year keeps: the same as without it, and the same after they were stored. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEur } from '../decimal.ts';
import type { Regime } from '../vocabulary.ts';
import { estimateOf, speculativeLossesUsed, type YearWithCircumstances } from './estimate.ts';
import { exemptionIn } from './exemption.ts';
import {
  keptSumsFromJson,
  keptSumsOf,
  keptSumsToJson,
  openingsAfter,
  yearsWithOtherOpening,
} from './kept-sums.ts';

const eur = fc.integer({ min: -20_000, max: 20_000 }).map((amount) => parseEur(String(amount)));
const NO_CIRCUMSTANCES = {
  exemptionUsedElsewhere: null,
  derivativeResults: null,
  taxWithheld: null,
  ownedSharePercent: null,
  municipalSurchargePercent: null,
  speculativeLossYearMinus1: null,
  speculativeLossYearMinus2: null,
  speculativeLossYearMinus3: null,
  speculativeLossYearMinus4: null,
  speculativeLossYearMinus5: null,
};
const FIRST = 2023;
const years = fc.array(
  fc.record({
    regime: fc.constantFrom<Regime>('NORMAAL_BEHEER', 'SPECULATIEF'),
    net: eur,
    otherGains: fc.option(fc.integer({ min: -9000, max: 9000 }).map(String)),
  }),
  { minLength: 12, maxLength: 12 },
);
type DrawnYears = typeof years extends fc.Arbitrary<infer Value> ? Value : never;

const yearOf =
  (drawn: DrawnYears) =>
  (year: number): YearWithCircumstances => {
    const found = drawn[year - FIRST];
    if (found === undefined) return { regime: 'NORMAAL_BEHEER', net: 0n, circumstances: null };
    const { otherGains, ...facts } = found;
    return { ...facts, circumstances: otherGains === null ? null : { ...NO_CIRCUMSTANCES, otherGains } };
  };

describe('The sums over years that a submitted year keeps', () => {
  const twoYears = fc
    .tuple(fc.integer({ min: 2024, max: 2033 }), fc.integer({ min: 2024, max: 2034 }))
    .filter(([one, other]) => one < other);

  it('give later years the same exemption, losses and estimate as all years together', () => {
    fc.assert(
      fc.property(years, twoYears, (drawn, [submitted, later]) => {
        const of = yearOf(drawn);
        const sums = keptSumsOf(submitted, of);
        expect(keptSumsFromJson(JSON.parse(JSON.stringify(keptSumsToJson(sums))) as never)).toEqual(sums);
        const openings = openingsAfter(submitted, sums);
        expect(keptSumsOf(later, of, openings)).toEqual(keptSumsOf(later, of));
        expect(estimateOf(later, of, openings.estimated)).toEqual(estimateOf(later, of));
        const { year, carried } = openings.figures;
        const netOf = (each: number) => {
          const { regime, net } = of(each);
          return regime === 'SPECULATIEF' ? null : { low: net, high: net };
        };
        const opening = { year, exemption: carried.exemption };
        expect(exemptionIn(later, netOf, undefined, undefined, opening)).toEqual(exemptionIn(later, netOf));
        expect(sums.exemption).toEqual(exemptionIn(submitted, netOf)?.low ?? null);
        const figures = (each: number) => ({ ...of(each), circumstances: null });
        expect(speculativeLossesUsed(later, figures, openings.figures)).toBe(
          speculativeLossesUsed(later, figures),
        );
      }),
    );
  });

  it('carry the exemption of both ways of netting losses', () => {
    // 2026: a gain of 9,500 and a loss of 3,000 elsewhere carry 1,000 over together, and 500 per kind. So 2027 has 11,000, or 10,500.
    const of = (year: number): YearWithCircumstances => ({
      regime: 'NORMAAL_BEHEER',
      net: parseEur(year === 2026 ? '9500' : year === 2027 ? '11000' : '0'),
      circumstances: { ...NO_CIRCUMSTANCES, otherGains: year === 2026 ? '-3000' : '0' },
    });
    const sums = keptSumsFromJson(keptSumsToJson(keptSumsOf(2026, of)));
    const estimate = estimateOf(2027, of, openingsAfter(2026, sums).estimated);
    expect(estimate).toEqual(estimateOf(2027, of));
    expect(estimate?.taxableGains?.eur).toBe(0n);
    expect(estimate?.taxableGainsPerKind?.eur).toBe(parseEur('500'));
  });

  it('drift if and only if the years before carry something else into the year', () => {
    fc.assert(
      fc.property(years, years, twoYears, (drawn, other, [first, second]) => {
        const sums = keptSumsOf(first, yearOf(drawn));
        const next = keptSumsOf(second, yearOf(drawn), openingsAfter(first, sums));
        const submitted = [
          { year: first, sums },
          { year: second, sums: next },
        ];
        expect(yearsWithOtherOpening(submitted, yearOf(drawn))).toEqual([]);
        const now = keptSumsOf(first, yearOf(other)).opening;
        const since = keptSumsOf(second, yearOf(other), openingsAfter(first, sums)).opening;
        expect(yearsWithOtherOpening(submitted, yearOf(other))).toEqual([
          ...(JSON.stringify(keptSumsToJson({ ...sums, opening: now })) ===
          JSON.stringify(keptSumsToJson(sums))
            ? []
            : [first]),
          ...(JSON.stringify(keptSumsToJson({ ...next, opening: since })) ===
          JSON.stringify(keptSumsToJson(next))
            ? []
            : [second]),
        ]);
      }),
    );
  });
});
