/** Hostile workbooks: what is allocated is bounded by what a file may have, whatever it declares. */
import { describe, expect, it } from '@jest/globals';
import { convert } from '../convert.ts';
import { archive, type DeclaredEntry } from '../test/archive.ts';
import { peakOf } from '../test/peak.ts';
import { columnName, entriesOf, workbook, workbookParts } from '../test/workbook.ts';
import { unpacked } from '../unpack.ts';

const MEBIBYTE = 1024 * 1024;
const BYTES_MAX = 2 * MEBIBYTE;
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const HEADER = ['Date', 'Type', 'Details', 'Amount', 'Units', 'Balance', 'Position ID', 'Asset type'];
const ACTIVITY = { name: 'Account Activity', rows: [HEADER] };

/** A workbook in which parts are other ones. */
const withParts = (parts: Readonly<Record<string, string>>): Buffer => workbook([ACTIVITY], { parts });
const withRows = (rows: string): Buffer => {
  const { [SHEET]: xml = '' } = workbookParts([ACTIVITY]);
  return withParts({ [SHEET]: xml.replace('</sheetData>', `${rows}</sheetData>`) });
};
const withEntries = (change: (entries: DeclaredEntry[]) => DeclaredEntry[]): Buffer =>
  archive(change(entriesOf(workbookParts([ACTIVITY]))));
const without = (name: string): Buffer =>
  withEntries((entries) => entries.filter((each) => each.name !== name));

async function reasonOf(bytes: Uint8Array, name = 'x.xlsx'): Promise<string | null> {
  try {
    const parts = await unpacked({ name, bytes }, BYTES_MAX);
    return parts.flatMap((part) => convert(part.workbook ?? part.bytes).faults)[0]?.reason ?? null;
  } catch (error) {
    const { fault } = error as { fault?: { reason: string } };
    if (fault === undefined) throw error;
    return fault.reason;
  }
}

