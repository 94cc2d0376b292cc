/** KuCoin, filled spot orders: one row per fill or per order; the time zone is in the name of a column, and the fee is outside of the volume. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { symbolOf } from '../assets.ts';
import { type Booking, ContentIds, symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import { withSignedFee } from '../rebates.ts';
import type { Row } from '../table.ts';
import { idIn, KUCOIN, OTHER_EXPORTS, reasonOfStatus, withoutZone, zoneOf } from './kucoin-files.ts';

/** Accounts whose trades use borrowed coins. */
const MARGIN = /margin|isolated|cross/i;

export const KUCOIN_FILLS: Format = {
  id: 'kucoin-fills',
  title: 'KuCoin: filled spot orders',
  platform: KUCOIN,
  guide: {
    download:
      'On the website: Orders, Spot Orders, Trade History, Export; or the bundle under Download Center, its file of filled orders.',
    read: 'fills of spot trades with their fees',
    traps: [
      'The bundle holds the orders once more: import the fills, or the filled orders where you have no others, but not both.',
      'Trades with margin are left out and named.',
      'Deposits, withdrawals, conversions and earnings are in other files of the bundle: import those too.',
      'The account history holds everything once more: do not import it. It alone has distributions and small balances turned into KCS.',
    ],
  },
  headers: [
    ['order id', 'symbol', 'side', 'filled amount', 'filled volume', 'filled time', 'fee', 'fee currency'],
  ],
  otherExports: OTHER_EXPORTS,
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneOf(header, 'filled time');
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, zone, ids, booking);
    });
  },
};

function bookRow(row: Row, zone: string, ids: ContentIds, booking: Booking): void {
  const side = row.required('side').toLowerCase();
  if (side !== 'buy' && side !== 'sell')
    throw row.fault('side', faultMessage('UNKNOWN_SIDE', { buy: 'BUY', sell: 'SELL' }));
  const [base, quote] = pairIn(row);
  const asset = { symbol: base, amount: absolute(row.amount('filled amount')) };
  const price = { symbol: quote, amount: absolute(row.amount('filled volume')) };
  const [given, received] = side === 'buy' ? [[price], [asset]] : [[asset], [price]];
  const amount = row.optionalAmount('fee') ?? 0n;
  const fee = amount === 0n ? null : { symbol: symbolIn(row, 'fee currency'), amount };
  const at = row.instant('filled time', { zone });
  const id = idIn(ids, row, at, ['order id', 'symbol', 'side', 'filled amount', 'filled volume']);
  const reason = row.has('status') ? reasonOfStatus(row.text('status')) : null;
  if (MARGIN.test(row.text('account type'))) booking.leaveOut([row], 'DERIVATIVES', `${side} with margin`);
  else if (reason !== null) booking.leaveOut([row], reason, side);
  else booking.trade([row], side, { id, at, ...withSignedFee({ given, received }, fee) });
}

function pairIn(row: Row): [string, string] {
  const [base, quote] = row
    .required('symbol')
    .split('-')
    .map((code) => symbolOf(code));
  if (!base || !quote) throw row.fault('symbol', faultMessage('NOT_PAIR', { example: 'BTC-USDT' }));
  return [base, quote];
}
