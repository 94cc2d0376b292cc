/** Finds the export among the sheets of a workbook, and reads its rows. */
import { faultMessage } from '@ctx/domain/file-faults';
import type { DecimalMark } from './amounts.ts';
import { type Fault, faultOf, FileFault } from './faults.ts';
import type { Format } from './format.ts';
import { fitting, type Head, quotedNames, unrecognised } from './recognise.ts';
import {
  COLUMNS_MAX,
  type Header,
  HEADER_LINES_MAX,
  RECORD_CHARACTERS_MAX,
  Row,
  shapeFault,
  type Table,
} from './table.ts';
import { readRows } from './workbook/sheet-rows.ts';
import type { Sheet, Workbook } from './workbook/workbook.ts';

interface SheetHead extends Head {
  readonly sheet: Sheet;
}

/** The sheet that holds an export. */
export interface RecognisedSheet {
  readonly format: Format;
  readonly header: Header;
  readonly sheet: Sheet;
}

/**
 * Returns the one sheet whose header a format fits.
 *
 * @throws FileFault if there is none, if there are several, or if the site of its export offers CSV
 */
export function recogniseSheet({ sheets }: Workbook, formats: readonly Format[]): RecognisedSheet {
  const heads = sheets.map(headOf);
  const [best, ...others] = fitting(
    heads,
    formats.filter(({ isReadFromWorkbooks }) => isReadFromWorkbooks === true),
  );
  if (best === undefined) throw rejectionOf(heads, formats);
  const names = [...new Set([best, ...others].map(({ head }) => head.sheet.name))];
  if (names.length > 1)
    throw new FileFault(faultMessage('SEVERAL_SHEETS', { sheets: quotedNames(names, NAMED_MAX) }));
  return { format: best.format, header: best.header, sheet: best.head.sheet };
}

function rejectionOf(heads: readonly SheetHead[], formats: readonly Format[]): FileFault {
  const [offered] = fitting(heads, formats);
  if (offered !== undefined)
    return new FileFault(
      faultMessage('SHEET_OF_CSV_FORMAT', {
        format: offered.format.title,
        sheet: quotedNames([offered.head.sheet.name]),
      }),
    );
  const names = heads.map(({ sheet }) => sheet.name);
  const workbook =
    names.length === 0
      ? faultMessage('WORKBOOK_WITHOUT_SHEETS')
      : faultMessage('WORKBOOK_OF_SHEETS', { sheets: quotedNames(names, NAMED_MAX) });
  const { messages } = unrecognised(heads, formats).fault;
  return new FileFault([workbook, ...messages, faultMessage('SAVE_AS_CSV')]);
}

const NAMED_MAX = 5;

function headOf(sheet: Sheet): SheetHead {
  const lines: (readonly string[])[] = Array.from({ length: HEADER_LINES_MAX }, () => []);
  const options = { mark: '.', columnsMax: COLUMNS_MAX, lineMax: HEADER_LINES_MAX } as const;
  readRows(sheet, options, ({ line, cells }) => {
    if (cells.length <= COLUMNS_MAX) lines[line - 1] = cells;
  });
  return { sheet, lines, sheetName: sheet.name };
}

/**
 * Returns the rows of a sheet below its header, without empty ones. Their lines are the rows that the program shows.
 *
 * @throws FileFault
 */
export function sheetTableOf(sheet: Sheet, header: Header, mark: DecimalMark = '.'): Table {
  const rows: Row[] = [];
  const unreadable: Fault[] = [];
  const indexes = new Map(header.columns.map((name, index) => [name, index]));
  const options = { mark, columnsMax: COLUMNS_MAX, columnsMin: header.names.length };
  readRows(sheet, options, ({ line, cells }) => {
    if (line <= header.line) return;
    const characters = cells.reduce((sum, { length }) => sum + length, 0);
    if (characters > RECORD_CHARACTERS_MAX)
      throw new FileFault(faultMessage('LONG_ROW', { characters: RECORD_CHARACTERS_MAX }), line);
    // A sheet does not have the empty cells at the end of a row. Adding them would take more memory than the file.
    const message = cells.length < header.names.length ? null : shapeFault(cells, header);
    if (message === null) rows.push(new Row(line, cells, indexes, mark));
    else unreadable.push(faultOf(line, null, message));
  });
  return { rows, unreadable };
}
