/** Sends a report while it is read. */
import type { Response } from 'express';
import { sendDocument } from './documents.ts';
import { csv, jsonLines } from './lines-as-text.ts';
import { htmlReport, styleSource } from './report-html.ts';
import type { DocumentFormat, Report } from './report.ts';

interface Form {
  readonly type: string;
  /** Returns the parts of the document, once it is known that it can begin. */
  readonly open: (report: Report) => Promise<AsyncIterable<string>> | AsyncIterable<string>;
}

const FORMS: Readonly<Record<DocumentFormat, Form>> = {
  html: { type: 'text/html; charset=utf-8', open: htmlReport },
  csv: { type: 'text/csv; charset=utf-8; header=present', open: csv },
  jsonl: { type: 'application/jsonl; charset=utf-8', open: jsonLines },
};

/** The media type of each form. */
export const TYPE_OF_FORM = Object.fromEntries(
  Object.entries(FORMS).map(([form, { type }]) => [form, type.split(';')[0] ?? type]),
) as Readonly<Record<DocumentFormat, string>>;

/**
 * Sends a whole report. If a page cannot be read any more, for example because the figures changed, the connection is closed
 * before the end of the body, so that no client takes a part for the whole.
 */
export async function sendReport(response: Response, report: Report, isHead: boolean): Promise<void> {
  const { year, format, language } = report;
  const { type, open } = FORMS[format];
  const parts = await open(report);
  const disposition = format === 'html' ? 'inline' : 'attachment';
  response.status(200).set({
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename="report-${String(year)}.${format}"`,
    'Cache-Control': 'private, no-store',
    ...(format === 'html' && {
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource(language)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    }),
  });
  if (isHead) response.end();
  else await sendDocument(response, parts);
}
