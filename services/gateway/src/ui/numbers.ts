/** Numbers as parts of a page: one never wraps, and a long one is shortened, with all its digits on demand. */
import { html, type Html } from './html.ts';
import { decimalText, type Language, shortDecimalText } from './language.ts';

/** Returns an amount in euro with all its digits. */
export function euro(language: Language, eur: string): Html {
  return number(decimalText(language, eur, true));
}

/** Returns an amount of an asset with all its digits. */
export function exactUnits(language: Language, amount: string): Html {
  return number(decimalText(language, amount, false));
}

/** Returns an amount in euro, shortened to its cents, for a line of text or a link. Its title has all digits. */
export function shortEuro(language: Language, eur: string): Html {
  return shortened(language, eur, true);
}

/** Returns an amount of an asset, shortened to what matters, for a line of text or a link. Its title has all digits. */
export function units(language: Language, amount: string): Html {
  return shortened(language, amount, false);
}

/** Returns an amount in euro as `shortEuro` does, for a cell of a table. A shortened one opens to all its digits, also by touch and keyboard. */
export function euroCell(language: Language, eur: string): Html {
  return opening(language, eur, true);
}

/** Returns an amount of an asset as `units` does, for a cell of a table. A shortened one opens to all its digits, also by touch and keyboard. */
export function unitsCell(language: Language, amount: string): Html {
  return opening(language, amount, false);
}

/** Returns an amount as `units` or `shortEuro` does, with its sign before everything else. Zero has none. */
export function signed(language: Language, decimal: string, isEuro: boolean): Html {
  const size = decimal.replace(/^-/, '');
  const sign = decimal !== size ? '−' : /[1-9]/.test(size) ? '+' : '';
  return shortened(language, size, isEuro, sign);
}

/** An amount as `decimalText` writes it, or another number. A longer run of digits is no amount, and may break. */
const NUMBER = /(?<![\w.,])([-−+]?(?:€\u00a0?-?)?\d(?:[\d.,\u00a0\u202f]{0,38}\d)?(?:\u00a0€)?)(?!\w)/;

/** Returns a text whose amounts are never broken over two lines, also where long words are. */
export function wholeAmounts(text: string): Html {
  // A number without any of these signs has no place at which it could break but between digits, and may be a part of a name.
  return html`${text.split(NUMBER).map((part, index) => (index % 2 === 1 && /[€.,]/.test(part) ? html`<span class="number">${part}</span>` : part))}`;
}

function number(text: string): Html {
  return html`<bdi class="number">${text}</bdi>`;
}

function shortened(language: Language, decimal: string, isEuro: boolean, sign = ''): Html {
  const [short, full] = [shortDecimalText(language, decimal, isEuro), decimalText(language, decimal, isEuro)];
  return short === full
    ? number(sign + full)
    : html`<bdi class="number" title="${sign}${full}">${sign}${withEllipsis(short)}</bdi>`;
}

/** Puts the sign of left out digits after the last one, also before a euro sign. */
function withEllipsis(short: string): string {
  return short.replace(/\d(?=\D*$)/, '$&…');
}

function opening(language: Language, decimal: string, isEuro: boolean): Html {
  const full = decimalText(language, decimal, isEuro);
  if (shortDecimalText(language, decimal, isEuro) === full) return number(full);
  return html`<details class="digits">
    <summary>${shortened(language, decimal, isEuro)}</summary>
    ${number(full)}
  </details>`;
}
