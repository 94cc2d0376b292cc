/** The lots as they are stored at the end of a run (engine.md §2, §6). */
import type { Ledger } from '../flow/ledger.ts';
import type { Lot } from '../types.ts';

/**
 * Returns every lot of a run. An open lot has the holding period of its next unit, so that the portfolio shows what a disposal
 * would show. When all units of a lot wait for a match, it has the holding period of the part that left first.
 */
export function lotsOf({ pastLots, lots, pools, waiting }: Ledger): Lot[] {
  const heldSince = new Map<Lot, number>();
  for (const parts of waiting.values())
    for (const { lot, heldSinceUs } of parts)
      if (lot.remaining === 0n && !heldSince.has(lot)) heldSince.set(lot, heldSinceUs);
  for (const pool of pools.values())
    for (const [lot, heldSinceUs] of pool.heldSinceByTransfer()) heldSince.set(lot, heldSinceUs);
  return [
    ...pastLots,
    ...lots.map((lot) => {
      const heldSinceUs = heldSince.get(lot) ?? lot.heldSinceUs;
      return heldSinceUs === lot.heldSinceUs ? lot : { ...lot, heldSinceUs };
    }),
  ];
}
