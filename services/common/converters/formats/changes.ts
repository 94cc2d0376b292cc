/** What ledgers have in common: rows with signed changes of balances, of which several make one transaction. */
import { type Booking, sumBySymbol } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Row } from '../table.ts';

/** What was given and what was received, per asset. */
export interface Sides {
  readonly given: Part[];
  readonly received: Part[];
}

/** Returns the sums of signed changes, as what was given and what was received. */
export function sidesOf(changes: readonly Part[]): Sides {
  const sums = sumBySymbol(changes);
  return {
    given: sums.flatMap(({ symbol, amount }) => (amount < 0n ? [{ symbol, amount: -amount }] : [])),
    received: sums.filter(({ amount }) => amount > 0n),
  };
}

/**
 * Returns the sums of the signed changes of a trade. A change of 0 of an asset that has no other one is on both sides: the half that is worth less
 * than its smallest unit.
 */
export function tradeSidesOf(changes: readonly Part[]): Sides {
  const { given, received } = sidesOf(changes);
  const zeros = changes.filter(
    ({ symbol, amount }) =>
      amount === 0n && changes.every((other) => other.symbol !== symbol || other.amount === 0n),
  );
  return { given: [...given, ...zeros], received: [...received, ...zeros] };
}

/**
 * Returns the rows without those that repeat another one, which are left out: rows of one transaction are summed. A row with the key of
 * another one and other content is to be checked.
 */
export function withoutTwins(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  booking: Booking,
  type: string,
  contentOf = (row: Row): string => row.content(),
): Row[] {
  const known = new Map<string, string>();
  const kept: Row[] = [];
  booking.each(rows, (row) => {
    const [key, content] = [keyOf(row), contentOf(row)];
    const earlier = known.get(key);
    if (earlier !== undefined) booking.leaveOut([row], earlier === content ? 'TWIN' : 'OTHER_TWIN', type);
    else {
      known.set(key, content);
      kept.push(row);
    }
  });
  return kept;
}

/** Returns the smallest of some ids, which is the same in any order of the rows. Longer numbers are larger. */
export function smallestId(ids: readonly string[]): string {
  const isSmaller = (left: string, right: string): boolean =>
    left.length === right.length ? left < right : left.length < right.length;
  return ids.reduce((smallest, id) => (isSmaller(id, smallest) ? id : smallest));
}
