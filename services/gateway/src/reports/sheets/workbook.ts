/** A report as a workbook (.xlsx), a sheet for each table. The library needs the whole workbook, so a large report is rejected. */
import { LIMITS } from '@ctx/domain/limits';
import { REJECTIONS } from '@ctx/domain/rejections';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { LimitedThread, type ThreadLimits } from '@ctx/platform/limited-thread';
import { status } from '@grpc/grpc-js';
import type { Report } from '../report.ts';
import { surveyOf } from '../survey.ts';
import { type SheetCell, sheetsOf } from './sheet.ts';

/** A sheet with all its rows. */
export interface FilledSheet {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SheetCell[])[];
}

/** What the thread posts. */
export interface WorkbookAnswer {
  readonly bytes: Uint8Array;
}

const THREAD = new URL('./workbook-thread.ts', import.meta.url);
/** 15,000 rows of ten cells take 1.5 s and 140 MB. */
const LIMITS_OF_THREAD: ThreadLimits = { memoryMbMax: 256, processorMsMax: 20_000, msMax: 60_000 };

/** The workbook that is being made. One at a time bounds the memory of the process. */
let last: Promise<unknown> = Promise.resolve();

/** Reads a report and returns it as a workbook. Rejects with REPORT_TOO_LARGE before it reads the rows of one with too many. */
export async function workbook(report: Report): Promise<AsyncIterable<Uint8Array>> {
  const sheets = sheetsOf(report, await surveyOf(report));
  const rowCount = sheets.reduce((sum, sheet) => sum + sheet.rowCount, 0);
  if (rowCount > LIMITS.workbookRowsMax) throw tooLarge();
  const made = last.then(async () => {
    const filled = await Array.fromAsync(sheets, async ({ title, columns, rows }): Promise<FilledSheet> => {
      return { title, columns, rows: await Array.fromAsync(rows()) };
    });
    return inThread(filled);
  });
  last = made.catch(() => null);
  const bytes = await made;
  return once(bytes);
}

async function inThread(sheets: readonly FilledSheet[]): Promise<Uint8Array> {
  const ended = await new LimitedThread<WorkbookAnswer>(THREAD, sheets, LIMITS_OF_THREAD, 'workbook').ended;
  if ('failure' in ended) throw new Error(ended.failure);
  return ended.bytes;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function tooLarge(): GrpcRejection {
  const { message } = REJECTIONS.REPORT_TOO_LARGE;
  return new GrpcRejection(status.FAILED_PRECONDITION, message, rejectionCode('REPORT_TOO_LARGE'));
}
