/** The page of the log: corrections with the values before and after, and the access log. */
import type { Visitor } from '../../http/visitor.ts';
import type { AccessEntry } from '../../identity/access-log.ts';
import { name, notice, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time, timeAgo } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { correctionsSection, type CorrectionsView } from './log-corrections.ts';
import { LOG_TEXTS } from './texts/texts.ts';

/** Links to other pages of a list; null without such a page. */
export interface ListLinks {
  readonly newest: string | null;
  readonly older: string | null;
}

export interface LogView extends CorrectionsView {
  readonly visitor: Visitor;
  /** What the user has just done; null after nothing. */
  readonly done: string | null;
  readonly access: readonly AccessEntry[];
  readonly accessLinks: ListLinks;
}

/** Returns the page: corrections first, then the access log, each newest first. */
export function logPage(view: LogView): string {
  const { language, visitor, done, access } = view;
  const texts = LOG_TEXTS[language].log;
  const content = html`<h1>${texts.title}</h1>
    ${notice(done)}
    <p class="lead">${texts.lead}</p>
    ${correctionsSection(view)}
    <section class="card" aria-labelledby="access">
      <h2 id="access">${texts.access}</h2>
      ${access.length === 0 ? html`<p class="empty">${texts.noAccess}</p>` : accessTable(access, language)}
      ${accessPages(view.accessLinks, texts)}
    </section>`;
  return sitePage({ language, title: texts.title, visitor, section: 'log', content });
}

function accessTable(entries: readonly AccessEntry[], language: Language): Html {
  const { log } = LOG_TEXTS[language];
  const { words } = TEXTS[language];
  return table({
    caption: log.access,
    columns: [log.what, log.which, log.how, log.from, log.when],
    rows: entries.map(({ action, target, via, at, ...entry }) => [
      // A newer version may log an action that this version has no word for.
      (words.access as Readonly<Record<string, string>>)[action] ?? name(action),
      target === null ? '–' : name(target),
      (words.accessVia as Readonly<Record<string, string>>)[via] ?? name(via),
      from(entry, log.severalPlaces),
      times(at, entry, language),
    ]),
  });
}

function from(
  { browser, network, times: count }: Pick<AccessEntry, 'browser' | 'network' | 'times'>,
  severalPlaces: string,
): Content {
  if (network === null) return count > 1 ? severalPlaces : '–';
  return html`${browser === null ? null : html`<bdi>${browser}</bdi>, `}<bdi>${network}</bdi>`;
}

function times(
  at: string,
  { times: count, lastAt }: Pick<AccessEntry, 'times' | 'lastAt'>,
  language: Language,
): Content {
  if (lastAt === null) return timeAgo(language, at);
  const repeats = fill(LOG_TEXTS[language].log.times, { count, when: time(language, lastAt) });
  return html`${timeAgo(language, at)} <span class="small">${repeats}</span>`;
}

function accessPages({ newest, older }: ListLinks, texts: (typeof LOG_TEXTS)['en']['log']): Html | null {
  if (newest === null && older === null) return null;
  return html`<nav class="pages" aria-label="${texts.accessPages}">
    ${newest === null ? null : html`<a href="${newest}">${texts.newestAccess}</a>`}
    ${older === null ? null : html`<a href="${older}" rel="next">${texts.olderAccess}</a>`}
  </nav>`;
}
