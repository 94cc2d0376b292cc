/** Pairs of assets, as exchanges write them. */
import { faultMessage } from '@ctx/domain/file-faults';
import { symbolOf } from '../assets.ts';
import type { Row } from '../table.ts';

/** Quote assets of pairs without a separator, longest first. */
const QUOTES =
  'FDUSD TUSD USDT USDC USDE USD1 USDF BUSD GUSD EURC EURT EUR USD GBP CHF BRL TRY PLN AUD CAD JPY DAI BTC ETH BNB KCS OKB BGB MNT SOL'.split(
    ' ',
  );

/** Returns base and quote of a pair, such as `BTC/USD`, `BTC_USDT`, `BTC:UST`, `BTC-EUR` or `BTCEUR`. @throws RowFault if it cannot be read */
export function pairIn(row: Row, column: string): readonly [base: string, quote: string] {
  const pair = row.required(column).toUpperCase();
  const [first = '', second, ...others] = pair.split(/[/_:-]/);
  const quote = second ?? QUOTES.find((each) => pair.length > each.length && pair.endsWith(each)) ?? '';
  const base = second === undefined ? pair.slice(0, pair.length - quote.length) : first;
  const [baseSymbol, quoteSymbol] = [base, quote].map((code) => symbolOf(code));
  if (others.length > 0 || !baseSymbol || !quoteSymbol) throw row.fault(column, faultMessage('UNKNOWN_PAIR'));
  return [baseSymbol, quoteSymbol];
}
