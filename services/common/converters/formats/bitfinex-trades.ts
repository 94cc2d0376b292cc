/** Bitfinex, trades: one row per fill, where a positive amount was bought. A fee is negative, in the asset that the row names. */
import { AMOUNT_SCALE, divideHalfEven } from '@ctx/domain/decimal';
import { absolute } from '../amounts.ts';
import { sumBySymbol, symbolIn } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';
import { BITFINEX, DATE_TRAP, instantIn, SYMBOLS } from './bitfinex-files.ts';
import { pairIn } from './pairs.ts';

export const BITFINEX_TRADES: Format = {
  id: 'bitfinex-trades',
  title: 'Bitfinex: trades',
  platform: BITFINEX,
  guide: {
    download: 'On the website: Reports, Trades, the whole period, Export, CSV.',
    read: 'fills of trades with their fees',
    traps: [
      DATE_TRAP,
      'The file does not tell trades with margin from others: leave out a file of a margin account.',
      'The ledger holds the same trades once more, and everything else: import the ledger, or trades and movements.',
    ],
  },
  headers: [['#', 'pair', 'amount', 'price', 'fee', 'fee currency', 'date']],
  read(rows, booking) {
    booking.each(rows, (row) => {
      const [base, quote] = pairIn(row, 'pair').map((symbol) => SYMBOLS[symbol] ?? symbol) as [
        string,
        string,
      ];
      const amount = row.amount('amount');
      const asset = { symbol: base, amount: absolute(amount) };
      const price = { symbol: quote, amount: costOf(row, asset.amount) };
      const fee = row.optionalAmount('fee') ?? 0n;
      const feePart =
        fee === 0n ? [] : [{ symbol: symbolIn(row, 'fee currency', SYMBOLS), amount: absolute(fee) }];
      const [given, received] = amount > 0n ? [[price], [asset]] : [[asset], [price]];
      booking.trade([row], amount > 0n ? 'buy' : 'sell', {
        id: `trade ${row.id('#') || row.required('#')}`,
        at: instantIn(row, 'date'),
        given,
        // A fee above 0 was given back.
        received: fee > 0n ? sumBySymbol([...received, ...feePart]) : received,
        fees: fee < 0n ? feePart : [],
      });
    });
  },
};

function costOf(row: Row, amount: bigint): bigint {
  return divideHalfEven(amount * absolute(row.amount('price')), 10n ** BigInt(AMOUNT_SCALE));
}
