/** Where the units of a transaction came from, on a page to print. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { idOf, notFound, type Reply, textOf } from '../visit/visit.ts';
import { originPage } from './origin-view.ts';

/** Shows the origin of a transaction. `?year=` chooses between the two years of one that moved out of a submitted year. */
export async function showOrigin(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request, parts } = visit;
  const taxEventId = idOf(visit);
  if (taxEventId === null) return notFound(visit);
  const year = textOf(request.query['year']);
  const origin = await visit.readDigits('getOrigin', { taxEventId, ...(year !== '' && { year }) });
  const { upgradeUrl } = parts.settings;
  const page = originPage({ language, visitor: session, origin, upgradeUrl, nowMs: Date.now() });
  return { status: 200, page };
}
