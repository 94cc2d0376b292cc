/** Prices that a page proposes: typed in a form, read from a file, and sent back by the form that confirms them. Pure. */
import { ExactNumber, type ParsedInput, parseRequest, type RequestOf } from '@ctx/contract/parse-input';
import { PricesRequest } from '@ctx/contract/prices';
import { brusselsDayText } from '@ctx/domain/brussels';
import type { PricedMoment } from '@ctx/domain/entered-price';
import { isDay } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { parseStrictJson } from '@ctx/domain/strict-json';
import { DAY_MS } from '@ctx/domain/time-units';
import type { PriceOfFile } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import { typedAmount } from '../../ui/typed-amount.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

/** A price that is not stored yet. */
export interface ProposedPrice extends PricedMoment {
  readonly assetKey: string;
  /** EUR of one unit, as digits. */
  readonly eur: string;
  /** Whether what was typed can be read in two ways. */
  readonly isAmbiguous?: boolean;
  /** The field of the form that has it; null for a price of a file. */
  readonly field: string | null;
}

const FIELD = /^price-(\d{4}-\d{2}-\d{2})$/;

/** Returns the id of the field for the price of a day. */
export function fieldOfDay(day: string): string {
  return `price-${day}`;
}

/** Returns the day of a field for a price; null for another field. */
export function dayOfField(field: string): string | null {
  const [, day = ''] = FIELD.exec(field) ?? [];
  return isDay(day) ? day : null;
}

/** Returns the prices that a form has, and what is wrong with it. */
export function pricesOfForm(
  form: Form,
  assetKey: string,
  language: Language,
): { readonly prices: readonly ProposedPrice[]; readonly faults: readonly Fault[] } {
  const { prices: texts } = PRICES_TEXTS[language];
  const prices: ProposedPrice[] = [];
  const faults: Fault[] = [];
  const read = (field: string, day: string, text: string): void => {
    const amount = typedAmount(text, language);
    if (amount === null) faults.push({ field, text: texts.invalid });
    else {
      const { digits: eur, isAmbiguous } = amount;
      prices.push({ assetKey, at: null, day, eur, isAmbiguous, field });
    }
  };
  for (const [field, text] of form) {
    const day = dayOfField(field);
    if (day !== null && text.trim() !== '') read(field, day, text);
  }
  const [day, price] = ['other-day', 'other-price'].map((field) => (form.get(field) ?? '').trim());
  if (price !== undefined && price !== '') {
    if (isDay(day ?? '')) read('other-price', day ?? '', price);
    else faults.push({ field: 'other-day', text: texts.noDay });
  } else if (day !== '') faults.push({ field: 'other-price', text: texts.noPrice });
  if (prices.length + faults.length === 0) faults.push({ field: null, text: texts.nothing });
  return { prices, faults };
}

/** Returns the prices that the form which confirms them sends back; null for a form that we did not make. */
export function returnedPrices(form: Form): readonly ProposedPrice[] | null {
  let rows: unknown;
  try {
    rows = parseStrictJson(form.get('prices') ?? '');
  } catch {
    return null;
  }
  if (!Array.isArray(rows) || rows.length > LIMITS.bulkIdsMax) return null;
  const isRow = (row: unknown): row is string[] =>
    Array.isArray(row) && row.length === ROW_LENGTH && row.every((cell) => typeof cell === 'string');
  if (!rows.every(isRow)) return null;
  return rows.map(([assetKey = '', at = '', day = '', eur = '']) => ({
    assetKey,
    at: at === '' ? null : at,
    day: day === '' ? null : day,
    eur,
    field: null,
  }));
}

const ROW_LENGTH = 4;

/** Returns prices as the field `prices` of the form that confirms them. */
export function returnedField(prices: readonly ProposedPrice[]): string {
  return JSON.stringify(prices.map(({ assetKey, at, day, eur }) => [assetKey, at ?? '', day ?? '', eur]));
}

/** Returns the request of the API, or what is wrong with its fields. */
export function requestOf(
  prices: readonly ProposedPrice[],
  source: string,
): ParsedInput<RequestOf<typeof PricesRequest>> {
  return parseRequest(PricesRequest, {
    prices: prices.map(({ assetKey, at, day, eur }) => ({
      assetKey,
      ...(at === null ? { day } : { at }),
      eur: /^-?\d+(\.\d+)?$/.test(eur) ? new ExactNumber(eur) : eur,
      source,
    })),
  });
}

/** What is taken of a file. */
export interface ChosenPrices {
  readonly prices: readonly ProposedPrice[];
  /** Whether the file has more prices than may be entered at a time, of which those were chosen that transactions lack. */
  readonly isChosen: boolean;
}

/**
 * Returns the prices of a file; of more than may be entered at a time those that can value a day of `neededDays`, newest first. Null if
 * there is no such choice.
 */
export function chosenOf(
  all: readonly PriceOfFile[],
  neededDays: ReadonlySet<string> | null,
): ChosenPrices | null {
  const distinct = new Map(
    all.map((price) => [JSON.stringify([price.assetKey, price.at, price.day, price.eur]), price]),
  );
  const prices = [...distinct.values()].map(({ assetKey, at, day, eur }) => ({
    assetKey,
    at: at ?? null,
    day: day ?? null,
    eur,
    field: null,
  }));
  if (prices.length <= LIMITS.bulkIdsMax) return { prices, isChosen: false };
  if (neededDays === null) return null;
  const isNeeded = (moment: PricedMoment): boolean => daysOf(moment).some((day) => neededDays.has(day));
  const newest = ({ at, day }: PricedMoment): string => at ?? day ?? '';
  const needed = prices
    .filter(isNeeded)
    .sort((one, other) => (newest(one) < newest(other) ? 1 : -1))
    .slice(0, LIMITS.bulkIdsMax);
  return { prices: needed, isChosen: true };
}

/** Returns the days on which a price is valid: the price of an instant still is on the day after. */
function daysOf({ at, day }: PricedMoment): string[] {
  if (at === null) return [day ?? ''];
  const ms = Date.parse(at);
  return [brusselsDayText(ms), brusselsDayText(ms + DAY_MS)];
}
