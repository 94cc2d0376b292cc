/** Crypto.com App, crypto and fiat wallet: a row is a whole exchange or movement. Fees are hidden in the price. */
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, groupBy, sumBySymbol, symbolIn, tradedParts } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { readInGroups } from '../grouped-rows.ts';
import { UTC } from '../instants.ts';
import { isOneToOne } from '../one-to-one.ts';
import { withoutRepeats } from '../repeated-rows.ts';
import { withoutReversals } from '../reversals.ts';
import type { Row } from '../table.ts';
import { exchangeOf, type Kind, kindOf, takenBackKindOf, takesBack } from './crypto-com-kinds.ts';

/** A row with what is needed of it. */
interface Change extends Part {
  readonly row: Row;
  readonly id: EntryId;
  readonly at: string;
  /** Such as `crypto_purchase`; empty on rows of a card. */
  readonly name: string;
  readonly kind: Kind;
}

const EURO = 'EUR';

export const CRYPTO_COM_APP: Format = {
  id: 'crypto-com-app',
  title: 'Crypto.com App: crypto wallet and fiat wallet',
  platform: { name: 'Crypto.com', source: 'CRYPTO_COM' },
  guide: {
    download:
      'In the app: Accounts, the clock at the top, the export icon, "Crypto wallet", the whole period.',
    read: 'purchases, sales, exchanges, deposits, withdrawals, rewards, interest, cashback, payments',
    traps: [
      'The files of the crypto wallet and of the fiat wallet repeat the same purchases: import the crypto wallet.',
      'Exports with and without the column "Transaction Hash" hold the same transactions: both can be imported.',
      'Cashback, a reimbursement or a payment that was taken back in full is left out with the row that took it back. In part, the inbox asks.',
      'The Exchange of Crypto.com writes other files.',
    ],
  },
  headers: [
    [
      'timestamp (utc)',
      'currency',
      'amount',
      'to currency',
      'to amount',
      'native currency',
      'native amount',
      'transaction kind',
    ],
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    const all = readInGroups(rows, booking, groupOf, (row) => changeOf(row, ids));
    const distinct = withoutRepeats(all, booking, {
      // Only a hash tells a repeated row from two rows that are alike.
      keyOf: ({ row }) => (row.text('transaction hash') === '' ? null : row.content()),
      contentOf: () => '',
      rowOf: ({ row }) => row,
      typeOf: ({ name }) => name,
    });
    const isOfExchange = ({ kind }: Change): boolean => kind === 'SEVERAL';
    const groups = groupBy(distinct.filter(isOfExchange), ({ at, name }) => `${at} ${exchangeOf(name)}`);
    const single = withoutReversals(
      distinct.filter((change) => !isOfExchange(change)),
      booking,
      {
        keyOf: ({ name, symbol }) => `${takenBackKindOf(name)} ${symbol}`,
        amountOf: directionOf,
        atOf: ({ at }) => at,
        rowOf: ({ row }) => row,
        typeOf: ({ name }) => name,
        book: bookRow,
      },
    );
    booking.eachGroup(
      single,
      ({ row }) => [row],
      (change) => {
        bookRow(change, booking);
      },
    );
    booking.eachGroup(groups, rowsOf, (group) => {
      bookSeveral(group, booking);
    });
  },
};

/** Returns what the rows of one exchange share; null for other rows. */
function groupOf(row: Row): string | null {
  const name = row.text('transaction kind').toLowerCase();
  return kindOf(name) === 'SEVERAL' ? `${row.text('timestamp (utc)')} ${exchangeOf(name)}` : null;
}

function changeOf(row: Row, ids: ContentIds): Change {
  const name = row.text('transaction kind').toLowerCase();
  return {
    row,
    id: ids.idOf(row),
    at: row.instant('timestamp (utc)', UTC),
    name,
    kind: kindOf(name),
    symbol: symbolIn(row, 'currency'),
    amount: row.amount('amount'),
  };
}

/** Returns the amount of a row with a minus sign where it takes another row back; 0 where a row cannot be taken back. */
function directionOf({ name, kind, amount }: Change): bigint {
  if (takesBack(name)) return -absolute(amount);
  if (kind === 'INCOME' || name === 'crypto_deposit') return amount;
  return kind === 'PAYMENT' || name === 'crypto_withdrawal' ? -amount : 0n;
}

function bookRow(change: Change, booking: Booking): void {
  const { row, id, at, name, symbol, amount } = change;
  const shown = name || 'card transaction';
  const part = { symbol, amount: absolute(amount) };
  const common = { id, at, description: row.text('transaction description') };
  const meaning = meaningOf(change);
  if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE') {
    const received = tradedParts(row, 'to amount', 'to currency');
    booking.trade([row], shown, { ...common, given: [part], received, eur: euroOf(row) });
  } else if (meaning === 'NATIVE') bookNative(change, booking);
  else if (isMovement(meaning))
    booking.movement([row], shown, { ...common, kind: meaning, part, eur: euroOf(row) });
}

/** Returns what a row means. One with the sign of its opposite, such as a reward with a minus sign, asks in the inbox. */
function meaningOf(change: Change): Kind {
  const { kind, amount } = change;
  if (kind === 'BY_SIGN') return amount < 0n ? 'WITHDRAWAL' : 'DEPOSIT';
  if (takesBack(change.name) || directionOf(change) >= 0n) return kind;
  return amount < 0n ? 'UNCLEAR_OUT' : 'UNCLEAR_IN';
}

/** A trade with money, whose amount is the value of the row. */
function bookNative({ row, id, at, name, symbol, amount }: Change, booking: Booking): void {
  const part = { symbol, amount: absolute(amount) };
  const common = { id, at, description: row.text('transaction description') };
  const native = tradedParts(row, 'native amount', 'native currency');
  const isSale = name === 'card_top_up';
  const [given, received] = isSale ? [[part], native] : [native, [part]];
  booking.trade([row], name, { ...common, given, received });
}

/** Small balances that became one coin, or a coin that was swapped: what each gave is in its own row. */
function bookSeveral(changes: readonly Change[], booking: Booking): void {
  const [first] = changes as readonly [Change];
  const sums = sumBySymbol(changes);
  const given = sums.flatMap(({ symbol, amount }) => (amount < 0n ? [{ symbol, amount: -amount }] : []));
  const received = sums.filter(({ amount }) => amount > 0n);
  const { id, at } = first;
  const [out, into] = [given[0], received[0]];
  const isSingle = given.length === 1 && received.length === 1 && out !== undefined && into !== undefined;
  const type = exchangeOf(first.name);
  if (isSingle && isOneToOne(out, into))
    booking.migration(rowsOf(changes), type, { id, at, given: out, received: into });
  else booking.trade(rowsOf(changes), type, { id, at, given, received, eur: euroOfAll(changes) });
}

/** Returns the value of an exchange, which is the value of the coin that came in: every row of it has one. */
function euroOfAll(changes: readonly Change[]): bigint | null {
  const values = changes.filter(({ amount }) => amount > 0n).map(({ row }) => euroOf(row) ?? 0n);
  return values.length === 0 || values.includes(0n) ? null : values.reduce((sum, value) => sum + value, 0n);
}

/** The value of a row in euro; null in another currency, and below one cent, which the file writes as 0. */
function euroOf(row: Row): bigint | null {
  const value =
    row.text('native currency').toUpperCase() === EURO ? row.optionalAmount('native amount') : null;
  return value === null || value === 0n ? null : absolute(value);
}

function rowsOf(changes: readonly Change[]): Row[] {
  return changes.map(({ row }) => row);
}
