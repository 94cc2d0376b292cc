/** MEXC, spot trades: one row per fill, with its fee; and spot orders, an older export with one row per order and without fees. */
import { AMOUNT_SCALE, divideHalfEven } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { type Booking, partOfCell } from '../booking.ts';
import { BY_CONTENT, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { withoutZone, zoneIn } from './column-zones.ts';
import { pairIn } from './pairs.ts';

export const MEXC: Format['platform'] = { name: 'MEXC', source: 'MEXC' };
export const ZONE_TRAP =
  'A file without a zone in the name of its column "Time" is read as UTC: choose UTC in the settings of the site before the export.';

export const MEXC_TRADES: Format = {
  id: 'mexc-trades',
  title: 'MEXC: spot trades',
  platform: MEXC,
  guide: {
    download: 'On the website: Orders, Spot Orders, Trade History, Export, the whole period.',
    read: 'fills of spot trades with their fees',
    traps: [
      'The order history holds the same trades without their fees: import this file alone.',
      'Deposits and withdrawals are in files of their own.',
      ZONE_TRAP,
    ],
  },
  headers: [['pairs', 'time', 'side', 'filled price', 'executed amount', 'total', 'fee']],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneIn(header, 'time');
    booking.each(rows, (row) => {
      const [, quote] = pairIn(row, 'pairs');
      const [amount, total] = [row.amount('executed amount'), row.amount('total')];
      bookFill(row, { side: 'side', amount, total, fees: feesIn(row, quote), zone }, booking);
    });
  },
};

const STATUSES: readonly string[] = [
  'filled',
  'partially filled',
  'canceled',
  'cancelled',
  'partially canceled',
  'partially cancelled',
];

export const MEXC_ORDERS: Format = {
  id: 'mexc-orders',
  title: 'MEXC: spot orders',
  platform: MEXC,
  guide: {
    download:
      'On the website: Orders, Spot Orders, Order History, Export. The trade history is the better choice: it has the fees.',
    read: 'spot orders, as far as they were filled',
    traps: [
      'The file has no fees: the trade history has them.',
      'Deposits and withdrawals are in files of their own.',
      ZONE_TRAP,
    ],
  },
  headers: [['pairs', 'time', 'direction', 'average filled price', 'filled quantity', 'status']],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneIn(header, 'time');
    booking.each(rows, (row) => {
      const amount = row.amount('filled quantity');
      const price = row.optionalAmount('average filled price') ?? 0n;
      const total = divideHalfEven(amount * price, 10n ** BigInt(AMOUNT_SCALE));
      if (!STATUSES.includes(row.text('status').toLowerCase().replaceAll('_', ' ')))
        booking.leaveOut([row], 'UNKNOWN_STATUS', 'order');
      else if (amount === 0n) booking.leaveOut([row], 'NOT_DONE', 'order');
      else bookFill(row, { side: 'direction', amount, total, fees: [], zone }, booking);
    });
  },
};

interface Fill {
  /** The column of the side. */
  readonly side: string;
  readonly amount: bigint;
  readonly total: bigint;
  readonly fees: readonly Part[];
  readonly zone: string;
}

function bookFill(row: Row, { side: column, amount, total, fees, zone }: Fill, booking: Booking): void {
  const side = row.required(column).toLowerCase();
  if (side !== 'buy' && side !== 'sell')
    throw row.fault(column, faultMessage('UNKNOWN_SIDE', { buy: 'Buy', sell: 'Sell' }));
  const [base, quote] = pairIn(row, 'pairs');
  const asset = { symbol: base, amount: absolute(amount) };
  const price = { symbol: quote, amount: absolute(total) };
  const [given, received] = side === 'buy' ? [[price], [asset]] : [[asset], [price]];
  booking.trade([row], side, { id: BY_CONTENT, at: row.instant('time', { zone }), given, received, fees });
}

const WITH_SYMBOL = /^([\d.,]+) ?([A-Za-z]\w*)$/;

/** Older files do not name the asset of a fee: it is the quote of the pair. */
function feesIn(row: Row, quote: string): Part[] {
  const [, number, symbol] = WITH_SYMBOL.exec(row.text('fee')) ?? [];
  const fee =
    number === undefined || symbol === undefined
      ? { symbol: quote, amount: absolute(row.optionalAmount('fee') ?? 0n) }
      : partOfCell(row, 'fee', number, symbol);
  return fee.amount === 0n ? [] : [fee];
}
