/** Shares costs and proceeds over the parts taken from lots (engine.md §3, "Exactness"). */
import { shareEur } from '@ctx/domain/decimal';

export { shareOfLeft, shareOfPart } from '@ctx/domain/lot-shares';

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