const EXPANSION = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">${['b', 'c', 'd', 'e']
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcd'[index] ?? ''};`.repeat(100)}">`)
  .join('')}]><sst><si><t>&e;</t></si></sst>`;
const EXTERNAL = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><sst><si><t>x</t></si></sst>';
const rowsOf = (count: number, row: (line: number) => string): string =>
  Array.from({ length: count }, (_each, index) => row(index + 2)).join('');
const oneText = `<sst><si><t>${'x'.repeat(MEBIBYTE)}</t></si></sst>`;

const DAMAGED = /^is a workbook that cannot be read: it may be damaged/;
const DOCUMENT = /^is a document that is not read: choose CSV/;
const TOO_MANY = /^is a workbook with too many cells: export a shorter period/;
const LARGE = /^is larger than 16 MiB: export a shorter period/;

/** Each is rejected; as a thunk, for some are large. */
const REJECTED: readonly (readonly [what: string, bytes: () => Buffer, reason: RegExp])[] = [
  ['a sheet that is a zip bomb', () => withParts({ [SHEET]: ' '.repeat(100 * MEBIBYTE) }), LARGE],
  [
    'a sheet that declares less than it has',
    () =>
      withEntries((entries) =>
        entries.map((each) =>
          each.name === SHEET ? { ...each, content: Buffer.alloc(100 * MEBIBYTE), size: 100 } : each,
        ),
      ),
    /cannot be unpacked: it may be cut off or damaged/,
  ],
  [
    'parts that are too large together',
    () =>
      withParts({ [STRINGS]: `<sst>${' '.repeat(9 * MEBIBYTE)}</sst>`, [SHEET]: ' '.repeat(9 * MEBIBYTE) }),
    LARGE,
  ],
  [
    'one long text in many cells',
    () =>
      workbook([ACTIVITY], {
        hasInlineTexts: true,
        parts: {
          [STRINGS]: oneText,
          [SHEET]:
            workbookParts([ACTIVITY], { hasInlineTexts: true })[SHEET]?.replace(
              '</sheetData>',
              `${rowsOf(100_000, () => '<row><c t="s"><v>0</v></c></row>')}</sheetData>`,
            ) ?? '',
        },
      }),
    TOO_MANY,
  ],
  [
    'a cell at the far right of many rows',
    () => withRows(rowsOf(100_000, (line) => `<row><c r="XFD${String(line)}"><v>1</v></c></row>`)),
    TOO_MANY,
  ],
  ['elements that are never closed', () => withRows('<a>'.repeat(1_000_000)), DAMAGED],
  ['an entity that grows', () => withParts({ [STRINGS]: EXPANSION }), DAMAGED],
  ['an entity of another file', () => withParts({ [STRINGS]: EXTERNAL }), DAMAGED],
  ['a document type in a sheet', () => withParts({ [SHEET]: `<!DOCTYPE x>${EXPANSION}` }), DAMAGED],
  [
    'bytes that are no text',
    () =>
      withEntries((all) =>
        all.map((each) => (each.name === SHEET ? { ...each, content: Buffer.from([0xff, 0xfe, 0]) } : each)),
      ),
    DAMAGED,
  ],
  ['a row twice', () => withRows('<row r="2"/><row r="2"/>'), DAMAGED],
  ['a row beyond the last one', () => withRows('<row r="1048577"/>'), DAMAGED],
  ['a cell twice', () => withRows('<row><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>'), DAMAGED],
  ['a cell without a column', () => withRows('<row><c r="2"><v>1</v></c></row>'), DAMAGED],
  [
    'a cell outside of rows',
    () => withParts({ [SHEET]: '<worksheet><sheetData><c r="A1"><v>1</v></c></sheetData></worksheet>' }),
    DAMAGED,
  ],
  ['a text that does not exist', () => withRows('<row><c t="s"><v>99</v></c></row>'), DAMAGED],
  [
    'sheets that are one part',
    () => {
      const { 'xl/workbook.xml': xml = '' } = workbookParts([ACTIVITY]);
      return withParts({
        'xl/workbook.xml': xml.replace(/<sheet .*?<\/sheet>/, (sheet) => sheet.repeat(2)),
      });
    },
    /cannot be unpacked/,
  ],
  [
    'more sheets than a program writes',
    () => withParts({ 'xl/workbook.xml': `<workbook>${'<sheet/>'.repeat(1001)}</workbook>` }),
    DAMAGED,
  ],
  [
    'more relations than parts',
    () => withParts({ 'xl/_rels/workbook.xml.rels': `<r>${'<Relationship/>'.repeat(1001)}</r>` }),
    DAMAGED,
  ],
  [
    'more styles than a program writes',
    () => withParts({ 'xl/styles.xml': `<s><cellXfs>${'<xf/>'.repeat(70_000)}</cellXfs></s>` }),
    DAMAGED,
  ],
  ['no list of its parts', () => without('_rels/.rels'), DOCUMENT],
  ['no sheet where it should be', () => without(SHEET), DAMAGED],
  ['no workbook in it', () => without('xl/workbook.xml'), DOCUMENT],
  ['the text of a word processor', () => withParts({ 'xl/workbook.xml': '<document/>' }), DOCUMENT],
  ['an OpenDocument sheet', () => archive([{ name: 'mimetype' }, { name: 'content.xml' }]), DOCUMENT],
  [
    'a binary workbook',
    () => {
      const { '_rels/.rels': xml = '' } = workbookParts([ACTIVITY]);
      return withParts({
        '_rels/.rels': xml.replace('workbook.xml', 'workbook.bin'),
        'xl/workbook.bin': 'x',
      });
    },
    DOCUMENT,
  ],
  [
    'a part that stands for two',
    () => {
      const { 'xl/_rels/workbook.xml.rels': xml = '' } = workbookParts([ACTIVITY]);
      return withParts({
        'xl/_rels/workbook.xml.rels': xml.replace('sharedStrings.xml', 'worksheets/sheet1.xml'),
      });
    },
    /cannot be unpacked/,
  ],
  [
    'an invalid address',
    () => withParts({ '_rels/.rels': '<a><Relationship Type="x/officeDocument" Target="http://["/></a>' }),
    DAMAGED,
  ],
  [
    'a cut end',
    () => workbook([ACTIVITY]).subarray(0, -200),
    /cannot be unpacked: it may be cut off or damaged/,
  ],
  [
    'an older kind of workbook',
    () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
    /is not a text file: save it as CSV/,
  ],
];

describe('A workbook with', () => {
  it.each(REJECTED)('%s is rejected', async (_what, bytes, reason) => {
    expect(await reasonOf(bytes())).toMatch(reason);
  });
});

/** A position that is bought, as cells without addresses. */
const purchase = (position: number): string => {
  const cells = [
    '03/01/2025 10:15:20',
    'Open Position',
    'BTC/USD',
    '5.00',
    '0.5',
    '1',
    String(position),
    'Crypto',
  ];
  return cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
};

describe('A workbook is read that has', () => {
  it.each<[string, () => Buffer]>([
    [
      'a million empty cells with a style',
      () =>
        withRows(
          `<row>${purchase(1)}</row>${rowsOf(10_000, () => `<row>${'<c s="0"/>'.repeat(100)}</row>`)}`,
        ),
    ],
    [
      'a cell in the last row',
      () => withRows(`<row>${purchase(1)}</row><row r="1048576">${purchase(2)}</row>`),
    ],
    [
      'macros and pictures, which are not unpacked',
      () => withParts({ 'xl/vbaProject.bin': ' '.repeat(40 * MEBIBYTE), [SHEET]: sheetWith(purchase(1)) }),
    ],
    [
      'no styles and no texts of its own',
      () =>
        withParts({
          [SHEET]: sheetWith(purchase(1)),
          'xl/_rels/workbook.xml.rels':
            workbookParts([ACTIVITY])['xl/_rels/workbook.xml.rels']?.replaceAll(
              /sharedStrings.xml|\/xl\/styles.xml/g,
              'none.xml',
            ) ?? '',
        }),
    ],
  ])('%s', async (_what, bytes) => {
    const [part] = await unpacked({ name: 'x.xlsx', bytes: bytes() }, BYTES_MAX);
    const { faults, events } = convert(part?.workbook ?? new Uint8Array());
    expect(faults).toEqual([]);
    expect(events.length).toBeGreaterThanOrEqual(2);
  });
});

function sheetWith(cells: string): string {
  const header = HEADER.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
  return `<worksheet><sheetData><row>${header}</row><row>${cells}</row></sheetData></worksheet>`;
}

/** As many copies of a part as fit into a workbook on the page. */
const filled = (part: string): string => part.repeat(Math.floor((15 * MEBIBYTE) / part.length));
const wideHeader = Array.from({ length: 500 }, (_each, index) => HEADER[index] ?? columnName(index))
  .map((text) => `<c t="str"><v>${text}</v></c>`)
  .join('');

describe('A hostile workbook takes no more memory than the most expensive CSV file:', () => {
  it.each<[string, () => Buffer]>([
    ['as many rows as fit', () => withRows(filled('<row><c><v>1</v></c></row>'))],
    ['empty cells', () => withRows(`<row>${filled('<c/>')}</row>`)],
    [
      'short rows below a wide header',
      () =>
        withParts({
          [SHEET]: `<worksheet><sheetData><row>${wideHeader}</row>${filled('<row><c><v>1</v></c></row>')}</sheetData></worksheet>`,
        }),
    ],
    ['texts that no cell uses', () => withParts({ [STRINGS]: `<sst>${filled('<si><t>ab</t></si>')}</sst>` })],
    ['deep elements', () => withRows(filled('<a>'))],
    [
      'sheets that do not exist',
      () => withParts({ 'xl/workbook.xml': `<workbook>${filled('<sheet/>')}</workbook>` }),
    ],
    ['attributes', () => withRows(`<row ${filled('a="1" ')}/>`)],
  ])('%s', (_what, bytes) => {
    expect(peakOf(bytes(), BYTES_MAX)).toBeLessThan(240 * MEBIBYTE);
  });
});
