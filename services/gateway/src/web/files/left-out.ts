/** The rows of a file that become no transaction. */
import type { FileLeftOut } from '@ctx/proto/gen/ctx/v1/corrections';
import { name, table } from '../../ui/components.ts';
import { faultReason } from '../../ui/file-faults.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { guideLink } from './guide-link.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Returns the ids of the headings that name a section about a file: its own, behind that of the file where `of` names one of several. */
export function headingIds(section: string, of: string): string {
  return of === '' ? section : `file${of} ${section}${of}`;
}

/** Returns the section: why rows are left out, how many, and how those that are to be checked can be entered. `of` names one of several files. */
export function leftOutSection(rows: readonly FileLeftOut[], language: Language, of = ''): Html {
  const { files: texts, leftOutReasons } = FILES_TEXTS[language];
  const reasons = leftOutReasons as Readonly<Record<string, string>>;
  const list = table({
    caption: texts.leftOut,
    columns: [texts.inFile, texts.why, texts.rows, texts.lines],
    rows: rows.map((row) => [
      name(row.type),
      html`${reasons[row.reason] ?? row.meaning}
      ${row.messages.length === 0 ? null : html` (${row.column == null ? null : html`${name(row.column)}: `}${faultReason(row.messages, language)})`}
      ${row.needsCheck ? html` <span class="tag review">${texts.toCheck}</span>` : null}`,
      row.rows,
      row.lines.join(', '),
    ]),
  });
  return html`<section class="card" aria-labelledby="${headingIds('left-out', of)}">
    <h2 id="left-out${of}">${texts.leftOut}</h2>
    ${rows.length === 0 ? html`<p class="empty">${texts.noneLeftOut}</p>` : list}
    ${rows.some(({ needsCheck }) => needsCheck) ? html`<p class="small">${fill(texts.toCheckMeaning, { enter: html`<a href="${PATHS.entry}">${TEXTS[language].general.enterTransaction}</a>`, guide: guideLink(texts) })}</p>` : null}
  </section>`;
}
