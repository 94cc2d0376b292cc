/** Reads the bytes of a CSV file into rows whose cells are found by the names of their columns. */
import { type FaultMessage, faultMessage } from '@ctx/domain/file-faults';
import { CsvError, parse } from 'csv-parse/sync';
import { type DecimalMark, readAmount } from './amounts.ts';
import { type Fault, faultOf, FileFault, RowFault, TextFault } from './faults.ts';
import { openEndFault } from './open-end.ts';
import { type Instants, LostSeconds, readInstants, type TimeStyle } from './instants.ts';

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** A header is at most this far down. */
export const HEADER_LINES_MAX = 20;
export const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Every cell takes memory, and the columns of a header are compared with those of all formats. */
export const COLUMNS_MAX = 500;
export const RECORD_CHARACTERS_MAX = 128 * 1024;
const BYTE_ORDER_MARKS = /\uFEFF/g;
const LINE_BREAK = /\r\n|\n|\r/;
/** A number with a decimal point; a date such as `06.01.2023` is none. */
const WITH_POINT = /(?<![\d.,])\d+\.\d+(?![\d.,])/;
/** A long number that a spreadsheet program shortened. */
const SHORTENED = /^\d[.,]\d+E\+\d+$/i;

const MEBIBYTE = 1024 * 1024;

/** Returns the rejection of a file of more than some bytes. */
export function tooLarge(bytesMax: number): FileFault {
  return new FileFault(faultMessage('TOO_LARGE', { mebibytes: bytesMax / MEBIBYTE }));
}

/** The text of a file: UTF-8, or else Windows-1252, in which older exports write the euro sign. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > FILE_BYTES_MAX) throw tooLarge(FILE_BYTES_MAX);
  const text = decoded(bytes).replaceAll(BYTE_ORDER_MARKS, '');
  if (text.includes('\0')) throw new FileFault(faultMessage('NOT_TEXT'));
  return text;
}

function decoded(bytes: Uint8Array): string {
  const text = decodedUtf8(bytes);
  if (text !== null) return text;
  if (!endsInsideCharacter(bytes)) return new TextDecoder('windows-1252').decode(bytes);
  const lines = bytes.filter((byte) => byte === LINE_FEED).length;
  throw new FileFault(faultMessage('CUT_INSIDE_CHARACTER'), lines + 1);
}

/** Returns the text of bytes in UTF-8; null if they are not. */
function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const LINE_FEED = 0x0a;

/** Whether bytes are UTF-8 but for the first bytes of a character at their end. */
function endsInsideCharacter(bytes: Uint8Array): boolean {
  const start = bytes.findLastIndex((byte) => byte >= 0xc0);
  const needed = (bytes[start] ?? 0) >= 0xf0 ? 4 : (bytes[start] ?? 0) >= 0xe0 ? 3 : 2;
  return start !== -1 && bytes.length - start < needed && decodedUtf8(bytes.subarray(0, start)) !== null;
}

/** The first lines of a text, split at a delimiter. */
export interface TextHead {
  readonly delimiter: Delimiter;
  /** The cells of each line; empty if it is no CSV with this delimiter. */
  readonly lines: readonly (readonly string[])[];
}

/** Returns the first lines of a text, among which the header is, with each delimiter. */
export function headsOf(text: string): readonly TextHead[] {
  return DELIMITERS.map((delimiter) => ({ delimiter, lines: firstLines(text, delimiter) }));
}

function firstLines(text: string, delimiter: Delimiter): readonly (readonly string[])[] {
  const lines = text.split(LINE_BREAK, HEADER_LINES_MAX);
  return lines.map((line) => {
    if (line.length > RECORD_CHARACTERS_MAX) return [];
    try {
      const [cells = []] = parse(line, { delimiter, relax_column_count: true, ...lineBreakOf(line) });
      return cells.length > COLUMNS_MAX ? [] : cells;
    } catch {
      return [];
    }
  });
}

/**
 * Returns the line break of a text, as an option of the parser; nothing if a quotation mark comes before it. Without the option, the parser
 * looks for one at each character until it finds one, which takes most of its time on a text of one line.
 */
function lineBreakOf(text: string): { record_delimiter?: string } {
  const found = LINE_BREAK.exec(text);
  if (found === null) return { record_delimiter: '\n' };
  return text.slice(0, found.index).includes('"') ? {} : { record_delimiter: found[0] };
}

