/** A response about a locked year reveals nothing beyond the bands of its months (engine.md §4, "Locked year"). */
import { describe, expect, it } from '@jest/globals';
import { EUR_SCALE, formatCents, formatDecimal, parseEur } from '@ctx/domain/decimal';
import { exemptionIn } from '@ctx/domain/law/exemption';
import { FROM_FIRST_YEAR } from '@ctx/domain/law/kept-sums';
import { ratesOf } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import fc from 'fast-check';
import { type Band, bandOf, bandOfPart, sumBands } from '../src/present/blur.ts';
import { declarationSummary } from '../src/present/declaration.ts';
import { impactOf } from '../src/present/impact.ts';
import { taxAfterExemption } from '../src/present/tax-after-exemption.ts';
import { headroom } from '../src/queries/get-year-summary.ts';
import { incomeOf, monthlyGainsOf, netGainOf, totalsOf, type YearRow } from '../src/queries/year-rows.ts';

const text = (eur: bigint): string => formatDecimal(eur, EUR_SCALE);
const cents = (eur: bigint): number => Number(formatCents(eur));
const lowest = (eur: bigint): bigint => (eur < 0n ? 0n : eur);

/** Two figures of one band. A cell of the grid includes its end that is nearer to 0. */
function pairOf(exact: bigint, permille: bigint): readonly [bigint, bigint] {
  const { low, high } = bandOf(exact);
  if (exact === 0n) return [0n, 0n];
  const into = ((high - low) * permille) / 1000n;
  // In the first cells, the end nearer to 0 is 0 itself, which has its own band.
  const inside = exact > 0n ? low + into : high - into;
  return [exact, inside === 0n ? exact : inside];
}

const eur = (least: bigint) =>
  fc.oneof(
    fc.constant(0n),
    fc.bigInt({ min: least, max: parseEur('900') }),
    fc.bigInt({ min: least * 1000n, max: parseEur('900000') }),
  );
const pairs = (least: bigint) =>
  fc.array(
    fc
      .tuple(eur(least), fc.bigInt({ min: 0n, max: 999n }))
      .map(([exact, permille]) => pairOf(exact, permille)),
    { minLength: 12, maxLength: 12 },
  );
const GAINS = pairs(parseEur('-900'));
const INCOME = pairs(0n);
const YEAR = fc.constantFrom(2024, 2025, 2026, 2027);
const REGIME = fc.constantFrom<Regime>('NORMAAL_BEHEER', 'SPECULATIEF');

/** A locked year as the last run stored it; its sums follow from its months. */
function lockedYear(
  year: number,
  regime: Regime,
  gains: readonly bigint[],
  income: readonly bigint[],
): YearRow {
  const [net, earned] = [gains, income].map((months) => months.reduce((sum, each) => sum + each, 0n));
  const rates = ratesOf(year, regime);
  const gainsTax = (lowest(net!) * BigInt(rates.capitalGainsPercent)) / 100n;
  const incomeTax = (earned! * BigInt(rates.incomePercent)) / 100n;
  return {
    year,
    regime,
    locked: true,
    frozen: false,
    held_since: null,
    capital_gains: text(net!),
    capital_gains_tax: text(gainsTax),
    income: text(earned!),
    income_tax: text(incomeTax),
    total_tax: text(gainsTax + incomeTax),
    monthly_gains: gains.map(text),
    monthly_income: income.map(text),
    transaction_count: 3,
    wallet_count: 1,
    needs_review_count: 0,
    gain_count: 0,
    income_count: 0,
    fee_count: 0,
    fees: '0',
  };
}

