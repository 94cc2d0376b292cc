/** The report of a year: its forms agree, add up to the summary, and stay the same once the year is submitted. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { LANGUAGES, REPORT_FORMATS } from '@ctx/domain/vocabulary';
import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { DOCUMENT_PATHS } from '../../services/gateway/src/reports/document-paths.ts';
import { cellsOfSheet, rowsOfCsv, unzipped } from '../../services/gateway/test/sheets.ts';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { createUser, useStack, useUser } from './kit.ts';
import { event, importLines, newToken } from './stack.ts';

type Page = Schema<'YearReportPage'>;
type Row = Readonly<Record<string, string>>;

const of = (key: string): object => ({ asset: { key, symbol: key } });
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };

/** More disposals and lots than one page of a report holds. */
const MANY = 230;
const FACTS: readonly object[] = [
  { ...ACCOUNT, label: '=cmd|first "label"' },
  { kind: 'price', assetKey: 'PHO', at: '2025-12-31T22:00:00Z', eur: '80' },
  event('B24', 'ACQUISITION', '3', '2024-02-01T10:00:00Z', '300', of('PHO')),
  event('S24', 'DISPOSITION', '1', '2024-05-01T10:00:00Z', '170.333333333333', of('PHO')),
  event('I25', 'INCOME', '2', '2025-02-01T10:00:00Z', '7.005', of('SOL')),
  event('S25', 'DISPOSITION', '1', '2025-05-01T10:00:00Z', '200', of('PHO')),
  event('S26', 'DISPOSITION', '0.5', '2026-03-01T10:00:00Z', '120', of('PHO')),
  event('SHORT', 'DISPOSITION', '3', '2026-07-01T10:00:00Z', '300', of('GONE')),
  event('LATER', 'ACQUISITION', '1', '2027-01-01T10:00:00Z', '1', of('ETH')),
  ...Array.from({ length: MANY }, (_each, index) => [
    event(`B${String(index)}`, 'ACQUISITION', '2', '2026-01-05T10:00:00Z', '3.1', of('ADA')),
    event(`D${String(index)}`, 'DISPOSITION', '1.7', '2026-02-05T10:00:00Z', '4.003', of('ADA')),
    event(`R${String(index)}`, 'INCOME', '0.1', '2026-02-06T10:00:00Z', '0.107', of('SOL')),
  ]).flat(),
];

const stack = useStack();
const user = useUser(stack, { years: [2025, 2026], scope: 'write' });

beforeAll(async () => {
  expect(await importLines(stack, user.userId, FACTS)).not.toHaveProperty('error');
  const [income] = (await transactions(2025)).filter(({ type }) => type === 'INCOME');
  await correct(income!.id, 8.005);
  await untilIdle(stack, user);
  await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
}, 120_000);

const transactions = async (year: number) =>
  (await ok(user.api.GET('/api/v1/transactions', { params: { query: { year, size: 200 } } }))).transactions;
const correct = async (taxEventId: string, overriddenEuroValue: number) =>
  ok(user.api.POST('/api/v1/overrides', { body: { taxEventId, overriddenEuroValue } }));

async function report(year: number, format: string, more = '', of = user.token): Promise<string> {
  const { status, text } = await stack.get(
    `/api/v1/years/${String(year)}/report?format=${format}${more}`,
    of,
  );
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return text;
}

async function pages(year: number, of = user.token): Promise<Page[]> {
  const read: Page[] = [];
  for (let after = ''; ;) {
    const page = JSON.parse(await report(year, 'json', after, of)) as Page;
    read.push(page);
    if (typeof page.next !== 'string') return read;
    after = `&after=${page.next}`;
  }
}

const rowsOf = (csv: string): Row[] => parse<Row>(csv, { columns: true });

