/** Kraken, trades: one row per fill, of a pair of assets. The fee is always in the quote currency, outside of the cost. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { symbolOf } from '../assets.ts';
import type { Booking } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { krakenPair } from './kraken-symbols.ts';

export const KRAKEN_TRADES: Format = {
  id: 'kraken-trades',
  title: 'Kraken: trades',
  platform: { name: 'Kraken', source: 'KRAKEN' },
  guide: {
    download:
      'On the website: History, Export, "Trades", the whole period, CSV. The ledgers are the better choice: they hold everything.',
    read: 'fills of spot trades with their fees',
    traps: [
      'Deposits, withdrawals and rewards are not in this file.',
      'Do not import the ledgers of the same account as well: they hold the same trades once more.',
      'Trades with margin are left out and named.',
    ],
  },
  headers: [['txid', 'pair', 'time', 'type', 'cost', 'fee', 'vol', 'margin']],
  read(rows, booking) {
    booking.each(rows, (row) => {
      bookRow(row, booking);
    });
  },
};

function bookRow(row: Row, booking: Booking): void {
  const side = row.required('type').toLowerCase();
  if (side !== 'buy' && side !== 'sell')
    throw row.fault('type', faultMessage('UNKNOWN_SIDE', { buy: 'buy', sell: 'sell' }));
  if ((row.optionalAmount('margin') ?? 0n) !== 0n) {
    booking.leaveOut([row], 'DERIVATIVES', `margin ${side}`);
    return;
  }
  const [base, quote] = pairIn(row);
  const common = { id: row.id('txid') || row.required('txid'), at: row.instant('time', UTC) };
  const asset = { symbol: base, amount: absolute(row.amount('vol')) };
  const fee = row.optionalAmount('fee') ?? 0n;
  // A negative fee is a rebate in the quote currency.
  const rebate = fee < 0n ? -fee : 0n;
  const cost = absolute(row.amount('cost')) + (side === 'buy' ? -rebate : rebate);
  const price = { symbol: quote, amount: cost };
  const paid = fee > 0n ? fee : 0n;
  if (base === quote && cost !== 0n) {
    const gained = side === 'buy' ? asset.amount - cost : cost - asset.amount;
    bookMove(row, side, common, { symbol: base, amount: gained - paid }, booking);
    return;
  }
  const [given, received] = side === 'buy' ? [[price], [asset]] : [[asset], [price]];
  const fees = paid > 0n ? [{ symbol: quote, amount: paid }] : [];
  booking.trade([row], side, { ...common, given, received, fees });
}

/** A pair of two forms of one coin, such as `ETH2.S/ETH`, is a move. What it lost or gained on the way is a cost or a question. */
function bookMove(
  row: Row,
  side: string,
  common: { readonly id: string; readonly at: string },
  net: Part,
  booking: Booking,
): void {
  const part = { symbol: net.symbol, amount: absolute(net.amount) };
  if (net.amount === 0n) booking.leaveOut([row], 'INTERNAL', side);
  else if (net.amount < 0n) booking.cost([row], side, { ...common, fees: [part] });
  else booking.movement([row], side, { ...common, kind: 'UNCLEAR_IN', part });
}

function pairIn(row: Row): readonly [string, string] {
  const [base, quote] = krakenPair(row.required('pair')) ?? ['', ''];
  if (symbolOf(base) === null || symbolOf(quote) === null)
    throw row.fault('pair', faultMessage('UNKNOWN_PAIR'));
  return [base, quote];
}