/** All money figures that responses show of a year. */
function shownOf(row: YearRow): object {
  const { year, regime, locked } = row;
  const declared = { year, regime, locked, gains: netGainOf(row), income: incomeOf(row) };
  const netOf = (each: number): Band | null => {
    if (each !== year) return { low: 0n, high: 0n };
    return regime === 'SPECULATIEF' ? null : netGainOf(row);
  };
  return {
    totals: totalsOf(row),
    months: monthlyGainsOf(row),
    declaration: declarationSummary(declared, []),
    exemptions: [year, year + 1, 2030].map((each) => exemptionIn(each, netOf)),
    taxesAfterExemption: [year, year + 1, 2030].map((each) =>
      taxAfterExemption({
        year: each,
        regime: each === year ? regime : 'NORMAAL_BEHEER',
        net: each === year ? netGainOf(row) : { low: parseEur('15000'), high: parseEur('15000') },
        exemption: exemptionIn(each, netOf),
        isRange: true,
      }),
    ),
  };
}

describe('a locked year', () => {
  it('looks the same for all figures within the same bands: totals, months, taxes before and after the exemption, declaration, exemption', () => {
    fc.assert(
      fc.property(YEAR, REGIME, GAINS, INCOME, (year, regime, gains, income) => {
        const [one, other] = [0, 1].map((side) =>
          shownOf(
            lockedYear(
              year,
              regime,
              gains.map((pair) => pair[side]!),
              income.map((pair) => pair[side]!),
            ),
          ),
        );
        expect(other).toEqual(one);
      }),
    );
  });

  it('has sums and taxes that contain the exact figures and are not narrower than the months’ bands', () => {
    fc.assert(
      fc.property(YEAR, REGIME, GAINS, INCOME, (year, regime, gainPairs, incomePairs) => {
        const gains = gainPairs.map(([exact]) => exact);
        const row = lockedYear(
          year,
          regime,
          gains,
          incomePairs.map(([exact]) => exact),
        );
        const { totalCapitalGains, totalCapitalGainsTax, totalIncome, totalIncomeTax, totalTax } =
          totalsOf(row);
        const months = monthlyGainsOf(row).map(({ gain }) => gain);
        for (const end of ['low', 'high'] as const) {
          const sum = months.reduce((total, month) => total + Number(month[end]), 0);
          expect(Number(totalCapitalGains[end])).toBe(sum);
          const rates = ratesOf(year, regime);
          const taxed = (Math.max(0, sum) * rates.capitalGainsPercent) / 100;
          expect(Number(totalCapitalGainsTax[end])).toBeCloseTo(taxed, 2);
          const incomeTax = (Number(totalIncome[end]) * rates.incomePercent) / 100;
          expect(Number(totalIncomeTax[end])).toBeCloseTo(incomeTax, 2);
          expect(Number(totalTax[end])).toBeCloseTo(taxed + incomeTax, 2);
        }
        const exact = cents(gains.reduce((sum, each) => sum + each, 0n));
        expect(Number(totalCapitalGains.low)).toBeLessThanOrEqual(exact);
        expect(Number(totalCapitalGains.high)).toBeGreaterThanOrEqual(exact);
      }),
    );
  });

  it('has no field with an exact figure, even where both ends of a band are equal', () => {
    const row = lockedYear(2026, 'NORMAAL_BEHEER', Array<bigint>(12).fill(0n), Array<bigint>(12).fill(0n));
    for (const amount of Object.values(totalsOf(row)))
      expect(amount).toEqual({ locked: true, low: '0', high: '0' });
    const rows = declarationSummary({ ...row, gains: netGainOf(row), income: incomeOf(row) }, [])!.rows;
    expect(rows.map(({ amount }) => amount)).toEqual(rows.map(() => null));
  });
});

