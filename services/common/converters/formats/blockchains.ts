/** What files of wallets and explorers have in common: the rows of one transaction of a blockchain, known by its hash. */
import { faultMessage } from '@ctx/domain/file-faults';
import type { Booking } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Row } from '../table.ts';
import { sidesOf } from './changes.ts';

export interface ChainTransaction {
  readonly hash: string;
  readonly at: string;
  /** What came into the wallet, and what left it with a negative amount. */
  readonly changes: readonly Part[];
  /** What the owner of the wallet paid to the network. */
  readonly fees: readonly Part[];
  readonly description: string;
  readonly address?: string;
  /** Whether another file of the account may hold the other side of an exchange. */
  readonly isSide?: boolean;
  /** What the file says that it was worth in EUR. */
  readonly eur?: bigint | null;
}

/**
 * Books the rows of one transaction: an exchange if assets leave and others come in, otherwise a deposit or withdrawal of each asset. If nothing
 * moved, its fee is a cost. What may be one side of an exchange is no transfer: it asks in the inbox as long as it is alone.
 */
export function bookTransaction(
  rows: readonly Row[],
  type: string,
  transaction: ChainTransaction,
  booking: Booking,
): void {
  const { hash, at, changes, description, address, eur = null, isSide = false } = transaction;
  const fees = transaction.fees.filter(({ amount }) => amount > 0n);
  const { given, received } = sidesOf(changes);
  const parts = [...given, ...received];
  const common = { id: hash, at, description, eur: parts.length === 1 ? eur : null };
  if (given.length > 0 && received.length > 0)
    booking.trade(rows, type, { ...common, given, received, fees });
  else if (given.length === 0 && received.length === 0) {
    if (fees.length > 0) booking.cost(rows, type, { ...common, fees });
    else booking.leaveOut(rows, changes.some(({ amount }) => amount !== 0n) ? 'INTERNAL' : 'ZERO', type);
  } else {
    const isOut = given.length > 0;
    const transfer = isOut ? 'WITHDRAWAL' : 'DEPOSIT';
    const kind = isSide ? (isOut ? 'UNCLEAR_OUT' : 'UNCLEAR_IN') : transfer;
    for (const [index, part] of parts.entries())
      booking.movement(rows, type, {
        ...common,
        kind,
        part,
        fees: index === 0 ? fees : [],
        transaction: hash,
        isSide,
        ...(address ? { address } : {}),
      });
  }
}

const UNIX_SECONDS = /^\d{9,11}$/;

/** Returns the time in a cell of seconds since 1970. */
export function unixInstant(row: Row, column: string): string {
  const seconds = row.required(column);
  if (!UNIX_SECONDS.test(seconds)) throw row.fault(column, faultMessage('NOT_UNIX_TIME'));
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}
