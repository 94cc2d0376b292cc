/** What is left to do for a year. */
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import type { Reply } from '../visit/visit.ts';
import { wayPage } from './way-view.ts';

/** Shows the steps of a year. */
export async function showWay(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const parameters = { year: String(request.params['year']) };
  const figures = await visit.read('getYearSummary', parameters);
  const isTaxed = figures.year >= FIRST_TAXED_YEAR;
  const [{ accounts }, photo, known] = await Promise.all([
    visit.read('listAccounts'),
    isTaxed ? visit.read('getPhoto', { size: '1' }) : null,
    isTaxed && !figures.locked ? visit.readDigits('getCircumstances', parameters) : null,
  ]);
  const page = wayPage({
    language,
    visitor: session,
    figures,
    accounts,
    photoPricesMissing: photo?.assetsWithoutPrice ?? 0,
    hasCircumstances: known?.circumstances != null,
  });
  return { status: 200, page };
}
