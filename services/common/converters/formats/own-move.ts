/** A row of a tax program that moves an asset between two wallets of one person. */
import { type Booking, sumBySymbol } from '../booking.ts';
import type { EntryId, Part } from '../entries.ts';
import type { Row } from '../table.ts';

interface Common {
  readonly id: EntryId;
  readonly at: string;
  readonly fees: readonly Part[];
  readonly description: string;
}

/** Books a move of one asset within a file: what did not arrive is its fee, which the row may name as well. */
export function bookOwnMove(
  row: Row,
  type: string,
  out: Part,
  into: Part,
  common: Common,
  booking: Booking,
): void {
  const lost = out.amount - into.amount;
  const isNamed = common.fees.some(({ symbol, amount }) => symbol === out.symbol && amount === lost);
  const missing = lost > 0n && !isNamed ? [{ symbol: out.symbol, amount: lost }] : [];
  const fees = sumBySymbol([...common.fees, ...missing]);
  if (lost < 0n) booking.leaveOut([row], 'UNKNOWN_TYPE', `${type} of which more arrives than leaves`);
  else if (fees.length === 0) booking.leaveOut([row], 'INTERNAL', type);
  else booking.cost([row], type, { ...common, fees });
}
