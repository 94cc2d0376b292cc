/** The page of one year, and the page that leads to the present year. */
import { brusselsDate } from '@ctx/domain/brussels';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { PATHS } from '../../ui/paths.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { nullIfDown, type Reply } from '../visit/visit.ts';
import { readIncome } from './income-of-year.ts';
import { isPhotoNoticeDue } from './photo-notice.ts';
import { noYearsPage, yearPage } from './year-view.ts';

/** Leads to the present year, or to the newest year with transactions; shows the first step to a user without any. */
export async function showOverview(visit: FiguresVisit): Promise<Reply> {
  const { language, session } = visit;
  const { years } = await visit.read('listYears');
  const present = brusselsDate(Date.now()).year;
  const shown = years.find(({ year }) => year === present) ?? years[0];
  if (shown === undefined) return { status: 200, page: noYearsPage({ language, visitor: session }) };
  return { seeOther: `${PATHS.overview}/${String(shown.year)}` };
}

/** Shows a year. */
export async function showYear(visit: FiguresVisit): Promise<Reply> {
  const { language, session, parts, request } = visit;
  const figures = await visit.read('getYearSummary', { year: String(request.params['year']) });
  const { upgradeUrl } = parts.settings;
  const [income, regime, assetsWithoutPrice] = await Promise.all([
    // The amounts of a locked year are ranges, of which a sum says little.
    figures.locked ? null : readIncome(visit, figures.year),
    figures.locked ? null : visit.read('getRegime', { year: String(figures.year) }),
    unpricedAssets(visit, figures.year, Date.now()),
  ]);
  const isSubmittedByUser = parts.yearSubmission === 'user';
  const view = {
    language,
    visitor: session,
    figures,
    income,
    regime,
    assetsWithoutPrice,
    upgradeUrl,
    isSubmittedByUser,
  };
  return { status: 200, page: yearPage(view) };
}

/** Returns how many assets have no photo price, while that is a notice on the page of the year; else 0. */
async function unpricedAssets(visit: FiguresVisit, year: number, nowMs: number): Promise<number> {
  if (!isPhotoNoticeDue(nowMs) || year < FIRST_TAXED_YEAR - 1) return 0;
  const photo = await nullIfDown(visit, visit.read('getPhoto', { size: '1' }));
  return photo?.assetsWithoutPrice ?? 0;
}
