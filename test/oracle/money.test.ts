/** Compares the gains on money other than euro with the oracle, over random rows, prices and regimes. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EUR_SCALE } from '@ctx/domain/decimal';
import { MONEY_PURPOSES, MONEY_TYPES, REGIMES } from '@ctx/domain/vocabulary';
import type { Price } from '../../services/recalc/src/engine/types.ts';
import { currencyGains } from '../../services/recalc/src/previews/readings/currencies.ts';
import type { MoneyFact } from '../../services/recalc/src/runs/money.ts';
import { oracleMoney } from './money.ts';
import { distance, fromDecimal, fromFixed, ZERO } from './rational.ts';

const NUM_RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');
const TOLERANCE = fromDecimal('0.000000001');
const DAY_US = 24 * 3600 * 1_000_000;
/** Two months before the photo moment, at a whole hour, so that rows share instants. */
const FIRST_US = Date.UTC(2025, 9, 31, 23) * 1000;

const currency = fc.constantFrom('USD', 'GBP', 'EUR');
const rows = fc.array(
  fc.record({
    currency,
    type: fc.constantFrom(...MONEY_TYPES),
    purpose: fc.constantFrom(...MONEY_PURPOSES),
    amount: fc.integer({ min: 1, max: 100_000 }).map((cents) => (cents / 100).toFixed(2)),
    day: fc.integer({ min: 0, max: 400 }).map((day) => day - (day % 3)),
  }),
  { maxLength: 25 },
);
/** A rate every five days, seldom none for longer than a week. */
const rates = fc.array(
  fc.record({ eur: fc.integer({ min: 50, max: 150 }), isLeftOut: fc.nat({ max: 200 }).map((n) => n === 0) }),
  { minLength: 90, maxLength: 90 },
);
const regimes = fc.uniqueArray(
  fc.record({ year: fc.constantFrom(2025, 2026), regime: fc.constantFrom(...REGIMES) }),
  { selector: ({ year }) => year },
);

it('The gains on money other than euro are those of the oracle', () => {
  let compared = 0;
  fc.assert(
    fc.property(rows, rates, rates, regimes, (drawn, dollars, pounds, set) => {
      const money = drawn.map(({ day, ...row }, index): MoneyFact => ({
        ...row,
        id: `row ${String(index)}`,
        accountId: 'one',
        atUs: FIRST_US + day * DAY_US,
      }));
      const pricesOf = (assetKey: string, of: typeof dollars): Price[] =>
        of.flatMap(({ eur, isLeftOut }, index) =>
          isLeftOut
            ? []
            : [
                {
                  assetKey,
                  atUs: FIRST_US + (index * 5 - 6) * DAY_US,
                  eur: (eur / 100).toFixed(2),
                  shared: true,
                },
              ],
        );
      const prices = [...pricesOf('USD', dollars), ...pricesOf('GBP', pounds)];
      const gains = currencyGains({ rows: money, prices }, { regimes: set });
      const expected = oracleMoney(money, prices, set);
      for (const year of new Set([...gains.keys(), ...expected.keys()])) {
        const [gain, other] = [fromFixed(gains.get(year) ?? 0n, EUR_SCALE), expected.get(year) ?? ZERO];
        if (!other.isZero) compared += 1;
        expect([year, String(gain), distance(gain, other).compare(TOLERANCE) <= 0 || String(other)]).toEqual([
          year,
          String(gain),
          true,
        ]);
      }
    }),
    { numRuns: NUM_RUNS },
  );
  expect(compared).toBeGreaterThan(NUM_RUNS / 8);
});
