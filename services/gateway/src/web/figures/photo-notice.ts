/** The notice about missing photo prices, on the page of a year. */
import { yearStartMs } from '@ctx/domain/brussels';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Free sources of daily prices reach back one year, so after this the prices of the photo moment are hard to find. */
const NOTICE_UNTIL_MS = yearStartMs(2027);

/** Tells whether missing photo prices can still be found easily. */
export function isPhotoNoticeDue(nowMs: number): boolean {
  return nowMs < NOTICE_UNTIL_MS;
}

/** Returns the notice; null if every asset that was held has a price. */
export function photoNotice(language: Language, assetsWithoutPrice: number): Html | null {
  if (assetsWithoutPrice === 0) return null;
  const { photo: texts } = FIGURES_TEXTS[language];
  return html`<div class="note">
    <p>${texts.notice.replace('{count}', String(assetsWithoutPrice))}</p>
    <p><a href="${PATHS.photo}">${texts.noticeLink}</a></p>
  </div>`;
}
