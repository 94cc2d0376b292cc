/** Compares the estimates of both partners with a second computation, over random years, accounts and shares. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_CIRCUMSTANCES } from '@ctx/domain/circumstances';
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';
import { type Estimate, ESTIMATE_PARTS, type EstimatePart } from '@ctx/domain/law/estimate';
import { type HouseholdYear, partnersEstimate, taxpayersEstimate } from '@ctx/domain/law/household';
import { FROM_FIRST_YEAR } from '@ctx/domain/law/kept-sums';
import { REGIMES } from '@ctx/domain/vocabulary';
import { type OracleHouseholdYear, oracleHousehold } from './household.ts';
import { fromFixed, Rational } from './rational.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');
const FIRST = 2025;
const ACCOUNTS = ['a', 'b', 'c'] as const;

const cents = fc.integer({ min: -2_000_000, max: 4_000_000 }).map((each) => (each / 100).toFixed(2));
const percent = fc.constantFrom('0', '25', '33.3333', '50', '66.67', '100');
const circumstances = fc
  .record({
    ownedSharePercent: fc.option(percent),
    accountShares: fc.uniqueArray(
      fc.record({ accountId: fc.constantFrom(...ACCOUNTS), ownedSharePercent: percent }),
      { selector: ({ accountId }) => accountId, maxLength: 3 },
    ),
    otherGains: fc.option(cents),
    derivativeResults: fc.option(cents),
    taxWithheld: fc.option(fc.constantFrom('0', '150.5', '4000')),
    municipalSurchargePercent: fc.option(fc.constantFrom('7', '8.25')),
  })
  .map((stated) => ({ ...NO_CIRCUMSTANCES, ...stated }));
const year: fc.Arbitrary<OracleHouseholdYear> = fc.record({
  regime: fc.constantFrom(...REGIMES),
  gains: fc.record({ a: cents, b: cents, c: cents }),
  net: fc.constant('0'),
  circumstances: fc.option(circumstances, { freq: 3 }),
});

/** Exact: cents times a share has at most 8 fraction digits. */
function textOf(eur: Rational): string {
  const scaled = eur.mul(new Rational(10n ** BigInt(EUR_SCALE))).roundHalfEven(0);
  return formatDecimal(scaled.numerator, EUR_SCALE);
}

const rational = (estimate: Estimate | null): Partial<Record<EstimatePart, Rational>> | null =>
  estimate &&
  Object.fromEntries(
    ESTIMATE_PARTS.flatMap((part) => {
      const amount = estimate[part];
      return amount === undefined ? [] : [[part, fromFixed(amount.eur, EUR_SCALE)]];
    }),
  );

describe('The estimates of both partners', () => {
  it(`agree with the oracle on ${String(RUNS)} random runs of years`, () => {
    fc.assert(
      fc.property(fc.array(year, { minLength: 1, maxLength: 8 }), circumstances, (drawn, ofLast) => {
        const last = FIRST + drawn.length - 1;
        const all = Object.fromEntries(
          drawn.map((of, index) => [
            FIRST + index,
            FIRST + index === last ? { ...of, circumstances: ofLast } : of,
          ]),
        );
        const yearOf = (each: number): HouseholdYear => {
          const of = all[each];
          if (of === undefined) return { regime: 'NORMAAL_BEHEER', net: 0n, circumstances: null };
          const amounts = Object.entries(of.gains).map(
            ([id, eur]) => [id, { gains: parseEur(eur), income: 0n }] as const,
          );
          const net = amounts.reduce((sum, [, { gains }]) => sum + gains, 0n);
          return { regime: of.regime, net, circumstances: of.circumstances, ofAccounts: new Map(amounts) };
        };
        const expected = oracleHousehold(last, all, textOf);
        expect(rational(taxpayersEstimate(last, yearOf, FROM_FIRST_YEAR))).toEqual(expected.taxpayer);
        expect(rational(partnersEstimate(last, yearOf, FROM_FIRST_YEAR))).toEqual(expected.partner);
      }),
      { numRuns: RUNS },
    );
  });
});
