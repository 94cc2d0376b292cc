/** The table of law that readers see has the values by which figures are computed. */
import { describe, expect, it } from '@jest/globals';
import { formatCents } from '../decimal.ts';
import { REGIMES } from '../vocabulary.ts';
import { exemptionOf } from './exemption.ts';
import { ratesOf } from './rates.ts';
import { lawTable } from './table.ts';

const TABLE = lawTable();

/** Returns the row that holds in a year. */
function rowIn<Row extends { readonly fromYear: number | null }>(rows: readonly Row[], year: number): Row {
  return rows.findLast(({ fromYear }) => (fromYear ?? 0) <= year)!;
}

describe('The table of law', () => {
  it.each([2024, 2025, 2026, 2030, 2031])('has the rates and the exemption of %i', (year) => {
    for (const regime of REGIMES) {
      const { capitalGainsPercent, incomePercent } = ratesOf(year, regime);
      expect(rowIn(TABLE.capitalGainsTax[regime], year).percent).toBe(capitalGainsPercent);
      expect(rowIn(TABLE.incomeTax, year).percent).toBe(incomePercent);
    }
    if (year < TABLE.firstTaxedYear) return;
    const { baseExemption } = exemptionOf(year, 0n, 0n);
    expect(rowIn(TABLE.exemption.amounts, year).eur).toBe(formatCents(baseExemption));
  });

  it('has the amounts, dates and codes of the law as a reader would write them', () => {
    expect(TABLE).toMatchObject({
      firstTaxedYear: 2026,
      exemption: { carriedOverPerYearMax: '1000', carriedOverUsablePerYearMax: '5000' },
      photoValue: {
        moment: '2025-12-31T23:00:00.000Z',
        priceAgeDaysMax: 7,
        higherHistoricCostUntilYear: 2030,
      },
    });
    expect(TABLE.declaration.codes.map(({ declarantCode }) => declarantCode)).toContain('1444-11');
  });

  it('is JSON without loss', () => {
    expect(JSON.parse(JSON.stringify(TABLE))).toEqual(TABLE);
  });
});
