/** The sheets of a report: an overview, then a sheet for each table. Values are as a spreadsheet has them. */
import { brusselsDate } from '@ctx/domain/brussels';
import { cleanLine } from '@ctx/domain/third-party-text';
import { lackDetails, lackHeadline, lacksOfLines } from '../completeness.ts';
import type { Report } from '../report.ts';
import type { Survey } from '../survey.ts';
import type { Cell } from '../tables/cell.ts';
import { supportingRows } from '../supporting.ts';
import { overviewOf, titleOf } from '../tables/overview.ts';
import { tablesOf } from '../tables/tables.ts';
import { REPORT_TEXTS } from '../texts/texts.ts';

/** A value of a sheet. `utcMs` is the time in Brussels as if it were UTC, as a spreadsheet knows no time zones. */
export type SheetCell =
  | null
  | string
  | { readonly digits: string; readonly kind: 'euro' | 'units' | 'count' }
  | { readonly utcMs: number; readonly kind: 'day' | 'moment' };

export type SheetRow = readonly SheetCell[];

export interface Sheet {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>;
  readonly rowCount: number;
}

/** Returns the sheets of a report, in the order of its tables. */
export function sheetsOf(report: Report, survey: Survey): readonly Sheet[] {
  const tables = tablesOf(report, survey).map(({ title, columns, rows, rowCount }): Sheet => {
    return { title, columns: columns.map((column) => column.title), rows: () => inSheet(rows()), rowCount };
  });
  return [overviewSheet(report, survey.counts.get('ISSUE') ?? 0), ...tables];
}

function overviewSheet(report: Report, questions: number): Sheet {
  const { language, first } = report;
  const texts = REPORT_TEXTS[language].report;
  const lacks = lacksOfLines(first.lines);
  const headline = lackHeadline(language, lacks);
  const missing = headline === null ? [] : [headline, ...lackDetails(language, lacks)];
  const rows = [
    ...overviewOf(report).map(([term, value]) => [term, sheetCell(value)]),
    ...missing.map((each, index) => [index === 0 ? texts.missing : null, each]),
    ...supportingRows(report, questions),
    [texts.note, texts.indicative],
  ];
  return { title: texts.overview, columns: [titleOf(report), ''], rows: () => rows, rowCount: rows.length };
}

async function* inSheet(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<SheetRow> {
  for await (const row of rows) yield row.map(sheetCell);
}

/** Returns a value of a table as a spreadsheet has it. */
export function sheetCell(cell: Cell): SheetCell {
  if (cell === null || typeof cell === 'string') return cell;
  if ('name' in cell) return cleanLine(cell.name);
  if ('names' in cell) return cell.names.map(cleanLine).join('; ');
  if ('eur' in cell) return { digits: cell.eur, kind: 'euro' };
  if ('units' in cell) return { digits: cell.units, kind: 'units' };
  if ('count' in cell) return { digits: String(cell.count), kind: 'count' };
  return 'day' in cell
    ? { utcMs: inBrussels(cell.day, false), kind: 'day' }
    : { utcMs: inBrussels(cell.moment, true), kind: 'moment' };
}

const MINUTE_MS = 60_000;
const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  minute: '2-digit',
});

function inBrussels(instant: string, hasTime: boolean): number {
  const ms = Date.parse(instant);
  const { year, month, day } = brusselsDate(ms);
  const [hours = 0, minutes = 0] = hasTime ? TIME.format(ms).split(':').map(Number) : [];
  return Date.UTC(year, month - 1, day) + (hours * 60 + minutes) * MINUTE_MS;
}
