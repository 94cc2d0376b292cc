/** The report of a year: its lines, read page by page, so that a report of any length needs little memory. */
import type { ReportLine, YearReportPage } from '@ctx/contract/report';
import type { ReportFormat } from '@ctx/domain/vocabulary';
import type { z } from 'zod';
import { type Digits, parseDigits } from '../answers/digits.ts';
import type { OperationCall, OperationHandler } from '../answers/operation-handler.ts';
import type { Language } from '../pages/language.ts';

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
  readonly readPage: (after: string) => Promise<Page>;
}

/** Reads the first page of a report by the operation of the API. Rejects as the operation does. */
export async function openReport(
  requested: RequestedReport,
  handler: OperationHandler,
  call: OperationCall,
): Promise<Report> {
  const { year, language } = requested;
  const readPage = async (after?: string): Promise<Page> => {
    const { bytes } = await handler(call, {
      year,
      format: 'json',
      language,
      ...(after !== undefined && { after }),
    });
    return parseDigits(bytes.toString()) as Page;
  };
  return { ...requested, first: await readPage(), readPage };
}

/** Returns the lines of a report, in their order. */
export async function* linesOf({ first, readPage }: Report): AsyncGenerator<Line> {
  for (let page = first; ;) {
    yield* page.lines;
    if (typeof page.next !== 'string') return;
    page = await readPage(page.next);
  }
}