describe('the exemption of an open year', () => {
  const rows = (...given: readonly YearRow[]) => new Map(given.map((row) => [row.year, row]));
  const openYear = (year: number, regime: Regime = 'NORMAAL_BEHEER'): YearRow => ({
    ...lockedYear(year, regime, [parseEur('500')], []),
    locked: false,
  });
  const lockedFields = (years: ReadonlyMap<number, YearRow>): string[] =>
    Object.entries(
      headroom({ row: openYear(2028), years, marks: new Map(), kept: null, openings: FROM_FIRST_YEAR })!,
    )
      .filter(([, amount]) => typeof amount === 'object' && amount.locked)
      .map(([field]) => field);
  const DEPENDENT = ['carriedIn', 'total', 'used', 'remaining', 'carriedOut'];

  it('shows ranges wherever it depends on a locked year, whatever the figures of that year', () => {
    fc.assert(
      fc.property(GAINS, fc.constantFrom(2026, 2027), (gains, year) => {
        const exact = gains.map(([figure]) => figure);
        expect(lockedFields(rows(lockedYear(year, 'NORMAAL_BEHEER', exact, [])))).toEqual(DEPENDENT);
      }),
    );
  });

  it.each<readonly [string, readonly YearRow[]]>([
    ['years without events', []],
    ['open years', [openYear(2026), openYear(2027)]],
    ['a locked year before the exemption existed', [lockedYear(2025, 'NORMAAL_BEHEER', [], [])]],
    ['a locked SPECULATIEF year, which carries nothing', [lockedYear(2026, 'SPECULATIEF', [], [])]],
    ['a later year that is locked', [lockedYear(2029, 'NORMAAL_BEHEER', [], [])]],
  ])('is exact beside %s', (_which, years) => {
    expect(lockedFields(rows(...years))).toEqual([]);
  });
});

describe('the parts of a month in a locked year', () => {
  const parts = fc.array(eur(parseEur('-900')), { minLength: 1, maxLength: 60 });

  it('reveal no more than the month when added up: the sum of their bands is never narrower than its band', () => {
    fc.assert(
      fc.property(parts, (gains) => {
        const month = gains.reduce((sum, gain) => sum + gain, 0n);
        const added = sumBands(gains.map((gain) => bandOfPart(gain, month)));
        const band = bandOf(month);
        expect(added.low <= band.low && band.high <= added.high).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('do not reveal that a month of 4,800 to 6,400 is over 6,000 when there are sixty parts of 100 EUR', () => {
    const [part, month] = [parseEur('101'), parseEur('6060')];
    expect(bandOf(month)).toEqual({ low: parseEur('4800'), high: parseEur('6400') });
    expect(bandOfPart(part, month)).toEqual({ low: 0n, high: parseEur('1600') });
  });

  it('have the same band for exactly 0 and for one cent', () => {
    expect(bandOfPart(0n, parseEur('500'))).toEqual(bandOfPart(parseEur('0.01'), parseEur('500')));
  });

  it('have bands that contain the part and are at least 20 % of it wide', () => {
    fc.assert(
      fc.property(eur(parseEur('-900')), eur(parseEur('-900')), (part, month) => {
        const { low, high } = bandOfPart(part, month);
        expect(low <= part && part <= high).toBe(true);
        expect(5n * (high - low) >= (part < 0n ? -part : part)).toBe(true);
      }),
    );
  });
});

describe('the impact of a suggestion', () => {
  const year = (of: number, locked: boolean) =>
    [of, { year: of, regime: 'NORMAAL_BEHEER', locked, capital_gains: '5000', income: '100' }] as const;
  const years = new Map([year(2026, true), year(2027, false), year(2028, false)]);
  const change = (of: number) => ({ year: of, gain: '-1000', income: '0' });

  it('is the change in gross tax of years that are not locked', () => {
    expect(impactOf([change(2027), change(2028)], [2027, 2028], years)).toBe(parseEur('-200'));
  });

  it.each([
    ['changes a locked year', [change(2026), change(2027)], [2027]],
    [
      'has an event in a locked year that it does not change: its gain there would be known to be 0',
      [change(2027)],
      [2027, 2026],
    ],
    ['has an event in a year that nothing is known of', [change(2027)], [2027, 2031]],
    ['was not worked out', null, [2027]],
  ])('is null where it %s', (_what, changes, ofEvents) => {
    expect(impactOf(changes, ofEvents, years)).toBeNull();
  });
});
