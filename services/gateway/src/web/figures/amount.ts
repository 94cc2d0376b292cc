/** Amounts of the API, as text and as bounds. */
import type { AmountVO } from '@ctx/contract/amounts';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import type { z } from 'zod';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import type { Bar } from '../../ui/charts/columns.ts';
import { fill, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';

/** An amount in EUR: exact, or the range of a locked year. */
export type AmountView = z.output<typeof AmountVO>;

/** The lowest and the highest value that an amount can have, EUR with 12 fraction digits. Equal for an exact amount. */
export interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/** Returns the bounds of an amount. */
export function boundsOf({ exact, low, high }: AmountView): Bounds {
  const value = (eur: number | null | undefined): bigint => parseEur(String(eur ?? exact ?? 0));
  return { low: value(low), high: value(high) };
}

/** Returns bounds as an amount, rounded to cents: a range if they differ. */
export function amountView(bounds: Bounds): AmountView {
  const [low, high] = [Number(formatCents(bounds.low)), Number(formatCents(bounds.high))];
  return bounds.low === bounds.high ? { locked: false, exact: low } : { locked: true, low, high };
}

/** Returns an exact amount. */
export function exactView(eur: bigint): AmountView {
  return amountView({ low: eur, high: eur });
}

/** Returns an amount with its cents, such as `€416.56`, or the range of a locked year, such as `€400.00 to €600.00`. A range of one value is shown as that value. */
export function amountText(language: Language, { exact, low, high }: AmountView): string {
  const text = (eur: number | null | undefined): string => decimalText(language, String(eur ?? 0), true);
  if (typeof exact === 'number') return text(exact);
  // A part of a year whose ranges wait shows nothing.
  if (low == null || high == null) return '–';
  if (low === high) return text(low);
  return fillText(REPORT_TEXTS[language].report.range, { low: text(low), high: text(high) });
}

/** Returns an amount as `amountText` does, for a cell: neither the amount nor an end of its range is ever broken over two lines. */
export function amountCell(language: Language, amount: AmountView): Html {
  const part = (eur: number): Html => euro(language, String(eur));
  const { exact, low, high } = amount;
  if (typeof exact === 'number') return part(exact);
  if (low == null || high == null) return html`–`;
  if (low === high) return part(low);
  return fill(REPORT_TEXTS[language].report.range, { low: part(low), high: part(high) });
}

/** Returns the bounds of an amount for a chart, which is drawn with less precision than amounts have. */
export function betweenOf({ exact, low, high }: AmountView): { readonly low: number; readonly high: number } {
  return { low: low ?? exact ?? 0, high: high ?? exact ?? 0 };
}

/** Returns the bar of a net gain; a net loss is a bar of another kind, also a range of losses. */
export function gainBar(gain: AmountView): Bar {
  const between = betweenOf(gain);
  return { kind: between.low < 0 && between.high <= 0 ? 'loss' : 'gain', ...between };
}
