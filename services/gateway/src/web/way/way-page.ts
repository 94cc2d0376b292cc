/** What is left to do for a year. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import type { Reply } from '../visit/visit.ts';
import { wayPage } from './way-view.ts';
import { readYearOnTheWay } from './year-on-the-way.ts';

/** Shows the steps of a year. */
export async function showWay(visit: FiguresVisit): Promise<Reply> {
  const { language, session } = visit;
  const year = await readYearOnTheWay(visit);
  return { status: 200, page: wayPage({ ...year, language, visitor: session }) };
}
