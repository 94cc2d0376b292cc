/** Coinbase Pro, fills: one row per fill. The fee is in the total: what a purchase cost with it, or what a sale brought without it. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { partsOf, symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';

const MONEY = 'price/fee/total unit';

export const COINBASE_PRO_FILLS: Format = {
  id: 'coinbase-pro-fills',
  title: 'Coinbase Pro: fills',
  platform: { name: 'Coinbase Pro', source: 'COINBASE_PRO' },
  guide: {
    download: 'On the website of Coinbase: your profile, Reports, Coinbase Pro, Fills, all products, CSV.',
    read: 'fills of trades with their fees',
    traps: [
      'Deposits and withdrawals are in the account statement.',
      'The account statement holds the same trades once more: import one of the two.',
      'Fills of Coinbase Advanced have the same columns, but its trades are in the transaction history of Coinbase too: import that one.',
    ],
  },
  headers: [['trade id', 'product', 'side', 'created at', 'size', 'size unit', 'fee', 'total', MONEY]],
  read(rows, booking) {
    booking.each(rows, (row) => {
      const side = row.required('side').toLowerCase();
      if (side !== 'buy' && side !== 'sell')
        throw row.fault('side', faultMessage('UNKNOWN_SIDE', { buy: 'BUY', sell: 'SELL' }));
      const fee = row.optionalAmount('fee') ?? 0n;
      const total = absolute(row.amount('total'));
      // The total has a rebate in it, which is a negative fee: it is less to pay, or more that comes in.
      const paid = fee > 0n ? fee : 0n;
      const asset = { symbol: symbolIn(row, 'size unit'), amount: absolute(row.amount('size')) };
      const price = { symbol: symbolIn(row, MONEY), amount: side === 'buy' ? total - paid : total + paid };
      const [given, received] = side === 'buy' ? [[price], [asset]] : [[asset], [price]];
      booking.trade([row], side, {
        // Numbers of trades count for each product.
        id: `${row.required('product')} ${row.id('trade id') || row.required('trade id')} ${side}`,
        at: row.instant('created at', UTC),
        given,
        received,
        fees: paid > 0n ? partsOf(row, 'fee', MONEY) : [],
      });
    });
  },
};
