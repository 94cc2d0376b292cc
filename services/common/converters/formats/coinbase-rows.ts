/** The rows of Coinbase's transaction history, and what each type means. */
import { AMOUNT_SCALE, divideHalfEven } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { ContentIds, symbolIn } from '../booking.ts';
import type { EntryId, Meaning } from '../entries.ts';
import { FileFault } from '../faults.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** A row with what is needed of it. */
export interface CoinbaseRow {
  readonly row: Row;
  readonly id: EntryId;
  readonly at: string;
  readonly type: string;
  readonly meaning: CoinbaseMeaning;
  /** The asset as Coinbase writes it. */
  readonly code: string;
  readonly symbol: string;
  /** Older files write outgoing amounts without a sign. */
  readonly quantity: bigint;
  /** The account currency. */
  readonly currency: string;
}

/** PAIRED: an asset leaves and another one arrives, in two rows. CONVERT: one or two rows, the other half is in the notes. */
export type CoinbaseMeaning = Meaning | 'PAIRED' | 'CONVERT';

const MEANINGS: Readonly<Record<string, CoinbaseMeaning>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  'advanced trade buy': 'TRADE',
  'advanced trade sell': 'TRADE',
  'advance trade buy': 'TRADE',
  'advance trade sell': 'TRADE',
  convert: 'CONVERT',
  'retail simple dust': 'TRADE',
  'staking income': 'INCOME',
  'reward income': 'INCOME',
  'rewards income': 'INCOME',
  'inflation reward': 'INCOME',
  'learning reward': 'INCOME',
  'coinbase earn': 'INCOME',
  'earn payout': 'INCOME',
  'interest payout': 'INCOME',
  'incentives rewards payout': 'INCOME',
  'credit card reward': 'INCOME',
  'retail simple price improvement': 'INCOME',
  'subscription rebate': 'INCOME',
  'subscription rebates (24 hours)': 'INCOME',
  send: 'WITHDRAWAL',
  receive: 'DEPOSIT',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  'exchange deposit': 'WITHDRAWAL',
  'exchange withdrawal': 'DEPOSIT',
  'intx deposit': 'WITHDRAWAL',
  'intx withdrawal': 'DEPOSIT',
  'pro deposit': 'WITHDRAWAL',
  'pro withdrawal': 'DEPOSIT',
  'prime deposit': 'WITHDRAWAL',
  'prime withdrawal': 'DEPOSIT',
  'vault withdrawal': 'INTERNAL',
  'cash to savings': 'INTERNAL',
  'savings to cash': 'INTERNAL',
  transfer: 'INTERNAL',
  'portfolio transfer': 'INTERNAL',
  'cfm funding': 'INTERNAL',
  'derivatives settlement': 'DERIVATIVES',
  'asset migration': 'PAIRED',
  'retail eth2 deprecation': 'PAIRED',
  'retail staking transfer': 'PAIRED',
  'retail unstaking transfer': 'PAIRED',
  'wrap asset': 'PAIRED',
  'unwrap asset': 'PAIRED',
  subscription: 'PAYMENT',
  'card spend': 'PAYMENT',
  'admin debit': 'UNCLEAR_OUT',
  donation: 'DONATION',
};
/** Receipts that are rewards, in files that have no type for them. */
const REWARD_NOTES = /coinbase earn|rewards|referral/i;
/** Money with a sign of its currency, such as `-€1.00`. */
const CURRENCY_SIGNS = /[\p{Sc}]/gu;
const EURO = 'EUR';
/** The column of older files that names the account currency, such as `gbp subtotal`. */
const NAMED_SUBTOTAL = /^([a-z]{3}) subtotal$/;

/** Coins of which another form has its own symbol. */
export const RENAMED: Readonly<Record<string, string>> = { ETH2: 'ETH' };

/** Returns a function that reads a row. `header` has the names of the columns as the file writes them. @throws FileFault, RowFault */
export function rowReader(header: readonly string[]): (row: Row) => CoinbaseRow {
  const ids = new ContentIds();
  const named = header.flatMap((name) => NAMED_SUBTOTAL.exec(name)?.[1]?.toUpperCase() ?? [])[0];
  if (named === undefined && !header.some((name) => name.endsWith('price currency')))
    throw new FileFault(faultMessage('NO_CURRENCY_OF_AMOUNTS'));
  return (row) => {
    const id = row.id('id') || ids.idOf(row);
    const type = row.required('transaction type').toLowerCase();
    return {
      row,
      id,
      at: row.instant('timestamp', UTC),
      type,
      meaning: meaningOf(row, type),
      code: row.required('asset').toUpperCase(),
      symbol: symbolIn(row, 'asset', RENAMED),
      quantity: row.amount('quantity transacted'),
      currency: named ?? symbolIn(row, 'price currency'),
    };
  };
}

/** Returns what the two rows of a migration share; null for other rows. */
export function groupOf(row: Row): string | null {
  const type = row.text('transaction type').toLowerCase();
  return MEANINGS[type] === 'PAIRED' ? `${type} ${row.text('timestamp')}` : null;
}

function meaningOf(row: Row, type: string): CoinbaseMeaning {
  const isReward = type === 'receive' && REWARD_NOTES.test(row.wholeText('notes'));
  return isReward ? 'INCOME' : (MEANINGS[type] ?? 'UNKNOWN_TYPE');
}

/** Returns an amount of the account currency; null where the cell is empty, as it is on sends. */
export function moneyIn(row: Row, column: string): bigint | null {
  return row.optionalAmount(column, (text) => text.replaceAll(CURRENCY_SIGNS, ''));
}

/** Returns the value of a row in files in euro: its subtotal, or else its quantity at the price of the moment. */
export function euroOf({ row, quantity, currency }: CoinbaseRow): bigint | null {
  if (currency !== EURO) return null;
  const subtotal = moneyIn(row, 'subtotal') ?? 0n;
  if (subtotal !== 0n) return absolute(subtotal);
  const price = moneyIn(row, 'price at transaction');
  return price === null ? null : divideHalfEven(absolute(quantity * price), 10n ** BigInt(AMOUNT_SCALE));
}
