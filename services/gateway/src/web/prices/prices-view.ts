/** The pages of prices: which are missing, the forms that enter them, and those that are entered. */
import { PHOTO_DAY } from '@ctx/domain/entered-price';
import type { Visitor } from '../../http/visitor.ts';
import {
  type Fault,
  faultList,
  field,
  name,
  nameText,
  notice,
  numeric,
  table,
  titleOf,
} from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, timeAgo } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import {
  type AllPricesView,
  type AssetPricesView,
  dayForm,
  fileForm,
  type PricesView,
  rejection,
} from './form-view.ts';
import { moment, momentText } from './moment.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

/** Returns the page of all assets. */
export function pricesPage(view: AllPricesView): string {
  const { language, visitor, questions } = view;
  const { prices: texts } = PRICES_TEXTS[language];
  const content = html`<h1>${texts.title}</h1>
    ${doneNotice(view)}
    <p class="lead">${texts.lead}</p>
    ${faultList(view.faults, language)} ${rejection(view)}
    <section class="card" aria-labelledby="missing">
      <h2 id="missing">${texts.missing}</h2>
      ${questions.assets.length === 0 ? html`<p class="empty">${texts.none}</p>` : assetsTable(view)}
      ${questions.more && html`<p class="small">${texts.more}</p>`} ${askAsset(language)}
    </section>
    ${photoSection(view)} ${fileForm(view, null)} ${enteredSection(view, null)}`;
  return frame(language, visitor, texts.title, content, view);
}

/** Returns the page of one asset. */
export function assetPricesPage(view: AssetPricesView): string {
  const { language, visitor, assetKey } = view;
  const { prices: texts } = PRICES_TEXTS[language];
  const title = texts.titleOf.replace('{asset}', () => nameText(assetKey));
  const content = html`<p class="small back"><a href="${PATHS.prices}">${texts.back}</a></p>
    <h1>${fill(texts.titleOf, { asset: name(assetKey) })}</h1>
    ${doneNotice(view)}
    <p class="lead">${texts.lead}</p>
    ${faultList(view.faults, language)} ${rejection(view)} ${dayForm(view)} ${fileForm(view, assetKey)}
    ${enteredSection(view, assetKey)}`;
  return frame(language, visitor, title, content, view);
}

function frame(
  language: Language,
  visitor: Visitor,
  title: string,
  content: Html,
  { faults, rejected }: PricesView,
): string {
  const shown: readonly Fault[] = rejected === null ? faults : [...faults, { field: null, text: '' }];
  return sitePage({ language, title: titleOf(title, shown, language), visitor, section: 'inbox', content });
}

function doneNotice({ language, done }: PricesView): Content {
  const { prices: texts } = PRICES_TEXTS[language];
  if (done === null) return null;
  return html`${notice(done)}
    <p><a href="${PATHS.log}">${texts.toLog}</a> · <a href="${PATHS.inbox}">${texts.toInbox}</a></p>`;
}

function assetsTable({ language, questions }: PricesView): Html {
  const { prices: texts } = PRICES_TEXTS[language];
  const count = (value: number): string => decimalText(language, String(value), false);
  const rows = questions.assets.map(({ assetKey, assetSymbol, events, days, photo }): readonly Content[] => [
    html`<a href="${pricesAddress(assetKey)}">${name(assetSymbol)}</a>${
        assetSymbol === assetKey ? null : html` <span class="small">${name(assetKey)}</span>`
      }`,
    count(events),
    count(days),
    photo ? texts.missingPhoto : '–',
  ]);
  return table({
    caption: texts.missing,
    columns: [texts.asset, numeric(texts.transactions), numeric(texts.days), texts.photo],
    rows,
  });
}

/** Lists the assets without a price at the end of 2025, each with the form that enters it. */
function photoSection({ language, ofPhoto }: AllPricesView): Html | null {
  const { prices: texts } = PRICES_TEXTS[language];
  if (ofPhoto.length === 0) return null;
  return html`<section class="card" aria-labelledby="photo">
    <h2 id="photo">${texts.photoTitle}</h2>
    <p>${texts.photoLead}</p>
    <ul>
      ${ofPhoto.map(
        ({ assetKey, assetSymbol }) =>
          html`<li>
            <a href="${pricesAddress(assetKey, { day: PHOTO_DAY })}">${name(assetSymbol ?? assetKey)}</a>
          </li> `,
      )}
    </ul>
    <p><a href="${PATHS.photo}">${texts.toPhoto}</a></p>
  </section>`;
}

function askAsset(language: Language): Html {
  const { prices: texts } = PRICES_TEXTS[language];
  const input = field(
    {
      id: 'asset',
      label: texts.askAsset,
      type: 'text',
      hint: texts.assetHint,
      autocomplete: 'off',
      more: html`spellcheck="false"`,
    },
    [],
    language,
  );
  return html`<form method="get" action="${PATHS.prices}">
    ${input}
    <p class="actions"><button class="secondary" type="submit">${texts.show}</button></p>
  </form>`;
}

function enteredSection({ language, entered }: PricesView, assetKey: string | null): Html {
  const { prices: texts } = PRICES_TEXTS[language];
  const rows = entered.prices.map((price): readonly Content[] => [
    html`${assetKey === null ? html`${name(price.assetKey)}, ` : null}${moment(language, price)}`,
    euro(language, price.eur),
    name(price.source),
    timeAgo(language, price.updatedAt),
    html`<a
      href="${PATHS.prices}/${price.id}/remove?${new URLSearchParams({ asset: price.assetKey }).toString()}"
      aria-label="${texts.removeNamed
        .replace('{asset}', () => nameText(price.assetKey))
        .replace('{moment}', () => momentText(language, price))}"
      >${texts.remove}</a
    >`,
  ]);
  const columns = [texts.moment, numeric(texts.price), texts.source, texts.by, texts.action];
  return html`<section class="card" aria-labelledby="entered">
    <h2 id="entered">${texts.entered}</h2>
    ${
      rows.length === 0
        ? html`<p class="empty">${texts.noneEntered}</p>`
        : table({ caption: texts.entered, columns, rows })
    }
    ${enteredPages(language, entered, assetKey)}
  </section>`;
}

function enteredPages(
  language: Language,
  { page, hasNext, hasPrevious }: PricesView['entered'],
  assetKey: string | null,
): Content {
  const { prices: texts } = PRICES_TEXTS[language];
  if (!hasNext && !hasPrevious) return null;
  const address = (number: number): string => {
    const entered = { entered: String(number) };
    const of =
      assetKey === null ? `${PATHS.prices}?entered=${String(number)}` : pricesAddress(assetKey, entered);
    return `${of}#entered`;
  };
  return html`<nav class="pages" aria-label="${texts.enteredPages}">
    ${hasPrevious && html`<a href="${address(Number(page) - 1)}" rel="prev">${texts.newer}</a>`}
    ${hasNext && html`<a href="${address(Number(page) + 1)}" rel="next">${texts.older}</a>`}
  </nav>`;
}
