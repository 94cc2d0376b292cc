/** The language of a page, and the format of its dates and numbers. */
import { holdingPeriodDays } from '@ctx/domain/brussels';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import type { Request } from 'express';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { chosenLanguage } from './language-cookie.ts';

export type Language = (typeof LANGUAGES)[number];

/** Returns the language that a person chose, else the best one for Accept-Language, English by default. */
export function languageOf(request: Request): Language {
  const chosen = chosenLanguage(request);
  if (chosen !== null) return chosen;
  const best = request.acceptsLanguages(...LANGUAGES);
  return best === false ? 'en' : (best as Language);
}

/** Belgian locales. English is British, as Belgium has no format of its own for it. */
const LOCALES = { en: 'en-GB', nl: 'nl-BE', fr: 'fr-BE' } as const;

const BRUSSELS = { timeZone: 'Europe/Brussels' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, name: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const cached =
    formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...BRUSSELS, ...STYLES[name] });
  formats.set(key, cached);
  return cached;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const STYLES = {
  day: DAY,
  time: { hour: '2-digit', minute: '2-digit' },
  minute: { ...DAY, hour: '2-digit', minute: '2-digit' },
  second: { ...DAY, hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The precision with which an instant is shown. */
export type Precision = keyof typeof STYLES;

/** Returns an RFC 3339 instant in Belgian time, such as `21 Nov 2026, 18:15`. Any other text is returned unchanged. */
export function instantText(language: Language, instant: string, precision: Precision): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? instant : format(language, precision).format(ms);
}

/** Returns an instant as a `<time>` element. */
export function time(language: Language, instant: string, precision: Precision = 'minute'): Html {
  return html`<time datetime="${instant}">${instantText(language, instant, precision)}</time>`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From this many calendar days on, the date says more than the number of days. */
const DAYS_AGO_MAX = 7;

/**
 * Returns how long ago an instant was, such as `2 minutes ago` or `yesterday, 14:34`. Null for one that is a week ago or more, is
 * yet to come, or is no instant. Clocks may differ by a minute.
 */
export function agoText(language: Language, instant: string, nowMs: number): string | null {
  const ms = Date.parse(instant);
  const agoMs = nowMs - ms;
  if (Number.isNaN(ms) || agoMs < -MINUTE_MS) return null;
  const relative = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  if (agoMs < MINUTE_MS) return relative.format(0, 'second');
  if (agoMs < HOUR_MS) return relative.format(-Math.floor(agoMs / MINUTE_MS), 'minute');
  const days = holdingPeriodDays(ms, nowMs);
  if (days === 0) return relative.format(-Math.floor(agoMs / HOUR_MS), 'hour');
  if (days === 1) return `${relative.format(-1, 'day')}, ${instantText(language, instant, 'time')}`;
  return days < DAYS_AGO_MAX ? relative.format(-days, 'day') : null;
}

/**
 * Returns an instant as a `<time>` element that says how long ago it was. Its title, screen readers and paper have the date too.
 * Right when the page is sent, and pages are not cached.
 */
export function timeAgo(language: Language, instant: string, nowMs = Date.now()): Html {
  const ago = agoText(language, instant, nowMs);
  if (ago === null) return time(language, instant);
  const date = instantText(language, instant, 'minute');
  return html`<time datetime="${instant}" title="${date}"
    >${ago}<span class="for-readers moment">, ${date}</span></time
  >`;
}

/** Returns a decimal with all its digits in the format of a language, with the euro sign if `isEuro`. */
export function decimalText(language: Language, decimal: string, isEuro: boolean): string {
  if (!isDecimal(decimal)) return decimal;
  // Formats the text, as a number would lose digits.
  return numberFormat(language, isEuro ? 'euro' : 'plain').format(decimal as `${number}`);
}

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** Decimals that matter of an amount of an asset. A smaller amount has as many digits after its zeros. */
const DIGITS_SHOWN = 8;

/** Digits of an amount in euro that is below a cent. */
const EURO_DIGITS_SHOWN = 4;

/** Returns a decimal as `decimalText` does, with the decimals that matter: cents of euro. The digits that it leaves out are not rounded up. */
export function shortDecimalText(language: Language, decimal: string, isEuro: boolean): string {
  if (!isDecimal(decimal)) return decimal;
  if (!isEuro) return numberFormat(language, 'short').format(decimal as `${number}`);
  if (/^-?\d+(\.\d{1,2})?$/.test(decimal)) return decimalText(language, decimal, true);
  const style = /^-?0\.00/.test(decimal) ? 'belowACent' : 'cents';
  return numberFormat(language, style).format(decimal as `${number}`);
}

/** Shares that are shown as less than the least, or as more than all but that. */
const LEAST_SHARE = 0.0001;

/** Returns a share of one in percent with two digits. A share that would be rounded to nothing or to all of it is shown as less. */
export function percentText(language: Language, share: string): string {
  const style = numberFormat(language, 'percent');
  const value = Number(share);
  if (value > 0 && value < LEAST_SHARE) return `< ${style.format(LEAST_SHARE)}`;
  return value < 1 && value > 1 - LEAST_SHARE ? `> ${style.format(1 - LEAST_SHARE)}` : style.format(value);
}

const EURO = { style: 'currency', currency: 'EUR' } as const;
const NUMBER_STYLES = {
  plain: { maximumFractionDigits: 100 },
  euro: { ...EURO, maximumFractionDigits: 100 },
  percent: { style: 'percent', maximumFractionDigits: 2 },
  whole: { ...EURO, maximumFractionDigits: 0 },
  millions: { ...EURO, notation: 'compact', maximumFractionDigits: 1 },
  short: {
    maximumFractionDigits: DIGITS_SHOWN,
    maximumSignificantDigits: DIGITS_SHOWN,
    roundingPriority: 'morePrecision',
    roundingMode: 'trunc',
  },
  cents: { ...EURO, maximumFractionDigits: 2, roundingMode: 'trunc' },
  belowACent: { ...EURO, maximumSignificantDigits: EURO_DIGITS_SHOWN, roundingMode: 'trunc' },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

// Making a format takes ten times as long as using one, and a report has a number in most of its cells.
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, name: keyof typeof NUMBER_STYLES): Intl.NumberFormat {
  const key = `${language} ${name}`;
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(LOCALES[language], NUMBER_STYLES[name]);
  numberFormats.set(key, made);
  return made;
}

/** Returns the name of a month (1 to 12), in full, shortened or as a letter. */
export function monthText(language: Language, month: number, style: 'long' | 'short' | 'narrow'): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: style, timeZone: 'UTC' });
  return format.format(Date.UTC(2026, month - 1));
}

/** Returns the name of a country by its ISO 3166 code. */
export function countryName(language: Language, code: string): string {
  return new Intl.DisplayNames([LOCALES[language]], { type: 'region' }).of(code) ?? code;
}

/** From here on, amounts in a chart are shortened. */
const SHORT_FROM = 1_000_000;
/** Up to here, amounts in a chart have their cents. */
const CENTS_UP_TO = 10;

/** Returns an amount rounded for a chart, such as `€1,250`, `€0.60` or `€1.2M`. Exact amounts are shown by `decimalText`. */
export function chartEuroText(language: Language, eur: number): string {
  const size = Math.abs(eur);
  const name =
    size >= SHORT_FROM ? 'millions' : size < CENTS_UP_TO && !Number.isInteger(eur) ? 'euro' : 'whole';
  return numberFormat(language, name).format(name === 'euro' ? Math.round(eur * 100) / 100 : eur);
}
