/** The page that shows prices as they were read and what they would change, before they are saved. */
import { LIMITS } from '@ctx/domain/limits';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { type Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { effectSection, effectText, type UnknownEffect } from '../visit/effect-view.ts';
import { moment } from './moment.ts';
import { type ProposedPrice, returnedField } from './proposed-prices.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

type Outcome = Digits<AnswerOf<'setPrices'>>;
type Item = Outcome['results'][number];

export interface CheckView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** The asset whose page this is of; null for the page of all. */
  readonly assetKey: string | null;
  readonly prices: readonly ProposedPrice[];
  readonly source: string;
  /** What a dry run says, or why there is none. */
  readonly outcome: Outcome | UnknownEffect;
  /** What was done with a file before, such as leaving out lines. */
  readonly notes: readonly string[];
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the address of the page that prices belong to. */
export function pageOf(assetKey: string | null): string {
  return assetKey === null ? PATHS.prices : pricesAddress(assetKey);
}

/** Returns the page, with a form for the prices that can be saved. */
export function checkPage(view: CheckView): string {
  const { language, visitor, assetKey, outcome, notes, prices } = view;
  const { check: texts } = PRICES_TEXTS[language];
  const content = html`<p class="small back"><a href="${pageOf(assetKey)}">${texts.change}</a></p>
    <h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${notes.map((note) => html`<p class="note">${note}</p>`)}
    <section class="card">${pricesTable(language, prices, itemsOf(view))}</section>
    ${effectSection(language, effectText(language, outcome, texts.then))} ${saveForm(view)}`;
  return sitePage({ language, title: texts.title, visitor, section: 'inbox', content });
}

export interface PartlySavedView extends Pick<CheckView, 'language' | 'visitor' | 'assetKey' | 'prices'> {
  readonly outcome: Outcome;
}

/** Returns the page after prices of which not all could be saved. */
export function partlySavedPage({ language, visitor, assetKey, prices, outcome }: PartlySavedView): string {
  const { check: texts, prices: words } = PRICES_TEXTS[language];
  const title = texts.partly.replace('{count}', outcome.succeeded).replace('{total}', outcome.processed);
  const content = html`<h1>${words.title}</h1>
    <p class="note bad" role="alert">${title}</p>
    <section class="card">${pricesTable(language, prices, outcome.results)}</section>
    <p class="actions"><a class="button secondary" href="${pageOf(assetKey)}">${texts.change}</a></p>`;
  return sitePage({ language, title: words.title, visitor, section: 'inbox', content });
}

function itemsOf({ outcome }: CheckView): readonly Item[] {
  return typeof outcome === 'string' ? [] : outcome.results;
}

function pricesTable(language: Language, prices: readonly ProposedPrice[], items: readonly Item[]): Html {
  const { check: texts, prices: words } = PRICES_TEXTS[language];
  const rows = prices.map((price, index): readonly Content[] => [
    html`${name(price.assetKey)}, ${moment(language, price)}`,
    html`<strong>${euro(language, price.eur)}</strong>
      ${price.isAmbiguous === true ? html`<p class="small">${texts.ambiguous}</p>` : null}`,
    stateOf(language, items[index]),
  ]);
  return table({ caption: texts.title, columns: [words.moment, words.price, texts.state], rows });
}

function stateOf(language: Language, item: Item | undefined): Content {
  const { check: texts } = PRICES_TEXTS[language];
  if (item === undefined) return texts.unknownState;
  const state = texts.states[item.status];
  if (item.status !== 'FAILED') return state;
  return html`${state}. ${reasonOf(language, item.code ?? null)}`;
}

function reasonOf(language: Language, code: string | null): string {
  const { check: texts } = PRICES_TEXTS[language];
  if (code === 'YEAR_LOCKED') return texts.locked;
  return code === 'YEAR_FROZEN' ? texts.frozen : texts.full.replace('{max}', String(LIMITS.pricesMax));
}

function saveForm(view: CheckView): Html {
  const { language, visitor, assetKey, prices, source, formId } = view;
  const { check: texts } = PRICES_TEXTS[language];
  const items = itemsOf(view);
  const open = prices.filter((_price, index) => (items[index]?.status ?? 'APPLIED') === 'APPLIED');
  const back = html`<a class="button secondary" href="${pageOf(assetKey)}">${texts.change}</a>`;
  if (open.length === 0)
    return html`<p class="note">${texts.nothingToSave}</p>
      <p class="actions">${back}</p>`;
  return html`<form class="actions" method="post" action="${PATHS.prices}/save">
    ${csrfField(visitor.csrfToken)}<input type="hidden" name="form" value="${formId}" />
    <input type="hidden" name="asset" value="${assetKey ?? ''}" />
    <input type="hidden" name="source" value="${source}" />
    <input type="hidden" name="prices" value="${returnedField(open)}" />
    <button type="submit">${texts.save.replace('{count}', String(open.length))}</button>
    ${back}
  </form>`;
}

export interface RemoveView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly price: Digits<AnswerOf<'listPrices'>>['prices'][number];
  /** What a dry run says, or why there is none, or why the price cannot be removed. */
  readonly outcome: Digits<AnswerOf<'removePrice'>> | UnknownEffect | 'YEAR_LOCKED' | 'YEAR_FROZEN';
  readonly formId: string;
}

/** Returns the page that asks before a price is removed, or says why it cannot be. */
export function removePage({ language, visitor, price, outcome, formId }: RemoveView): string {
  const { check: texts } = PRICES_TEXTS[language];
  const isClosed = outcome === 'YEAR_LOCKED' || outcome === 'YEAR_FROZEN';
  const title = isClosed ? texts.impossible : texts.removeTitle;
  const back = html`<a class="button secondary" href="${pricesAddress(price.assetKey)}"
    >${TEXTS[language].general.cancel}</a
  >`;
  const content = html`<h1>${title}</h1>
    <p class="standing">
      ${name(price.assetKey)}, ${moment(language, price)}: ${euro(language, price.eur)} ·
      ${name(price.source)}
    </p>
    ${
      isClosed
        ? html`<p class="note" role="alert">
              ${outcome === 'YEAR_LOCKED' ? texts.removeLocked : texts.removeFrozen}
            </p>
            <p class="actions">${back}</p>`
        : html`<p class="lead">${texts.removeLead}</p>
            ${effectSection(language, effectText(language, outcome, texts.removeThen))}
            <form class="actions" method="post" action="${PATHS.prices}/${price.id}/remove">
              ${csrfField(visitor.csrfToken)}<input type="hidden" name="form" value="${formId}" />
              <input type="hidden" name="asset" value="${price.assetKey}" />
              <button class="danger" type="submit">${texts.confirmRemove}</button>
              ${back}
            </form>`
    }`;
  return sitePage({ language, title, visitor, section: 'inbox', content });
}
