/** The list of the law: each number with its source, and a new income year as data alone. */
import { describe, expect, it } from '@jest/globals';
import { formatCents, parseEur } from '../decimal.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import { CODES, declarationCodes } from './declaration.ts';
import { exemptionIn, PUBLISHED } from './exemption.ts';
import { LAW, type Law, type ProvisionName, PROVISIONS, provisionsIn, provisionsOf } from './provisions.ts';
import { ratesOf } from './rates.ts';
import { shownProvision } from './shown.ts';
import { confirmed } from './source.ts';
import { lawTable } from './table.ts';

const valueIn = (year: number, name: ProvisionName, law?: Law) =>
  provisionsIn(year, law).find((row) => row.name === name);

describe('The provisions of the law', () => {
  it('have every name, in the order of the names', () => {
    const names = provisionsOf().map(({ name }) => name);
    expect([...new Set(names)]).toEqual(PROVISIONS);
    expect(lawTable().provisions.map(({ name }) => name)).toEqual(names);
  });

  it('have a source, a day and, if they are assumed, the code of an assumption', () => {
    for (const {
      law: { source, status, assumption, checkedOn },
    } of provisionsOf()) {
      expect([source, checkedOn]).toEqual([expect.any(String), expect.stringMatching(/^20\d\d-\d\d-\d\d$/)]);
      expect(assumption === null).toBe(status === 'CONFIRMED');
      expect([...ASSUMPTIONS, null]).toContain(assumption);
    }
  });

  it('have the amount of the statute, the coefficient and the rounding of the exemption', () => {
    expect(valueIn(2026, 'EXEMPTION')).toMatchObject({
      value: '10000',
      unit: 'EUR',
      statutoryEur: '4855',
      law: { status: 'CONFIRMED', article: '96/2' },
      // 4,855 × 2.0592 = 9,997.416.
      indexation: { coefficient: '2.0592', exactEur: '9997.42', roundedToEur: '10', roundedEur: '10000' },
    });
    // 2,426 × 2.0592 = 4,995.6192.
    expect(valueIn(2026, 'EXEMPTION_CARRIED_USABLE')).toMatchObject({
      value: '5000',
      statutoryEur: '2426',
      indexation: { exactEur: '4995.62', roundedEur: '5000' },
    });
  });

  it('say that 1,000 a year is not the indexed 480, which would be 990, and name the two places that have it', () => {
    expect(valueIn(2026, 'EXEMPTION_CARRIED_A_YEAR')).toMatchObject({
      value: '1000',
      statutoryEur: '480',
      // 480 × 2.0592 = 988.416.
      indexation: { exactEur: '988.42', roundedEur: '990' },
      law: {
        status: 'CONFIRMED',
        source: 'FPS_FINANCE',
        alsoIn: [{ source: 'LAW_2026_OWN', article: '33' }],
      },
    });
  });

  it('keep the quotient of older versions for programs that read it', () => {
    const quotients = provisionsOf().map((row) => shownProvision(row, null).index);
    expect(quotients.filter((each) => each !== null)).toEqual(['2.0597']);
  });

  it('of one year are one row for each name that applies', () => {
    expect(valueIn(2025, 'CAPITAL_GAINS_RATE')).toMatchObject({ value: '0', fromYear: null });
    expect(valueIn(2026, 'CAPITAL_GAINS_RATE')).toMatchObject({ value: '10', fromYear: 2026 });
    expect(valueIn(2025, 'EXEMPTION')).toBeUndefined();
    const names = provisionsIn(2026).map(({ name }) => name);
    expect(names).toEqual(PROVISIONS);
  });

  it('that a year takes from an earlier one are assumed', () => {
    expect(valueIn(2027, 'EXEMPTION')).toMatchObject({
      law: { status: 'ASSUMED', assumption: 'LAST_AMOUNT_REUSED' },
    });
    expect(valueIn(2025, 'INCOME_CODE')).toMatchObject({
      law: { status: 'CONFIRMED', assumption: null },
    });
    expect(valueIn(2026, 'INCOME_CODE')).toMatchObject({
      law: { status: 'ASSUMED', assumption: 'CODES_OF_LAST_FORM' },
    });
  });
});

describe('A new income year is data alone', () => {
  // A fictional 2027: other amounts, another rate, and a published form with a code for gains.
  const published = confirmed('LAW_2026', '96/2', '2027-12-01');
  const gainCode = CODES.find(({ kind }) => kind === 'CAPITAL_GAIN')!;
  const law: Law = {
    rates: {
      ...LAW.rates,
      capitalGains: {
        ...LAW.rates.capitalGains,
        NORMAAL_BEHEER: [
          ...LAW.rates.capitalGains.NORMAAL_BEHEER,
          { fromYear: 2027, percent: 12, law: published },
        ],
      },
    },
    exemption: [
      ...PUBLISHED,
      {
        year: 2027,
        base: parseEur('10200'),
        carriedAYear: parseEur('1020'),
        carriedUsable: parseEur('5100'),
        law: published,
      },
    ],
    declaration: {
      lastPublishedYear: 2027,
      codes: [
        ...CODES,
        { ...gainCode, fromYear: 2027, declarantCode: '1450-05', note: null, law: published },
      ],
    },
  };
  const unused = () => ({ low: 0n, high: 0n });

  it('for the exemption and what carries over', () => {
    const of2028 = exemptionIn(2028, unused, law.exemption)!.low;
    // 1,000 of 2026 and 1,020 of 2027 are carried in; 1,020 of 2028 are added.
    expect(
      [of2028.baseExemption, of2028.carriedIn, of2028.carriedOut].map((eur) => formatCents(eur)),
    ).toEqual(['10200', '2020', '3040']);
    expect(exemptionIn(2027, unused, law.exemption)!.low.indexedAmountConfirmed).toBe(true);
    expect(exemptionIn(2028, unused, law.exemption)!.low.indexedAmountConfirmed).toBe(false);
  });

  it('for the rate', () => {
    const percents = [2026, 2027, 2028].map(
      (year) => ratesOf(year, 'NORMAAL_BEHEER', law.rates).capitalGainsPercent,
    );
    expect(percents).toEqual([10, 12, 12]);
  });

  it('for the tax return: a new code replaces the one of its kind, from its year on', () => {
    const gainRows = (year: number) =>
      declarationCodes(year, 'NORMAAL_BEHEER', law.declaration).filter(({ kind }) => kind === 'CAPITAL_GAIN');
    expect(gainRows(2026)).toMatchObject([{ declarantCode: null }]);
    expect(gainRows(2027)).toMatchObject([{ declarantCode: '1450-05', note: null }]);
    expect(gainRows(2028)).toMatchObject([{ note: expect.stringMatching(/not published/) }]);
  });

  it('for what readers see', () => {
    expect(valueIn(2027, 'EXEMPTION', law)).toMatchObject({
      value: '10200',
      indexation: null,
      law: { status: 'CONFIRMED' },
    });
    expect(valueIn(2028, 'EXEMPTION', law)).toMatchObject({ value: '10200', law: { status: 'ASSUMED' } });
    expect(lawTable(law).exemption).toMatchObject({
      amounts: [
        { fromYear: 2026, eur: '10000' },
        { fromYear: 2027, eur: '10200' },
      ],
      carriedOverPerYearMax: '1020',
    });
  });
});
