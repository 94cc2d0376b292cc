/** The page of all years. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import type { Reply } from '../visit/visit.ts';
import { owedTotal } from './owed.ts';
import { yearsPage } from './years-view.ts';

/** Shows the years side by side. */
export async function showYears(visit: FiguresVisit): Promise<Reply> {
  const { language, session, parts } = visit;
  const [{ years }, open] = await Promise.all([visit.read('getSummary'), visit.decisions({})]);
  const questions = new Map(open.years.map((each) => [each.year, each.questions]));
  // Only the figures of a year itself have its circumstances.
  const figures = await Promise.all(
    years.map(({ year }) => visit.read('getYearSummary', { year: String(year) })),
  );
  const owed = new Map(figures.map((each) => [each.year, owedTotal(each)]));
  const { upgradeUrl } = parts.settings;
  return { status: 200, page: yearsPage({ language, visitor: session, years, owed, questions, upgradeUrl }) };
}
