/** Koinly, the file of "Bulk edit in Excel": all transactions of an account with their ids, in UTC. */
import { symbolOf } from '../assets.ts';
import { type Booking, ContentIds, partsOf } from '../booking.ts';
import type { EntryId } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import {
  bookKoinly,
  feesOf,
  isKoinlyType,
  KOINLY_MOVE,
  KOINLY_TIME,
  netWorthOf,
  tagOf,
  typeOf,
} from './koinly-rows.ts';
import { nameByFirstId, withoutKnownId } from './koinly-symbols.ts';

const CURRENCIES = ['from currency', 'to currency', 'fee currency'];

export const KOINLY_BULK_EDIT: Format = {
  id: 'koinly-bulk-edit',
  title: 'Koinly: transactions for bulk edit',
  platform: { name: 'Koinly', source: null },
  guide: {
    download: 'On the website: Transactions, the menu, "Bulk edit in Excel", Export; saved as CSV in UTF-8.',
    read: 'trades, deposits, withdrawals, transfers, and every tag of income, gifts, losses, costs, loans and swaps',
    traps: [
      'All wallets of the file become one account; name it with `--account` and `--label`. A transfer between two of them is left out, ' +
        'and its fee is booked.',
      'Of several assets with one symbol, that with the lowest id has the symbol; the others keep their ids and are to be reviewed.',
      'Do not import the exports of the exchanges of the same wallets as well: they hold the same transactions once more.',
    ],
  },
  headers: [['id', 'date', 'type', 'from amount', 'from currency', 'to amount', 'to currency', 'deleted']],
  canonical: (column) => column.replace(/ \((?:utc|read-only|utc read-only)\)$/, ''),
  read(rows, booking) {
    const ids = new ContentIds();
    const contents = new Map<string, string>();
    const nameOf = nameByFirstId(
      rows.flatMap((row) => CURRENCIES.map((column) => symbolOf(row.text(column)) ?? '')),
    );
    booking.each(rows, (row) => {
      const earlier = contents.get(row.required('id'));
      contents.set(row.text('id'), earlier ?? contentOf(row));
      if (earlier === undefined) bookRow(row, ids.idOf(row), nameOf, booking);
      else booking.leaveOut([row], earlier === contentOf(row) ? 'TWIN' : 'OTHER_TWIN', typeOf(row));
    });
  },
};

/** Returns what makes a repeated row the same; tags and notes may be edited between two exports. */
function contentOf(row: Row): string {
  const columns = ['date', 'from amount', 'from currency', 'to amount', 'to currency'];
  return JSON.stringify(columns.map((column) => row.text(column)));
}

function bookRow(row: Row, id: EntryId, nameOf: (symbol: string) => string, booking: Booking): void {
  const type = typeOf(row);
  const deleted = row.text('deleted').toLowerCase();
  const tag = type === KOINLY_MOVE ? KOINLY_MOVE : tagOf(row);
  const wallets = ['from wallet', 'to wallet'].map((column) => row.text(column).replace(/;[^;]*$/, ''));
  const transaction = {
    id,
    at: row.instant('date', KOINLY_TIME),
    given: partsOf(row, 'from amount', 'from currency'),
    received: partsOf(row, 'to amount', 'to currency'),
    fees: feesOf(row),
    eur: euroOf(row, 'net value', 'value currency') ?? netWorthOf(row),
    description: [...new Set([row.text('description') || tag || type, ...wallets])]
      .filter((text) => text !== '')
      .join(' · '),
    transaction: row.text('txhash'),
  };
  if (deleted === 'true')
    booking.undo([row], 'NOT_DONE', type, (asDone) => {
      if (isKoinlyType(type)) bookKoinly(row, tag, transaction, asDone, nameOf);
    });
  else if (deleted !== 'false' && deleted !== '') booking.leaveOut([row], 'UNKNOWN_STATUS', deleted);
  else if (isKoinlyType(type)) bookKoinly(row, tag, transaction, booking, nameOf);
  else booking.leaveOut([row], 'UNKNOWN_TYPE', type);
}

/** Returns a value in euro; null for 0, which is a value that Koinly does not know. */
function euroOf(row: Row, amountColumn: string, currencyColumn: string): bigint | null {
  const currency = withoutKnownId(row.text(currencyColumn).toUpperCase());
  const amount = currency === 'EUR' ? row.optionalAmount(amountColumn) : null;
  return amount === 0n ? null : amount;
}
