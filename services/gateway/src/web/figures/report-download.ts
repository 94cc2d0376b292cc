/** The report of a year for a signed-in user: a page to print, or a file. */
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { sendReport } from '../../reports/send-report.ts';
import { type FiguresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import { type Reply, textOf } from '../visit/visit.ts';

/** Sends the report in the form that the address names; to print without one. */
export async function downloadReport(visit: FiguresVisit): Promise<Reply> {
  const { parts, session, request, response, language } = visit;
  const format = textOf((request.query as Readonly<Record<string, unknown>>)['format']) || 'html';
  // A page of JSON is for programs.
  if (format === 'json') throw new InvalidParameters('format');
  const send = async (): Promise<void> => {
    const report = await visit.openReport({ year: String(request.params['year']), format, language });
    await sendReport(response, report, request.method === 'HEAD');
  };
  await parts.documents.prepare(session.userId, send, disconnectSignal(response));
  return 'SENT';
}
