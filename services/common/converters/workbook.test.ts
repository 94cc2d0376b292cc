/** Workbooks (.xlsx): the same facts as the CSV of the same site. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Conversion, convert } from './convert.ts';
import type { ConversionOptions } from './format.ts';
import { previewOf } from './preview.ts';
import { factsIn, identityOf, leftOutIn } from './test/summary.ts';
import { type Cell, sampleRows, type TestSheet, workbook, type WorkbookOptions } from './test/workbook.ts';
import { unpacked } from './unpack.ts';

const MEBIBYTE = 1024 * 1024;

async function converted(bytes: Uint8Array, options: ConversionOptions = {}): Promise<Conversion> {
  const [part] = await unpacked({ name: 'statement.xlsx', bytes }, 2 * MEBIBYTE);
  if (part?.workbook === undefined) throw new Error('no workbook');
  return convert(part.workbook, options);
}

const conversionOf = (
  sheets: readonly TestSheet[],
  options?: ConversionOptions,
  written?: WorkbookOptions,
): Promise<Conversion> => converted(workbook(sheets, written), options);

const reasonOf = async (
  sheets: readonly TestSheet[],
  options?: ConversionOptions,
): Promise<string | undefined> => (await conversionOf(sheets, options)).faults[0]?.reason;

const bytesOf = (name: string): Buffer => readFileSync(new URL(`samples/${name}.csv`, import.meta.url));

const DAY_MS = 86_400_000;

/** Turns a text into the number or date that a site stores, where it is one. */
function typed(text: string): Cell {
  const isNumber = /^-?[\d,]+(?:\.\d+)?$/.test(text);
  if (isNumber) return { number: Number(text.replaceAll(',', '')).toPrecision(17), format: '#,##0.00' };
  if (/^\d\d:\d\d:\d\d\.\d+$/.test(text))
    return { number: String(Date.parse(`1970-01-01T${text}Z`) / DAY_MS), format: 'hh:mm:ss.000' };
  const [, day, month, year, clock = ''] = /^(\d\d)\/(\d\d)\/(\d{4}) (.+)$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month ?? ''}-${day ?? ''} ${clock}`;
  if (!/^\d{4}-\d\d-\d\d/.test(iso)) return text;
  const hasTime = iso.includes(':');
  const serial = Date.parse(`${iso.replace(' ', 'T')}${hasTime ? '' : 'T00:00:00'}Z`) / DAY_MS + 25_569;
  return { number: String(serial), format: hasTime ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' };
}

/** The facts and rows that are left out, each with its lines. */
const contentOf = (conversion: Conversion): string =>
  JSON.stringify([
    conversion.events.map(({ record, lines }) => ({
      ...record,
      lines,
      timestamp: record.timestamp.replace(/\.\d+Z$/, 'Z'),
    })),
    conversion.leftOut,
  ]);

describe.each(['gemini', 'swissborg', 'etoro'])(
  'The workbook of %s becomes the facts of its CSV, with the rows of the sheet,',
  (name) => {
    const rows = sampleRows(name);
    const expected = convert(bytesOf(name));
    const cases: readonly (readonly [how: string, (text: string) => Cell, WorkbookOptions])[] = [
      ['with texts alone', (text) => text, {}],
      ['with texts inside the cells', (text) => text, { hasInlineTexts: true }],
      ['with numbers and dates', typed, {}],
      ['with prefixed elements', typed, { prefix: 'x:' }],
    ];
    it.each(cases)('%s', async (_how, cellOf, options) => {
      const cells = rows.map((row) => row.map((text) => (text === '' ? null : cellOf(text))));
      const conversion = await conversionOf([{ name: 'Data', rows: cells }], {}, options);
      expect(conversion.faults).toEqual([]);
      expect(contentOf(conversion)).toBe(contentOf(expected));
      expect(identityOf(conversion)).not.toEqual([]);
    });
  },
);

describe('A date of Gemini', () => {
  it('may hold the time too, and its second is that of the time beside it', async () => {
    const [header = [], ...rows] = sampleRows('gemini');
    const interest = rows.find((row) => row.includes('Interest Credit')) ?? [];
    const serial = '45667.375006944';
    const of = (date: Cell, time: Cell): Promise<Conversion> =>
      conversionOf([{ name: 'History', rows: [header, [date, time, ...interest.slice(2)]] }]);
    const date = { number: serial, format: 'yyyy-mm-dd' };
    const time = { number: serial, format: 'hh:mm:ss.000' };
    const cases: readonly (readonly [Cell, Cell, string])[] = [
      [date, time, '2025-01-10T09:00:00.6Z'],
      [date, null, '2025-01-10T09:00:00Z'],
      ['2025-01-10', time, '2025-01-10T09:00:00.6Z'],
    ];
    for (const [ofDate, ofTime, timestamp] of cases)
      expect((await of(ofDate, ofTime)).events[0]?.record.timestamp).toBe(timestamp);
  });
});

const HEADER = ['Date', 'Type', 'Details', 'Amount', 'Units', 'Balance', 'Position ID', 'Asset type'];
const purchase = (cells: Readonly<Record<string, Cell>> = {}): Cell[] => {
  const row: Record<string, Cell> = {
    Date: '03/01/2025 10:15:20',
    Type: 'Open Position',
    Details: 'BTC/USD',
    Amount: '500.00',
    Units: { number: '0.005' },
    Balance: '500.00',
    'Position ID': { number: '2900000001' },
    'Asset type': 'Crypto',
    ...cells,
  };
  return HEADER.map((column) => row[column] ?? null);
};
const activity = (...rows: readonly (readonly Cell[] | null)[]): TestSheet => ({
  name: 'Account Activity',
  rows: [HEADER, ...rows],
});
const summary: TestSheet = { name: 'Account Summary', rows: [['Account Summary'], ['Balance', '1,000.00']] };

describe('Of a workbook', () => {
  it('the sheet is read whose header a format recognises, and the preview names it', async () => {
    const conversion = await conversionOf([summary, activity(purchase())]);
    expect(factsIn(conversion)).toEqual(['DISPOSITION 500 USD', 'ACQUISITION 0.005 BTC']);
    expect(previewOf(conversion).title).toBe('eToro: account activity, sheet "Account Activity"');
  });

  it('the lines are the rows of the sheet, below lines of a title and empty rows', async () => {
    const rows = [['eToro'], null, null, HEADER, null, purchase(), null, purchase({ Type: 'Gift' })];
    const conversion = await conversionOf([{ name: 'Account Activity', rows }]);
    expect(conversion.events.map(({ lines }) => lines)).toEqual([[6], [6]]);
    expect(leftOutIn(conversion)).toEqual(['8 UNKNOWN_TYPE, to be checked']);
    expect(conversion.rowCount).toBe(2);
  });

  it('hidden rows are read, for they are facts too', async () => {
    const { 'xl/worksheets/sheet1.xml': xml = '' } = workbookPartsWithHiddenRow();
    expect(xml).toContain('hidden="1"');
    const conversion = await conversionOf(
      [activity(purchase())],
      {},
      { parts: { 'xl/worksheets/sheet1.xml': xml } },
    );
    expect(factsIn(conversion)).toHaveLength(2);
  });

  it('a formula has the value that the program saved, and without one its row is to be checked', async () => {
    const formula = (value: string): Cell => ({ xml: `<c><f>A1*2</f>${value}</c>` });
    const sheet = activity(purchase({ Units: formula('<v>0.02</v>') }), purchase({ Units: formula('') }));
    const conversion = await conversionOf([sheet]);
    expect(factsIn(conversion)).toContain('ACQUISITION 0.02 BTC');
    expect(conversion.leftOut).toMatchObject([
      { line: 3, reason: 'UNREADABLE', column: 'units', detail: 'is not a number' },
    ]);
  });

  it('an error, a truth value and a text that a formula makes are read as the program shows them', async () => {
    const sheet = activity(
      purchase({ Units: { xml: '<c t="e"><v>#REF!</v></c>' } }),
      purchase({ 'Asset type': { xml: '<c t="str"><f>A1</f><v>Cryp&#116;o</v></c>' } }),
      purchase({ Type: { xml: '<c t="b"><v>1</v></c>' } }),
    );
    const conversion = await conversionOf([sheet]);
    expect(leftOutIn(conversion)).toEqual(['2 UNREADABLE, to be checked', '4 UNKNOWN_TYPE, to be checked']);
    expect(conversion.leftOut[1]).toMatchObject({ type: 'true' });
    expect(factsIn(conversion)).toHaveLength(2);
  });

  it('a text of several pieces is read whole, without the text that shows how it is pronounced', async () => {
    const xml =
      '<c t="inlineStr"><is><r><t>BTC</t></r><r><t>/US</t></r><rPh><t>x</t></rPh><r><t>D</t></r></is></c>';
    const conversion = await conversionOf([activity(purchase({ Details: { xml } }))]);
    expect(factsIn(conversion)).toEqual(['DISPOSITION 500 USD', 'ACQUISITION 0.005 BTC']);
  });

  it('dates of the calendar of 1904 are read', async () => {
    const date = { number: '44198.427314814813', format: 'dd/mm/yyyy hh:mm:ss' };
    const conversion = await conversionOf([activity(purchase({ Date: date }))], {}, { is1904: true });
    expect(conversion.events[0]?.record.timestamp).toBe('2025-01-03T10:15:20Z');
  });

  it('a number without a number format of dates is no date', async () => {
    const conversion = await conversionOf([
      activity(purchase(), purchase({ Date: { number: '45660.5' }, 'Position ID': '7' })),
    ]);
    expect(conversion.leftOut).toMatchObject([{ line: 3, column: 'date' }]);
  });

  it('a row that is longer than the header is to be checked, also where its last cell is far to the right', async () => {
    const far = { xml: '<c t="str"><v>note</v></c>' };
    const long = [...purchase(), ...Array.from({ length: 600 }, () => null), far];
    const conversion = await conversionOf([activity(purchase(), long)]);
    expect(leftOutIn(conversion)).toEqual(['3 UNREADABLE, to be checked']);
    expect(factsIn(conversion)).toHaveLength(2);
  });

  it('a header once more is to be checked', async () => {
    const conversion = await conversionOf([activity(purchase(), HEADER)]);
    expect(conversion.leftOut[0]?.detail).toMatch(/is a header once more/);
  });
});

function workbookPartsWithHiddenRow(): Record<string, string> {
  const cells = purchase().map((cell) =>
    typeof cell === 'string' ? cell : cell !== null && 'number' in cell ? cell.number : '',
  );
  const row = (texts: readonly string[], attributes: string): string =>
    `<row ${attributes}>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  return {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row(HEADER, '')}${row(cells, 'hidden="1"')}</sheetData></worksheet>`,
  };
}

describe('A workbook is rejected', () => {
  it('if an id is a number of more than 15 digits, for the program lost the others', async () => {
    const position = { number: '1.2345678901234568E+17' };
    const { faults } = await conversionOf([activity(purchase(), purchase({ 'Position ID': position }))]);
    expect(faults).toEqual([
      {
        line: 3,
        column: 'position id',
        reason: 'is a number that a spreadsheet program shortened: use the file as it was downloaded',
        messages: [{ code: 'SHORTENED_NUMBER', values: {} }],
      },
    ]);
  });

  it('if several sheets hold exports, with their names', async () => {
    const sheets = [activity(purchase()), summary, { ...activity(purchase()), name: 'Copy' }];
    expect(await reasonOf(sheets)).toBe(
      'is a workbook with exports in several sheets ("Account Activity", "Copy"): save each of them as a workbook of its own',
    );
  });

  it('if its site offers CSV, with what to do', async () => {
    const sheets = [{ name: 'Kraken', rows: sampleRows('kraken-ledgers') }];
    const reason =
      'is a workbook with Kraken: ledgers in its sheet "Kraken", of which only CSV is read: a spreadsheet program loses digits and seconds. ' +
      'Download the export as CSV';
    expect(await reasonOf(sheets)).toBe(reason);
    expect(await reasonOf(sheets, { format: 'kraken-ledgers' })).toBe(reason);
  });

  it('if no sheet has the header of a format, with the sheets and what to do', async () => {
    expect(await reasonOf([summary, { name: 'Notes', rows: [] }])).toMatch(
      /^is a workbook with the sheets "Account Summary", "Notes": has no header of a known format; .*; see .* mapping file; for another export, choose CSV where the site offers it, or else open the workbook and save the sheet as CSV in UTF-8$/,
    );
    expect(await reasonOf([])).toMatch(/^is a workbook without sheets: has no header/);
  });

  it('if a column is missing, with the nearest format, the row and the sheet', async () => {
    expect(await reasonOf([{ name: 'Account Activity', rows: [['eToro'], HEADER.slice(1)] }])).toMatch(
      /the nearest is eToro: account activity, in line 2 of the sheet "Account Activity"; missing: "date"/,
    );
  });

  it('if it is of another format than the chosen one', async () => {
    expect(await reasonOf([activity(purchase())], { format: 'gemini' })).toMatch(
      /has no header of a known format/,
    );
  });
});

describe('A mapping file', () => {
  const mapping = JSON.stringify({
    platform: 'My exchange',
    columns: { time: 'Datum', amount: 'Aantal', asset: 'Munt', id: 'Nummer' },
    timeFormat: 'dd/MM/yyyy HH:mm',
    timeZone: 'Europe/Brussels',
    decimalMark: ',',
  });

  it('reads any workbook: numbers and dates as they are stored, texts as the mapping says', async () => {
    const rows: Cell[][] = [
      ['Datum', 'Aantal', 'Munt', 'Nummer'],
      [{ number: '45658.5', format: 'dd/mm/yyyy hh:mm' }, { number: '0.5' }, 'BTC', { number: '1' }],
      ['02/01/2025 12:00', '1.234,5', 'ETH', { number: '2' }],
    ];
    const conversion = await conversionOf([{ name: 'Blad1', rows }], { mapping });
    expect(conversion.events.map(({ record: { amount, timestamp } }) => [amount, timestamp])).toEqual([
      ['0.5', '2025-01-01T11:00:00Z'],
      ['1234.5', '2025-01-02T11:00:00Z'],
    ]);
  });
});
