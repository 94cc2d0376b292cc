/** The page of the log: corrections with the values before and after, and the access log. */
import type { AccessEntry } from '../identity/access-log.ts';
import { name, table } from './components.ts';
import { type Content, fill, html, type Html } from './html.ts';
import { type Language, time } from './language.ts';
import { sitePage, type Visitor } from './layout.ts';
import type { CorrectionView, FieldChange } from './log-entry.ts';
import { TEXTS } from './texts/texts.ts';

/** Links to other pages of a list; null without such a page. */
export interface ListLinks {
  readonly newest: string | null;
  readonly older: string | null;
}

export interface LogView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly corrections: readonly CorrectionView[];
  readonly correctionLinks: ListLinks;
  readonly access: readonly AccessEntry[];
  readonly accessLinks: ListLinks;
}

/** Returns the page: corrections first, then the access log, each newest first. */
export function logPage(view: LogView): string {
  const { language, visitor, corrections, access } = view;
  const texts = TEXTS[language].log;
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <section class="card" aria-labelledby="corrections">
      <h2 id="corrections">${texts.corrections}</h2>
      ${
        corrections.length === 0
          ? html`<p class="empty">${texts.noCorrections}</p>`
          : html`<ol class="entries">
              ${corrections.map((each) => html`<li>${correction(each, language)}</li> `)}
            </ol>`
      }
      ${listLinks(view.correctionLinks, { newest: texts.newest, older: texts.older })}
    </section>
    <section class="card" aria-labelledby="access">
      <h2 id="access">${texts.access}</h2>
      ${access.length === 0 ? html`<p class="empty">${texts.noAccess}</p>` : accessTable(access, language)}
      ${listLinks(view.accessLinks, { newest: texts.newestAccess, older: texts.olderAccess })}
    </section>`;
  return sitePage({ language, title: texts.title, visitor, section: 'log', content });
}

/** Returns the first lines of an entry: what was corrected, when, and through which app or token. */
export function correctionHead(view: CorrectionView, language: Language): Html {
  const { what, subject, at, via } = view;
  const through = fill(TEXTS[language].general.via, { via: html`<bdi>${via}</bdi>` });
  return html`<p class="what">
      ${what}${subject === null || subject === '' ? null : html` <bdi>${subject}</bdi>`}
    </p>
    <p class="small">${time(language, at)} ${through}</p>`;
}

function correction(view: CorrectionView, language: Language): Html {
  const details = view.details.map(
    (detail, index) => html`${index === 0 ? null : ' · '}<bdi>${detail}</bdi>`,
  );
  return html`<article>
    <div class="head">
      ${correctionHead(view, language)} ${details.length === 0 ? null : html`<p class="small">${details}</p>`}
    </div>
    ${view.changes.length === 0 ? null : changesTable(view, language)}
  </article>`;
}

/** Returns the changed fields. A created row has no values before, a removed row none after. */
function changesTable({ what, changes }: CorrectionView, language: Language): Html {
  const texts = TEXTS[language].log;
  const value = (text: string | null): Html =>
    text === null ? html`<span class="nothing">${texts.nothing}</span>` : html`<bdi>${text}</bdi>`;
  const hasBefore = changes.some(({ before }) => before !== null);
  const hasAfter = changes.some(({ after }) => after !== null);
  return table({
    caption: what,
    isSmall: !(hasBefore && hasAfter),
    columns: [texts.field, ...(hasBefore ? [texts.before] : []), ...(hasAfter ? [texts.after] : [])],
    rows: changes.map(({ field, before, after }: FieldChange) => [
      field,
      ...(hasBefore ? [value(before)] : []),
      ...(hasAfter ? [value(after)] : []),
    ]),
  });
}

function accessTable(entries: readonly AccessEntry[], language: Language): Html {
  const { log, words } = TEXTS[language];
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
  if (lastAt === null) return time(language, at);
  const repeats = fill(TEXTS[language].log.times, { count, when: time(language, lastAt) });
  return html`${time(language, at)} <span class="small">${repeats}</span>`;
}

function listLinks({ newest, older }: ListLinks, texts: { newest: string; older: string }): Html | null {
  if (newest === null && older === null) return null;
  return html`<p class="actions">
    ${newest === null ? null : html`<a href="${newest}">${texts.newest}</a>`}
    ${older === null ? null : html`<a href="${older}" rel="next">${texts.older}</a>`}
  </p>`;
}
