/** Symbols as Koinly writes them: with its id behind them, such as `USDC;3054`, where it tells assets of one symbol apart. */

/** Ids that public exports have for the assets that everybody means by these symbols. */
const KNOWN_IDS: Readonly<Record<string, string>> = {
  ADA: '1865',
  BNB: '1749',
  EUR: '11',
  GBP: '12',
  USD: '10',
  USDC: '3054',
};
/** Assets that Koinly had before its ids came to 10,000: AMP, of 2020, has 9984. */
const EARLY = new Set('ATOM BCH BTC DAI DOGE ETC ETH LINK LTC TRX USDT XLM XMR XRP XTZ'.split(' '));
const EARLY_ID_MAX = 9999n;
const WITH_ID = /^(?<name>[^;]+);(?<id>\d+)$/;

/** Returns a symbol without an id that is known to be that of its asset. Any other id stays: it is another asset. */
export function withoutKnownId(symbol: string): string {
  const { name = symbol, id } = WITH_ID.exec(symbol)?.groups ?? {};
  return KNOWN_IDS[name] === id ? name : symbol;
}

/**
 * Returns how to name the symbols of a file in which all have ids. Koinly counts its ids up, so that the first asset of a symbol has the
 * lowest: it has the symbol alone, and the others keep their ids.
 */
export function nameByFirstId(symbols: Iterable<string>): (symbol: string) => string {
  const firsts = new Map<string, bigint>();
  for (const symbol of symbols) {
    const [name, id] = partsOfSymbol(symbol);
    const isOther = KNOWN_IDS[name] !== undefined || (EARLY.has(name) && id > EARLY_ID_MAX);
    if (!isOther && id < (firsts.get(name) ?? id + 1n)) firsts.set(name, id);
  }
  return (symbol) => {
    const [name, id] = partsOfSymbol(symbol);
    return firsts.get(name) === id ? name : withoutKnownId(symbol);
  };
}

/** Returns the name and the id of a symbol; 0 if it has none. */
function partsOfSymbol(symbol: string): readonly [name: string, id: bigint] {
  const { name = symbol, id = '0' } = WITH_ID.exec(symbol)?.groups ?? {};
  return [name, BigInt(id)];
}
