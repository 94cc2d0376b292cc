/** Sends a report while it is read. */
import type { Response } from 'express';
import { inTurns, sendParts } from './documents.ts';
import { csv, jsonLines } from './lines-as-text.ts';
import { htmlReport, styleSource } from './report-html.ts';
import type { DocumentFormat, Report } from './report.ts';
import { dossierZip } from './dossier.ts';
import { belgianCsv } from './sheets/belgian-csv.ts';
import { workbook } from './sheets/workbook.ts';

interface Form {
  readonly type: string;
  /** The end of the name of its file. */
  readonly ending: string;
  /** Returns the parts of the document, once it is known that it can begin. */
  readonly open: (
    report: Report,
  ) => Promise<AsyncIterable<string | Uint8Array>> | AsyncIterable<string | Uint8Array>;
}

/** The form of each whole document. */
export const FORMS: Readonly<Record<DocumentFormat, Form>> = {
  html: {
    type: 'text/html; charset=utf-8',
    ending: 'html',
    open: async (report) => inTurns(await htmlReport(report)),
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    ending: 'csv',
    open: (report) => inTurns(csv(report)),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    ending: 'jsonl',
    open: (report) => inTurns(jsonLines(report)),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
    open: workbook,
  },
  'csv-be': { type: 'application/zip', ending: 'zip', open: belgianCsv },
  dossier: { type: 'application/zip', ending: 'zip', open: dossierZip },
};

/** The media type of each form. */
export const TYPE_OF_FORM = Object.fromEntries(
  Object.entries(FORMS).map(([form, { type }]) => [form, type.split(';')[0] ?? type]),
) as Readonly<Record<DocumentFormat, string>>;

/** Returns whether a form is a text. */
export function isTextForm(form: DocumentFormat): boolean {
  return FORMS[form].type.includes('charset');
}

/**
 * Sends a whole report. If a page cannot be read any more, for example because the figures changed, the connection is closed
 * before the end of the body, so that no client takes a part for the whole. Forms for people are read once before they begin: a change
 * until then rejects with REPORT_CHANGED.
 */
export async function sendReport(response: Response, report: Report, isHead: boolean): Promise<void> {
  const { year, format, language } = report;
  const { type, ending, open } = FORMS[format];
  const parts = await open(report);
  const name = format === 'dossier' ? format : 'report';
  const disposition = format === 'html' ? 'inline' : 'attachment';
  response.status(200).set({
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename="${name}-${String(year)}.${ending}"`,
    'Cache-Control': 'private, no-store',
    ...(format === 'html' && {
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource(language)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    }),
  });
  if (isHead) response.end();
  else await sendParts(response, parts);
}
