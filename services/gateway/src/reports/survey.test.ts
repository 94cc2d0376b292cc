import { describe, expect, it } from '@jest/globals';
import { EUR_SCALE, formatDecimal, parseAmount, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { REPORT_SECTIONS, type ReportSection } from '@ctx/domain/vocabulary';
import fc from 'fast-check';
import { LINES, reportOf } from '../../test/reports.ts';
import type { Line } from './report.ts';
import { linesOfSection, surveyOf } from './survey.ts';

const eur = fc
  .bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
  .map((value) => formatDecimal(value, EUR_SCALE));
const asset = fc.constantFrom('BTC', 'ETH', 'ETHEREUM:0x1');
const account = fc.constantFrom('Kraken', 'Ledger', null);
const symbols: Readonly<Record<string, string>> = { BTC: 'BTC', ETH: 'ETH', 'ETHEREUM:0x1': 'ETH' };

/** Disposals with their lots, then income, then stock: as a report has them. */
const lines: fc.Arbitrary<Line[]> = fc
  .tuple(
    fc.array(
      fc.record({
        assetKey: asset,
        account,
        proceeds: eur,
        costBasis: eur,
        gain: fc.option(eur),
        lots: fc.nat(20),
      }),
    ),
    fc.array(fc.record({ assetKey: asset, account, income: fc.option(eur) })),
    fc.array(fc.record({ assetKey: asset, amount: fc.nat().map(String), historicCost: eur })),
  )
  .map(([disposals, incomes, stock]) => [
    ...LINES.slice(0, 3),
    ...disposals.flatMap(({ lots, ...each }) => [
      { ...each, section: 'DISPOSAL' as const, assetSymbol: symbols[each.assetKey] ?? null },
      ...Array<Line>(lots).fill({ section: 'LOT', assetKey: each.assetKey, type: 'CONSUMED' }),
    ]),
    ...incomes.map((each) => ({ ...each, section: 'INCOME' as const })),
    ...stock.map((each) => ({ ...each, section: 'STOCK' as const })),
  ]);

const sum = (values: readonly (string | null | undefined)[]): bigint =>
  values.reduce((total, each) => total + parseEur(each ?? '0'), 0n);

describe('The survey of a report', () => {
  it('has the sums of all lines, by asset and by account, whatever the lines are', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const { assets, accounts, stock, counts } = await surveyOf(reportOf(all));
        const of = (section: ReportSection): Line[] => all.filter((line) => line.section === section);
        const known = of('DISPOSAL').filter(({ gain }) => gain != null);
        for (const totals of [assets, accounts]) {
          const values = [...totals.values()];
          const add = (field: 'proceeds' | 'basis' | 'gain' | 'income'): bigint =>
            values.reduce((total, each) => total + each[field], 0n);
          expect([add('proceeds'), add('basis'), add('gain'), add('income')]).toEqual([
            sum(known.map(({ proceeds }) => proceeds)),
            sum(known.map(({ costBasis }) => costBasis)),
            sum(known.map(({ gain }) => gain)),
            sum(of('INCOME').map(({ income }) => income)),
          ]);
          expect(values.reduce((total, { unknown }) => total + unknown, 0)).toBe(
            of('DISPOSAL').length - known.length,
          );
        }
        const held = [...stock.values()];
        expect(held.reduce((total, { amount }) => total + amount, 0n)).toBe(
          of('STOCK').reduce((total, { amount }) => total + parseAmount(amount ?? '0'), 0n),
        );
        expect(counts.get('LOT') ?? 0).toBe(of('LOT').length);
      }),
    );
  });

  it('finds the lines of each section again, and only those, on whatever page they are', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const report = reportOf(all);
        const survey = await surveyOf(report);
        for (const section of REPORT_SECTIONS) {
          const found = await Array.fromAsync(linesOfSection(report, survey, section));
          expect(found).toEqual(all.filter((line) => line.section === section));
        }
      }),
    );
  });

  it('reads only the pages of a section', async () => {
    const read: string[] = [];
    const report = reportOf([...LINES, ...Array<Line>(50).fill({ section: 'ISSUE', name: 'SPAM' })]);
    const survey = await surveyOf(report);
    const counting = {
      ...report,
      readPage: (after: string) => {
        read.push(after);
        return report.readPage(after);
      },
    };
    await Array.fromAsync(linesOfSection(counting, survey, 'STOCK'));
    expect(read).toEqual(['7']);
  });

  it('names an asset by its symbol, with its key where another asset has the same one', async () => {
    const contract = { ...LINES[8]!, assetKey: 'ETHEREUM:0x1234567890123456789012345678901234abcdef' };
    const { names } = await surveyOf(reportOf([...LINES, contract]));
    expect(Object.fromEntries(names)).toEqual({
      BTC: 'BTC',
      [contract.assetKey]: 'BTC (ETHEREUM:0x1234…abcdef)',
      'ETHEREUM:0x1': 'BTC (ETHEREUM:0x1)',
      SOL: 'SOL',
    });
  });

  it('has the questions with the greatest effect first, and no more than its limit', async () => {
    const question = (eur: string | null, value: string | null): Line => ({
      section: 'ISSUE',
      name: 'MISSING_PRICE',
      eur,
      value,
    });
    const many = Array<Line>(3 * LIMITS.reportQuestionsMax).fill(question(null, null));
    const { questions, counts } = await surveyOf(
      reportOf([...many, question(null, '5'), question('-60', null), question('20', '900')]),
    );
    expect(questions.slice(0, 3).map(({ eur, value }) => [eur, value])).toEqual([
      ['-60', null],
      ['20', '900'],
      [null, '5'],
    ]);
    expect([questions.length, counts.get('ISSUE')]).toEqual([LIMITS.reportQuestionsMax, many.length + 3]);
  });
});
