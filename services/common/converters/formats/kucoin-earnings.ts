/** KuCoin, earnings of Earn products: one row per payment. The amount in USDT beside it is no value in EUR. */
import { absolute } from '../amounts.ts';
import { ContentIds, partsOf, symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import { idIn, KUCOIN, withoutZone, zoneOf } from './kucoin-files.ts';

export const KUCOIN_EARNINGS: Format = {
  id: 'kucoin-earnings',
  title: 'KuCoin: earnings',
  platform: KUCOIN,
  guide: {
    download: 'On the website: the bundle under Download Center, its file of Earn profit history.',
    read: 'payments of savings, staking and promotions',
    traps: ['Values in EUR come from prices: the file has them in USDT alone.'],
  },
  headers: [['time', 'product type', 'product name', 'earnings coin', 'earnings type', 'amount']],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneOf(header, 'time');
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      const type = row.text('earnings type') || row.required('product type');
      const at = row.instant('time', { zone });
      const amount = row.amount('amount');
      booking.movement([row], type, {
        // What is taken back is no earning: the user must say what it undoes.
        kind: amount < 0n ? 'UNCLEAR_OUT' : 'INCOME',
        id: idIn(ids, row, at, ['order id', 'product name', 'earnings coin', 'earnings type', 'amount']),
        at,
        part: { symbol: symbolIn(row, 'earnings coin'), amount: absolute(amount) },
        fees: partsOf(row, 'fee', 'earnings coin'),
        description: [type, row.text('product name')].filter((text) => text !== '').join(', '),
      });
    });
  },
};
