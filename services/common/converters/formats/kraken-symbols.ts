/** The symbols of Kraken's exports. An X or Z in front is a prefix only in the codes listed here: XTZ, CHZ, TRX and ZRX are coins. */

/** Old codes of coins, which start with X. */
const PREFIXED_COINS = 'XETC XETH XLTC XMLN XREP XXBT XXDG XXLM XXMR XXRP XZEC XICN XNMC XDAO XXVN'.split(
  ' ',
);
/** Codes of money, which start with Z. */
const PREFIXED_MONEY = (
  'ZEUR ZUSD ZGBP ZCAD ZJPY ZAUD ZKRW ZARS ZCLP ZCOP ZDKK ZGEL ZGHS ZLKR ZMXN ZPLN ZSEK ZUGX ZVND ' + 'ZXOF'
).split(' ');
const PREFIXED = new Set([...PREFIXED_COINS, ...PREFIXED_MONEY]);

/** Symbols that Kraken writes in its own way. */
const OLD_CODES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' };
const SYMBOLS: Readonly<Record<string, string>> = { ...OLD_CODES, ETH2: 'ETH', SETH: 'ETH' };

/** Marks a staked, bonded or held form of the same coin, such as `DOT.S`, `EUR.HOLD` or `SOL03.S`, which is bonded for three days. */
const HELD_FORM = /(?:(?<=[A-Z])[0-2]\d)?\.S$|\.(?:M|P|B|F|HOLD)$/;

/** Credits that pay fees, which are no asset. */
export const FEE_CREDITS = 'KFEE';

/** Returns the usual symbol of a code of Kraken: `XXBT` is BTC, `DOT.S` is DOT. */
export function krakenSymbol(code: string): string {
  const held = code.trim().toUpperCase().replace(HELD_FORM, '');
  const coin = PREFIXED.has(held) ? held.slice(1) : held;
  return SYMBOLS[coin] ?? coin;
}

/** Returns the code under which Kraken keeps a balance: `XXBT` is BTC, and `DOT.S` has a balance beside that of DOT. */
export function krakenBalanceCode(code: string): string {
  const written = code.trim().toUpperCase();
  const coin = PREFIXED.has(written) ? written.slice(1) : written;
  return OLD_CODES[coin] ?? coin;
}

/** Assets in which prices are written, longest first, since pairs are written without a separator, such as `XTZEUR`. */
const QUOTES =
  'EUROP PYUSD RLUSD EURC EURQ EURR FIDD USD1 USDC USDD USDG USDQ USDR USDT AED AUD CAD CHF DAI DOT ETH EUR GBP JPY POL SOL USD XBT BTC'.split(
    ' ',
  );
/** Quotes in their prefixed form: only after another prefixed code, such as in `XXBTZEUR`. */
const PREFIXED_QUOTES = ['XXBT', 'XETH', ...PREFIXED_MONEY];
/** The one code without a prefix that comes before a prefixed quote. */
const BEFORE_PREFIXED_QUOTES = new Set([...PREFIXED, 'USDT']);
/** AUSD is a quote only after these: ADAUSD is ADA in USD. */
const AUSD_BASES = new Set(['XBT', 'MON', 'USDC', 'USDT']);

/** Returns the usual symbols of the base and the quote of a pair, such as `XTZ/EUR`, `XTZEUR` or `XXBTZEUR`; null if it has no known quote. */
export function krakenPair(text: string): readonly [string, string] | null {
  const pair = text.trim().toUpperCase();
  const [base, quote] = pair.includes('/') ? pair.split('/') : splitPair(pair);
  return base && quote ? [krakenSymbol(base), krakenSymbol(quote)] : null;
}

function splitPair(pair: string): readonly string[] {
  const before = (quote: string): string => pair.slice(0, -quote.length);
  const quote =
    PREFIXED_QUOTES.find((each) => pair.endsWith(each) && BEFORE_PREFIXED_QUOTES.has(before(each))) ??
    (pair.endsWith('AUSD') && AUSD_BASES.has(before('AUSD')) ? 'AUSD' : undefined) ??
    QUOTES.find((each) => pair.endsWith(each));
  return quote === undefined ? [] : [before(quote), quote];
}
