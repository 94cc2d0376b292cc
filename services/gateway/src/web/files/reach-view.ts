/** The section that shows how far the files of each account reach, and asks about times without rows. */
import type { StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import { name, table } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { type Gap, reachOf } from '../../answers/files/reach.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Returns the section; null if no file has rows. */
export function reachSection(
  files: readonly StoredFile[],
  language: Language,
  nowMs = Date.now(),
): Html | null {
  const { reach: texts, files: words } = FILES_TEXTS[language];
  const reaches = reachOf(files, nowMs);
  if (reaches.length === 0) return null;
  const day = (instant: string): Html => time(language, instant, 'day');
  const gapText = ({ from, until }: Gap): Html =>
    html`<p>
      ${until === undefined ? fill(texts.since, { from: day(from) }) : fill(texts.between, { from: day(from), until: day(until) })}
    </p>`;
  const hasGaps = reaches.some(({ gaps }) => gaps.length > 0);
  return html`<section class="card" aria-labelledby="reach">
    <h2 id="reach">${texts.title}</h2>
    ${hasGaps ? html`<p>${texts.meaning}</p>` : null}
    ${table({
      caption: texts.title,
      columns: [words.account, texts.from, texts.until, texts.gaps],
      rows: reaches.map(({ accountLabel, from, until, gaps }) => [
        name(accountLabel),
        day(from),
        day(until),
        gaps.length === 0 ? texts.none : html`${gaps.map(gapText)}`,
      ]),
    })}
  </section>`;
}
