/** How the cost of a lot is shared over what is taken from it (engine.md §3, "Exactness"). */
import { shareEur } from '@ctx/domain/decimal';

/** The share of a lot's total that `left` units of it keep, to 1e-12, half to even. */
export function shareOfLeft(total: bigint, left: bigint, amount: bigint): bigint {
  if (left === 0n) return 0n;
  return left === amount ? total : shareEur(total, left, amount);
}

/**
 * What a part of a lot carries: what is left before it less what is left after. Exact however many parts there are, none
 * is negative, and the last one takes the remainder.
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
 * Shares proceeds over parts taken in order, of `amount` in all: the share of all parts up to one less what the earlier
 * ones have. A shortfall, which is in no part, keeps the rest.
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