describe('The forms of a report', () => {
  it('have the same lines, with every digit', async () => {
    const rows = rowsOf(await report(2026, 'csv'));
    const lines = (await report(2026, 'jsonl')).trimEnd().split('\n');
    const ofPages = (await pages(2026)).flatMap((page) => page.lines);
    expect(rows.length).toBeGreaterThan(3 * MANY);
    expect(lines.map((line) => (JSON.parse(line) as Row)['section'])).toEqual(
      rows.map(({ section }) => section),
    );
    expect(ofPages.map(({ section, taxEventId }) => [section, taxEventId ?? ''])).toEqual(
      rows.map(({ section, taxEventId }) => [section, taxEventId]),
    );
    const used = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as Row)));
    const figures = [
      'gain',
      'income',
      'costBasis',
      'method',
      'historicCost',
      'unitPrice',
      'holdingPeriodDays',
    ];
    expect(figures.filter((field) => !used.has(field))).toEqual([]);
    const income = lines.find((line) => line.includes('"section":"INCOME"'));
    expect(income).toContain('"income":0.107');
  });

  it('are paged without a line twice', async () => {
    const read = await pages(2026);
    expect(read.length).toBeGreaterThan(10);
    expect(read.at(-1)).toMatchObject({ year: 2026, regime: 'NORMAAL_BEHEER', frozen: false, stale: false });
    expect((await pages(2025))[0]).toMatchObject({
      frozen: true,
      submittedAt: expect.any(String) as unknown,
    });
    const ids = read.flatMap(({ lines }) =>
      lines.filter(({ section }) => section === 'DISPOSAL').map(({ taxEventId }) => taxEventId),
    );
    expect(ids).toHaveLength(MANY + 2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('add up to the figures of the summary', async () => {
    for (const year of [2025, 2026]) {
      const rows = rowsOf(await report(year, 'csv'));
      const sumOf = (column: string): string =>
        rows
          .reduce((sum, row) => sum.plus(row[column] === '' ? 0 : row[column]!), new Decimal(0))
          .toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN)
          .toFixed(2);
      const summary = await ok(user.api.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
      expect([year, sumOf('gain')]).toEqual([year, Number(summary.totalCapitalGains.exact).toFixed(2)]);
      expect([year, sumOf('income')]).toEqual([year, Number(summary.totalIncome.exact).toFixed(2)]);
      const figure = rows.find(({ name }) => name === 'totalCapitalGains');
      expect(Number(figure?.['eur'])).toBe(summary.totalCapitalGains.exact);
    }
  });

  it('have the same gains and incomes as a workbook and as CSV files for Excel', async () => {
    const bytesOf = async (format: string): Promise<Uint8Array> => {
      const url = `${stack.ready().baseUrl}/api/v1/years/2026/report?format=${format}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${user.token}` } });
      expect([format, response.status]).toEqual([format, 200]);
      return new Uint8Array(await response.arrayBuffer());
    };
    const rows = rowsOf(await report(2026, 'csv'));
    const [workbook, files] = [unzipped(await bytesOf('xlsx')), unzipped(await bytesOf('csv-be'))];
    for (const [section, title, column, place] of [
      ['DISPOSAL', 'Disposals', 'gain', 'H'],
      ['INCOME', 'Income', 'income', 'F'],
    ] as const) {
      const exact = rows.filter((row) => row['section'] === section).map((row) => row[column]!);
      expect(exact.length).toBeGreaterThanOrEqual(MANY);
      expect(rowsOfCsv(files, title).map((row) => row.at(-1)!.replace(',', '.'))).toEqual(exact);
      const cells = cellsOfSheet(workbook, title);
      expect(exact.map((_each, index) => Number(cells[`${place}${String(index + 2)}`]))).toEqual(
        exact.map(Number),
      );
    }
  });

  it('tell a gain or an income of 0 from an unknown one', async () => {
    const user = await createUser(stack, { scope: 'write' });
    const on = (day: number): string => `2026-03-0${String(day)}T10:00:00Z`;
    await importLines(stack, user.userId, [
      ACCOUNT,
      event('BUY', 'ACQUISITION', '9', '2026-02-01T10:00:00Z', '90', of('UNK')),
      event('TAXED', 'DISPOSITION', '1', on(1), '25', of('UNK')),
      event('NO GAIN', 'DISPOSITION', '1', on(2), '10', of('UNK')),
      event('UNKNOWN', 'DISPOSITION', '1', on(3), null, of('UNK')),
      event('UNTAXED', 'DISPOSITION', '1', on(4), '25', { ...of('UNK'), taxable: false }),
      event('GIFT', 'DISPOSITION', '1', on(5), '25', {
        ...of('UNK'),
        treatment: 'GIFT_GIVEN',
        taxable: true,
      }),
      event('WORTHLESS REWARD', 'INCOME', '1', on(6), '0', of('UNK')),
      event('UNKNOWN REWARD', 'INCOME', '1', on(7), null, of('UNK')),
    ]);
    await untilIdle(stack, user);
    const shown = (lines: readonly object[]): string[] => {
      const columns = ['section', 'value', 'proceeds', 'gain', 'lotGain', 'income'];
      const rows = lines.map((each) => columns.map((column) => (each as Row)[column] ?? '').join());
      return rows.filter((row) => /^(DISPOSAL|LOT|INCOME)/.test(row));
    };
    const csv = shown(rowsOf(await report(2026, 'csv', '', user.token)));
    expect(csv).toEqual([
      'DISPOSAL,25,25,15,,',
      'LOT,,25,,15,',
      'DISPOSAL,10,10,0,,',
      'LOT,,10,,0,',
      'DISPOSAL,,,,,',
      'LOT,,,,,',
      'DISPOSAL,25,25,0,,',
      'LOT,,25,,0,',
      'DISPOSAL,25,,0,,',
      'LOT,,,,0,',
      'INCOME,0,,,,0',
      'INCOME,,,,,',
    ]);
    const objects = (await report(2026, 'jsonl', '', user.token)).trimEnd().split('\n');
    expect(shown(objects.map((each) => JSON.parse(each) as Row))).toEqual(csv);
    expect(shown((await pages(2026, user.token)).flatMap(({ lines }) => lines))).toEqual(csv);
    const html = await report(2026, 'html', '', user.token);
    const table = (id: string): string => html.split(`<h2 id="${id}"`)[1]!.split('</table>')[0]!;
    const lastCells = (id: string): string[] =>
      [...table(id).matchAll(/<td[^>]*>([^<]*)<\/td>\s*<\/tr>/g)].map(([, cell]) => cell!.trim());
    const gains = ['€15.00', '€0.00', 'Unknown', '€0.00', '€0.00'];
    expect([lastCells('DISPOSAL'), lastCells('LOT')]).toEqual([gains, gains]);
    expect(lastCells('INCOME')).toEqual(['€0.00', 'Unknown']);
  });

  it('name the lots of the end of the year, and those of the photo moment with their value then', async () => {
    const rows = rowsOf(await report(2026, 'csv'));
    const held = (section: string, asset: string): Row[] =>
      rows.filter((row) => row['section'] === section && row['assetKey'] === asset);
    const sum = (found: Row[], column: string): string =>
      found.reduce((total, row) => total.plus(row[column]!), new Decimal(0)).toString();
    expect(sum(held('PHOTO', 'PHO'), 'amount')).toBe('1');
    expect(sum(held('PHOTO', 'PHO'), 'historicCost')).toBe('100');
    expect(held('PHOTO', 'PHO').map(({ unitPrice, value }) => [unitPrice, value])).toEqual([['80', '80']]);
    expect(sum(held('STOCK', 'PHO'), 'amount')).toBe('0.5');
    expect(sum(held('STOCK', 'ADA'), 'amount')).toBe(new Decimal(MANY).times('0.3').toString());
    expect(held('STOCK', 'ETH')).toEqual([]);
  });

  it('hold no text that a spreadsheet would run', async () => {
    const [disposal] = rowsOf(await report(2026, 'csv')).filter(({ section }) => section === 'DISPOSAL');
    expect(disposal?.['account']).toBe(`'=cmd|first "label"`);
  });

  it.each(LANGUAGES)('are a document without other files, in the language %s', async (language) => {
    const page = await report(2026, 'html', `&language=${language}`);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page.match(/<h2 id=/g)).toHaveLength(17);
    expect(page).not.toMatch(/<(script|link|img)|src=/);
    expect(page.match(/<table /g)).toHaveLength(16);
    expect(page.trimEnd().endsWith('</html>')).toBe(true);
  });

  it('are sent with a media type, a name of a file and no body for HEAD', async () => {
    const url = `${stack.ready().baseUrl}/api/v1/years/2026/report?format=csv`;
    const headers = { authorization: `Bearer ${user.token}` };
    const { status, headers: sent } = await fetch(url, { method: 'HEAD', headers });
    expect([status, sent.get('content-type'), sent.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="report-2026.csv"',
    ]);
  });
});

