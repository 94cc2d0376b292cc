/** The symbols of exports: which are money, and the names of well-known assets. */
import type { RecordOf } from './records.ts';

/** Currencies in which exchanges keep balances. Stablecoins such as EURC are assets. */
const CURRENCIES = new Set(
  (
    'EUR USD GBP CHF JPY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY BRL MXN ARS COP CLP ZAR NGN KES INR IDR ' +
    'KRW HKD SGD THB PHP MYR VND CNY TWD AED SAR ILS UAH KZT RUB ISK HRK'
  ).split(' '),
);

/** Name and chain of the assets that most files hold. */
const KNOWN: Readonly<Record<string, { readonly name: string; readonly chain: string }>> = {
  ADA: { name: 'Cardano', chain: 'CARDANO' },
  BTC: { name: 'Bitcoin', chain: 'BITCOIN' },
  DOGE: { name: 'Dogecoin', chain: 'DOGECOIN' },
  DOT: { name: 'Polkadot', chain: 'POLKADOT' },
  ETH: { name: 'Ether', chain: 'ETHEREUM' },
  LTC: { name: 'Litecoin', chain: 'LITECOIN' },
  SOL: { name: 'Solana', chain: 'SOLANA' },
  XRP: { name: 'XRP', chain: 'XRPL' },
};

/** Whether a symbol is money: it gives EUR values to trades and fees, and is no asset. */
export function isMoney(symbol: string): boolean {
  return CURRENCIES.has(symbol);
}

/** Returns the asset of a symbol. The symbol is its key, so that the same coin of two platforms is one asset. */
export function assetOf(symbol: string): RecordOf<'event'>['asset'] {
  const asset = { key: symbol, symbol, ...KNOWN[symbol] };
  return isMoney(symbol) ? { ...asset, fiat: true } : asset;
}

const KEY_CHARACTERS_MAX = 64;

/** Symbols by what cells write: a file repeats a few. In 100,000 rows this saves 7 MB of equal strings and 10 % of the time of the conversion. */
const symbols = new Map<string, string>();
const SYMBOLS_MAX = 1000;

/** Returns a symbol in capitals without spaces; null if it cannot be the symbol of an asset. */
export function symbolOf(text: string): string | null {
  const known = symbols.get(text);
  if (known !== undefined) return known;
  const symbol = text.trim().toUpperCase();
  if (symbol === '' || symbol.length > KEY_CHARACTERS_MAX || /[\p{C}\p{Z}]/u.test(symbol)) return null;
  if (symbols.size >= SYMBOLS_MAX) symbols.clear();
  symbols.set(text, symbol);
  return symbol;
}
