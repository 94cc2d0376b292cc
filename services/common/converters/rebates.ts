/** Fees with a minus, which are rebates: they come in with their trade, or make what left less. */
import { sumBySymbol } from './booking.ts';
import type { Part } from './entries.ts';

export interface Sides {
  readonly given: readonly Part[];
  readonly received: readonly Part[];
}

/** Returns the sides of a trade with its fee, whose amount has its sign. */
export function withSignedFee(
  { given, received }: Sides,
  fee: Part | null,
): Sides & { readonly fees: readonly Part[] } {
  if (fee === null || fee.amount >= 0n)
    return { given, received, fees: fee === null || fee.amount === 0n ? [] : [fee] };
  const negative = ({ symbol, amount }: Part): Part => ({ symbol, amount: -amount });
  const sums = sumBySymbol([...given.map(negative), ...received, negative(fee)]);
  return {
    given: sums.filter(({ amount }) => amount < 0n).map(negative),
    received: sums.filter(({ amount }) => amount > 0n),
    fees: [],
  };
}
