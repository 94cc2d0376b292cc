/** The price of a transaction on its page: where its value comes from, and a form for a price that is missing. */
import { brusselsDayText } from '@ctx/domain/brussels';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { LIMITS } from '@ctx/domain/limits';
import type { Visitor } from '../../http/visitor.ts';
import { ageText } from '../../ui/age-text.ts';
import { facts, field, name } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { instantText, type Language, time } from '../../ui/language.ts';
import { csrfField } from '../../ui/layout.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { type ExplanationDigits, euroText, wordOf } from './explained.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

interface TransactionPriceView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly explained: ExplanationDigits;
}

/** Returns the section about the price. In a locked year it has no price. */
export function priceSection(view: TransactionPriceView): Html {
  const { language, explained } = view;
  const texts = FIGURES_TEXTS[language].why;
  const { source, unitPrice, at, ageSeconds, origin } = explained.explanation.price;
  const isShown = unitPrice != null && !explained.locked;
  return html`<section class="card price" aria-labelledby="price">
    <h2 id="price">${texts.price}</h2>
    <div class="sums">
      ${facts([
        [
          texts.priceSource,
          origin == null ? wordOf(texts.priceSources, source) : wordOf(texts.priceOrigins, origin),
        ],
        ...(isShown ? [[texts.unitPrice, euroText(language, unitPrice)] as const] : []),
        ...(at == null ? [] : [[texts.priceAt, time(language, at, 'second')] as const]),
        ...(ageSeconds == null ? [] : [[texts.age, ageText(language, Number(ageSeconds))] as const]),
      ])}
    </div>
    ${entering(view)}
  </section>`;
}

/** Returns a form for a missing price, or a link to the prices of the asset. Nothing where no price can be entered. */
function entering(view: TransactionPriceView): Content {
  const { language, explained } = view;
  const { assetKey } = explained.transaction;
  if (explained.locked || explained.frozen || assetKey === EUR_ASSET_KEY) return null;
  if (explained.explanation.price.source === 'NONE') return form(view);
  const { pricesOf } = FIGURES_TEXTS[language].why;
  return html`<p><a href="${pricesAddress(assetKey)}">${fill(pricesOf, { asset: name(assetKey) })}</a></p>`;
}

function form({ language, visitor, explained }: TransactionPriceView): Html {
  const texts = FIGURES_TEXTS[language].why;
  const { assetKey, timestamp } = explained.transaction;
  const day = brusselsDayText(Date.parse(timestamp));
  const label = texts.enteredPrice.replace('{day}', () => instantText(language, timestamp, 'day'));
  const input = (id: string, text: string, more: Html): Html =>
    field({ id, label: text, type: 'text', autocomplete: 'off', more }, [], language);
  return html`<h3>${texts.enterPrice}</h3>
    <form method="post" action="${PATHS.prices}/check" novalidate>
      ${csrfField(visitor.csrfToken)}<input type="hidden" name="asset" value="${assetKey}" />
      ${input(`price-${day}`, label, html`inputmode="decimal"`)}
      ${input('source', texts.enteredSource, html`maxlength="${LIMITS.priceSourceCharactersMax}"`)}
      <p class="actions">
        <button type="submit">${texts.checkPrice}</button>
        <a class="button secondary" href="${pricesAddress(assetKey)}"
          >${fill(texts.pricesOf, { asset: name(assetKey) })}</a
        >
      </p>
    </form>`;
}
