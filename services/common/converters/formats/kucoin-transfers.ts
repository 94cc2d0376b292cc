/** KuCoin, deposits and withdrawals: two files with nearly the same columns. Only what succeeded counts. */
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, partsOf, symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { idIn, isFailed, KUCOIN, reasonOfStatus, withoutZone, zoneOf } from './kucoin-files.ts';

const COLUMNS = ['time', 'coin', 'amount', 'fee', 'transfer network', 'status'];
const TO = 'withdrawal address/account';
const DOWNLOAD = 'On the website: Assets, the bundle under Download Center, its file of';

export const KUCOIN_DEPOSITS: Format = {
  id: 'kucoin-deposits',
  title: 'KuCoin: deposits',
  platform: KUCOIN,
  guide: {
    download: `${DOWNLOAD} deposits.`,
    read: 'deposits of assets, with their addresses and hashes where the file has them',
    traps: ['Deposits of money are left out and counted.'],
  },
  headers: [COLUMNS],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    bookAll(rows, booking, zoneOf(header, 'time'), 'DEPOSIT');
  },
};

export const KUCOIN_WITHDRAWALS: Format = {
  id: 'kucoin-withdrawals',
  title: 'KuCoin: withdrawals',
  platform: KUCOIN,
  guide: {
    download: `${DOWNLOAD} withdrawals.`,
    read: 'withdrawals of assets and their fees, with addresses and hashes where the file has them',
    traps: ['The fee is read as a cost on top of the amount: compare with the balance that KuCoin shows.'],
  },
  headers: [[...COLUMNS, TO]],
  canonical: withoutZone,
  read(rows, booking, { header }) {
    bookAll(rows, booking, zoneOf(header, 'time'), 'WITHDRAWAL');
  },
};

function bookAll(rows: readonly Row[], booking: Booking, zone: string, kind: 'DEPOSIT' | 'WITHDRAWAL'): void {
  const type = kind.toLowerCase();
  const ids = new ContentIds();
  booking.each(rows, (row) => {
    const at = row.instant('time', { zone });
    // The status of a row, and which columns there are, may differ in a later export.
    const id = idIn(ids, row, at, ['coin', 'amount', 'transfer network']);
    const reason = reasonOfStatus(row.text('status'));
    const book = (into: Booking): void => {
      into.movement([row], type, {
        kind,
        id,
        at,
        part: { symbol: symbolIn(row, 'coin'), amount: absolute(row.amount('amount')) },
        fees: partsOf(row, 'fee', 'coin'),
        address: row.text(kind === 'DEPOSIT' ? 'deposit address' : TO),
        transaction: row.text('hash'),
      });
    };
    if (reason === null) book(booking);
    else if (isFailed(row.text('status'))) booking.undo([row], 'NOT_DONE', type, book);
    else booking.leaveOut([row], reason, type);
  });
}
