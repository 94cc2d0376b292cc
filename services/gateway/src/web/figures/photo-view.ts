/** The page of the photo: each asset that was held at the end of 2025, to print as evidence. */
import { PHOTO_DAY } from '@ctx/domain/entered-price';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { ageText } from '../../ui/age-text.ts';
import { name, numeric, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, shortEuro, units, unitsCell } from '../../ui/numbers.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { wordOf } from './explained.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type Photo = Digits<AnswerOf<'getPhoto'>>;
type Asset = Photo['assets'][number];

export interface PhotoView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly photo: Photo;
  readonly isFirst: boolean;
  /** When the page is seen, which a print of it shows. */
  readonly nowMs: number;
}

/** Returns the page. In a locked year it has no amount that follows from costs. */
export function photoPage({ language, visitor, photo, isFirst, nowMs }: PhotoView): string {
  const { photo: texts, yearStatus } = FIGURES_TEXTS[language];
  const { year, moment, locked, frozen, stale, assets, assetsWithoutPrice, next } = photo;
  const now = time(language, new Date(nowMs).toISOString(), 'minute');
  const isAll = isFirst && next == null;
  const content = html`<h1>${texts.title}</h1>
    <p class="tags">
      <span class="tag">${FIGURES_TEXTS[language].year.badge}</span>
      ${locked ? html`<span class="tag">${yearStatus.locked}</span>` : null}
      ${frozen ? html`<span class="tag">${yearStatus.submitted}</span>` : null}
    </p>
    <p class="lead">${fill(texts.lead, { moment: time(language, moment, 'minute') })}</p>
    <p>${name(visitor.email)}. ${fill(texts.printed, { now, year })} ${frozen ? texts.submitted : null}</p>
    ${stale ? html`<p class="note" role="status">${FIGURES_TEXTS[language].year.stale}</p>` : null}
    ${
      assets.length === 0
        ? html`<p class="empty">${isAll ? texts.none : texts.noneHere}</p>`
        : html`<p>
              ${
                assetsWithoutPrice === '0'
                  ? texts.complete
                  : html`<strong>${texts.count.replace('{count}', assetsWithoutPrice)}</strong>`
              }
            </p>
            <section class="card lots" aria-label="${texts.title}">${assetsTable(language, photo)}</section>`
    }
    ${
      next == null
        ? null
        : html`<p class="actions">
            <a class="button secondary" href="${nextAddress(year, next)}">${texts.next}</a>
          </p>`
    }`;
  return sitePage({ language, title: texts.title, visitor, section: 'year', content });
}

function nextAddress(year: string, after: string): string {
  return `${PATHS.photo}?${new URLSearchParams({ year, after }).toString()}`;
}

function assetsTable(language: Language, photo: Photo): Html {
  const { photo: texts } = FIGURES_TEXTS[language];
  return table({
    caption: texts.title,
    columns: [
      texts.asset,
      numeric(texts.units),
      texts.accounts,
      ...[texts.price, texts.value, texts.cost].map(numeric),
      texts.untaxed,
    ],
    rows: photo.assets.map((asset): readonly Content[] => [
      name(asset.assetSymbol ?? asset.assetKey),
      unitsCell(language, asset.amount),
      accounts(language, asset, photo.frozen),
      price(language, asset, photo.locked || photo.frozen),
      asset.value == null ? texts.noPrice : euro(language, asset.value),
      asset.historicCost == null ? texts.hidden : euro(language, asset.historicCost),
      untaxed(language, asset, photo.locked),
    ]),
  });
}

function accounts(language: Language, asset: Asset, isFrozen: boolean): Content {
  const { photo: texts } = FIGURES_TEXTS[language];
  if (asset.accountsLeftOut) return isFrozen ? texts.kept : texts.tooMany;
  const elsewhere = asset.elsewhere ?? '0';
  return html`${asset.accounts.map(
    ({ name: account, amount }) => html`${name(account ?? '')}: ${units(language, amount)}<br />`,
  )}
  ${elsewhere === '0' ? null : html`${texts.elsewhere}: ${units(language, elsewhere)}`}`;
}

function price(language: Language, asset: Asset, isClosed: boolean): Content {
  const { photo: texts } = FIGURES_TEXTS[language];
  const { price: eur, priceAt: at, priceSource, priceAgeSeconds } = asset;
  if (eur == null || at == null)
    return html`${texts.noPrice}${
      isClosed
        ? null
        : html`<br /><a class="enter" href="${pricesAddress(asset.assetKey, { day: PHOTO_DAY })}"
              >${texts.enter}</a
            >`
    }`;
  const source = wordOf(texts.sources, priceSource ?? 'SHARED');
  const age = ageText(language, Number(priceAgeSeconds ?? 0));
  return html`${euro(language, eur)}<br />
    <span class="small"
      >${time(language, at, 'minute')} (${texts.age.replace('{age}', age)}), ${source}</span
    >`;
}

function untaxed(language: Language, asset: Asset, isLocked: boolean): Content {
  const { photo: texts } = FIGURES_TEXTS[language];
  const { price: eur, unitCost, gainBeforeLaw: gain, taxKeptOut: tax } = asset;
  const money = (amount: string): Html => euro(language, amount);
  if (eur == null)
    return unitCost == null
      ? texts.missingLocked
      : fill(texts.missing, { cost: shortEuro(language, unitCost) });
  if (isLocked || gain == null || tax == null) return texts.hidden;
  return fill(texts.untaxedTax, { gain: money(gain), tax: money(tax) });
}
