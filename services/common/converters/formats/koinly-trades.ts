/** Koinly, trades template: one row per fill of a pair, in UTC, the fee outside of the amounts. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds } from '../booking.ts';
import { symbolOf } from '../assets.ts';
import type { EntryId, Part } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { feesOf, KOINLY_TIME } from './koinly-rows.ts';
import { withoutKnownId } from './koinly-symbols.ts';

export const KOINLY_TRADES: Format = {
  id: 'koinly-trades',
  title: 'Koinly: trades template',
  platform: { name: 'Koinly', source: null },
  guide: {
    download:
      'The file that other programs write for Koinly, or that you filled in: CSV with the columns "Koinly Date", "Pair", "Side", "Amount" ' +
      'and "Total".',
    read: 'purchases and sales of a pair, with their fees',
    traps: ['The fee is read as a cost on top of the total: compare the balances afterwards.'],
  },
  headers: [['koinly date', 'pair', 'side', 'amount', 'total']],
  read(rows, booking) {
    const ids = new ContentIds();
    const contents = new Map<string, string>();
    booking.each(rows, (row) => {
      const trade = JSON.stringify([row.text('pair'), row.id('trade id')]);
      const earlier = row.text('trade id') === '' ? undefined : contents.get(trade);
      contents.set(trade, earlier ?? row.content());
      if (earlier === undefined) bookRow(row, ids.idOf(row), booking);
      else booking.leaveOut([row], earlier === row.content() ? 'TWIN' : 'OTHER_TWIN', row.text('side'));
    });
  },
};

function bookRow(row: Row, id: EntryId, booking: Booking): void {
  const side = row.required('side').toLowerCase();
  const [base, quote] = pairOf(row);
  const bought: Part = { symbol: base, amount: absolute(row.amount('amount')) };
  const paid: Part = { symbol: quote, amount: absolute(row.amount('total')) };
  const common = { id, at: row.instant('koinly date', KOINLY_TIME), fees: feesOf(row), description: side };
  if (side === 'buy') booking.trade([row], side, { ...common, given: [paid], received: [bought] });
  else if (side === 'sell') booking.trade([row], side, { ...common, given: [bought], received: [paid] });
  else booking.leaveOut([row], 'UNKNOWN_TYPE', side);
}

/** Returns the symbols of a pair such as `ETH-EUR`. @throws RowFault */
function pairOf(row: Row): readonly [string, string] {
  const [base, quote, ...others] = row
    .required('pair')
    .split(/[-/_:]/)
    .map(symbolOf);
  if (base == null || quote == null || others.length > 0)
    throw row.fault('pair', faultMessage('NOT_PAIR', { example: 'BTC-EUR' }));
  return [withoutKnownId(base), withoutKnownId(quote)];
}
