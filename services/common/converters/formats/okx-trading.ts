/**
 * OKX, bills of the trading account. A fill has two rows with the same order, second and price: one for the asset that was bought and one for
 * the asset that was sold. The balance names the asset of a row; its change = ± amount + fee, and a fee is negative.
 */
import { absolute } from '../amounts.ts';
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, groupBy, sumBySymbol, symbolIn } from '../booking.ts';
import { BY_CONTENT, isReason, type Part, type Reason } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { tradeSidesOf, withoutTwins } from './changes.ts';
import { withoutZone, zoneIn } from './column-zones.ts';

export const OKX: Format['platform'] = { name: 'OKX', source: 'OKX' };

/** What the trade types mean; in capitals and small letters, with and without spaces. */
const MEANINGS: Readonly<Record<string, Reason | 'TRADE'>> = {
  spot: 'TRADE',
  transfer: 'INTERNAL',
  margin: 'DERIVATIVES',
  crossmargin: 'DERIVATIVES',
  isolatedmargin: 'DERIVATIVES',
  futures: 'DERIVATIVES',
  swap: 'DERIVATIVES',
  perpetual: 'DERIVATIVES',
  perpetualswap: 'DERIVATIVES',
  options: 'DERIVATIVES',
};
const COMMON = ['id', 'order id', 'time', 'trade type', 'fee', 'balance change', 'balance'];

export const OKX_TRADING: Format = {
  id: 'okx-trading',
  title: 'OKX: trading account',
  platform: OKX,
  guide: {
    download:
      'On the website: Assets, Order center (or Statements), "Trading account", the whole period, UTC, CSV.',
    read: 'spot trades with their fees',
    traps: [
      'Deposits, withdrawals and earnings are in the bills of the funding account: import both.',
      'A file without a zone in the name of its column "Time" is read as UTC: choose UTC at the export.',
      'Margin, futures and options are left out and named.',
    ],
  },
  headers: [
    [...COMMON, 'action', 'balance unit'],
    // Bills of 2022: the unit of the balance is the second column of that name.
    [...COMMON, 'type', 'unit', 'unit 2'],
  ],
  canonical: withoutZone,
  balances: (_, { header }) => {
    const zone = zoneIn(header, 'time');
    return balanceColumns({
      at: (row) => row.instant('time', { zone }),
      asset: (row) => symbolIn(row, unitColumn(row)),
      change: (row) => row.amount('balance change'),
      after: ['balance'],
    });
  },
  read(rows, booking, { header }) {
    const spot: Row[] = [];
    booking.each(rows, (row) => {
      const meaning =
        MEANINGS[row.required('trade type').toLowerCase().replaceAll(' ', '')] ?? 'UNKNOWN_TYPE';
      if (isReason(meaning)) booking.leaveOut([row], meaning, shownType(row));
      else if (['buy', 'sell'].includes(actionOf(row))) spot.push(row);
      else booking.leaveOut([row], 'UNKNOWN_TYPE', shownType(row));
    });
    // In bills of 2022 both rows of a fill have one id.
    const keyOf = (row: Row): string => JSON.stringify([row.id('id'), row.text(unitColumn(row))]);
    const groups = groupBy(withoutTwins(spot, keyOf, booking, 'trade'), (row) =>
      JSON.stringify([row.id('order id'), row.text('time'), priceOf(row)]),
    );
    const zone = zoneIn(header, 'time');
    booking.eachGroup(
      groups,
      (group) => group,
      (group) => {
        bookFill(group, zone, booking);
      },
    );
  },
};

function actionOf(row: Row): string {
  return (row.text('action') || row.text('type')).toLowerCase();
}

function shownType(row: Row): string {
  return `${row.text('trade type')} ${actionOf(row)}`.toLowerCase();
}

function unitColumn(row: Row): string {
  return row.has('balance unit') ? 'balance unit' : 'unit 2';
}

/** Another export may write the price with more zeros. */
function priceOf(row: Row): string {
  return String(row.optionalAmount('filled price') ?? 0n);
}

function bookFill(rows: readonly Row[], zone: string, booking: Booking): void {
  const [first] = rows as readonly [Row];
  const changes = rows.map((row) => ({ part: partOf(row), fee: feeOf(row) }));
  booking.trade(rows, 'trade', {
    // Both rows of a fill share an id in bills of 2022, and have two ids in later ones.
    id: BY_CONTENT,
    at: first.instant('time', { zone }),
    ...tradeSidesOf(changes.map(({ part }) => part)),
    fees: sumBySymbol(changes.flatMap(({ fee }) => (fee.amount > 0n ? [fee] : []))),
  });
}

/** Returns what was bought or paid, without the fee that the change of the balance includes. A rebate stays in it. */
function partOf(row: Row): Part {
  const symbol = symbolIn(row, unitColumn(row));
  const fee = feeOf(row);
  const included = fee.symbol === symbol && fee.amount > 0n ? fee.amount : 0n;
  return { symbol, amount: row.amount('balance change') + included };
}

function feeOf(row: Row): Part {
  const column = row.text('fee unit') === '' ? unitColumn(row) : 'fee unit';
  const fee = row.optionalAmount('fee') ?? 0n;
  return { symbol: symbolIn(row, column), amount: fee < 0n ? absolute(fee) : 0n };
}
