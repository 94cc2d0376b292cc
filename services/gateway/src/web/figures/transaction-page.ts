/** The page that explains a transaction. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { idOf, notFound, nullIfDown, type Reply, textOf } from '../visit/visit.ts';
import { findSides } from '../answers/answer-pages.ts';
import { answeredNotice } from '../answers/back.ts';
import { transactionPage } from './transaction-view.ts';

/** Shows why a transaction counts as it does. `?year=` chooses between the two years of one that moved out of a submitted year. */
export async function showTransaction(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request, parts } = visit;
  const taxEventId = idOf(visit);
  if (taxEventId === null) return notFound(visit);
  const year = textOf(request.query['year']);
  const done = await answeredNotice(visit);
  const explained = await visit.readDigits('explainTransaction', {
    taxEventId,
    ...(year === '' ? {} : { year }),
  });
  const isOpen = !explained.locked && !explained.frozen;
  const isSide = ['ACQUISITION', 'DISPOSITION'].includes(explained.transaction.type);
  const sides = isOpen && isSide ? await nullIfDown(visit, findSides(visit, taxEventId)) : null;
  const { upgradeUrl } = parts.settings;
  const page = transactionPage({ language, visitor: session, explained, upgradeUrl, sides, done });
  return { status: 200, page };
}
