/** Writes workbooks (.xlsx) for tests, as spreadsheet programs write them. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { archive, type DeclaredEntry } from './archive.ts';

/** A cell: a text, a stored number with the style of a number format, or XML. Null: no cell. */
export type Cell = string | StoredNumber | { readonly xml: string } | null;

interface StoredNumber {
  /** As the file stores it. */
  readonly number: string;
  /** The code of its number format. */
  readonly format?: string;
}

export interface TestSheet {
  readonly name: string;
  /** By the numbers of the rows, from 1: a missing one is an empty row. */
  readonly rows: readonly (readonly Cell[] | null)[];
}

/** What differs from a plain workbook. */
export interface WorkbookOptions {
  readonly is1904?: boolean;
  /** The prefix of the names of all elements, such as `x:`. */
  readonly prefix?: string;
  /** Parts that are added, or that take the place of those of the same path. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Texts are in the cells themselves, and not in a part of their own. */
  readonly hasInlineTexts?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Ids of own number formats begin here. */
const FIRST_FORMAT = 164;
const LETTERS = 26;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the name of a column, counted from 0, such as `AB`. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % LETTERS));
  return index < LETTERS ? last : columnName(Math.floor(index / LETTERS) - 1) + last;
}

const relationship = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
const relationships = (...each: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE_RELATIONS}">${each.join('')}</Relationships>`;

/** Writes the cells of sheets, and collects the texts and number formats that they refer to. */
class WorkbookWriter {
  readonly texts: string[] = [];
  readonly formats: string[] = [];
  readonly #prefix: string;
  readonly #hasInlineTexts: boolean;

  constructor({ prefix = '', hasInlineTexts = false }: WorkbookOptions) {
    this.#prefix = prefix;
    this.#hasInlineTexts = hasInlineTexts;
  }

  element(name: string, attributes: string, content: string): string {
    const tag = this.#prefix + name;
    return `<${tag}${attributes === '' ? '' : ` ${attributes}`}>${content}</${tag}>`;
  }

  root(name: string, content: string): string {
    const namespace = this.#prefix === '' ? 'xmlns' : `xmlns:${this.#prefix.slice(0, -1)}`;
    return HEAD + this.element(name, `${namespace}="${MAIN}" xmlns:r="${RELATIONS}"`, content);
  }

  sheet({ rows }: TestSheet): string {
    const written = rows.map((cells, index) => {
      if (cells === null) return '';
      const line = String(index + 1);
      const content = cells.map((cell, at) => this.#cell(cell, columnName(at) + line)).join('');
      return this.element('row', `r="${line}"`, content);
    });
    return this.root('worksheet', this.element('sheetData', '', written.join('')));
  }

  strings(): string {
    const items = this.texts.map((text) =>
      this.element('si', '', this.element('t', 'xml:space="preserve"', escaped(text))),
    );
    return this.root('sst', items.join(''));
  }

  styles(): string {
    const codes = this.formats.map((code, index) =>
      this.element('numFmt', `numFmtId="${String(FIRST_FORMAT + index)}" formatCode="${escaped(code)}"`, ''),
    );
    const ids = ['0', ...this.formats.map((_code, index) => String(FIRST_FORMAT + index))];
    const styleOf = (id: string): string => this.element('xf', `numFmtId="${id}"`, '');
    return this.root(
      'styleSheet',
      this.element('numFmts', '', codes.join('')) +
        this.element('cellStyleXfs', '', styleOf('14')) +
        this.element('cellXfs', '', ids.map(styleOf).join('')),
    );
  }

  #cell(cell: Cell, address: string): string {
    if (cell === null) return '';
    if (typeof cell === 'string') return this.#text(cell, address);
    if ('xml' in cell) return cell.xml.replace('<c', `<c r="${address}"`);
    const value = this.element('v', '', cell.number);
    if (cell.format === undefined) return this.element('c', `r="${address}"`, value);
    if (!this.formats.includes(cell.format)) this.formats.push(cell.format);
    return this.element('c', `r="${address}" s="${String(this.formats.indexOf(cell.format) + 1)}"`, value);
  }

  #text(text: string, address: string): string {
    if (this.#hasInlineTexts) {
      const inline = this.element('is', '', this.element('t', '', escaped(text)));
      return this.element('c', `r="${address}" t="inlineStr"`, inline);
    }
    this.texts.push(text);
    return this.element('c', `r="${address}" t="s"`, this.element('v', '', String(this.texts.length - 1)));
  }
}

/** Returns the parts of a workbook by their paths. */
export function workbookParts(
  sheets: readonly TestSheet[],
  options: WorkbookOptions = {},
): Record<string, string> {
  const writer = new WorkbookWriter(options);
  const numbered = sheets.map((sheet, index) => ({ sheet, number: String(index + 1) }));
  const written = numbered.map(({ sheet, number }): [string, string] => [
    `xl/worksheets/sheet${number}.xml`,
    writer.sheet(sheet),
  ]);
  const list = numbered.map(({ sheet: { name }, number }) =>
    writer.element('sheet', `name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"`, ''),
  );
  const properties = writer.element('workbookPr', options.is1904 === true ? 'date1904="1"' : '', '');
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': writer.root('workbook', properties + writer.element('sheets', '', list.join(''))),
    'xl/_rels/workbook.xml.rels': relationships(
      ...numbered.map(({ number }) =>
        relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
      ),
      relationship('rIdStrings', 'sharedStrings', 'sharedStrings.xml'),
      relationship('rIdStyles', 'styles', '/xl/styles.xml'),
    ),
    'xl/sharedStrings.xml': writer.strings(),
    'xl/styles.xml': writer.styles(),
    ...Object.fromEntries(written),
    ...options.parts,
  };
}

/** Returns the entries of an archive, for tests that change one. */
export function entriesOf(parts: Readonly<Record<string, string>>): DeclaredEntry[] {
  return Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) }));
}

/** Returns the bytes of a workbook. */
export function workbook(sheets: readonly TestSheet[], options?: WorkbookOptions): Buffer {
  return archive(entriesOf(workbookParts(sheets, options)));
}

/** Returns the rows of the sample of a format, for a sheet. */
export function sampleRows(format: string): string[][] {
  const text = readFileSync(new URL(`../samples/${format}.csv`, import.meta.url), 'utf8');
  return parse(text, { relax_column_count: true, skip_empty_lines: false });
}

/** Returns the workbook with the sample of a format, behind a sheet of another kind. */
export function sampleWorkbook(format: string): Buffer {
  const summary = { name: 'Summary', rows: [['Balance', '1,000.00']] };
  return workbook([summary, { name: 'Data', rows: sampleRows(format) }]);
}
