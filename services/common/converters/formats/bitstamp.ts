/** Bitstamp, transactions: one row per trade or movement, in amounts without signs; the fee is outside of both sides. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, partsOf, symbolIn, tradedParts } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const INTERNAL = 'inter account transfer';
const MEANINGS: Readonly<Record<string, Meaning>> = {
  market: 'TRADE',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  'ripple deposit': 'DEPOSIT',
  'ripple payment': 'WITHDRAWAL',
  'staking reward': 'INCOME',
  [INTERNAL]: 'INTERNAL',
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
  otherExports: [
    {
      columns: ['type', 'datetime', 'account', 'amount', 'value', 'rate', 'fee', 'sub type'],
      advice: faultMessage('OLD_BITSTAMP'),
    },
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    const changes = timesOfChanges(rows);
    booking.each(rows, (row) => {
      bookRow(row, row.id('id') || ids.idOf(row), changes, booking);
    });
  },
};

/** Returns the times at which transfers between accounts have several assets: Bitstamp changes one into another in this way. */
function timesOfChanges(rows: readonly Row[]): Set<string> {
  const moves = rows.filter((row) => row.text('type').toLowerCase() === INTERNAL);
  const byTime = Map.groupBy(moves, (row) => row.text('datetime'));
  return new Set(
    [...byTime].flatMap(([time, alike]) => {
      const assets = new Set(alike.map((row) => row.text('amount currency').toUpperCase()));
      return assets.size > 1 ? [time] : [];
    }),
  );
}

function bookRow(row: Row, id: EntryId, changes: ReadonlySet<string>, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const shown = `${type} ${row.text('subtype').toLowerCase()}`.trim();
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  const at = row.instant('datetime', UTC);
  const fees = renamed(partsOf(row, 'fee', 'fee currency'));
  if (meaning === 'INTERNAL' && changes.has(row.text('datetime')))
    booking.leaveOut([row], 'UNKNOWN_TYPE', `${shown} of different assets`);
  else if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE') {
    const side = row.required('subtype').toLowerCase();
    if (side !== 'buy' && side !== 'sell')
      throw row.fault('subtype', faultMessage('UNKNOWN_SIDE', { buy: 'Buy', sell: 'Sell' }));
    const [asset, money] = [
      renamed(tradedParts(row, 'amount', 'amount currency')),
      renamed(tradedParts(row, 'value', 'value currency')),
    ];
    const [given, received] = side === 'buy' ? [money, asset] : [asset, money];
    booking.trade([row], shown, { id, at, given, received, fees });
  } else if (isMovement(meaning)) {
    const symbol = symbolIn(row, 'amount currency', RENAMED);
    const part = { symbol, amount: absolute(row.optionalAmount('amount') ?? 0n) };
    const isAirdrop = meaning === 'DEPOSIT' && AIRDROPS.has(`${symbol} ${at.slice(0, 10)}`);
    const isEuro = row.text('value currency').toUpperCase() === 'EUR';
    const eur = isEuro ? row.optionalAmount('value') : null;
    booking.movement([row], shown, { id, at, kind: isAirdrop ? 'INCOME' : meaning, part, fees, eur });
  }
}

function renamed(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, symbol: RENAMED[part.symbol] ?? part.symbol }));
}
