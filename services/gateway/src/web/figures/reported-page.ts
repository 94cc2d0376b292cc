/** What exchanges report about a year, on a page of its own. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { type Reply, textOf } from '../visit/visit.ts';
import { reportedPage } from './reported-view.ts';

/** Assets of one page. */
const SIZE = '200';

/** Shows a page of the totals. */
export async function showReported(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const after = textOf((request.query as Readonly<Record<string, unknown>>)['after']);
  const reported = await visit.readDigits('getReported', {
    year: String(request.params['year']),
    size: SIZE,
    ...(after !== '' && { after }),
  });
  return { status: 200, page: reportedPage({ language, visitor: session, reported, isFirst: after === '' }) };
}
