/** Finds the export among the sheets of a workbook, and reads its rows. */
import type { DecimalMark } from './amounts.ts';
import { type Fault, FileFault } from './faults.ts';
import type { Format } from './format.ts';
import { fitting, type Head, unrecognised } from './recognise.ts';
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

const SAVE_AS_CSV =
  'choose CSV where the site offers it, or else open the workbook and save the sheet as CSV in UTF-8';

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
    throw new FileFault(
      `is a workbook with exports in several sheets, ${named(names)}: save each of them as a workbook of its own`,
    );
  return { format: best.format, header: best.header, sheet: best.head.sheet };
}

function rejectionOf(heads: readonly SheetHead[], formats: readonly Format[]): FileFault {
  const [offered] = fitting(heads, formats);
  if (offered !== undefined)
    return new FileFault(
      `is a workbook with ${offered.format.title} in its sheet "${offered.head.sheet.name}", of which only CSV is read: ` +
        'a spreadsheet program loses digits and seconds. Download the export as CSV',
    );
  const { reason } = unrecognised(heads, formats).fault;
  const names = heads.map(({ sheet }) => sheet.name);
  const sheets = names.length === 0 ? 'without sheets' : `with the sheets ${named(names)}`;
  return new FileFault(`is a workbook ${sheets}, and ${reason}. For another export, ${SAVE_AS_CSV}`);
}

const NAMED_MAX = 5;

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => `"${name}"`);
  return names.length > NAMED_MAX ? `${shown.join(', ')} and others` : shown.join(' and ');
}

function headOf(sheet: Sheet): SheetHead {
  const lines: (readonly string[])[] = Array.from({ length: HEADER_LINES_MAX }, () => []);
  const options = { mark: '.', columnsMax: COLUMNS_MAX, lineMax: HEADER_LINES_MAX } as const;
  readRows(sheet, options, ({ line, cells }) => {
    if (cells.length <= COLUMNS_MAX) lines[line - 1] = cells;
  });
  return { sheet, lines, place: ` of the sheet "${sheet.name}"` };
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
      throw new FileFault(`has a row of more than ${String(RECORD_CHARACTERS_MAX)} characters`, line);
    // A sheet does not have the empty cells at the end of a row. Adding them would take more memory than the file.
    const reason = cells.length < header.names.length ? null : shapeFault(cells, header);
    if (reason === null) rows.push(new Row(line, cells, indexes, mark));
    else unreadable.push({ line, column: null, reason });
  });
  return { rows, unreadable };
}
