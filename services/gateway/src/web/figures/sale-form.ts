/** A sale that has not happened, as its form has it. Pure. */
import { brusselsDayText, dayStartMs } from '@ctx/domain/brussels';
import { isDay } from '@ctx/domain/instant';
import type { Fault } from '../../ui/components.ts';
import type { Language } from '../../ui/language.ts';
import { typedAmount } from '../../ui/typed-amount.ts';
import { textOf } from '../visit/visit.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** The texts of the fields of the form. */
export interface SaleForm {
  readonly asset: string;
  readonly amount: string;
  readonly price: string;
  readonly day: string;
}

/** The parameters of the API. */
export type SaleParameters = Readonly<Record<'assetKey' | 'amount' | 'unitPriceEur', string>> & {
  readonly at?: string;
};

/** A holding that can be sold: its key, and the latest price of a unit, EUR, if one is known. */
interface HoldingWithPrice {
  readonly id: string;
  readonly currentPrice?: string | null | undefined;
}

/** Returns what the address of the page has; the day is today without one. */
export function saleOfQuery(query: Readonly<Record<string, unknown>>, nowMs: number): SaleForm {
  return {
    asset: textOf(query['asset']),
    amount: textOf(query['amount']),
    price: textOf(query['price']),
    day: textOf(query['day']) || brusselsDayText(nowMs),
  };
}

const NOON_MS = 12 * 60 * 60 * 1000;

/** Returns the parameters of the API for a sale, or what is wrong with its fields. A sale of today is one of now; of another day, of its noon. */
export function parametersOfSale(
  { asset, amount, price, day }: SaleForm,
  holdings: readonly HoldingWithPrice[],
  { language, nowMs }: { readonly language: Language; readonly nowMs: number },
): { readonly parameters: SaleParameters } | { readonly faults: readonly Fault[] } {
  const texts = FIGURES_TEXTS[language].whatIf.faults;
  const holding = holdings.find(({ id }) => id === asset);
  const units = typedAmount(amount, language)?.digits;
  const eur = price === '' ? holding?.currentPrice : typedAmount(price, language)?.digits;
  const faults = [
    ...(holding === undefined ? [{ field: 'asset', text: texts.asset }] : []),
    ...(units === undefined || /^(-|0*(\.0*)?$)/.test(units)
      ? [{ field: 'amount', text: texts.amount }]
      : []),
    ...(eur == null || eur.startsWith('-')
      ? [{ field: 'price', text: price === '' ? texts.noPrice : texts.price }]
      : []),
    ...(isDay(day) ? [] : [{ field: 'day', text: texts.day }]),
  ];
  if (faults.length > 0 || units === undefined || eur == null) return { faults };
  const at = day === brusselsDayText(nowMs) ? {} : { at: noonOf(day) };
  return { parameters: { assetKey: asset, amount: units, unitPriceEur: eur, ...at } };
}

/** Returns the noon of a day in Brussels. */
export function noonOf(text: string): string {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return new Date(dayStartMs({ year, month, day }) + NOON_MS).toISOString().replace('.000Z', 'Z');
}
