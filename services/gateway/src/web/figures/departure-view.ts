/** The page of a departure abroad: the day, what it would realise, what readers say about the deferral, and each asset that is owned then. */
import { formatCents } from '@ctx/domain/decimal';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, facts, faultList, field, name, numeric, table, titleOf } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { taxOf } from './what-if-view.ts';

export type DeparturePreview = Digits<AnswerOf<'previewDeparture'>>;

export interface DepartureView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly day: string;
  /** Null before the form is sent, and with faults. */
  readonly preview: DeparturePreview | null;
  readonly faults: readonly Fault[];
}

/** Returns the page. */
export function departurePage({ language, visitor, day, preview, faults }: DepartureView): string {
  const { departure: texts, portfolio, year } = FIGURES_TEXTS[language];
  const input = { id: 'day', label: texts.day, type: 'date', value: day, autocomplete: 'off' } as const;
  const content = html`<p class="back"><a href="${PATHS.portfolio}">${portfolio.back}</a></p>
    <h1>${texts.title}</h1>
    <p class="tags"><span class="tag">${portfolio.beta}</span> <span class="tag">${year.indicative}</span></p>
    <p class="lead">${texts.lead}</p>
    ${faultList(faults, language)}
    <form class="filters card" method="get" action="${PATHS.departure}" novalidate>
      ${field(input, faults, language)}
      <p class="actions"><button type="submit">${texts.compute}</button></p>
    </form>
    ${preview === null ? null : results(language, preview)}`;
  const title = titleOf(texts.title, faults, language);
  return sitePage({ language, title, visitor, section: 'portfolio', content });
}

function results(language: Language, preview: DeparturePreview): Html {
  const { departure: texts, whatIf } = FIGURES_TEXTS[language];
  const money = (eur: string): Html => euro(language, eur);
  const tax = formatCents(taxOf(preview));
  const rows: (readonly [Content, Content])[] = [
    [texts.value, money(preview.value)],
    [texts.gain, money(preview.gain)],
  ];
  if (preview.exemptionUsed != null) rows.push([whatIf.exemptionUsed, money(preview.exemptionUsed)]);
  if (preview.exemptionRemaining != null)
    rows.push([whatIf.exemptionLeft, money(preview.exemptionRemaining)]);
  const isNet = preview.estimatedTax !== undefined || preview.exemptionUsed != null;
  rows.push([isNet ? whatIf.tax : whatIf.grossTax, money(tax)]);
  const standing = fill(tax === '0' ? texts.noTax : texts.standing, {
    tax: html`<strong>${money(tax)}</strong>`,
  });
  return html`<section class="card answer" aria-labelledby="results">
      <h2 id="results">${fill(texts.results, { day: time(language, preview.at, 'day') })}</h2>
      <p class="standing">${standing}</p>
      ${notes(language, preview)}
      <div class="receipt">${facts(rows)}</div>
      <h3>${texts.deferralTitle}</h3>
      <p>${texts.deferral}</p>
      <p>${texts.gifts}</p>
      <p class="small">${texts.meaning}</p>
    </section>
    ${holdingsTable(language, preview)}`;
}

function holdingsTable(language: Language, { holdings }: DeparturePreview): Html {
  const { departure: texts } = FIGURES_TEXTS[language];
  if (holdings.length === 0) return html`<p class="empty">${texts.nothing}</p>`;
  const money = (eur: string | null | undefined): Content =>
    eur == null ? texts.unknown : euro(language, eur);
  return table({
    caption: texts.holdings,
    columns: [
      texts.asset,
      numeric(texts.amount),
      numeric(texts.price),
      numeric(texts.value),
      numeric(texts.gain),
    ],
    rows: holdings.map((holding) => [
      name(holding.assetSymbol),
      exactUnits(language, holding.amount),
      money(holding.unitPriceEur),
      money(holding.euroValue),
      money(holding.gain),
    ]),
  });
}

function notes(language: Language, { withoutPrice, missingPhotoValues }: DeparturePreview): Content {
  const { departure: texts, whatIf } = FIGURES_TEXTS[language];
  const note = (text: string, assetKey: string): Html =>
    html`<p class="note bad">
      ${fill(text, { asset: name(assetKey) })} <a href="${pricesAddress(assetKey)}">${whatIf.enter}</a>
    </p>`;
  return [
    withoutPrice.map((assetKey) => note(texts.withoutPrice, assetKey)),
    missingPhotoValues.map((assetKey) => note(whatIf.missingPhoto, assetKey)),
  ];
}
