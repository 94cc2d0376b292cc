/** Shares the cost of a lot over the parts taken from it (engine.md §3, "Exactness"). */
import { shareEur } from '@ctx/domain/decimal';

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

/**
 * Returns a function that shares proceeds over parts taken in order from `amount`. Each part gets the share of all parts so
 * far less what the earlier ones got. A shortfall, which is not a part, keeps the rest.
 */
export function shareProceeds(proceeds: bigint, amount: bigint): (part: bigint) => bigint {
  let covered = 0n;
  let given = 0n;
  return (part) => {
    covered += part;
    const upToHere = shareEur(proceeds, covered, amount);
    const share = upToHere - given;
    given = upToHere;
    return share;
  };
}
