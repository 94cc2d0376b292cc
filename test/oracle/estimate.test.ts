/** Compares the estimate of a year with a second computation, over random years and circumstances. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CIRCUMSTANCE_FIELDS, type CircumstanceField } from '@ctx/domain/circumstances';
import { EUR_SCALE, parseEur } from '@ctx/domain/decimal';
import { ESTIMATE_PARTS, estimateOf } from '@ctx/domain/law/estimate';
import { REGIMES } from '@ctx/domain/vocabulary';
import { oracleEstimate, type OracleYear } from './estimate.ts';
import { fromFixed } from './rational.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');
const FIRST = 2023;

const gain = fc.oneof(
  fc.constantFrom('0', '1000', '-1000', '9000', '10000', '10500', '16000', '-20000'),
  fc.integer({ min: -3_000_000, max: 3_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom('10000.05', '0.05', '12345.678901234567', '-0.000000000001'),
);
const notNegative = gain.map((eur) => eur.replace('-', ''));
const valueOf = (field: CircumstanceField): fc.Arbitrary<string> => {
  if (field === 'otherGains' || field === 'derivativeResults') return gain;
  return field === 'municipalSurchargePercent' ? fc.constantFrom('0', '7', '7.5', '8.25') : notNegative;
};
const circumstances = fc.record(
  Object.fromEntries(
    CIRCUMSTANCE_FIELDS.map((field) => [field, fc.option(valueOf(field), { freq: 2, nil: null })]),
  ) as Record<CircumstanceField, fc.Arbitrary<string | null>>,
);
const years: fc.Arbitrary<OracleYear[]> = fc.array(
  fc.record({
    regime: fc.constantFrom(...REGIMES),
    net: gain,
    circumstances: fc.option(circumstances, { freq: 2 }),
  }),
  { minLength: 1, maxLength: 14 },
);

describe('The estimate of a year', () => {
  it(`agrees with the oracle on ${String(RUNS)} random runs of years`, () => {
    fc.assert(
      fc.property(years, circumstances, (drawn, ofLast) => {
        const last = FIRST + drawn.length - 1;
        const known = Object.fromEntries(drawn.map((of, index) => [FIRST + index, of]));
        const all: Readonly<Record<number, OracleYear>> = {
          ...known,
          [last]: { ...(drawn.at(-1) as OracleYear), circumstances: ofLast },
        };
        const quiet = { regime: 'NORMAAL_BEHEER' as const, net: '0', circumstances: null };
        const estimate = estimateOf(last, (year) => {
          const of = all[year] ?? quiet;
          return { ...of, net: parseEur(of.net) };
        });
        const expected = oracleEstimate(last, all);
        for (const part of ESTIMATE_PARTS) {
          const amount = estimate?.[part];
          const eur = amount === undefined ? undefined : fromFixed(amount.eur, EUR_SCALE);
          expect([part, eur]).toEqual([part, expected[part]]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
