/** The page that an answer returns to: the one where its question was, and what it says then. */
import { UUID } from '@ctx/domain/uuid';
import { PATHS } from '../../ui/paths.ts';
import { type Content, html } from '../../ui/html.ts';
import { withRecalculation } from '../visit/changes.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { doneText, type SignedInVisit, textOf } from '../visit/visit.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

/** Only its origin is compared. */
const SITE = 'http://site.invalid';

/** Returns the path and query of an own page that asks questions; null for any other address. */
export function backOf(address: string): string | null {
  const url = URL.parse(address, SITE);
  if (url?.origin !== SITE) return null;
  const [, room, id, ...more] = url.pathname.split('/');
  const isTransaction = `/${room ?? ''}` === PATHS.transactions && UUID.test(id ?? '') && more.length === 0;
  if (url.pathname !== PATHS.inbox && !isTransaction) return null;
  for (const name of ['done', 'undo']) url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}

/** Returns the address to go back to after an answer, with the entry of the history that undoes it. */
export function backAfter(back: string, entryId: string | null): string {
  const url = new URL(back, SITE);
  url.searchParams.set('done', 'answered');
  if (entryId !== null) url.searchParams.set('undo', entryId);
  return `${url.pathname}${url.search}`;
}

/** Returns the address to go back to where a question no longer stands as it was asked. */
export function backOvertaken(back: string): string {
  const url = new URL(back, SITE);
  url.searchParams.set('done', 'overtaken');
  return `${url.pathname}${url.search}`;
}

/** Returns the newest entry of the user's history; empty without one. */
export async function newestEntry(visit: SignedInVisit): Promise<string> {
  const { entries } = await figuresVisit(visit).read('listHistory', { size: '1' });
  return entries[0]?.id ?? '';
}

/** Returns a message after an answer, with the state of the recalculation and a link that undoes it. Null after nothing. */
export async function answeredNotice(visit: SignedInVisit): Promise<Content> {
  const { language, request } = visit;
  const { saved, overtaken, undo } = ANSWERS_TEXTS[language].answers;
  const done = doneText(visit, { answered: saved, overtaken });
  if (done === null) return null;
  const entryId = textOf(request.query['undo']);
  return html`<p class="note good" role="status">
    ${await withRecalculation(visit, done)}
    ${UUID.test(entryId) && html`<a href="${PATHS.log}/${entryId}/undo">${undo}</a>`}
  </p>`;
}
