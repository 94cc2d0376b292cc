/** KuCoin, conversions: one row per conversion; an amount and its symbol share a cell, such as `10285.11 KAS`. */
import { type Booking, ContentIds, partOfCell } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { idIn, isFailed, KUCOIN, reasonOfStatus, withoutZone, zoneOf } from './kucoin-files.ts';

export const KUCOIN_CONVERSIONS: Format = {
  id: 'kucoin-conversions',
  title: 'KuCoin: conversions',
  platform: KUCOIN,
  guide: {
    download: 'On the website: the bundle under Download Center, its file of Convert orders.',
    read: 'conversions of one asset into another',
    traps: ['The spread is inside the amounts: the file has no fee.'],
  },
  headers: [['sell', 'buy', 'time of update', 'status']],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    const zone = zoneOf(header, 'time of update');
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      const at = row.instant('time of update', { zone });
      const id = idIn(ids, row, at, ['sell', 'buy']);
      const reason = reasonOfStatus(row.text('status'));
      const book = (into: Booking): void => {
        const [given, received] = [[partIn(row, 'sell')], [partIn(row, 'buy')]];
        into.trade([row], 'conversion', { id, at, given, received });
      };
      if (reason === null) book(booking);
      else if (isFailed(row.text('status'))) booking.undo([row], 'NOT_DONE', 'conversion', book);
      else booking.leaveOut([row], reason, 'conversion');
    });
  },
};

function partIn(row: Row, column: string): Part {
  const [number = '', code = '', ...rest] = row.required(column).split(/\s+/);
  // More words leave no symbol.
  return partOfCell(row, column, number, rest.length === 0 ? code : '');
}
