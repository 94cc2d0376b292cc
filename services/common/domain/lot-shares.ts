/** The share of a lot's cost, fees or photo amount that a part of its units carries (engine.md §3, "Exactness"). */
import { shareEur } from './decimal.ts';

/** Returns the share of a lot's total that `left` of its units keep, rounded to 1e-12, half to even. */
export function shareOfLeft(total: bigint, left: bigint, amount: bigint): bigint {
  if (left === 0n) return 0n;
  return left === amount ? total : shareEur(total, left, amount);
}

/**
 * Returns the share of a lot's total that a part carries: the total left before the part less the total left after it. So the
 * parts add up exactly, however many there are; no part is negative, and the last one takes the remainder.
 */
export function shareOfPart(
  total: bigint,
  part: { readonly goneBefore: bigint; readonly amount: bigint },
  lotAmount: bigint,
): bigint {
  const left = lotAmount - part.goneBefore;
  return shareOfLeft(total, left, lotAmount) - shareOfLeft(total, left - part.amount, lotAmount);
}
