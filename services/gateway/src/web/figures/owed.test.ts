import { describe, expect, it } from '@jest/globals';
import { parseEur } from '@ctx/domain/decimal';
import { exampleOf, plain } from '../../../test/views.ts';
import { answer, taxSteps } from './answer-view.ts';
import { owedOf, owedTotal, type TaxSteps } from './owed.ts';
import type { YearFigures } from './year-figures.ts';

const exact = (eur: number) => ({ locked: false, exact: eur });
const range = (low: number, high: number) => ({ locked: true, low, high });
const BASE = { ...exampleOf('getYearSummary'), estimate: undefined };
const EXEMPTION = BASE.vrijstellingHeadroom!;
const NOTHING_LACKS = { ...BASE.completeness!, withoutValue: 0, salesLeftOut: 0 };

/** Returns a year of normal management with these gains and 10,000 of exemption. */
function yearOf(gains: number, more: Partial<YearFigures> = {}): YearFigures {
  const used = Math.min(Math.max(gains, 0), 10_000);
  return {
    ...BASE,
    totalCapitalGains: exact(gains),
    totalIncome: exact(0),
    totalIncomeTax: exact(0),
    taxAfterExemption: exact(Math.max(gains - 10_000, 0) / 10),
    vrijstellingHeadroom: {
      ...EXEMPTION,
      total: exact(10_000),
      used: exact(used),
      remaining: exact(10_000 - used),
    },
    completeness: NOTHING_LACKS,
    ...more,
  };
}

type Parts = Partial<Record<keyof NonNullable<YearFigures['estimate']>, number>>;

function estimateOf(parts: Parts): NonNullable<YearFigures['estimate']> {
  const amount = (eur: number) => ({ eur, assumption: 'ONE_REGIME_A_YEAR' }) as const;
  const all = {
    taxableGains: 0,
    capitalGainsTax: 0,
    municipalSurcharge: 0,
    total: 0,
    speculativeLossesUsed: 0,
  };
  return Object.fromEntries(
    Object.entries({ ...all, speculativeLossesCarried: 0, ...parts }).map(([name, eur]) => [
      name,
      amount(eur),
    ]),
  ) as NonNullable<YearFigures['estimate']>;
}

const sentences = (figures: YearFigures): string => plain(answer('en', figures).toString());
const lines = (figures: YearFigures): string => plain(String(taxSteps('en', figures)));

