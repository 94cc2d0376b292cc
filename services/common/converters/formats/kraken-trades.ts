/** Kraken, trades: one row per fill, of a pair of assets. The fee is always in the quote currency, outside of the cost. */
import { absolute } from '../amounts.ts';
import { symbolOf } from '../assets.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { krakenSymbol } from './kraken-symbols.ts';

/** Quote currencies, longest first, for pairs that are written without a separator, such as `XXBTZEUR`. */
const QUOTES =
  'ZEUR ZUSD ZGBP ZCAD ZJPY ZAUD XXBT XETH USDT USDC EUR USD GBP CAD JPY AUD CHF DAI XBT BTC ETH DOT'.split(
    ' ',
  );

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
  headers: [['txid', 'ordertxid', 'pair', 'time', 'type', 'price', 'cost', 'fee', 'vol', 'margin']],
  read(rows, booking) {
    booking.each(rows, (row) => {
      const side = row.required('type').toLowerCase();
      if (side !== 'buy' && side !== 'sell') throw row.fault('type', 'must be buy or sell');
      if ((row.optionalAmount('margin') ?? 0n) !== 0n) {
        booking.leaveOut([row], 'DERIVATIVES', `margin ${side}`);
        return;
      }
      const [base, quote] = pairIn(row);
      const asset = { symbol: base, amount: absolute(row.amount('vol')) };
      const price = { symbol: quote, amount: absolute(row.amount('cost')) };
      const fee = { symbol: quote, amount: absolute(row.optionalAmount('fee') ?? 0n) };
      const [given, received] = side === 'buy' ? [[price], [asset]] : [[asset], [price]];
      booking.trade([row], side, {
        id: row.id('txid') || row.required('txid'),
        at: row.instant('time', UTC),
        given,
        received,
        fees: fee.amount === 0n ? [] : [fee],
      });
    });
  },
};

function pairIn(row: Row): [string, string] {
  const pair = row.required('pair').toUpperCase();
  const [first, second] = pair.split('/');
  const quote = second ?? QUOTES.find((each) => pair.length > each.length && pair.endsWith(each)) ?? '';
  const base = second === undefined ? pair.slice(0, pair.length - quote.length) : (first ?? '');
  const symbols = [base, quote].map((code) => symbolOf(krakenSymbol(code)));
  const [baseSymbol, quoteSymbol] = symbols;
  if (quote === '' || !baseSymbol || !quoteSymbol)
    throw row.fault('pair', 'is not a pair that is known here');
  return [baseSymbol, quoteSymbol];
}
