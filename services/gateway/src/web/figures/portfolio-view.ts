/** The portfolio: what each asset is worth and what it cost; and the lots of one asset. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { type ValueBars, valueBars } from '../../ui/charts/value-bars.ts';
import { facts, name, nameText, numeric, table } from '../../ui/components.ts';
import { type Content, fillText, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, unitsCell } from '../../ui/numbers.ts';
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
  const holdings = portfolio.holdings.toSorted(
    (left, right) =>
      Number(right.currentValue) - Number(left.currentValue) ||
      Number(right.totalCostBasis) - Number(left.totalCostBasis),
  );
  const title = sections.portfolio;
  const content = html`<h1>${title}</h1>
    <p class="tags"><span class="tag">${texts.beta}</span> <span class="tag">${year.badge}</span></p>
    ${
      holdings.length === 0
        ? html`<p class="lead">${texts.none}</p>
            <p class="empty">${texts.noneWhatToDo}</p>
            <p class="actions">
              <a class="button" href="${PATHS.files}">${TEXTS[language].general.addFile}</a>
            </p>`
        : html`${totals(language, portfolio)}
            <section class="card" aria-labelledby="assets">
              <h2 id="assets">${texts.assets}</h2>
              ${bars(language, holdings)} ${holdingsTable(language, holdings)}
            </section>`
    }
    ${portfolio.liabilities.length === 0 ? null : debts(language, portfolio)}`;
  return sitePage({ language, title, visitor, section: 'portfolio', content });
}

const hasPrice = ({ currentPrice }: Holding): boolean => currentPrice != null;

/** Returns the totals. Where prices are missing, value and difference are those of the assets with a price, or unknown without any. */
function totals(language: Language, portfolio: Portfolio): Html {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const { holdings, totalValue, totalCostBasis, unrealizedGain, snapshotTime } = portfolio;
  const priced = holdings.filter(hasPrice);
  const isComplete = priced.length === holdings.length;
  const cost = sumOf(priced.map(({ totalCostBasis: each }) => each));
  const difference = isComplete ? unrealizedGain : formatCents(parseEur(totalValue) - cost);
  const known = (eur: string): Content =>
    priced.length === 0 ? html`<span class="nothing">${texts.unknown}</span>` : euro(language, eur);
  const counts = { priced: priced.length, count: holdings.length };
  return html`<section class="card" aria-labelledby="totals">
    <h2 id="totals">${texts.totals}</h2>
    ${
      isComplete
        ? null
        : html`<div class="note bad">
            <p>${fillText(priced.length === 0 ? texts.nonePriced : texts.somePriced, counts)}</p>
            <p><a href="${PATHS.prices}">${texts.enterPrices}</a></p>
          </div>`
    }
    <div class="figures${priced.length === 0 ? '' : ' answered'}">
      ${facts([
        [texts.value, known(totalValue)],
        ...(isComplete || priced.length === 0
          ? []
          : [[texts.costOfPriced, euro(language, formatCents(cost))] as const]),
        [texts.difference, known(difference)],
        [isComplete ? texts.cost : texts.costOfAll, euro(language, totalCostBasis)],
        [texts.at, time(language, snapshotTime)],
      ])}
    </div>
    <p class="small">${texts.notTaxable}</p>
    <p class="actions">
      <a class="button" href="${PATHS.sale}">${FIGURES_TEXTS[language].whatIf.title}</a>
      <a class="button secondary" href="${PATHS.departure}">${FIGURES_TEXTS[language].departure.title}</a>
    </p>
  </section>`;
}

function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, eur) => sum + parseEur(eur), 0n);
}

/** Returns the bars of the assets on top, where the value of one without a price is unknown; null where no asset has a price. */
function bars(language: Language, holdings: readonly Holding[]): Html | null {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  if (!holdings.some(hasPrice)) return null;
  return html`<p class="legend">${swatch('gain', texts.value)} ${swatch('tax', texts.cost)}</p>
    ${valueBars(holdings.slice(0, BARS_MAX).map(barsOf), texts.noPrice)}`;
}

function barsOf(holding: Holding): ValueBars {
  const { assetSymbol, currentValue, totalCostBasis } = holding;
  const value = hasPrice(holding) ? Number(currentValue) : null;
  return { label: nameText(assetSymbol), value, cost: Number(totalCostBasis) };
}

function holdingsTable(language: Language, holdings: readonly Holding[]): Html {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const rows = holdings.map((holding): readonly Content[] => [
    html`<a href="${lotsAddress(holding.id)}">${name(holding.assetSymbol)}</a>`,
    unitsCell(language, holding.amount),
    holding.currentPrice == null
      ? html`<span class="nothing">${texts.noPrice}</span>`
      : euro(language, holding.currentValue),
    euro(language, holding.totalCostBasis),
    holding.currentPrice == null ? '–' : euro(language, holding.unrealizedGain),
    holding.unrealizedTaxableGain == null ? '–' : euro(language, holding.unrealizedTaxableGain),
  ]);
  return table({
    caption: texts.assets,
    columns: [
      texts.asset,
      ...[texts.amount, texts.value, texts.cost, texts.difference, texts.taxed].map(numeric),
    ],
    rows,
  });
}

function debts(language: Language, { liabilities }: Portfolio): Html {
  const { portfolio: texts } = FIGURES_TEXTS[language];
  const rows = liabilities.map((debt): readonly Content[] => [
    name(debt.assetSymbol),
    unitsCell(language, debt.remainingQuantity),
    debt.currentPrice == null
      ? html`<span class="nothing">${texts.noPrice}</span>`
      : euro(language, debt.currentValue),
  ]);
  return html`<section class="card" aria-labelledby="debts">
    <h2 id="debts">${texts.debts}</h2>
    ${table({ caption: texts.debts, columns: [texts.asset, ...[texts.owed, texts.value].map(numeric)], rows })}
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
    unitsCell(language, lot.remainingAmount),
    euro(language, lot.costBasis),
    lot.currentPrice == null
      ? html`<span class="nothing">${texts.noPrice}</span>`
      : euro(language, lot.currentValue),
  ]);
  const content = html`<p class="back"><a href="${PATHS.portfolio}">${texts.back}</a></p>
    <h1>${title}</h1>
    <p class="tags"><span class="tag">${year.badge}</span></p>
    <p class="lead">${texts.lotsLead}</p>
    <p>
      <a href="${PATHS.sale}?${new URLSearchParams({ asset: holdingId }).toString()}"
        >${FIGURES_TEXTS[language].whatIf.title}</a
      >
    </p>
    <section class="card">
      ${table({ caption: title, columns: [texts.acquired, ...[texts.amount, texts.cost, texts.value].map(numeric)], rows })}
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
