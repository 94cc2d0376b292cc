/**
 * Files of OKX from when it was OKEx. Fills of spot orders have one row each, with a signed amount. In bills of the spot account a fill has two
 * rows with the same second: one for the asset that was bought and one for the asset that was sold.
 */
import { AMOUNT_SCALE, divideHalfEven } from '@ctx/domain/decimal';
import { absolute } from '../amounts.ts';
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, groupBy, partOfCell, sumBySymbol, symbolIn } from '../booking.ts';
import { BY_CONTENT, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { withoutTwins } from './changes.ts';
import { OKX } from './okx-trading.ts';
import { pairIn } from './pairs.ts';

export const OKX_FILLS: Format = {
  id: 'okx-fills',
  title: 'OKX: spot fills of OKEx',
  platform: OKX,
  guide: {
    download: 'The file that OKEx offered until 2021: Orders, Spot, Fills, Export.',
    read: 'fills of spot trades with their fees',
    traps: ['The bills of the spot account hold the same trades once more: import one of the two.'],
  },
  headers: [['trade id', 'trade time', 'pairs', 'amount', 'price', 'fee']],
  read(rows, booking) {
    booking.each(rows, (row) => {
      const amount = row.amount('amount');
      const [base, quote] = pairIn(row, 'pairs');
      const isBuy = amount > 0n;
      const asset = { symbol: base, amount: absolute(amount) };
      const cost = divideHalfEven(asset.amount * absolute(row.amount('price')), 10n ** BigInt(AMOUNT_SCALE));
      const price = { symbol: quote, amount: cost };
      const [given, received] = isBuy ? [[price], [asset]] : [[asset], [price]];
      booking.trade([row], isBuy ? 'buy' : 'sell', {
        id: `fill ${row.id('trade id') || row.required('trade id')}`,
        at: row.instant('trade time', UTC),
        given,
        received,
        fees: feesIn(row, isBuy ? base : quote),
      });
    });
  },
};

const WITH_SYMBOL = /^-?([\d.]+) ?([A-Za-z]\w*)$/;

/** The asset of a fee is in its cell, or else what was received. */
function feesIn(row: Row, received: string): Part[] {
  const [, number, symbol] = WITH_SYMBOL.exec(row.text('fee')) ?? [];
  const fee =
    number === undefined || symbol === undefined
      ? { symbol: received, amount: absolute(row.optionalAmount('fee') ?? 0n) }
      : partOfCell(row, 'fee', number, symbol);
  return fee.amount === 0n ? [] : [fee];
}

/** What the times of the bills end with: the zone of Shanghai. */
const CHINA = ' CST';

export const OKX_BILLS: Format = {
  id: 'okx-bills',
  title: 'OKX: bills of the spot account of OKEx',
  platform: OKX,
  guide: {
    download: 'The file that OKEx offered until 2021: Assets, Bills, Spot account, Export.',
    read: 'spot trades with their fees',
    traps: [
      'The fills hold the same trades once more: import one of the two.',
      'Several trades of one second cannot be told apart: they become one exchange.',
    ],
  },
  headers: [['time', 'type', 'size', 'balance', 'fee', 'currency']],
  balances: () =>
    balanceColumns({
      at: instantOf,
      asset: (row) => symbolIn(row, 'currency'),
      // A fee is negative.
      change: (row) => row.amount('size') + (row.optionalAmount('fee') ?? 0n),
      after: ['balance'],
    }),
  read(rows, booking) {
    const trades: Row[] = [];
    // The balance after a change tells two changes that are alike from one that stands twice.
    booking.each(
      withoutTwins(rows, (row) => row.content(), booking, 'change of a balance'),
      (row) => {
        const type = row.required('type').toLowerCase();
        if (['buy', 'sell'].includes(type)) trades.push(row);
        else booking.leaveOut([row], /^transfer (?:in|out)$/.test(type) ? 'INTERNAL' : 'UNKNOWN_TYPE', type);
      },
    );
    booking.eachGroup(
      groupBy(trades, (row) => row.text('time')),
      (group) => group,
      (group) => {
        bookTrade(group, booking);
      },
    );
  },
};

function bookTrade(rows: readonly Row[], booking: Booking): void {
  const [first] = rows as readonly [Row];
  const partsOfType = (type: string): Part[] =>
    sumBySymbol(
      rows.filter((row) => row.text('type').toLowerCase() === type).map((row) => partIn(row, 'size')),
    );
  booking.trade(rows, 'trade', {
    id: BY_CONTENT,
    at: instantOf(first),
    given: partsOfType('sell'),
    received: partsOfType('buy'),
    fees: sumBySymbol(rows.map((row) => partIn(row, 'fee'))),
  });
}

function instantOf(row: Row): string {
  const time = row.required('time');
  const style = time.endsWith(CHINA) ? { zone: 'Asia/Shanghai' } : UTC;
  return row.instantOf('time', time.replace(CHINA, ''), style);
}

function partIn(row: Row, column: string): Part {
  return { symbol: symbolIn(row, 'currency'), amount: absolute(row.optionalAmount(column) ?? 0n) };
}
