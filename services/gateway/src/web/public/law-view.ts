/** The page of the law: every rate, amount, date, code and rule that figures are computed with, and its source. */
import { FIRST_DECLARATION_YEAR } from '@ctx/domain/law/declaration';
import { platforms } from '@ctx/domain/law/platforms';
import { type Provision, provisionsIn } from '@ctx/domain/law/provisions';
import type { LawRule } from '@ctx/domain/law/rules';
import { anchorOf } from '@ctx/domain/law/anchor';
import type { Visitor } from '../../http/visitor.ts';
import { table } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { plainPage, sitePage } from '../../ui/layout.ts';
import { rulesOfLaw } from '../../ui/law-rules.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { platformTable } from './law-platforms-view.ts';
import { numberEntries, ruleEntries } from './law-entries-view.ts';
import { placeText, statusText } from './law-source-view.ts';
import { provisionValue } from './provision-value.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

export interface LawPageView {
  readonly language: Language;
  /** Null for a visitor who is not signed in. */
  readonly visitor: Visitor | null;
  /** The income year that is shown. */
  readonly year: number;
  /** The present income year. */
  readonly presentYear: number;
  readonly provisions: readonly Provision[];
  readonly rules: readonly LawRule[];
}

/** Returns the page: what applies in a year, the source of each number and rule, then every row by year. */
export function lawPage(view: LawPageView): string {
  const { language, visitor, year, provisions, rules } = view;
  const { law: texts } = PUBLIC_TEXTS[language];
  const now = fillText(texts.now, { year });
  const inYear = provisionsIn(year);
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <h2>${now}</h2>
    ${provisionTable(language, now, inYear, ({ name }) => html`<a href="#${anchorOf(name)}">${texts.names[name]}</a>`)}
    ${yearLinks(view)} ${numberEntries(language, inYear)} ${ruleEntries(language, rules, year)}
    ${platformTable(language, year, platforms(year))}
    <h2>${texts.all}</h2>
    ${provisionTable(language, texts.all, provisions, ({ name }) => texts.names[name])}
    ${rulesOfLaw(language)}
    <p class="small">${fill(texts.api, { address: html`<a href="${PATHS.docs}">${texts.apiName}</a>` })}</p>`;
  const frame = { language, title: texts.title, content };
  return visitor === null ? plainPage(frame) : sitePage({ ...frame, visitor, section: 'year' });
}

/** Links the years from the first declaration to the one after the present. */
function yearLinks({ language, year, presentYear }: LawPageView): Html {
  const { years } = PUBLIC_TEXTS[language].law;
  const count = presentYear + 2 - FIRST_DECLARATION_YEAR;
  const others = Array.from({ length: count }, (_each, index) => FIRST_DECLARATION_YEAR + index).filter(
    (each) => each !== year,
  );
  return html`<p class="links">
    ${years}: ${others.map((each) => html`<a href="${PATHS.law}?year=${String(each)}">${String(each)}</a> `)}
  </p>`;
}

function provisionTable(
  language: Language,
  caption: string,
  provisions: readonly Provision[],
  nameOf: (row: Provision) => Content,
): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  return table({
    caption,
    columns: [texts.what, texts.value, texts.from, texts.source, texts.status],
    rows: provisions.map((row) => [
      nameOf(row),
      valueOf(language, row),
      row.fromYear === null ? texts.always : String(row.fromYear),
      placeText(language, row.law),
      statusText(language, row.law),
    ]),
  });
}

function valueOf(language: Language, row: Provision): Html {
  const value = provisionValue(language, row);
  if (row.statutoryEur === null) return value;
  const { statutory } = PUBLIC_TEXTS[language].law;
  const amount = euro(language, row.statutoryEur);
  return html`${value}<br /><span class="small">${fill(statutory, { amount })}</span>`;
}
