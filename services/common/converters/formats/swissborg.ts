/**
 * SwissBorg, account statement: a row for each change of a balance, where net amount = gross amount − fee. An exchange has two rows with the
 * same second: one for the asset that was sold and one for the asset that was bought.
 */
import { type Booking, groupBy, sumBySymbol, symbolIn, tradedParts } from '../booking.ts';
import { BY_CONTENT, type MovementKind, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const MEANINGS: Readonly<Record<string, MovementKind | 'TRADE'>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  payouts: 'INCOME',
  'fee adjustment': 'INCOME',
};

export const SWISSBORG: Format = {
  id: 'swissborg',
  title: 'SwissBorg: account statement',
  platform: { name: 'SwissBorg', source: 'SWISSBORG' },
  guide: {
    download:
      'In the app: your profile, Account statements, all time, in euro, XLSX. The workbook is read as it is.',
    read: 'purchases, sales, exchanges, deposits, withdrawals, yield, bonuses, fees that were given back',
    traps: [
      'Choose euro as the currency of the statement: values in another currency are not used.',
      'Several exchanges in one second cannot be told apart: they become one exchange of several assets.',
    ],
  },
  isReadFromWorkbooks: true,
  headers: [['time in utc', 'type', 'currency', 'gross amount', 'fee', 'net amount', 'note']],
  read(rows, booking) {
    const trades: Row[] = [];
    booking.each(rows, (row) => {
      const type = row.required('type').toLowerCase();
      const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
      if (meaning === 'TRADE') trades.push(row);
      else if (meaning === 'UNKNOWN_TYPE') booking.leaveOut([row], meaning, type);
      else bookMovement(row, type, meaning, booking);
    });
    booking.eachGroup(
      groupBy(trades, (row) => row.text('time in utc')),
      (group) => group,
      (group) => {
        bookTrade(group, booking);
      },
    );
  },
};

function bookMovement(row: Row, type: string, kind: MovementKind, booking: Booking): void {
  const fees = partsIn(row, 'fee');
  const [net] = partsIn(row, 'net amount');
  const fee = fees[0]?.amount ?? 0n;
  const symbol = symbolIn(row, 'currency');
  // The fee leaves in addition to what a withdrawal sends, and is taken from what comes in.
  const amount = (net?.amount ?? 0n) + (kind === 'WITHDRAWAL' ? 0n : fee);
  booking.movement([row], type, {
    kind,
    id: BY_CONTENT,
    at: row.instant('time in utc', UTC),
    part: { symbol, amount },
    fees,
    eur: row.optionalAmount('gross amount (eur)'),
    description: row.text('note') || type,
  });
}

function bookTrade(rows: readonly Row[], booking: Booking): void {
  const [first] = rows as readonly [Row];
  const bought = rows.filter((row) => row.text('type').toLowerCase() === 'buy');
  const sold = rows.filter((row) => !bought.includes(row));
  const values = bought.map((row) => row.optionalAmount('gross amount (eur)'));
  booking.trade(rows, 'exchange', {
    id: BY_CONTENT,
    at: first.instant('time in utc', UTC),
    given: sold.flatMap(partsTradedIn),
    received: bought.flatMap(partsTradedIn),
    fees: sumBySymbol(rows.flatMap((row) => partsIn(row, 'fee'))),
    eur: values.reduce(
      (sum: bigint | null, value) => (sum === null || value === null ? null : sum + value),
      0n,
    ),
  });
}

function partsTradedIn(row: Row): Part[] {
  return tradedParts(row, 'gross amount', 'currency');
}

function partsIn(row: Row, column: string): Part[] {
  const amount = row.optionalAmount(column) ?? 0n;
  return amount === 0n ? [] : [{ symbol: symbolIn(row, 'currency'), amount: amount < 0n ? -amount : amount }];
}
