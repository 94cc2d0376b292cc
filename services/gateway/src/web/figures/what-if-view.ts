/** The page of a sale that has not happened: its form, and gain, exemption and tax of it beside those of the same sale in January. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { ratesOf } from '@ctx/domain/law/rates';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, facts, faultList, field, name, nameText, select, titleOf } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import type { SaleForm } from './sale-form.ts';

export type SalePreview = Digits<AnswerOf<'previewSale'>>;
type Outcome = SalePreview['sale'];

export interface WhatIfView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly holdings: Digits<AnswerOf<'getPortfolio'>>['holdings'];
  readonly typed: SaleForm;
  /** Null before the form is sent, and with faults. */
  readonly preview: SalePreview | null;
  readonly faults: readonly Fault[];
}

/** Returns the page. */
export function whatIfPage(view: WhatIfView): string {
  const { language, visitor, holdings, preview, faults } = view;
  const { whatIf: texts, portfolio, year } = FIGURES_TEXTS[language];
  const content = html`<p class="back"><a href="${PATHS.portfolio}">${portfolio.back}</a></p>
    <h1>${texts.title}</h1>
    <p class="tags"><span class="tag">${portfolio.beta}</span> <span class="tag">${year.indicative}</span></p>
    <p class="lead">${holdings.length === 0 ? portfolio.none : texts.lead}</p>
    ${faultList(faults, language)} ${holdings.length === 0 ? null : form(view)}
    ${preview === null ? null : results(language, preview)}`;
  return sitePage({
    language,
    title: titleOf(texts.title, faults, language),
    visitor,
    section: 'portfolio',
    content,
  });
}

function form({ language, holdings, typed, faults }: WhatIfView): Html {
  const { whatIf: texts } = FIGURES_TEXTS[language];
  const assets = holdings.map(({ id, assetSymbol }) => [id, nameText(assetSymbol)] as const);
  const input = (id: 'amount' | 'price', hint: string, isOptional: boolean): Html =>
    field(
      {
        id,
        label: texts.fields[id],
        type: 'text',
        value: typed[id],
        hint,
        autocomplete: 'off',
        isOptional,
        more: html`inputmode="decimal"`,
      },
      faults,
      language,
    );
  const day = {
    id: 'day',
    label: texts.fields.day,
    type: 'date',
    value: typed.day,
    autocomplete: 'off',
  } as const;
  return html`<form class="filters card" method="get" action="${PATHS.sale}" novalidate>
    ${select('asset', texts.fields.asset, assets, typed.asset)} ${input('amount', texts.hints.amount, false)}
    ${input('price', texts.hints.price, true)} ${field(day, faults, language)}
    <p class="actions"><button type="submit">${texts.compute}</button></p>
  </form>`;
}

function results(language: Language, preview: SalePreview): Html {
  const { whatIf: texts } = FIGURES_TEXTS[language];
  const { sale, nextYear, amount, assetSymbol, euroValue } = preview;
  const what = fill(texts.what, {
    amount: exactUnits(language, amount),
    asset: name(assetSymbol),
    value: euro(language, euroValue),
  });
  return html`<section class="card answer" aria-labelledby="results">
    <h2 id="results">${texts.results}</h2>
    <p class="standing">${comparison(language, preview)}</p>
    <p>${what}</p>
    <div class="side-by-side">
      ${outcome(language, texts.now, sale)}
      ${
        nextYear == null
          ? html`<div>
              <h3>${texts.later}</h3>
              <p class="empty">${texts.noLater}</p>
            </div>`
          : outcome(language, texts.later, nextYear)
      }
    </div>
    ${notes(language, preview)}
    <p class="small">${texts.meaning}</p>
  </section>`;
}

/** Returns the tax of both, and the difference. */
function comparison(language: Language, { sale, nextYear }: SalePreview): Html {
  const { whatIf: texts } = FIGURES_TEXTS[language];
  const now = taxOf(sale);
  const money = (eur: bigint): Html => html`<strong>${euro(language, formatCents(eur))}</strong>`;
  if (nextYear == null) return fill(now === 0n ? texts.noTaxNow : texts.taxNow, { tax: money(now) });
  if (now === 0n && taxOf(nextYear) === 0n) return html`${texts.noTax}`;
  const less = now - taxOf(nextYear);
  const text = less === 0n ? texts.same : less > 0n ? texts.lessLater : texts.moreLater;
  return fill(text, { tax: money(now), difference: money(less < 0n ? -less : less) });
}

/** Returns one outcome as terms and values. */
function outcome(language: Language, title: string, of: Outcome): Html {
  const { whatIf: texts } = FIGURES_TEXTS[language];
  const money = (eur: string): Html => euro(language, eur);
  const rows: (readonly [Content, Content])[] = [[texts.gain, money(of.gain)]];
  if (of.exemptionUsed != null) rows.push([texts.exemptionUsed, money(of.exemptionUsed)]);
  if (of.exemptionRemaining != null) rows.push([texts.exemptionLeft, money(of.exemptionRemaining)]);
  const isNet = of.estimatedTax !== undefined || of.exemptionUsed != null;
  rows.push([isNet ? texts.tax : texts.grossTax, money(formatCents(taxOf(of)))]);
  return html`<div>
    <h3>${title}, ${time(language, of.at, 'day')}</h3>
    <div class="receipt">${facts(rows)}</div>
  </div>`;
}

const PERCENT = 100n;

/**
 * Returns the tax that a sale adds, EUR: with the circumstances of its year, else after what it uses of the exemption, which only normal
 * management has; before an exemption where neither is known.
 */
export function taxOf({
  year,
  tax,
  exemptionUsed,
  estimatedTax,
}: Pick<Outcome, 'year' | 'tax' | 'exemptionUsed' | 'estimatedTax'>): bigint {
  if (estimatedTax !== undefined) return parseEur(estimatedTax);
  if (exemptionUsed == null) return parseEur(tax);
  const { capitalGainsPercent } = ratesOf(Number(year), 'NORMAAL_BEHEER');
  return parseEur(tax) - (parseEur(exemptionUsed) * BigInt(capitalGainsPercent)) / PERCENT;
}

function notes(language: Language, { sale, assetSymbol }: SalePreview): Content {
  const { whatIf: texts } = FIGURES_TEXTS[language];
  const asset = name(assetSymbol);
  return [
    parseEur(sale.missingAmount) > 0n &&
      html`<p class="note bad">
        ${fill(texts.missingAmount, { amount: exactUnits(language, sale.missingAmount), asset })}
      </p>`,
    sale.missingPhotoValues.map(
      (key) =>
        html`<p class="note bad">
          ${fill(texts.missingPhoto, { asset: name(key) })} <a href="${pricesAddress(key)}">${texts.enter}</a>
        </p>`,
    ),
  ];
}
