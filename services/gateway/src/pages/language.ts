/** The language of a page, as the browser asks for it, and dates and numbers in it. */
import type { Request } from 'express';
import type { Html } from './html.ts';
import { html } from './html.ts';

export const LANGUAGES = ['en', 'nl', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The best of the three for a request's Accept-Language; English when it asks for none of them. */
export function languageOf(request: Request): Language {
  const best = request.acceptsLanguages(...LANGUAGES);
  return best === false ? 'en' : (best as Language);
}

/** Belgian usage; English as in Britain, since Belgium's has none of its own in writing. */
const LOCALES = { en: 'en-GB', nl: 'nl-BE', fr: 'fr-BE' } as const;

const BRUSSELS = { timeZone: 'Europe/Brussels' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, name: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const kept =
    formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...BRUSSELS, ...STYLES[name] });
  formats.set(key, kept);
  return kept;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const STYLES = {
  day: DAY,
  minute: { ...DAY, hour: '2-digit', minute: '2-digit' },
  second: { ...DAY, hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** How exactly an instant is told. */
export type Precision = keyof typeof STYLES;

/** An RFC 3339 instant in Belgian time, such as `21 Nov 2026, 18:15`; what is no instant stays as it is. */
export function instantText(language: Language, instant: string, precision: Precision): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? instant : format(language, precision).format(ms);
}

/** The same as a `<time>` that programs can read. */
export function time(language: Language, instant: string, precision: Precision = 'minute'): Html {
  return html`<time datetime="${instant}">${instantText(language, instant, precision)}</time>`;
}

/** A decimal with every digit it has, in the language's way of writing; in euro when asked. */
export function decimalText(language: Language, decimal: string, isEuro: boolean): string {
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) return decimal;
  const style = isEuro ? ({ style: 'currency', currency: 'EUR' } as const) : {};
  // As text: a number would lose digits.
  return new Intl.NumberFormat(LOCALES[language], { ...style, maximumFractionDigits: 100 }).format(
    decimal as `${number}`,
  );
}
