/** Bybit, spot trade history: one row per fill. Times have no seconds; the fee is outside of quantity and value. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { BYBIT } from './bybit-unified.ts';
import { pairIn } from './pairs.ts';

const TIME = { zone: 'UTC', patterns: ['HH:mm yyyy-MM-dd'] };

export const BYBIT_TRADES: Format = {
  id: 'bybit-trades',
  title: 'Bybit: spot trade history',
  platform: BYBIT,
  guide: {
    download:
      'On the website: Orders, Spot Order, Trade History, Export. The file of the unified trading account is the better choice.',
    read: 'fills of spot trades with their fees',
    traps: [
      'The unified trading account holds the same trades once more: import one of the two.',
      'Deposits, withdrawals and Earn are in the file of the funding account.',
    ],
  },
  headers: [
    [
      'spot pairs',
      'direction',
      'filled value',
      'filled price',
      'filled quantity',
      'fees',
      'transaction id',
      'timestamp (utc)',
    ],
  ],
  read(rows, booking) {
    booking.each(rows, (row) => {
      const side = row.required('direction').toLowerCase();
      if (side !== 'buy' && side !== 'sell')
        throw row.fault('direction', faultMessage('UNKNOWN_SIDE', { buy: 'BUY', sell: 'SELL' }));
      const [base, quote] = pairIn(row, 'spot pairs');
      const asset = { symbol: base, amount: absolute(row.amount('filled quantity')) };
      const price = { symbol: quote, amount: absolute(row.amount('filled value')) };
      const [given, received] = side === 'buy' ? [[price], [asset]] : [[asset], [price]];
      booking.trade([row], side, {
        id: row.id('transaction id') || row.required('transaction id'),
        at: row.instant('timestamp (utc)', TIME),
        given,
        received,
        fees: feesIn(row, side === 'buy' ? base : quote),
      });
    });
  },
};

/** Older files do not name the asset of the fee: it is what was received. */
function feesIn(row: Row, received: string): { symbol: string; amount: bigint }[] {
  const amount = absolute(row.optionalAmount('fees') ?? 0n);
  const symbol = row.text('feecoin') === '' ? received : symbolIn(row, 'feecoin');
  return amount === 0n ? [] : [{ symbol, amount }];
}
