/** The download of the whole log of corrections, streamed while it is read. */
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { sendDocument } from '../../reports/documents.ts';
import { logAsCsv, logAsJsonLines, type ReadRows, rowsOf, type ShowsEuro } from '../../reports/log-lines.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { notFound, nullIfDown, type Reply, type SignedInVisit, textOf } from '../visit/visit.ts';

/** Rows of one page of the log. */
const ROWS = 200;

const FORMS = {
  csv: { type: 'text/csv; charset=utf-8; header=present', text: logAsCsv },
  jsonl: { type: 'application/jsonl; charset=utf-8', text: logAsJsonLines },
} as const;

/**
 * Sends the log in the form that the address names. If a later page cannot be read, the connection is closed before the end of the
 * body, so that nobody takes a part for the whole.
 */
export async function downloadLog(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, request, response } = visit;
  const format = textOf((request.query as Readonly<Record<string, unknown>>)['format']);
  if (format !== 'csv' && format !== 'jsonl') return notFound(visit);
  const send = (): Promise<void> => sendLog(visit, format);
  await parts.documents.prepare(session.userId, send, disconnectSignal(response));
  return 'SENT';
}

async function sendLog(visit: SignedInVisit, format: keyof typeof FORMS): Promise<void> {
  const { parts, session, requestId, request, response } = visit;
  const caller = { userId: session.userId, requestId };
  const read: ReadRows = (beforeId) => parts.listLoggedRows(caller, { limit: ROWS, beforeId });
  const [first, showsEuro] = await Promise.all([read(0), euroOf(visit)]);
  const { type, text } = FORMS[format];
  response.status(200).set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="corrections.${format}"`,
    'Cache-Control': 'private, no-store',
  });
  if (request.method === 'HEAD') response.end();
  else await sendDocument(response, text(rowsOf(first, read), showsEuro));
}

/** Returns which years show values in euro: those that are known and not locked. */
async function euroOf(visit: SignedInVisit): Promise<ShowsEuro> {
  const known = await nullIfDown(visit, figuresVisit(visit).read('listYears'));
  const open = new Set(known?.years.filter(({ locked }) => !locked).map(({ year }) => year));
  return (years) => years.every((year) => open.has(year));
}
