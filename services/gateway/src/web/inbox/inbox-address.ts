/** The addresses of the inbox: which questions it shows, and of which decision. */
import type { Cause } from '@ctx/domain/causes';
import type { IssueType, Queue } from '@ctx/domain/issues';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

/** What narrows the inbox. */
export interface InboxChoice {
  /** Empty: all years. */
  readonly year: string;
  /** Null: all queues. */
  readonly queue: Queue | null;
  /** Null: all kinds. */
  readonly type: IssueType | null;
}

/** The decision whose questions are shown. */
export interface ChosenDecision {
  readonly cause: Cause;
  /** The key of an asset or the id of an account; empty for a decision without one. */
  readonly name: string;
}

/** Returns the address of a page of decisions, or of the questions of one. */
export function inboxAddress(
  { year, queue, type }: InboxChoice,
  decision: ChosenDecision | null = null,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    ...(decision !== null && { cause: decision.cause }),
    ...(decision !== null && decision.name !== '' && { name: decision.name }),
    ...(year !== '' && { year }),
    ...(queue !== null && { queue }),
    ...(type !== null && { type }),
    ...more,
  }).toString();
  return query === '' ? PATHS.inbox : `${PATHS.inbox}?${query}`;
}

/** Returns links to the page before and the page after; null for a list of one page. */
export function pageLinks(
  language: Language,
  choice: InboxChoice,
  page: number,
  hasNext: boolean,
  decision: ChosenDecision | null = null,
): Html | null {
  const { inbox: texts } = INBOX_TEXTS[language];
  if (!hasNext && page === 0) return null;
  const addressOf = (number: number): string =>
    inboxAddress(choice, decision, number > 0 ? { page: String(number) } : {});
  return html`<nav class="pages" aria-label="${texts.pages}">
    ${page > 0 && html`<a href="${addressOf(page - 1)}" rel="prev">${texts.previous}</a>`}
    ${hasNext && html`<a href="${addressOf(page + 1)}" rel="next">${texts.next}</a>`}
  </nav>`;
}
