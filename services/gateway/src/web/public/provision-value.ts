/** The value of a number of the law, in words. */
import type { Provision } from '@ctx/domain/law/provisions';
import { fillText, html, type Html } from '../../ui/html.ts';
import { instantText, type Language } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

/** Returns the value of a number of the law. */
export function provisionValue(language: Language, { unit, value }: Provision): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  if (value === null) return html`<span class="nothing">${texts.noCode}</span>`;
  switch (unit) {
    case 'EUR':
      return html`${euro(language, value)}`;
    case 'INSTANT':
      return html`${instantText(language, value, 'second')}`;
    case 'PERCENT':
      return html`${fillText(texts.percent, { value })}`;
    case 'DAYS':
      return html`${fillText(texts.days, { value })}`;
    default:
      return html`<span class="code">${value}</span>`;
  }
}