describe('The report of a submitted year', () => {
  it('stays the same byte for byte when names, prices, corrections and later years change', async () => {
    const forms = ['csv', 'jsonl', 'html'];
    const before = await Promise.all(forms.map((format) => report(2025, format)));
    expect(before[0]).toContain('8.005');
    await importLines(stack, user.userId, [
      { ...ACCOUNT, label: 'Another label' },
      { kind: 'price', assetKey: 'PHO', at: '2025-12-31T22:30:00Z', eur: '99' },
      ...FACTS.slice(2),
      event('NEW', 'DISPOSITION', '0.1', '2026-09-01T10:00:00Z', '20', of('PHO')),
    ]);
    const [sold] = (await transactions(2026)).filter(({ referenceId }) => referenceId === 'S26');
    await correct(sold!.id, 130);
    await untilIdle(stack, user);
    expect(await report(2026, 'csv')).toContain('Another label');
    expect(await Promise.all(forms.map((format) => report(2025, format)))).toEqual(before);
  });
});

describe('A form of a report', () => {
  const paths = DOCUMENT_PATHS.map(({ path, form, query }) => ({
    form,
    path: path.replace('{year}', '2026'),
    isInLanguages: 'language' in query.shape,
  }));
  // A document counts as three of the 120 requests of a token.
  let token = '';
  beforeEach(async () => {
    token = await newToken(stack, user.userId, 'write');
  });
  const fetched = async (path: string, accept?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(accept !== undefined && { accept }) };
    const response = await fetch(`${stack.ready().baseUrl}${path}`, { headers });
    const type = response.headers.get('content-type')?.split(';')[0];
    return {
      status: response.status,
      type,
      vary: response.headers.get('vary'),
      bytes: await response.bytes(),
    };
  };
  const REPORT = '/api/v1/years/2026/report';
  /** The workbook and the ZIP file hold the moment at which they were made. */
  const isTheSame = new Set(['html', 'csv', 'jsonl']);

  it.each(paths)(
    '$form is at $path, in the language that is asked for',
    async ({ path, form, isInLanguages }) => {
      const search = isInLanguages ? 'language=nl' : '';
      const own = await fetched(`${path}?${search}`);
      const byFormat = await fetched(`${REPORT}?format=${form}&${search}`);
      expect([own.status, own.type]).toEqual([200, byFormat.type]);
      if (isTheSame.has(form)) expect(own.bytes).toEqual(byFormat.bytes);
      for (const query of ['format=csv', 'after=x', ...(isInLanguages ? ['language=de'] : ['language=nl'])])
        expect([query, (await fetched(`${path}?${query}`)).status]).toEqual([query, 400]);
    },
  );

  it.each(paths)('$form is chosen by Accept where no format is given', async ({ path, form }) => {
    const { type } = await fetched(path);
    expect(await fetched(REPORT, `${type!}, application/json;q=0.5`)).toMatchObject({ status: 200, type });
    const chosen = await fetched(`${REPORT}?format=${form}`, 'application/json');
    expect(chosen.type).toBe(type);
  });

  it.each([[undefined], ['*/*'], ['application/json, text/csv'], ['application/pdf']])(
    'is a page of JSON with Accept %s',
    async (accept) => {
      const { status, type, vary } = await fetched(REPORT, accept);
      expect([status, type]).toEqual([200, 'application/json']);
      expect(vary).toContain('Accept');
    },
  );

  it.each(paths)(
    '$form belongs to the token: none for a locked year, and another method is rejected',
    async ({ path }) => {
      const locked = await stack.get(path.replace('2026', '2024'), token);
      expect([locked.status, locked.body['code']]).toEqual([402, 'REPORT_YEAR_LOCKED']);
      expect((await stack.get(path, 'ctx_none')).status).toBe(401);
      const posted = await fetch(`${stack.ready().baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('that does not exist is not found', async () => {
    expect((await fetched(`${REPORT}.pdf`)).status).toBe(404);
  });
});

describe('A report is rejected', () => {
  it('for a locked year', async () => {
    for (const format of REPORT_FORMATS) {
      const { status, body } = await stack.get(`/api/v1/years/2024/report?format=${format}`, user.token);
      expect([status, body['code']]).toEqual([402, 'REPORT_YEAR_LOCKED']);
    }
  });

  it('from the page on before which the figures changed', async () => {
    const { next } = JSON.parse(await report(2026, 'json')) as Page;
    const [sold] = (await transactions(2026)).filter(({ referenceId }) => referenceId === 'S26');
    await correct(sold!.id, 131);
    await untilIdle(stack, user);
    const { status, body } = await stack.get(`/api/v1/years/2026/report?after=${next!}`, user.token);
    expect([status, body['code']]).toEqual([409, 'REPORT_CHANGED']);
  });
});
