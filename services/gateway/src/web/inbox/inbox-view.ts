/** The inbox: a card for each open question, with what it changes and what to do. */
import { type IssueType, type Queue, QUEUES, type Severity } from '@ctx/domain/issues';
import type { PriceQuestions } from '@ctx/proto/gen/ctx/v1/read';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, notice } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { joinedByAsset, priceCard } from './inbox-prices.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

type Inbox = Digits<AnswerOf<'listIssues'>>;
type Issue = Inbox['items'][number];

export interface InboxView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly inbox: Inbox;
  /** Which prices are missing in all years; null if the page has no question about one. */
  readonly prices: PriceQuestions | null;
  /** Empty: all years. */
  readonly year: string;
  /** Null: all queues. */
  readonly queue: Queue | null;
  /** Null: all kinds. */
  readonly type: IssueType | null;
  readonly upgradeUrl: string;
  /** What the user has just done, and the state of the recalculation; null after nothing. */
  readonly done?: string | null;
}

/** Returns the page: the number of questions of each queue, which narrow the list, and a card for each question. */
export function inboxPage(view: InboxView): string {
  const { language, visitor, year, inbox } = view;
  const { inbox: texts } = INBOX_TEXTS[language];
  const { sections } = TEXTS[language];
  const title = year === '' ? sections.inbox : texts.titleOfYear.replace('{year}', () => nameText(year));
  const content = html`<h1>${title}</h1>
    ${notice(view.done ?? null)}
    ${
      inbox.counts.total === '0'
        ? html`<p class="lead">${texts.none}</p>`
        : html`<p class="lead">${texts.lead}</p>
            ${narrowing(view)} ${cards(view)} ${pages(view)}`
    }
    ${year === '' ? null : html`<p><a href="${PATHS.inbox}">${texts.allYears}</a></p>`}`;
  return sitePage({ language, title, visitor, section: 'inbox', content });
}

/** The address of a page of the inbox. */
function address({ year, queue, type }: Pick<InboxView, 'year' | 'queue' | 'type'>, page = 0): string {
  const query = new URLSearchParams({
    ...(year !== '' && { year }),
    ...(queue !== null && { queue }),
    ...(type !== null && { type }),
    ...(page > 0 && { page: String(page) }),
  }).toString();
  return query === '' ? PATHS.inbox : `${PATHS.inbox}?${query}`;
}

/** Returns a link for each queue with its count. */
function narrowing({ language, inbox, year, queue, type }: InboxView): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const link = (each: Queue | null, label: string, count: string): Html =>
    html`<li>
      <a
        class="chip"
        href="${address({ year, queue: each, type: null })}"
        ${each === queue && type === null ? CURRENT : null}
        >${label} (${count})</a
      >
    </li> `;
  const links = QUEUES.flatMap((each) => {
    const count = inbox.counts.countsByQueue[each] ?? '0';
    return count === '0' ? [] : [link(each, texts.queues[each], count)];
  });
  return html`<nav class="chips" aria-label="${texts.byQueue}">
    <ul>
      ${link(null, texts.all, inbox.counts.total)} ${links}
    </ul>
  </nav>`;
}

const CURRENT = html` aria-current="page"`;

function cards(view: InboxView): Html {
  const { language, inbox } = view;
  if (inbox.items.length === 0) return html`<p class="empty">${INBOX_TEXTS[language].inbox.nothingHere}</p>`;
  const { prices: known, upgradeUrl } = view;
  return html`<div class="issues">
    ${joinedByAsset(inbox.items).map((each) =>
      'issues' in each ? priceCard({ language, question: each, known, upgradeUrl }) : card(view, each),
    )}
  </div>`;
}

/** Returns the card of a question. Of a locked year it shows no amount in euro. */
function card({ language, visitor, upgradeUrl }: InboxView, issue: Issue): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const type = TEXTS[language].issueTypes[issue.issueType as IssueType];
  const severity = issue.severity as Severity;
  return html`<article class="card issue">
    <h2>
      ${type.title} <span class="tag severity-${severity.toLowerCase()}">${texts.severities[severity]}</span>
    </h2>
    ${subject(language, issue)}
    <p>${type.effect} ${impact(language, issue)}</p>
    ${namesake(language, issue)}
    <p>
      <strong>${texts.whatToDo}</strong>
      ${whatToDo(language, issue)}
    </p>
    ${duplicateActions(language, visitor, issue)}
    ${issue.locked ? html`<p class="small">${texts.locked} <a href="${upgradeUrl}">${texts.unlock}</a></p>` : null}
  </article> `;
}

