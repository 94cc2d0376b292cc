/** Custodial exchanges: name and country of the operating company, by `datasource` or declared platform (decisions.md, Reads 6). */

/** A custodial exchange. */
export interface Platform {
  readonly name: string;
  /** ISO 3166 code. An unknown country counts as foreign. */
  readonly country: string;
}

// The country of the company that serves Belgian customers, according to its terms.
const PLATFORMS: Readonly<Record<string, Platform>> = {
  BINANCE: { name: 'Binance', country: 'FR' },
  BITFINEX: { name: 'Bitfinex', country: 'VG' },
  BITPANDA: { name: 'Bitpanda', country: 'AT' },
  BITSTAMP: { name: 'Bitstamp', country: 'LU' },
  BITVAVO: { name: 'Bitvavo', country: 'NL' },
  BYBIT: { name: 'Bybit', country: 'AT' },
  COINBASE: { name: 'Coinbase', country: 'LU' },
  CRYPTO_COM: { name: 'Crypto.com', country: 'MT' },
  ETORO: { name: 'eToro', country: 'CY' },
  GEMINI: { name: 'Gemini', country: 'MT' },
  KRAKEN: { name: 'Kraken', country: 'IE' },
  KUCOIN: { name: 'KuCoin', country: 'SC' },
  OKX: { name: 'OKX', country: 'MT' },
  REVOLUT: { name: 'Revolut', country: 'CY' },
};

/** Finds a platform by the name that a source uses. Letter case and punctuation do not matter. */
export function platformOf(name: string): Platform | null {
  return PLATFORMS[name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')] ?? null;
}
