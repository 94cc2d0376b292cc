/** Loads what the pages of the way through a year show. */
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { gapsIn } from '../../answers/files/reach.ts';
import { nullIfDown } from '../visit/visit.ts';
import type { YearOnTheWay } from './steps.ts';

/** Returns what is known of the year in the address of a page. Throws `InvalidParameters` for one that is no year. */
export async function readYearOnTheWay(visit: FiguresVisit): Promise<YearOnTheWay> {
  const parameters = { year: String(visit.request.params['year']) };
  const figures = await visit.read('getYearSummary', parameters);
  const isTaxed = figures.year >= FIRST_TAXED_YEAR;
  const [{ accounts }, decisions, stored, photo, known] = await Promise.all([
    visit.read('listAccounts'),
    visit.decisions({ skipped: 0, max: 0 }),
    nullIfDown(
      visit,
      visit.parts.files.list({ userId: visit.session.userId, requestId: visit.requestId }, null),
    ),
    isTaxed ? visit.read('getPhoto', { size: '1' }) : null,
    isTaxed && !figures.locked ? visit.readDigits('getCircumstances', parameters) : null,
  ]);
  return {
    figures,
    accounts,
    earlierQuestions: decisions.years
      .filter(({ year }) => year < figures.year)
      .reduce((sum, { questions }) => sum + questions, 0),
    gaps: gapsIn(figures.year, stored?.files ?? [], Date.now()),
    photoPricesMissing: photo?.assetsWithoutPrice ?? 0,
    hasCircumstances: known?.circumstances != null,
    isSubmittedByUser: visit.parts.yearSubmission === 'user',
  };
}
