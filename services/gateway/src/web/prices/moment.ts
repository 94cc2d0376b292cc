/** The moment of a price, as a text. */
import type { PricedMoment } from '@ctx/domain/entered-price';
import { html, type Html } from '../../ui/html.ts';
import { instantText, type Language, time } from '../../ui/language.ts';

/** Returns a day such as `2026-03-10` in the format of a language. */
export function dayText(language: Language, day: string): string {
  return instantText(language, `${day}T12:00:00Z`, 'day');
}

/** Returns the day or the instant of a price. */
export function momentText(language: Language, { at = null, day = null }: Partial<PricedMoment>): string {
  return at === null ? dayText(language, day ?? '') : instantText(language, at, 'second');
}

/** Returns the same as an element. */
export function moment(language: Language, { at = null, day = null }: Partial<PricedMoment>): Html {
  return at === null
    ? html`<time datetime="${day}">${dayText(language, day ?? '')}</time>`
    : time(language, at, 'second');
}
