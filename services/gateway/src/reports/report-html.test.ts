import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { HOSTILE, HOSTILE_SHOWN, plain } from '../../test/views.ts';
import { LINES, reportOf } from '../../test/reports.ts';
import { htmlReport } from './report-html.ts';
import type { Report } from './report.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

async function documentOf(report: Report): Promise<string> {
  let text = '';
  for await (const part of await htmlReport(report)) text += part;
  return text;
}

/** The texts of the rows of a table. */
function rowsOf(document: string, id: string): string[] {
  const table = document.split(`<h2 id="${id}"`)[1]?.split('</table>')[0] ?? '';
  return table.split('<tr>').slice(2).map(plain);
}

describe('The document of a report', () => {
  it('begins with whose it is, of which period, its status and what is missing', async () => {
    const cover = plain((await documentOf(reportOf(LINES))).split('</header>')[0]!);
    for (const text of [
      'Draft Incomplete',
      'Taxpayer an@example.org',
      'Period 1 Jan 2026 to 31 Dec 2026',
      'Made on 1 Feb 2027',
      '1 of 4 transactions has no value yet',
      'Disposals 2 rows',
      'Lots of the disposals 1 row',
    ])
      expect(cover).toContain(text);
  });

  it('covers the days until it is made, in a year that is not over', async () => {
    const report = { ...reportOf(LINES), madeOn: '2026-11-26' };
    expect(plain(await documentOf(report))).toContain('Period 1 Jan 2026 to 26 Nov 2026');
  });

  it('of a submitted year does not depend on the day or on the data sources', async () => {
    const report = reportOf(LINES, { submittedAt: '2027-07-01T10:00:00Z' });
    const document = await documentOf(report);
    expect(await documentOf({ ...report, madeOn: '2031-01-01' })).toBe(document);
    expect(plain(document)).toContain('Submitted on 1 Jul 2027');
    expect(document).not.toContain('id="SOURCE"');
    expect(plain(document)).not.toContain('Draft');
  });

  it('is the supporting document of the return, and lists what it lacks', async () => {
    const coverOf = async (report: Report) => plain((await documentOf(report)).split('</header>')[0]!);
    const { statement, incomplete, complete, lacks } = REPORT_TEXTS.en.supporting;
    const open = await coverOf(reportOf(LINES));
    for (const text of [
      statement,
      incomplete,
      'the answers to 2 open questions',
      'the value of 1 transaction',
      lacks.circumstances,
      lacks.submission,
    ])
      expect(open).toContain(text);
    const stated = reportOf([{ section: 'FIGURE', name: 'estimate.total', eur: '0' }]);
    expect(await coverOf(stated)).not.toContain(lacks.circumstances);
    expect(await coverOf(stated)).toContain(lacks.submission);
    const submitted = await coverOf(reportOf([], { submittedAt: '2027-07-01T10:00:00Z' }));
    expect(submitted).toContain(complete);
    expect(submitted).not.toContain(incomplete);
  });

  it('claims nothing in a year without an exemption', async () => {
    const report = reportOf(LINES);
    const speculative = { ...report, first: { ...report.first, regime: 'SPECULATIEF' as const } };
    for (const each of [{ ...report, year: 2025 }, speculative])
      expect(plain(await documentOf(each))).not.toContain(REPORT_TEXTS.en.supporting.title);
  });

  it('has totals in its body and every row in the annex', async () => {
    const document = await documentOf(reportOf(LINES));
    const [body = '', annex = ''] = document.split('id="ANNEX"');
    expect(rowsOf(body, 'ASSET')).toEqual([
      'BTC 1 0 €30,000.51 €3,750.01 €26,250.50 €0.00',
      'BTC (ETHEREUM:0x1) 1 1 €0.00 €0.00 €0.00 €0.00',
      'SOL 0 0 €0.00 €0.00 €0.00 €90.00',
      'Total 2 1 €30,000.51 €3,750.01 €26,250.50 €90.00',
    ]);
    expect(rowsOf(body, 'ACCOUNT')).toEqual(['No account 0 €0.00 1 €90.00', 'Kraken 2 €26,250.50 0 €0.00']);
    expect(rowsOf(body, 'STOCK')).toEqual(['BTC 2 3 €3.50']);
    expect(rowsOf(body, 'PHOTO')).toEqual([
      'SOL 1 3 €1.00 €5.50 31 Dec 2025, 23:00 your own price €16.50',
      'GONE 1 3 €1.00 No price Unknown',
    ]);
    expect(rowsOf(body, 'DISPOSAL')).toEqual([
      '1 Mar 2026 BTC Disposal Kraken 0.12345678 €30,000.51 €3,750.01 €26,250.50',
      '1 Mar 2026 BTC (ETHEREUM:0x1) Disposal Kraken 1 Unknown €0.00 Unknown',
    ]);
    expect(rowsOf(annex, 'LOT')).toHaveLength(1);
    expect(rowsOf(annex, 'STOCK_LOT')).toHaveLength(2);
  });

  it('lists questions with their asset, account, amount and effect, the greatest effect first', async () => {
    expect(rowsOf(await documentOf(reportOf(LINES)), 'ISSUE')).toEqual([
      'Value in euro unknown BTC Kraken 1 Feb 2026 4 €-60.00'.replace('€-', '-€'),
      'Value in euro unknown SOL 1 Jan 2026 Unknown',
    ]);
  });

  it('keeps all decimals of an amount that would be 0 without them', async () => {
    const dust = { section: 'STOCK', assetKey: 'DUST', amount: '0.000000000000000001' } as const;
    expect(rowsOf(await documentOf(reportOf([dust])), 'STOCK')[0]).toContain('0.000000000000000001');
  });

  it.each(LANGUAGES)('escapes texts of other people and has each table once, in %s', async (language) => {
    const hostile = { section: 'STOCK', assetKey: HOSTILE, amount: '1', historicCost: '1' } as const;
    const document = await documentOf(reportOf([...LINES, hostile], { language }));
    expect(document).toContain(HOSTILE_SHOWN);
    expect(document).not.toMatch(/<img|undefined|\[object|\{\w+\}<|>\{\w+\}/);
    const ids = [...document.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(16);
  });
});
