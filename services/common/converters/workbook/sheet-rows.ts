/** Reads the rows of a sheet as texts. What is kept of them is bounded, whatever the file declares. */
import { faultMessage } from '@ctx/domain/file-faults';
import type { DecimalMark } from '../amounts.ts';
import { FileFault } from '../faults.ts';
import { dateText, numberText } from './cell-text.ts';
import { type Sheet, unescaped } from './workbook.ts';
import { type Attributes, damaged, readXml } from './xml.ts';

/** A row that has a cell with a text. */
export interface SheetRow {
  /** Counted from 1, as the program shows it. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** How rows are read. */
export interface ReadingOptions {
  /** The decimal mark of the texts that numbers become. */
  readonly mark: DecimalMark;
  /** Cells further to the right are counted as one, which makes the row too long. */
  readonly columnsMax: number;
  /** Cells that each row counts at least: as CSV it would have them. */
  readonly columnsMin?: number;
  /** The last row that is read. */
  readonly lineMax?: number;
}

const CELL_ADDRESS = /^([A-Z]{1,3})[1-9]\d{0,6}$/;
const LINE_MAX = 1_048_576;
const LETTERS = 26;

/** A cell that is being read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: string;
  value: string;
  inline: string;
  hasFormula: boolean;
}

/**
 * Calls `onRow` with each row that has a text, also the hidden ones. A formula has the value that the program computed when it saved the file.
 *
 * @throws FileFault
 */
export function readRows(sheet: Sheet, options: ReadingOptions, onRow: (row: SheetRow) => void): void {
  const reader = new RowsReader(sheet, options, onRow);
  readXml(sheet.xml, reader);
}

class RowsReader {
  readonly #sheet: Sheet;
  readonly #options: ReadingOptions;
  readonly #onRow: (row: SheetRow) => void;
  #inData = false;
  #isDone = false;
  #line = 0;
  /** Column of the last cell, counted from 1. */
  #column = 0;
  #cells: string[] = [];
  #characters = 0;
  #cell: OpenCell | null = null;
  /** The element whose text is read; empty: none. */
  #element = '';
  /** Inside a text that shows how another one is pronounced. */
  #isPronounced = false;

  constructor(sheet: Sheet, options: ReadingOptions, onRow: (row: SheetRow) => void) {
    this.#sheet = sheet;
    this.#options = options;
    this.#onRow = onRow;
  }

  readonly isDone = (): boolean => this.#isDone;

  readonly open = (name: string, attributes: () => Attributes): void => {
    if (name === 'sheetData') this.#inData = true;
    else if (!this.#inData) return;
    else if (name === 'row') this.#openRow(attributes()['r'] ?? '');
    else if (name === 'c') this.#cell = this.#openCell(attributes());
    else if (name === 'f' && this.#cell !== null) this.#cell.hasFormula = true;
    else if (name === 'rPh') this.#isPronounced = true;
    else if (name === 'v' || (name === 't' && !this.#isPronounced)) this.#element = name;
  };

  readonly text = (piece: string): void => {
    if (this.#cell === null) return;
    if (this.#element === 'v') this.#cell.value += piece;
    else if (this.#element === 't') this.#cell.inline += piece;
  };

  readonly close = (name: string): void => {
    if (!this.#inData) return;
    if (name === 'sheetData') this.#isDone = true;
    else if (name === 'row') this.#closeRow();
    else if (name === 'c') this.#closeCell();
    else if (name === 'rPh') this.#isPronounced = false;
    else this.#element = '';
  };

  #openRow(address: string): void {
    const line = address === '' ? this.#line + 1 : Number(address);
    if (!(line > this.#line && line <= LINE_MAX && Number.isInteger(line))) throw damaged();
    this.#line = line;
    this.#column = 0;
    this.#cells = [];
    if (line > (this.#options.lineMax ?? LINE_MAX)) this.#isDone = true;
  }

  #openCell({ r: address = '', t: type = '', s: style = '' }: Attributes): OpenCell {
    const column = address === '' ? this.#column + 1 : columnOf(address);
    if (this.#line === 0 || column <= this.#column) throw damaged();
    this.#column = column;
    return { column, type, style, value: '', inline: '', hasFormula: false };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) throw damaged();
    const text = this.#textOf(cell);
    if (text === '') return;
    const index = Math.min(cell.column, this.#options.columnsMax + 1) - 1;
    // Empty cells before this one take memory too.
    this.#count(text.length + 1 + index - this.#cells.length);
    while (this.#cells.length < index) this.#cells.push('');
    this.#cells[index] = text;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#count(Math.max((this.#options.columnsMin ?? 0) - this.#cells.length, 0));
    this.#onRow({ line: this.#line, cells: this.#cells });
    this.#cells = [];
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#sheet.charactersMax) throw new FileFault(faultMessage('FULL_WORKBOOK'));
  }

  #textOf({ type, style, value, inline, hasFormula }: OpenCell): string {
    const { strings, dateFormats, daysAdded } = this.#sheet;
    if (type === 'inlineStr') return unescaped(inline).trim();
    // Without a value nobody knows what the formula gives: an empty cell would mean "nothing".
    if (value === '') return hasFormula ? '(formula without a value)' : '';
    if (type === 's') {
      const text = /^\d+$/.test(value) ? strings[Number(value)] : undefined;
      if (text === undefined) throw damaged();
      return text.trim();
    }
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type !== '' && type !== 'n') return unescaped(value).trim();
    const format = dateFormats[Number(style)] ?? null;
    const stored = value.trim();
    return format === null ? numberText(stored, this.#options.mark) : dateText(stored, format, daysAdded);
  }
}

/** Returns the column of an address such as `AB12`, counted from 1. */
function columnOf(address: string): number {
  const [, letters] = CELL_ADDRESS.exec(address) ?? [];
  if (letters === undefined) throw damaged();
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0);
}
