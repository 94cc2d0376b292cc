/** Numbers as parts of a page: one never wraps, and a long one is shortened, with all its digits on demand. */
import { html, type Html } from './html.ts';
import { decimalText, type Language, shortDecimalText } from './language.ts';

/** Returns an amount in euro with all its digits. */
export function euro(language: Language, eur: string): Html {
  return html`<bdi class="number">${decimalText(language, eur, true)}</bdi>`;
}

/** Returns an amount of an asset with all its digits. */
export function exactUnits(language: Language, amount: string): Html {
  return html`<bdi class="number">${decimalText(language, amount, false)}</bdi>`;
}

/** Returns an amount of an asset, shortened to what matters, for a line of text or a link. Its title has all digits. */
export function units(language: Language, amount: string): Html {
  const [short, full] = [shortDecimalText(language, amount), decimalText(language, amount, false)];
  return short === full
    ? exactUnits(language, amount)
    : html`<bdi class="number" title="${full}">${short}…</bdi>`;
}

/** Returns an amount of an asset as `units` does, for a cell of a table. A shortened one opens to all its digits, also by touch and keyboard. */
export function unitsCell(language: Language, amount: string): Html {
  if (shortDecimalText(language, amount) === decimalText(language, amount, false))
    return exactUnits(language, amount);
  return html`<details class="digits">
    <summary>${units(language, amount)}</summary>
    ${exactUnits(language, amount)}
  </details>`;
}
