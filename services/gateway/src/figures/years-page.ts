/** The page of all years. */
import { yearsPage } from '../pages/figures/years.ts';
import type { Reply } from '../settings/visit.ts';
import type { FiguresVisit } from './figures-visit.ts';

/** Shows the years side by side. */
export async function showYears(visit: FiguresVisit): Promise<Reply> {
  const { language, session, parts } = visit;
  const { years } = await visit.read('getSummary');
  const { upgradeUrl } = parts.settings;
  return { status: 200, page: yearsPage({ language, visitor: session, years, upgradeUrl }) };
}
