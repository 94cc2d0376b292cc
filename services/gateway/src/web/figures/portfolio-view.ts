/** The portfolio: what each asset is worth and what it cost; and the lots of one asset. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { valueBars } from '../../ui/charts/value-bars.ts';
import { facts, name, nameText, table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { swatch } from './swatch.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

const eventsPath = PATHS.transactions;

type Portfolio = Digits<AnswerOf<'getPortfolio'>>;
type Holding = Portfolio['holdings'][number];
type LotList = Digits<AnswerOf<'listLots'>>;

export interface PortfolioView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly portfolio: Portfolio;
}

/** Assets with bars; the others are in the table alone. */
const BARS_MAX = 12;

/** Returns the page: totals, bars of value and cost, and a table with a link to the lots of each asset. */
export function portfolioPage({ language, visitor, portfolio }: PortfolioView): string {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const { sections } = TEXTS[language];
  const { year } = FIGURES_TEXTS[language];
  const euro = (amount: string): string => decimalText(language, amount, true);
  const holdings = portfolio.holdings.toSorted(
    (left, right) => Number(right.currentValue) - Number(left.currentValue),
  );
  const title = sections.portfolio;
  const content = html`<h1>${title}</h1>
    <p class="tags"><span class="tag">${texts.beta}</span> <span class="tag">${year.badge}</span></p>
    ${
      holdings.length === 0
        ? html`<p class="lead">${texts.none}</p>`
        : html`<section class="card" aria-labelledby="totals">
              <h2 id="totals">${texts.totals}</h2>
              <div class="figures">
                ${facts([
                  [texts.value, euro(portfolio.totalValue)],
                  [texts.cost, euro(portfolio.totalCostBasis)],
                  [texts.difference, euro(portfolio.unrealizedGain)],
                  [texts.at, time(language, portfolio.snapshotTime)],
                ])}
              </div>
              <p class="small">${texts.notTaxable}</p>
            </section>
            <section class="card" aria-labelledby="assets">
              <h2 id="assets">${texts.assets}</h2>
              <p class="legend">${swatch('gain', texts.value)} ${swatch('tax', texts.cost)}</p>
              ${valueBars(holdings.slice(0, BARS_MAX).map(barsOf))} ${holdingsTable(language, holdings)}
            </section>`
    }
    ${portfolio.liabilities.length === 0 ? null : debts(language, portfolio)}`;
  return sitePage({ language, title, visitor, section: 'portfolio', content });
}

function barsOf({ assetSymbol, currentValue, totalCostBasis }: Holding) {
  return { label: nameText(assetSymbol), value: Number(currentValue), cost: Number(totalCostBasis) };
}

function holdingsTable(language: Language, holdings: readonly Holding[]): Html {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const rows = holdings.map((holding): readonly Content[] => [
    html`<a href="${lotsAddress(holding.id)}">${name(holding.assetSymbol)}</a>`,
    html`<bdi>${decimalText(language, holding.amount, false)}</bdi>`,
    holding.currentPrice == null
      ? html`<span class="nothing">${texts.noPrice}</span>`
      : decimalText(language, holding.currentValue, true),
    decimalText(language, holding.totalCostBasis, true),
    holding.currentPrice == null ? '–' : decimalText(language, holding.unrealizedGain, true),
    holding.unrealizedTaxableGain == null ? '–' : decimalText(language, holding.unrealizedTaxableGain, true),
  ]);
  return table({
    caption: texts.assets,
    columns: [texts.asset, texts.amount, texts.value, texts.cost, texts.difference, texts.taxed],
    rows,
  });
}

function debts(language: Language, { liabilities }: Portfolio): Html {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const rows = liabilities.map((debt): readonly Content[] => [
    name(debt.assetSymbol),
    html`<bdi>${decimalText(language, debt.remainingQuantity, false)}</bdi>`,
    decimalText(language, debt.currentValue, true),
  ]);
  return html`<section class="card" aria-labelledby="debts">
    <h2 id="debts">${texts.debts}</h2>
    ${table({ caption: texts.debts, columns: [texts.asset, texts.owed, texts.value], rows })}
  </section>`;
}

export interface HoldingView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly holdingId: string;
  readonly list: LotList;
}

function lotsAddress(holdingId: string, page = 0): string {
  const query = new URLSearchParams({ asset: holdingId, ...(page > 0 && { page: String(page) }) });
  return `${PATHS.lots}?${query.toString()}`;
}

/** Returns the page of the lots of one asset, oldest first: the order in which a sale takes them. */
export function holdingPage({ language, visitor, holdingId, list }: HoldingView): string {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const { year } = FIGURES_TEXTS[language];
  const title = texts.lotsOf.replace('{asset}', () => nameText(holdingId));
  const rows = list.lots.map((lot): readonly Content[] => [
    html`<a href="${eventsPath}/${lot.acquisitionEventId}">${time(language, lot.acquisitionTimestamp)}</a>`,
    html`<bdi>${decimalText(language, lot.remainingAmount, false)}</bdi>`,
    decimalText(language, lot.costBasis, true),
    lot.currentPrice == null
      ? html`<span class="nothing">${texts.noPrice}</span>`
      : decimalText(language, lot.currentValue, true),
  ]);
  const content = html`<p class="back"><a href="${PATHS.portfolio}">${texts.back}</a></p>
    <h1>${title}</h1>
    <p class="tags"><span class="tag">${year.badge}</span></p>
    <p class="lead">${texts.lotsLead}</p>
    <section class="card">
      ${table({ caption: title, columns: [texts.acquired, texts.amount, texts.cost, texts.value], rows })}
    </section>
    ${pages(language, holdingId, list)}`;
  return sitePage({ language, title, visitor, section: 'portfolio', content });
}

function pages(language: Language, holdingId: string, { page }: LotList): Html | null {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const number = Number(page?.page ?? 0);
  if (page === undefined || (!page.hasNext && number === 0)) return null;
  return html`<nav class="pages" aria-label="${texts.lotsPages}">
    ${number > 0 && html`<a href="${lotsAddress(holdingId, number - 1)}" rel="prev">${texts.earlierLots}</a>`}
    ${page.hasNext && html`<a href="${lotsAddress(holdingId, number + 1)}" rel="next">${texts.laterLots}</a>`}
  </nav>`;
}
