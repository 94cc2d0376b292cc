/** OKX, bills of the funding account: a row for each change of a balance, with the balance before and after it. */
import { absolute } from '../amounts.ts';
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, symbolIn } from '../booking.ts';
import { isMovement, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { withoutZone, zoneIn } from './column-zones.ts';
import { OKX } from './okx-trading.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  'staking yield': 'INCOME',
  'fee rebate': 'INCOME',
  stake: 'INTERNAL',
  'redeem staking': 'INTERNAL',
  'savings subscription': 'INTERNAL',
  'savings redemption': 'INTERNAL',
  'from unified trading account': 'INTERNAL',
  'to unified trading account': 'INTERNAL',
  'transfer in': 'INTERNAL',
  'transfer out': 'INTERNAL',
};

export const OKX_FUNDING: Format = {
  id: 'okx-funding',
  title: 'OKX: funding account',
  platform: OKX,
  guide: {
    download:
      'On the website: Assets, Order center (or Statements), "Funding account", the whole period, UTC, CSV.',
    read: 'deposits, withdrawals, staking rewards, rebates of fees',
    traps: [
      'Trades are in the bills of the trading account: import both.',
      'A file without a zone in the name of its column "Time" is read as UTC: choose UTC at the export.',
    ],
  },
  headers: [['id', 'time', 'type', 'amount', 'before balance', 'after balance', 'symbol']],
  canonical: withoutZone,
  balances: (_, { header }) => {
    const zone = zoneIn(header, 'time');
    return balanceColumns({
      at: (row) => row.instant('time', { zone }),
      asset: (row) => symbolIn(row, 'symbol'),
      change: changeOf,
      after: ['after balance'],
    });
  },
  read(rows, booking, { header }) {
    const zone = zoneIn(header, 'time');
    booking.each(rows, (row) => {
      bookRow(row, zone, booking);
    });
  },
};

function bookRow(row: Row, zone: string, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  if (!isMovement(meaning)) {
    booking.leaveOut([row], meaning === 'INTERNAL' ? 'INTERNAL' : 'UNKNOWN_TYPE', type);
    return;
  }
  const symbol = symbolIn(row, 'symbol');
  const fee = absolute(row.optionalAmount('fee') ?? 0n);
  // What changed includes the fee, whether or not the amount does.
  const amount = absolute(changeOf(row) + fee);
  booking.movement([row], type, {
    kind: changeOf(row) < 0n && meaning === 'INCOME' ? 'UNCLEAR_OUT' : meaning,
    id: row.id('id') || row.required('id'),
    at: row.instant('time', { zone }),
    part: { symbol, amount },
    fees: fee === 0n ? [] : [{ symbol, amount: fee }],
  });
}

function changeOf(row: Row): bigint {
  const [before, after] = [row.optionalAmount('before balance'), row.optionalAmount('after balance')];
  return before === null || after === null ? row.amount('amount') : after - before;
}