describe('The answer on the page of a year', () => {
  it('is the tax after the exemption, with gains and income apart', () => {
    const figures = yearOf(25_540.24, { totalIncome: exact(397), totalIncomeTax: exact(119.1) });
    const year = { ...figures, taxAfterExemption: exact(1554.02) };
    expect(sentences(year)).toBe(
      'By these figures you owe about €1,673.12 for 2026: €1,554.02 on gains and €119.10 on income. Gains of €25,540.24 exceed your exemption of €10,000.00 by €15,540.24.',
    );
    expect(lines(year)).toBe(
      'Net gains €25,540.24 Exemption used -€10,000.00 Taxable gains €15,540.24 Tax on gains, 10% €1,554.02 Tax on income, 30% €119.10 Together €1,673.12',
    );
  });

  it('follows the circumstances that were stated, in the sentence, the lines and the exemption', () => {
    const estimate = estimateOf({
      exemptionLeft: 7499.5,
      exemptionUsed: 7499.5,
      exemptionCarriedOut: 0,
      taxableGains: 18_040.74,
      capitalGainsTax: 1804.07,
      municipalSurcharge: 135.31,
      total: 1939.38,
    });
    const year = yearOf(25_540.24, { estimate, taxAfterExemption: undefined });
    expect(sentences(year)).toBe(
      'By these figures you owe about €1,939.38 for 2026, on your gains. Gains of €25,540.24 exceed the €7,499.50 that other assets leave of your exemption by €18,040.74.',
    );
    expect(lines(year)).toBe(
      'Net gains €25,540.24 Exemption used -€7,499.50 Taxable gains €18,040.74 Tax on gains, 10% €1,804.07 Municipal surcharge €135.31 Together €1,939.38',
    );
  });

  it('has the losses on other assets as a line of their own, so that the lines add up', () => {
    const estimate = estimateOf({
      exemptionLeft: 10_000,
      exemptionUsed: 10_000,
      exemptionCarriedOut: 0,
      taxableGains: 2000,
      capitalGainsTax: 200,
      total: 200,
    });
    const steps = owedOf(yearOf(15_000, { estimate, taxAfterExemption: undefined }))!.steps;
    const of = (part: keyof TaxSteps): bigint => steps[part].low;
    expect(of('otherLosses')).toBe(parseEur('3000'));
    expect(of('gains') - of('otherLosses') - of('speculativeLosses') - of('exemption')).toBe(of('taxable'));
  });

  it.each([
    [
      2500,
      'Losses on other assets cancel out your gains of €2,500.00 in 2026. The €10,000.00 that other assets leave of your exemption is unused.',
    ],
    [0, 'You have no net gains in 2026. The €10,000.00 that other assets leave of your exemption is unused.'],
    [
      -400,
      'Your losses are €400.00 higher than your gains in 2026. The €10,000.00 that other assets leave of your exemption is unused.',
    ],
  ])('with losses of 3,000 on other assets says what becomes of gains of %d', (gains, text) => {
    const estimate = estimateOf({ exemptionLeft: 10_000, exemptionUsed: 0, exemptionCarriedOut: 1000 });
    expect(sentences(yearOf(gains, { estimate, taxAfterExemption: undefined }))).toBe(
      `By these figures you owe no tax for 2026. ${text}`,
    );
  });

  it.each([
    [
      600,
      -200,
      'By these figures you get about €200.00 back for 2026: banks withheld more than you owe.',
      'Tax on gains, 10% €400.00 Withheld by banks -€600.00 Together -€200.00',
    ],
    [400, 0, 'By these figures nothing is left to pay for 2026: banks withheld the tax.', 'Together €0.00'],
    [
      100,
      300,
      'By these figures about €300.00 is left to pay for 2026, after the tax that banks withheld.',
      'Tax on gains, 10% €400.00 Withheld by banks -€100.00 Together €300.00',
    ],
  ])('sets %d that banks withheld against the tax', (taxWithheld, leftToPay, sentence, line) => {
    const tax = { taxableGains: 4000, capitalGainsTax: 400, total: 400 };
    const exemption = { exemptionLeft: 4000, exemptionUsed: 4000, exemptionCarriedOut: 0 };
    const estimate = estimateOf({ ...exemption, ...tax, otherGainsTax: 0, taxWithheld, leftToPay });
    const year = yearOf(8000, { estimate, taxAfterExemption: undefined });
    expect(sentences(year)).toContain(sentence);
    expect(lines(year)).toContain(line);
    expect(owedOf(year)!.total.low).toBe(parseEur(String(leftToPay)));
  });

  it('counts the tax on gains on other assets where banks withheld it, also in a year without gains', () => {
    const others = { otherGainsTax: 1000, taxWithheld: 2000, leftToPay: -1000 };
    const exemption = { exemptionLeft: 0, exemptionUsed: 0, exemptionCarriedOut: 0 };
    const year = yearOf(0, {
      estimate: estimateOf({ ...exemption, ...others }),
      taxAfterExemption: undefined,
    });
    expect(sentences(year)).toContain('you get about €1,000.00 back');
    expect(lines(year)).toBe(
      'Tax on gains on other assets €1,000.00 Withheld by banks -€2,000.00 Together -€1,000.00',
    );
  });

  it('counts results of derivatives with the gains, in the sentence and the lines', () => {
    const estimate = estimateOf({
      derivativeResults: 5000,
      exemptionLeft: 10_000,
      exemptionUsed: 10_000,
      exemptionCarriedOut: 0,
      taxableGains: 3000,
      capitalGainsTax: 300,
      total: 300,
    });
    const year = yearOf(8000, { estimate, taxAfterExemption: undefined });
    expect(sentences(year)).toContain('Gains of €13,000.00 exceed the €10,000.00');
    expect(lines(year)).toBe(
      'Net gains with derivatives €13,000.00 Exemption used -€10,000.00 Taxable gains €3,000.00 Tax on gains, 10% €300.00 Together €300.00',
    );
  });

  it('is that of the taxpayer’s part in a household', () => {
    const exemption = { exemptionLeft: 10_000, exemptionUsed: 10_000, exemptionCarriedOut: 0 };
    const estimate = estimateOf({ ...exemption, taxableGains: 500, capitalGainsTax: 50, total: 50 });
    const part = { capitalGains: 10_500, income: 100, incomeTax: 30, estimate, declarationRows: [] };
    const year = yearOf(21_000, {
      estimate,
      taxAfterExemption: undefined,
      totalIncomeTax: exact(60),
      household: { taxpayer: part, partner: part },
    });
    expect(sentences(year)).toBe(
      'By these figures you owe about €80.00 for 2026: €50.00 on gains and €30.00 on income. Gains of €10,500.00 exceed the €10,000.00 that other assets leave of your exemption by €500.00.',
    );
    expect(lines(year)).toContain('Your part of the net gains €10,500.00 Exemption used -€10,000.00');
  });

  it('says that nothing is owed within the exemption, and what is left of it', () => {
    expect(sentences(yearOf(1250))).toBe(
      'By these figures you owe no tax for 2026. Gains of €1,250.00 stay within your exemption of €10,000.00. €8,750.00 is left.',
    );
    expect(lines(yearOf(1250))).toContain('Taxable gains €0.00');
  });

  it('is a range where the exemption depends on a locked year', () => {
    const year = yearOf(12_000, {
      vrijstellingHeadroom: { ...EXEMPTION, total: range(10_000, 11_000), used: range(10_000, 11_000) },
      taxAfterExemption: range(100, 200),
    });
    expect(sentences(year)).toContain(
      'By these figures you owe about €100.00 to €200.00 for 2026, on your gains.',
    );
    expect(lines(year)).toContain(
      'Exemption used -€11,000.00 to -€10,000.00 Taxable gains €1,000.00 to €2,000.00',
    );
  });

  it('counts income alone in a year whose gains are not taxed', () => {
    const year = yearOf(900, {
      year: 2025,
      vrijstellingHeadroom: null,
      taxAfterExemption: undefined,
      totalCapitalGainsTax: exact(0),
      totalIncomeTax: exact(30),
    });
    expect(sentences(year)).toContain(
      'By these figures you owe about €30.00 for 2025, on your income. Gains of €900.00 are not taxed',
    );
    expect(lines(year)).toBe(
      'Net gains €900.00 Tax on gains, 0% €0.00 Tax on income, 30% €30.00 Together €30.00',
    );
  });

  it('says that figures are missing in place of a figure while most hang on missing values', () => {
    const year = yearOf(25_000, {
      completeness: { ...NOTHING_LACKS, withoutValue: 20, mostlyUnknown: true },
    });
    expect(sentences(year)).toBe(
      'There is no reliable figure of 2026 yet: most of it hangs on values that are missing.',
    );
    expect(taxSteps('en', year)).toBeNull();
  });

  it('of a locked year has its range alone', () => {
    const year = yearOf(0, {
      locked: true,
      totalCapitalGains: range(400, 600),
      taxAfterExemption: range(0, 0),
    });
    expect(sentences(year)).toBe(
      'This year is locked. Your gains are in the range of €400.00 to €600.00; unlock the year to see exact figures.',
    );
    expect([owedOf(year), taxSteps('en', year)]).toEqual([null, null]);
  });

  it('has no figure where the tax with circumstances depends on a locked year', () => {
    expect(owedOf(yearOf(12_000, { taxAfterExemption: undefined }))).toBeNull();
  });
});

describe('What is owed for a year in all', () => {
  const eur = (low: number, high = low) => ({ low: parseEur(String(low)), high: parseEur(String(high)) });

  it('is the total of the answer on the page of the year', () => {
    const figures = yearOf(12_000, { totalIncome: exact(100), totalIncomeTax: exact(30) });
    expect(owedTotal(figures)).toEqual(eur(230));
    expect(owedTotal(figures)).toEqual(owedOf(figures)?.total);
  });

  it('is the range of the tax after the exemption and the tax on income for a locked year', () => {
    const locked = { locked: true, taxAfterExemption: range(100, 200), totalIncomeTax: range(10, 20) };
    expect(owedTotal(yearOf(12_000, locked))).toEqual(eur(110, 220));
    const without = { ...yearOf(12_000, locked), taxAfterExemption: undefined };
    expect(owedTotal(without)).toBeNull();
  });

  it('is not known while most values are missing', () => {
    expect(owedTotal(yearOf(12_000, { completeness: { ...NOTHING_LACKS, mostlyUnknown: true } }))).toBeNull();
  });
});
