/** The balances of Kraken's ledgers: the new balance = the old one + amount − fee. */
import { type BalanceReader, orNull } from '../balance-chains.ts';
import { RowFault } from '../faults.ts';
import type { Row } from '../table.ts';
import { areFeesNegative, type Ledger, ledgerOf, withOwnFee } from './kraken-ledger-rows.ts';
import { krakenBalanceCode } from './kraken-symbols.ts';

/** Returns how the balances of a ledger are read. A fee in another asset changes that one, in a row that has no balance of it. */
export function krakenBalances(rows: readonly Row[]): BalanceReader {
  const areNegative = rows.some((row) => row.text('fee').startsWith('-')) && areFeesNegative(readable(rows));
  return (row) =>
    withOwnFee(ledgerOf(row)).map(({ code, at, amount, fee }, index) => ({
      wallet: row.text('wallet'),
      asset: krakenBalanceCode(code),
      at,
      change: areNegative ? amount + fee : amount - fee,
      after: index === 0 ? orNull(() => row.optionalAmount('balance')) : null,
      decimals: null,
    }));
}

function readable(rows: readonly Row[]): Ledger[] {
  return rows.flatMap((row) => {
    try {
      return [ledgerOf(row)];
    } catch (error) {
      if (error instanceof RowFault) return [];
      throw error;
    }
  });
}
