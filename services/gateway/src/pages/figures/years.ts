/** The page of all years. */
import { table } from '../components.ts';
import { html } from '../html.ts';
import type { Language } from '../language.ts';
import { sitePage, type Visitor } from '../layout.ts';
import type { YearView } from '../overview.ts';
import { TEXTS } from '../texts/texts.ts';

export interface YearsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly years: readonly YearView[];
}

/** Returns the page: one row a year, newest first. */
export function yearsPage({ language, visitor, years }: YearsView): string {
  const { sections, overview: texts } = TEXTS[language];
  const title = sections.years;
  const rows = years.map(({ year, locked, frozen }) => [
    locked ? String(year) : html`<a href="/overview/${year}">${year}</a>`,
    frozen ? texts.submitted : locked ? texts.locked : texts.paid,
  ]);
  const content = html`<h1>${title}</h1>
    ${
      rows.length === 0
        ? html`<p class="empty">${texts.noYears}</p>`
        : table({ caption: title, columns: [texts.year, texts.status], rows, isSmall: true })
    }`;
  return sitePage({ language, title, visitor, section: 'years', content });
}
