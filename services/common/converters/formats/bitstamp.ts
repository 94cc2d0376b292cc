/** Bitstamp, transactions: one row per trade or movement, in amounts without signs; the fee is outside of both sides. */
import { type Booking, partsOf } from '../booking.ts';
import { ContentIds } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  market: 'TRADE',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  'ripple deposit': 'DEPOSIT',
  'ripple payment': 'WITHDRAWAL',
  'staking reward': 'INCOME',
  'inter account transfer': 'INTERNAL',
};
/** Airdrops that came as deposits, by asset and day. */
const AIRDROPS = new Set(['SGB 2021-12-08', 'FLR 2023-01-06']);
const RENAMED: Readonly<Record<string, string>> = { ETH2: 'ETH', ETH2R: 'ETH' };

export const BITSTAMP: Format = {
  id: 'bitstamp',
  title: 'Bitstamp: transactions',
  platform: { name: 'Bitstamp', source: 'BITSTAMP' },
  guide: {
    download: 'On the website: Transactions, Export, all time, CSV (RFC 4180).',
    read: 'trades, deposits, withdrawals, staking rewards, the airdrops of SGB and FLR',
    traps: ['Files of before December 2023 write number and unit in one cell: export the period again.'],
  },
  headers: [
    [
      'id',
      'type',
      'subtype',
      'datetime',
      'amount',
      'amount currency',
      'value',
      'value currency',
      'fee',
      'fee currency',
    ],
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, row.id('id') || ids.idOf(row), booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const shown = `${type} ${row.text('subtype').toLowerCase()}`.trim();
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  const at = row.instant('datetime', UTC);
  const renamed = (column: string, currency: string) =>
    partsOf(row, column, currency).map((part) => ({ ...part, symbol: RENAMED[part.symbol] ?? part.symbol }));
  const fees = renamed('fee', 'fee currency');
  const amounts = renamed('amount', 'amount currency');
  const [part] = amounts;
  if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE') {
    const money = renamed('value', 'value currency');
    const side = row.required('subtype').toLowerCase();
    if (side !== 'buy' && side !== 'sell') throw row.fault('subtype', 'must be Buy or Sell');
    const [given, received] = side === 'buy' ? [money, amounts] : [amounts, money];
    booking.trade([row], shown, { id, at, given, received, fees });
  } else if (part === undefined) booking.leaveOut([row], 'ZERO', shown);
  else if (isMovement(meaning)) {
    const isAirdrop = meaning === 'DEPOSIT' && AIRDROPS.has(`${part.symbol} ${at.slice(0, 10)}`);
    booking.movement([row], shown, { id, at, kind: isAirdrop ? 'INCOME' : meaning, part, fees });
  }
}
