/** The report of a year: its lines, read page by page, so that a report of any length needs little memory. */
import type { ReportLine, YearReportPage } from '@ctx/contract/report';
import type { ReportFormat } from '@ctx/domain/vocabulary';
import type { z } from 'zod';
import { type Digits, parseDigits } from '../answers/digits.ts';
import type { OperationCall, OperationHandler } from '../answers/operation-handler.ts';
import { rejectionOf } from '../http/rejection-of-status.ts';
import { nextTurn } from '../http/turns.ts';
import type { Language } from '../ui/language.ts';
import { type NoReadings, type Readings, whyNoReadings } from './readings-tables.ts';

/** A line of a report. Numbers are texts with every digit. */
export type Line = Digits<z.output<typeof ReportLine>>;
/** A page of a report, in the same form. */
export type Page = Digits<z.output<typeof YearReportPage>>;

/** A whole document: every form but `json`, which is a page. */
export type DocumentFormat = Exclude<ReportFormat, 'json'>;

/** The report that a client requests. */
export interface RequestedReport {
  readonly year: number;
  readonly format: DocumentFormat;
  readonly language: Language;
}

/** A report whose first page has been read. */
export interface Report extends RequestedReport {
  readonly first: Page;
  /** The year under other readings of the law: in HTML, and never for a submitted year. */
  readonly readings: Readings | NoReadings | null;
  readonly readPage: (after: string) => Promise<Page>;
}

/** The operations that a report is read by. */
export interface ReportHandlers {
  readonly getYearReport: OperationHandler;
  readonly listReadings: OperationHandler;
}

/** Reads the first page of a report by the operations of the API. Rejects as the operation of the report does. */
export async function openReport(
  requested: RequestedReport,
  handlers: ReportHandlers,
  call: OperationCall,
): Promise<Report> {
  const { year, language } = requested;
  const readPage = async (after?: string): Promise<Page> => {
    const { bytes } = await handlers.getYearReport(call, {
      year,
      format: 'json',
      language,
      ...(after !== undefined && { after }),
    });
    await nextTurn();
    return parseDigits(bytes.toString()) as Page;
  };
  const first = await readPage();
  const hasReadings = requested.format === 'html' && first.submittedAt == null;
  const readings = hasReadings ? await readReadings(year, handlers.listReadings, call) : null;
  return { ...requested, first, readings, readPage };
}

/** A report is complete without readings, so no error of theirs is one of the report. */
async function readReadings(
  year: number,
  handler: OperationHandler,
  call: OperationCall,
): Promise<Readings | NoReadings> {
  try {
    const { bytes } = await handler(call, { year });
    return parseDigits(bytes.toString()) as Readings;
  } catch (error) {
    return whyNoReadings(rejectionOf(error)?.rejected) ?? 'failed';
  }
}

/** Returns the lines of a report, in their order. */
export async function* linesOf({ first, readPage }: Report): AsyncGenerator<Line> {
  for (let page = first; ;) {
    yield* page.lines;
    if (typeof page.next !== 'string') return;
    page = await readPage(page.next);
  }
}