/** Returns names as they are compared: in lower case, with single spaces, a repeated name with its count (`cur. 2`). */
export function columnNames(cells: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return cells.map((cell) => {
    const name = cell
      .replaceAll(/[\s\u00A0]+/g, ' ')
      .trim()
      .toLowerCase();
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} ${String(count)}`;
  });
}

/** Where the header of a file is, and how its columns are called. */
export interface Header {
  /** Counted from 1. */
  readonly line: number;
  /** Names as the file writes them, in lower case (`columnNames`). */
  readonly names: readonly string[];
  /** Names by which a format finds its columns. */
  readonly columns: readonly string[];
}

/** The header of a text. */
export interface TextHeader extends Header {
  readonly delimiter: Delimiter;
}

/** The lines below a header. */
export interface Table {
  readonly rows: readonly Row[];
  /** Lines that are no row of this table. */
  readonly unreadable: readonly Fault[];
}

/**
 * Returns the rows below the header, without empty lines.
 *
 * @throws FileFault if the file is cut off inside a row
 */
export function tableOf(text: string, header: TextHeader, decimalMark?: DecimalMark): Table {
  // The parser makes an error, with a stack, of each empty line, which takes 16 µs.
  const body = belowLine(text, header.line).replace(/(?<![\r\n])[\r\n]+$/, '');
  const mark = decimalMark ?? (header.delimiter === ';' && !WITH_POINT.test(body) ? ',' : '.');
  const indexes = new Map(header.columns.map((name, index) => [name, index]));
  let lastLine = header.line;
  const rows: Row[] = [];
  const unreadable: Fault[] = [];
  let last: readonly string[] = [];
  let openLine = 0;
  const onRecord = (record: string[], { lines }: { readonly lines: number }): void => {
    const line = lastLine + 1;
    lastLine = header.line + lines;
    if (record.every((cell) => cell.trim() === '')) return;
    [last, openLine] = [record, line];
    const message = shapeFault(record, header, lastLine - line + 1);
    if (message === null) rows.push(new Row(line, record, indexes, mark));
    else unreadable.push(faultOf(line, null, message));
  };
  parseRecords(body, header, onRecord);
  if (!/[\r\n]/.test(text.slice(text.trimEnd().length))) {
    const message = last.length === 0 ? null : openEndFault(last, rows, header, lastLine);
    const open = rows.at(-1);
    if (message === null) open?.markOpen();
    else if (open?.line === openLine) unreadable.push(faultOf(rows.pop()?.line ?? lastLine, null, message));
  }
  return { rows, unreadable };
}

/** Returns the text below a line, counted from 1. */
function belowLine(text: string, line: number): string {
  const breaks = /\r\n|\n|\r/g;
  for (let count = 0; count < line; count += 1) if (breaks.exec(text) === null) return '';
  return text.slice(breaks.lastIndex);
}

/** Returns why a record is not a row of the table; null if it is one. Cells may be left out at its end where their columns are optional. */
export function shapeFault(record: readonly string[], { names }: Header, lines = 1): FaultMessage | null {
  const columns = names.length;
  const isHeader =
    record.length === columns && columnNames(record).every((name, index) => name === names[index]);
  if (isHeader) return faultMessage('HEADER_AGAIN');
  const isLong = record.slice(columns).some((cell) => cell.trim() !== '');
  if (!isLong && record.length >= columns - 1) return null;
  const values = { cells: record.length, columns };
  return lines > 1
    ? faultMessage('CELL_COUNT_OF_LINES', { ...values, lines })
    : faultMessage('CELL_COUNT', values);
}

/** Calls `onRecord` with the cells of each record and the number of lines read, and keeps nothing: a file may have many lines. */
function parseRecords(
  body: string,
  header: TextHeader,
  onRecord: (record: string[], info: { readonly lines: number }) => void,
): void {
  try {
    parse(body, {
      delimiter: header.delimiter,
      ...lineBreakOf(body),
      relax_column_count: true,
      // The names of tokens may have quotation marks in the middle.
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: RECORD_CHARACTERS_MAX,
      on_record: (record: string[], info) => {
        onRecord(record, info);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const lines = (error as CsvError & { lines?: number }).lines ?? 1;
    const message = PARSE_FAULTS[error.code];
    if (message === undefined) throw error;
    throw new FileFault(message, header.line + lines);
  }
}

/** By codes of the library. */
const PARSE_FAULTS: Readonly<Record<string, FaultMessage>> = {
  CSV_QUOTE_NOT_CLOSED: faultMessage('OPEN_QUOTE'),
  CSV_MAX_RECORD_SIZE: faultMessage('LONG_LINE', { characters: RECORD_CHARACTERS_MAX }),
};

/** One line of the file below its header. */
export class Row {
  readonly line: number;
  readonly #cells: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #mark: DecimalMark;
  #isOpen = false;

  constructor(
    line: number,
    cells: readonly string[],
    indexes: ReadonlyMap<string, number>,
    mark: DecimalMark,
  ) {
    this.line = line;
    this.#cells = cells;
    this.#indexes = indexes;
    this.#mark = mark;
  }

  /** Marks the row in which a file without a line break ends: it looks whole, but the end of a free text may be missing. */
  markOpen(): void {
    this.#isOpen = true;
  }

  get cellCount(): number {
    return this.#cells.length;
  }

  /** Whether the file has a column of this name. */
  has(column: string): boolean {
    return this.#indexes.has(column);
  }

  /** Returns a cell without the spaces around it; empty if the file does not have the column. */
  text(column: string): string {
    const index = this.#indexes.get(column);
    return index === undefined ? '' : (this.#cells[index] ?? '').trim();
  }

  /** Returns a cell that must not be empty. */
  required(column: string): string {
    const text = this.text(column);
    if (text === '') throw this.fault(column, faultMessage('EMPTY_CELL'));
    return text;
  }

  /** Returns a free text whose end matters. @throws RowFault if the file ends in it without a line break */
  wholeText(column: string): string {
    if (this.#isOpen && this.#indexes.get(column) === this.#indexes.size - 1)
      throw this.fault(column, faultMessage('OPEN_CELL'));
    return this.text(column);
  }

  /** Returns a cell by the place of its column, without the spaces around it. */
  cell(index: number): string {
    return (this.#cells[index] ?? '').trim();
  }

  /** Returns the id in a cell. @throws FileFault if a spreadsheet program shortened it */
  id(column: string): string {
    const text = this.text(column);
    if (SHORTENED.test(text)) throw new FileFault(faultMessage('SHORTENED_NUMBER'), this.line, column);
    return text;
  }

  /** Returns the amount in a cell, or null if it is empty. `cleaned` removes what is written around the number, such as `€`. */
  optionalAmount(column: string, cleaned: (text: string) => string = (text) => text): bigint | null {
    try {
      return readAmount(cleaned(this.text(column)), this.#mark);
    } catch (error) {
      throw this.#faultOf(column, error);
    }
  }

  /** Returns the amount in a cell that must not be empty. */
  amount(column: string): bigint {
    const amount = this.optionalAmount(column);
    if (amount === null) throw this.fault(column, faultMessage('EMPTY_CELL'));
    return amount;
  }

  /** Returns the time in a cell, in UTC. */
  instant(column: string, style: TimeStyle): string {
    return this.instantOf(column, this.required(column), style);
  }

  /** Returns a time spread over more than one cell, with the fault in `column` if it cannot be read. */
  instantOf(column: string, text: string, style: TimeStyle): string {
    return this.instantsOf(column, text, style)[0];
  }

  /** Returns the instants that a time may mean, earliest first: two where the clocks of its zone showed it twice. */
  instantsOf(column: string, text: string, style: TimeStyle): Instants {
    try {
      return readInstants(text, style);
    } catch (error) {
      throw this.#faultOf(column, error);
    }
  }

  /** Returns all cells, for a key of a row that has no id. */
  content(): string {
    return JSON.stringify(this.#cells);
  }

  fault(column: string | null, message: FaultMessage): RowFault {
    return new RowFault(this.line, column, message);
  }

  #faultOf(column: string, error: unknown): unknown {
    if (error instanceof LostSeconds) return new FileFault(error.faultMessage, this.line, column);
    return error instanceof TextFault ? this.fault(column, error.faultMessage) : error;
  }
}
