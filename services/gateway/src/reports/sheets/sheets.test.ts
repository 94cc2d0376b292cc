/** A report as a workbook and as Belgian CSV files: the same tables as the document, with values that a spreadsheet can add up. */
import { describe, expect, it, jest } from '@jest/globals';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import fc from 'fast-check';
import { LINES, reportOf } from '../../../test/reports.ts';
import { cellsOfSheet, type Files, rowsOfCsv, unzipped } from '../../../test/sheets.ts';
import type { Language } from '../../ui/language.ts';
import type { Line, Report } from '../report.ts';
import { REPORT_TEXTS } from '../texts/texts.ts';
import { belgianCsv } from './belgian-csv.ts';
import { workbook } from './workbook.ts';

async function filesOf(parts: AsyncIterable<Uint8Array>): Promise<Files> {
  return unzipped(Buffer.concat(await Array.fromAsync(parts)));
}

const csvFiles = async (report: Report) => filesOf(await belgianCsv(report));
const titlesOf = (language: Language) => REPORT_TEXTS[language].report.sections;

const csvRows = async (report: Report, title: string) => rowsOfCsv(await csvFiles(report), title);

const sheetCells = async (report: Report, title: string) =>
  cellsOfSheet(await filesOf(await workbook(report)), title);

describe('The Belgian CSV files of a report', () => {
  it.each(LANGUAGES)(
    'have a file for each table, with translated headings and a byte order mark, in %s',
    async (language) => {
      const files = await csvFiles(reportOf(LINES, { language }));
      const titles = Object.values(titlesOf(language)).map(({ title }) => title);
      expect(Object.keys(files)).toHaveLength(titles.length + 1);
      for (const title of titles)
        expect(Object.keys(files).filter((name) => name.endsWith(` ${title}.csv`))).toHaveLength(1);
      for (const text of Object.values(files)) expect(text.codePointAt(0)).toBe(0xfe_ff);
    },
  );

  it('split at semicolons, with decimal commas, every digit, and days', async () => {
    const report = reportOf(LINES, { language: 'nl' });
    expect(await csvRows(report, titlesOf('nl').DISPOSAL.title)).toEqual([
      ['01/03/2026', 'BTC', 'Vervreemding', 'Kraken', '0,123456789012', '30000,506', '3750,006', '26250,5'],
      ['01/03/2026', 'BTC (ETHEREUM:0x1)', 'Vervreemding', 'Kraken', '1', 'Onbekend', '0', 'Onbekend'],
    ]);
    const photo = await csvRows(report, titlesOf('nl').PHOTO.title);
    expect(photo[0]?.[5]).toBe('31/12/2025 23:00');
  });

  it('hold no text that a spreadsheet would run', async () => {
    const rows = await csvRows(reportOf(LINES), titlesOf('en').CORRECTION.title);
    expect(rows[0]?.at(-1)).toBe("'=cmd|first");
  });

  it('of a submitted year stay the same byte for byte', async () => {
    const report = reportOf(LINES, { submittedAt: '2027-07-01T10:00:00Z', format: 'csv-be' });
    const bytesOf = async (): Promise<string> =>
      Buffer.concat(await Array.fromAsync(await belgianCsv(report))).toString('hex');
    const before = await bytesOf();
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2031-01-01T00:00:00Z'));
    expect(await bytesOf()).toBe(before);
    later.mockRestore();
  });
});

describe('The workbook of a report', () => {
  it('has numbers, days and texts, and no formula', async () => {
    const report = reportOf(LINES);
    const cells = await sheetCells(report, titlesOf('en').DISPOSAL.title);
    expect([cells['A1'], cells['H1'], cells['B2'], cells['H2'], cells['H3']]).toEqual([
      'Date',
      'Gain',
      'BTC',
      '26250.5',
      'Unknown',
    ]);
    // Days since 1899-12-30.
    expect(Number(cells['A2'])).toBe((Date.UTC(2026, 2, 1) - Date.UTC(1899, 11, 30)) / 86_400_000);
    const corrections = await sheetCells(report, titlesOf('en').CORRECTION.title);
    expect(corrections['E2']).toBe('=cmd|first');
    const files = await filesOf(await workbook(report));
    expect(Object.values(files).filter((text) => text.includes('<f>'))).toEqual([]);
  });

  it('adds up to the figures to the cent, whatever the lines are', async () => {
    const gain = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map((each) => String(Number(each) / 1e7));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          gain.filter((each) => !each.includes('e')),
          { minLength: 1, maxLength: 40 },
        ),
        async (gains) => {
          const lines = gains.map((each): Line => ({ ...LINES[8]!, gain: each }));
          const exact = formatCents(gains.reduce((sum, each) => sum + parseEur(each), 0n));
          const cells = await sheetCells(reportOf(lines), titlesOf('en').ASSET.title);
          // With the digits of the gains, and rounded as the figures are.
          expect(formatCents(parseEur(Number(cells['F2']).toFixed(7)))).toBe(exact);
          const disposals = await sheetCells(reportOf(lines), titlesOf('en').DISPOSAL.title);
          const shown = gains.map((_each, index) => disposals[`H${String(index + 2)}`]!);
          expect(shown.map(Number)).toEqual(gains.map(Number));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('is rejected before it begins where it has too many rows', async () => {
    const many = Array<Line>(LIMITS.workbookRowsMax).fill({
      section: 'INCOME',
      assetKey: 'SOL',
      income: '1',
    });
    const error = await workbook(reportOf(many)).catch((thrown: unknown) => thrown);
    expect(rejectionCodeOf(error)).toBe('REPORT_TOO_LARGE');
  });
});
