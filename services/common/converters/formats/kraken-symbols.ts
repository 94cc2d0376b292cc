/** The symbols of Kraken's exports. */

/** Symbols that Kraken writes in its own way. */
const SYMBOLS: Readonly<Record<string, string>> = {
  XBT: 'BTC',
  XXBT: 'BTC',
  XDG: 'DOGE',
  XXDG: 'DOGE',
  ETH2: 'ETH',
  ...Object.fromEntries(
    'XETH XLTC XXRP XXLM XXMR XZEC XETC XREP XMLN'.split(' ').map((code) => [code, code.slice(1)]),
  ),
  ...Object.fromEntries('ZEUR ZUSD ZGBP ZCAD ZJPY ZAUD'.split(' ').map((code) => [code, code.slice(1)])),
};
/** Marks a staked or held form of the same coin, such as `DOT.S` or `SOL03.S`. */
const HELD_FORM = /(?:(?<=[A-Z])\d{2})?\.(?:S|M|P|B|F|HOLD)$/;

/** Returns the usual symbol of a code of Kraken: `XXBT` is BTC, `DOT.S` is DOT. */
export function krakenSymbol(code: string): string {
  const coin = code.toUpperCase().replace(HELD_FORM, '');
  return SYMBOLS[coin] ?? coin;
}