/** Returns what the question is about: a transaction with a link to its page, an asset, or a correction. */
function subject(
  language: Language,
  { event, sourceEventId, missingPriceAssetKey, orphanedCorrection, possibleDuplicate, balance }: Issue,
): Html | null {
  const { inbox: texts } = INBOX_TEXTS[language];
  const { words } = TEXTS[language];
  if (event && sourceEventId != null) {
    const what = html`${words.types[event.type]}
      <bdi>${decimalText(language, event.amount, false)}</bdi> ${name(event.asset.symbol)}`;
    return html`<p>
      <a href="${PATHS.transactions}/${sourceEventId}">${what}</a> · ${time(language, event.timestamp)}
      ${event.accountLabel == null ? null : html` · <bdi>${nameText(event.accountLabel)}</bdi>`}
    </p>`;
  }
  if (orphanedCorrection)
    return html`<p>${fill(texts.correctionOf, { asset: name(orphanedCorrection.assetId) })}</p>`;
  if (possibleDuplicate) {
    const { transactionCount, fileName, accountLabel, firstAt, lastAt } = possibleDuplicate;
    const { otherAccountLabel, otherFileName } = possibleDuplicate;
    const other =
      otherFileName == null
        ? name(otherAccountLabel)
        : fill(texts.ofFile, { account: name(otherAccountLabel), file: name(otherFileName) });
    return html`<p>
      ${fill(texts.duplicate, {
        count: decimalText(language, transactionCount, false),
        file: name(fileName),
        account: name(accountLabel),
        other,
        from: time(language, firstAt, 'day'),
        to: time(language, lastAt, 'day'),
      })}
    </p>`;
  }
  if (balance) return balanceText(language, balance);
  return missingPriceAssetKey == null ? null : html`<p>${name(missingPriceAssetKey)}</p>`;
}

/** Returns what the person can do about the question: the most specific advice that there is. */
function whatToDo(language: Language, issue: Issue): Content {
  const { actions, ...texts } = INBOX_TEXTS[language].inbox;
  const { recommendedActionId, copilot, unmatchedEventId, namesakeAssetKey, incompleteFileId } = issue;
  if (copilot?.joinMatchId !== undefined) return texts.joinMatch;
  if (unmatchedEventId != null) {
    const transfer = html`<a href="${PATHS.transactions}/${unmatchedEventId}">${texts.thisTransfer}</a>`;
    return fill(texts.matchMissing, { transfer });
  }
  if (namesakeAssetKey == null && incompleteFileId != null) {
    const file = html`<a href="${PATHS.files}/${incompleteFileId}">${texts.thisFile}</a>`;
    return fill(texts.lookAtFile, { file });
  }
  return actions[recommendedActionId as keyof typeof actions];
}

/** Returns what an account had, and what its transactions add up to; of a file, where its balance changes. */
function balanceText(language: Language, balance: NonNullable<Issue['balance']>): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const { accountId, accountLabel, assetId, at, difference, stated, expected, fileName, afterLine, line } =
    balance;
  const number = (decimal: string): Html => html`<bdi>${decimalText(language, decimal, false)}</bdi>`;
  const values = { account: name(accountLabel), asset: name(assetId), difference: number(difference) };
  const text =
    stated == null || expected == null
      ? fill(texts.balanceOfFile, {
          ...values,
          file: name(fileName ?? ''),
          from: Math.min(Number(afterLine), Number(line)),
          to: Math.max(Number(afterLine), Number(line)),
        })
      : fill(texts.balanceStated, { ...values, stated: number(stated), expected: number(expected) });
  return html`<p>
    ${text} ${time(language, at)} <a href="${PATHS.accounts}/${accountId}">${texts.toBalances}</a>
  </p>`;
}

/** Returns the other name under which the units may have been bought; null where there is none. */
function namesake(language: Language, { namesakeAssetKey: asset }: Issue): Html | null {
  if (asset == null) return null;
  return html`<p>${fill(INBOX_TEXTS[language].inbox.namesake, { asset: name(asset) })}</p>`;
}

/** Returns the two answers to transactions that look imported twice. */
function duplicateActions(
  language: Language,
  { csrfToken }: Visitor,
  { possibleDuplicate }: Issue,
): Html | null {
  if (!possibleDuplicate) return null;
  const { id, fileId } = possibleDuplicate;
  const { inbox: texts } = INBOX_TEXTS[language];
  return html`<form class="actions" method="post" action="${PATHS.files}/duplicates/${id}/keep">
    ${csrfField(csrfToken)}
    <a class="button secondary" href="${PATHS.files}/${fileId}/remove">${texts.removeFile}</a>
    <button class="secondary" type="submit">${texts.areDifferent}</button>
  </form>`;
}

/** Returns what the suggestion of the service would change in tax; null where it is not known. */
function impact(language: Language, { copilot }: Issue): Html | null {
  const eur = copilot?.estimatedImpactEur;
  if (eur == null) return null;
  const amount = decimalText(language, eur, true);
  return fill(INBOX_TEXTS[language].inbox.impact, { amount: html`<strong>${amount}</strong>` });
}

function pages({ language, inbox, ...chosen }: InboxView): Html | null {
  const { inbox: texts } = INBOX_TEXTS[language];
  const page = inbox.page;
  const number = Number(page?.page ?? 0);
  if (page === undefined || (!page.hasNext && number === 0)) return null;
  return html`<nav class="pages" aria-label="${texts.pages}">
    ${number > 0 && html`<a href="${address(chosen, number - 1)}" rel="prev">${texts.previous}</a>`}
    ${page.hasNext && html`<a href="${address(chosen, number + 1)}" rel="next">${texts.next}</a>`}
  </nav>`;
}
