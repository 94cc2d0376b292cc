/** The readings of a year on a page of their own, because the engine runs for them. */
import { rejectionOf } from '../../http/rejection-of-status.ts';
import { whyNoReadings } from '../../reports/readings-tables.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import type { Reply } from '../visit/visit.ts';
import { readingsPage } from './readings-view.ts';

/** Shows a year under other readings of the law, or why it cannot be computed. */
export async function showReadings(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const parameters = { year: String(request.params['year']) };
  const view = { language, visitor: session, year: Number(parameters.year) };
  try {
    const readings = await visit.readDigits('listReadings', parameters);
    return { status: 200, page: readingsPage({ ...view, readings }) };
  } catch (error) {
    const reason = whyNoReadings(rejectionOf(error)?.rejected);
    if (reason === null) throw error;
    return { status: 409, page: readingsPage({ ...view, readings: reason }) };
  }
}
