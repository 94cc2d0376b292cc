/** The inbox: the open questions of a taxpayer, most severe first. */
import { ISSUE_TYPES, QUEUES } from '@ctx/domain/issues';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { doneText, type Reply, textOf } from '../visit/visit.ts';
import { withRecalculation } from '../visit/changes.ts';
import { pricedAssetOf } from './inbox-prices.ts';
import { inboxPage } from './inbox-view.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

/** Cards of one page. */
const SIZE = '20';

/** Shows a page of the inbox, of one year, queue or kind if the address names them. */
export async function showInbox(visit: FiguresVisit): Promise<Reply> {
  const { language, session, parts } = visit;
  const query = visit.request.query as Readonly<Record<string, unknown>>;
  const [year, queue, type] = [textOf(query['year']), textOf(query['queue']), textOf(query['type'])];
  const kept = doneText(visit, { kept: INBOX_TEXTS[language].inbox.kept });
  const done = kept === null ? null : await withRecalculation(visit, kept);
  const inbox = await visit.readDigits('listIssues', {
    page: textOf(query['page']) || '0',
    size: SIZE,
    ...(year !== '' && { year }),
    ...(queue !== '' && { queue }),
    ...(type !== '' && { type }),
  });
  const prices = inbox.items.some((issue) => pricedAssetOf(issue) !== null)
    ? await visit.priceQuestions()
    : null;
  const chosen = {
    year,
    queue: QUEUES.find((each) => each === queue) ?? null,
    type: ISSUE_TYPES.find((each) => each === type) ?? null,
  };
  const { upgradeUrl } = parts.settings;
  const page = inboxPage({ language, visitor: session, inbox, prices, ...chosen, upgradeUrl, done });
  return { status: 200, page };
}
