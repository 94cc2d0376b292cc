/** A report as a ZIP of CSV files, one for each table, as spreadsheets in Belgium open them: semicolons, decimal commas, and a BOM. */
import { csvCell, ROW_END } from '../csv-cell.ts';
import { inTurns } from '../documents.ts';
import type { Report } from '../report.ts';
import { surveyOf } from '../survey.ts';
import { type ZipFile, zipParts } from '../zip-parts.ts';
import { type Sheet, type SheetCell, sheetsOf } from './sheet.ts';

/** Without it, Excel reads a file as in the Windows code page. */
const BYTE_ORDER_MARK = '\ufeff';

/** Reads what a report has in all, and returns it as parts of a ZIP file. */
export async function belgianCsv(report: Report): Promise<AsyncGenerator<Uint8Array>> {
  const sheets = sheetsOf(report, await surveyOf(report));
  // The file of a submitted year stays the same.
  return zipParts(filesOfSheets(sheets), new Date(report.first.submittedAt ?? Date.now()));
}

/** Returns the files of the sheets in their order, with texts in a form; `folder` stands before their names. */
export function filesOfSheets(sheets: readonly Sheet[], form = BELGIAN, folder = ''): ZipFile[] {
  return sheets.map((sheet, index) => ({
    name: `${folder}${String(index + 1).padStart(2, '0')} ${sheet.title}.csv`,
    parts: () => inTurns(textsOf(sheet, form)),
  }));
}

/** Returns the file of a sheet, row by row. */
export async function* textsOf(
  { columns, rows }: Pick<Sheet, 'columns' | 'rows'>,
  { separator, cellText } = BELGIAN,
): AsyncGenerator<string> {
  const rowText = (row: readonly SheetCell[]): string => row.map(cellText).join(separator) + ROW_END;
  yield BYTE_ORDER_MARK + rowText(columns);
  for await (const row of rows()) yield rowText(row);
}

function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvCell(cell, false);
  if ('digits' in cell) return cell.digits.replace('.', ',');
  const [date = '', time = ''] = new Date(cell.utcMs).toISOString().split('T');
  const day = date.split('-').toReversed().join('/');
  return cell.kind === 'day' ? day : `${day} ${time.slice(0, 5)}`;
}

/** How spreadsheets in Belgium open a file. */
const BELGIAN = { separator: ';', cellText };

/** As programs and spreadsheets anywhere read a file (RFC 4180): commas, decimal points, and days as in ISO 8601. */
export const PLAIN = { separator: ',', cellText: plainCellText };

function plainCellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvCell(cell, false);
  if ('digits' in cell) return cell.digits;
  const text = new Date(cell.utcMs).toISOString();
  return cell.kind === 'day' ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}
