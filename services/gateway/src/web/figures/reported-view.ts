/** The page of the totals that exchanges report about a year, by exchange and asset. */
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, numeric, table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { countryName, type Language } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, unitsCell } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { wordOf } from './explained.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type ReportedYear = Digits<AnswerOf<'getReported'>>;
type Total = ReportedYear['totals'][number];

export interface ReportedPageView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly reported: ReportedYear;
  readonly isFirst: boolean;
}

/** The address of the totals that exchanges report about a year. */
export function reportedAddress(year: number | string): string {
  return `${PATHS.overview}/${String(year)}/reported`;
}

/** Returns the page. In a locked year it has no value in euro. */
export function reportedPage({ language, visitor, reported, isFirst }: ReportedPageView): string {
  const { reported: texts, year: yearTexts } = FIGURES_TEXTS[language];
  const { year, frozen, stale, totals, next } = reported;
  const inYear = (text: string): string => text.replace('{year}', year);
  const title = inYear(texts.title);
  const platforms = [...Map.groupBy(totals, ({ platform }) => platform)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const isAll = isFirst && next == null;
  const content = html`<h1>${title}</h1>
    <p class="lead">${texts.lead}</p>
    ${Number(year) < FIRST_TAXED_YEAR ? html`<p class="note">${inYear(texts.before)}</p>` : null}
    ${frozen ? html`<p class="note">${texts.submitted}</p>` : null}
    ${stale ? html`<p class="note" role="status">${yearTexts.stale}</p>` : null}
    ${totals.length === 0 ? html`<p class="empty">${inYear(isAll ? texts.none : texts.noneHere)}</p>` : null}
    ${platforms.map(([platform, ofPlatform]) => platformSection(language, platform, ofPlatform))}
    <p class="links">
      ${
        next == null
          ? null
          : html`<a href="${reportedAddress(year)}?${new URLSearchParams({ after: next }).toString()}"
              >${texts.next}</a
            >`
      }
      <a href="${PATHS.overview}/${year}">${inYear(texts.back)}</a>
    </p>`;
  return sitePage({ language, title, visitor, section: 'year', content });
}

function platformSection(language: Language, platform: string, totals: readonly Total[]): Html {
  const { reported: texts } = FIGURES_TEXTS[language];
  const country = totals[0]?.country;
  const columns = [
    texts.asset,
    texts.kind,
    ...[texts.units, texts.value, texts.fees, texts.count].map(numeric),
  ];
  return html`<section class="card">
    <h2>${name(platform)}</h2>
    ${
      country == null
        ? null
        : html`<p class="small">${texts.country.replace('{country}', countryName(language, country))}</p>`
    }
    ${table({ caption: platform, columns, rows: totals.map((total) => rowOf(language, total)) })}
  </section>`;
}

function rowOf(language: Language, total: Total): readonly Content[] {
  const { reported: texts } = FIGURES_TEXTS[language];
  const { assetKey, assetSymbol, kind, units, eur, fees, transactions, withoutValue } = total;
  const money = (amount: string | null | undefined): Content =>
    amount == null ? texts.hidden : euro(language, amount);
  return [
    name(assetSymbol ?? assetKey),
    wordOf(texts.kinds, kind),
    unitsCell(language, units),
    withoutValue === '0'
      ? money(eur)
      : html`${money(eur)}<br /><span class="small"
            >${texts.withoutValue.replace('{count}', withoutValue)}</span
          >`,
    money(fees),
    transactions,
  ];
}
