/** The portfolio (beta): what a taxpayer holds now. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { type Reply, textOf } from '../visit/visit.ts';
import { holdingPage, portfolioPage } from './portfolio-view.ts';

/** Lots of one page. */
const SIZE = '50';

/** Shows the value and cost of each asset. */
export async function showPortfolio(visit: FiguresVisit): Promise<Reply> {
  const { language, session } = visit;
  const portfolio = await visit.readDigits('getPortfolio', { lots: 'false' });
  return { status: 200, page: portfolioPage({ language, visitor: session, portfolio }) };
}

/** Shows a page of the lots of one asset, oldest first. */
export async function showHolding(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const query = request.query as Readonly<Record<string, unknown>>;
  const holdingId = textOf(query['asset']);
  const list = await visit.readDigits('listLots', {
    holdingId,
    page: textOf(query['page']) || '0',
    size: SIZE,
  });
  return { status: 200, page: holdingPage({ language, visitor: session, holdingId, list }) };
}
