/** What wallets of bitcoin have in common: a row per transaction, of which the change includes the fee where something left. */
import type { Booking } from '../booking.ts';
import type { EntryId } from '../entries.ts';
import type { Row } from '../table.ts';

interface BitcoinTransaction {
  readonly id: EntryId;
  readonly at: string;
  /** Negative for what left, with its fee. */
  readonly change: bigint;
  readonly fee: bigint;
  readonly label: string;
}

export const BITCOIN = 'BTC';

export function bookBitcoin(
  row: Row,
  { id, at, change, fee, label }: BitcoinTransaction,
  booking: Booking,
): void {
  const isOut = change < 0n;
  const type = isOut ? 'sent' : 'received';
  // The sender paid the fee of an arrival.
  const paid = isOut && fee > 0n && fee <= -change ? fee : 0n;
  const fees = paid === 0n ? [] : [{ symbol: BITCOIN, amount: paid }];
  const common = { id, at, description: [type, label].filter((text) => text !== '').join(' · ') };
  const amount = isOut ? -change - paid : change;
  if (amount === 0n) booking.cost([row], type, { ...common, fees });
  else
    booking.movement([row], type, {
      ...common,
      kind: isOut ? 'WITHDRAWAL' : 'DEPOSIT',
      part: { symbol: BITCOIN, amount },
      fees,
      ...(typeof id === 'string' ? { transaction: id } : {}),
    });
}
