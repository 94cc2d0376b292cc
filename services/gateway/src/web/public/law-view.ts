/** The page of the law: every rate, amount, date and code that figures are computed with, and its source. */
import { type Provision, provisionsIn } from '@ctx/domain/law/provisions';
import type { Visitor } from '../../http/visitor.ts';
import { table } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import { instantText, type Language } from '../../ui/language.ts';
import { plainPage, sitePage } from '../../ui/layout.ts';
import { rulesOfLaw } from '../../ui/law-rules.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

export interface LawPageView {
  readonly language: Language;
  /** Null for a visitor who is not signed in. */
  readonly visitor: Visitor | null;
  /** The present income year. */
  readonly year: number;
  readonly provisions: readonly Provision[];
}

/** Returns the page: what applies in the present year, then every row by year. */
export function lawPage({ language, visitor, year, provisions }: LawPageView): string {
  const { law: texts } = PUBLIC_TEXTS[language];
  const now = texts.now.replace('{year}', String(year));
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <h2>${now}</h2>
    ${provisionTable(language, now, provisionsIn(year))}
    <h2>${texts.all}</h2>
    ${provisionTable(language, texts.all, provisions)} ${rulesOfLaw(language)}
    <p class="small">${fill(texts.api, { address: html`<a href="${PATHS.docs}">${texts.apiName}</a>` })}</p>`;
  const frame = { language, title: texts.title, content };
  return visitor === null ? plainPage(frame) : sitePage({ ...frame, visitor, section: 'year' });
}

function provisionTable(language: Language, caption: string, provisions: readonly Provision[]): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  return table({
    caption,
    columns: [texts.what, texts.value, texts.from, texts.source, texts.status],
    rows: provisions.map((row) => [
      texts.names[row.name],
      valueOf(language, row),
      row.fromYear === null ? texts.always : String(row.fromYear),
      sourceOf(language, row),
      html`${texts.statuses[row.status]}<br /><span class="small"
          >${texts.checked.replace('{day}', instantText(language, `${row.checkedOn}T12:00:00Z`, 'day'))}</span
        >`,
    ]),
  });
}

function valueOf(language: Language, { unit, value, statutoryEur }: Provision): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  if (value === null) return html`<span class="nothing">${texts.noCode}</span>`;
  switch (unit) {
    case 'EUR': {
      const statutory = euro(language, statutoryEur ?? '0');
      return html`${euro(language, value)}<br /><span class="small"
          >${fill(texts.statutory, { amount: statutory })}</span
        >`;
    }
    case 'INSTANT':
      return html`${instantText(language, value, 'second')}`;
    case 'PERCENT':
      return html`${texts.percent.replace('{value}', value)}`;
    case 'DAYS':
      return html`${texts.days.replace('{value}', value)}`;
    default:
      return html`<span class="code">${value}</span>`;
  }
}

function sourceOf(language: Language, { source, article }: Provision): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  const title = texts.sources[source];
  if (article === null) return html`${title}`;
  const place = source === 'TAX_RETURN' ? texts.part : texts.article;
  return html`${title}, ${place.replace('{article}', article.replace(/^part /, '').replace(' and ', ', '))}`;
}
