/** Amounts of the REST API as a terminal shows them. They are text, so that no digit is lost. */
import type { Schema } from '@ctx/client';
import type { Exact } from './exact-json.ts';

const EURO = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 100,
});

/** Returns an amount of EUR with all its digits, such as `€1,250.00`; null stays null. */
export function euro(amount: string | null | undefined): string | null {
  return amount === null || amount === undefined ? null : EURO.format(amount as `${number}`);
}

/** Returns a figure: exact, or the band of a locked year, such as `€1,600.00 to €2,400.00`. */
export function figure(amount: Exact<Schema<'AmountVO'>> | null | undefined): string | null {
  if (!amount) return null;
  return amount.locked ? `${euro(amount.low) ?? '?'} to ${euro(amount.high) ?? '?'}` : euro(amount.exact);
}

/** Returns the part of a year's state that its figures need to be read: locked, submitted, or being recalculated. */
export function stateOf(year: {
  readonly locked: boolean;
  readonly frozen: boolean;
  readonly stale: boolean;
}): string {
  const states = [
    ...(year.locked ? ['locked: figures are ranges'] : []),
    ...(year.frozen ? ['submitted'] : []),
    ...(year.stale ? ['being recalculated'] : []),
  ];
  return states.length === 0 ? 'up to date' : states.join(', ');
}
