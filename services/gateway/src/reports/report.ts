/** The report of a year: its lines, read page by page, so that a report of any length needs little memory. */
import type { AccountsResponse } from '@ctx/contract/schemas';
import type { ReportLine, YearReportPage } from '@ctx/contract/report';
import { brusselsDayText } from '@ctx/domain/brussels';
import type { ReportFormat } from '@ctx/domain/vocabulary';
import type { z } from 'zod';
import { type Digits, parseDigits } from '../answers/digits.ts';
import type { OperationCall, OperationHandler } from '../answers/operation-handler.ts';
import type { PageAnswers } from '../answers/page-answers.ts';
import type { DossierPage } from '@ctx/proto/gen/ctx/v1/read';
import { rejectionOf } from '../http/rejection-of-status.ts';
import { nextTurn } from '../http/turns.ts';
import type { Language } from '../ui/language.ts';
import { type NoReadings, type Readings, whyNoReadings } from './readings-tables.ts';

/** A line of a report. Numbers are texts with every digit. */
export type Line = Digits<z.output<typeof ReportLine>>;
/** A data source, as the API returns it. */
export type Source = Digits<z.output<typeof AccountsResponse>>['accounts'][number];
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
  /** The address that the taxpayer signs in with. */
  readonly taxpayer: string | null;
  /** The day in Brussels on which the report was made, such as 2026-11-27. */
  readonly madeOn: string;
  /** What a dossier has beside the report; null in other forms. */
  readonly dossier: Dossier | null;
  /** The data sources; null in the report of a submitted year, which stays the same. */
  readonly sources: readonly Source[] | null;
}

/** What a dossier has beside the report. */
export interface Dossier {
  /** Why the figures cannot be computed again from it. */
  readonly reasons: readonly string[];
  /** The day in Brussels on which the figures were computed; null before the first run. */
  readonly computedOn: string | null;
  /** Reads a page of a file. */
  readonly readPage: (file: string, after?: readonly string[]) => Promise<DossierPage>;
}

/** What a report is read by: operations, and a call for the pages of a dossier. */
export interface ReportHandlers {
  readonly getYearReport: OperationHandler;
  readonly listReadings: OperationHandler;
  readonly listAccounts: OperationHandler;
  readonly dossierPage: PageAnswers['dossierPage'];
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
  const kept = isForPeople(requested.format) ? keepPages(readPage) : readPage;
  const hasReadings = requested.format === 'html' && first.submittedAt == null;
  const readings = hasReadings ? await readReadings(year, handlers.listReadings, call) : null;
  const hasSources = isForPeople(requested.format) && first.submittedAt == null;
  const sources = hasSources ? await readSources(handlers.listAccounts, call) : null;
  const { email } = call.identity;
  const dossier = requested.format === 'dossier' ? await openDossier(requested, first, handlers, call) : null;
  // A dossier of the same figures has the same bytes, on whatever day it is made.
  const madeOn = dossier?.computedOn ?? brusselsDayText(Date.now());
  return { ...requested, first, readings, readPage: kept, taxpayer: email, madeOn, sources, dossier };
}

/** Reads what a dossier says of itself. All its pages are of the figures of the report. */
async function openDossier(
  { year }: RequestedReport,
  { next }: Page,
  { dossierPage }: ReportHandlers,
  call: OperationCall,
): Promise<Dossier> {
  const readPage = async (file: string, after: readonly string[] = []): Promise<DossierPage> => {
    const page = await dossierPage(call, { year, file, after: [...after], report: next ?? '' });
    await nextTurn();
    return page;
  };
  const { computedAt, reasons } = await readPage('head');
  const computedOn = computedAt == null ? null : brusselsDayText(Date.parse(computedAt));
  return { reasons, computedOn, readPage };
}

/** Lines of a report whose pages are kept, about 3 MB: documents for people read them up to three times. */
const KEPT_LINES_MAX = 5000;

/** Returns a function that reads pages, and keeps the first ones. */
function keepPages(read: Report['readPage']): Report['readPage'] {
  const pages = new Map<string, Page>();
  let lines = 0;
  return async (after) => {
    const kept = pages.get(after);
    if (kept !== undefined) return kept;
    const page = await read(after);
    lines += page.lines.length;
    if (lines <= KEPT_LINES_MAX) pages.set(after, page);
    return page;
  };
}

/** Returns whether a form is in the language of its reader. Forms for programs have the lines of the contract only. */
export function isForPeople(format: DocumentFormat): boolean {
  return format !== 'csv' && format !== 'jsonl';
}

async function readSources(handler: OperationHandler, call: OperationCall): Promise<readonly Source[]> {
  const { bytes } = await handler(call, {});
  return (parseDigits(bytes.toString()) as Digits<z.output<typeof AccountsResponse>>).accounts;
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
