/**
 * Custodial exchanges by time: the company that serves customers in Belgium, its country and its licence. Found by `datasource` or
 * declared platform (decisions.md, Reads 6). A company that takes over, or leaves, is a new row or an end.
 */
import { anchorOf } from './anchor.ts';

/** Where a row comes from. */
export interface PlatformSource {
  readonly title: string;
  /** Null for the terms that the platform shows its customers. */
  readonly address: string | null;
}

/** A custodial exchange, from one day to another. Days are inclusive; null is not known, or has not come. */
export interface Platform {
  readonly name: string;
  /** Null where only the country is known. */
  readonly company: string | null;
  /** ISO 3166 code. An unknown country counts as foreign. */
  readonly country: string;
  readonly licence: string | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly source: PlatformSource;
  readonly checkedOn: string;
}

const TERMS: PlatformSource = { title: 'Terms of the platform', address: null };
const BINANCE_LEAVES: PlatformSource = {
  title: 'DEXTools',
  address: 'https://www.dextools.io/news/binance-halt-eu-services-mica-greece-withdrawal-july-2026',
};
const EXCHANGE_ATLAS: PlatformSource = {
  title: 'Exchange Atlas',
  address: 'https://www.exchangeatlas.io/guides/which-crypto-exchanges-are-mica-licensed/',
};
const CRYPTO_TIMES: PlatformSource = {
  title: 'Crypto Times',
  address:
    'https://www.cryptotimes.io/2026/07/01/mica-deadline-hits-top-safe-crypto-platforms-for-eu-users-in-july-2026/',
};
const GN_CRYPTO: PlatformSource = {
  title: 'GNcrypto',
  address: 'https://www.gncrypto.news/news/kucoin-eu-mica-passporting-excludes-malta',
};
const ONYX: PlatformSource = {
  title: 'ONYXAML',
  address: 'https://onyxprotocol.trade/en/blog/binance-left-eu-what-to-do',
};
const BITCOIN_NEWS: PlatformSource = {
  title: 'Bitcoin.com News',
  address:
    'https://bitcoinethereumnews.com/bitcoin/174-registered-casps-but-only-14-can-operate-a-centralized-crypto-exchange-cex-legal-bitcoin-news',
};

/** The day on which the pages above were read, and the one on which the terms were. */
const READ_DAY = '2026-11-28';
const TERMS_DAY = '2026-11-24';

type Row = Pick<Platform, 'country'> & Partial<Platform>;

function platform(name: string, ...rows: readonly Row[]): readonly Platform[] {
  return rows.map((row) => {
    const source = row.source ?? TERMS;
    const checkedOn = source === TERMS ? TERMS_DAY : READ_DAY;
    return { name, company: null, licence: null, from: null, until: null, checkedOn, ...row, source };
  });
}

/** Every platform, by the name that sources use; the rows of one from the oldest to the newest. */
// prettier-ignore
const PLATFORMS: Readonly<Record<string, readonly Platform[]>> = {
  BINANCE: platform('Binance', { country: 'FR', until: '2026-06-30', source: BINANCE_LEAVES }),
  BITFINEX: platform('Bitfinex', { country: 'VG' }),
  BITPANDA: platform('Bitpanda', { country: 'AT', licence: 'MiCA (FMA)', source: GN_CRYPTO }),
  BITSTAMP: platform('Bitstamp', { country: 'LU', licence: 'MiCA (CSSF)', source: EXCHANGE_ATLAS }),
  BITVAVO: platform('Bitvavo', { country: 'NL' }),
  BYBIT: platform('Bybit', { company: 'Bybit EU', country: 'AT', licence: 'MiCA (FMA)', source: ONYX }),
  COINBASE: platform('Coinbase', { company: 'Coinbase Luxembourg S.A.', country: 'LU', licence: 'MiCA (CSSF)', source: CRYPTO_TIMES }),
  CRYPTO_COM: platform('Crypto.com', { country: 'MT', licence: 'MiCA (MFSA)', source: EXCHANGE_ATLAS }),
  ETORO: platform('eToro', { country: 'CY' }),
  GEMINI: platform('Gemini', { country: 'MT', licence: 'MiCA (MFSA)', source: EXCHANGE_ATLAS }),
  KRAKEN: platform('Kraken', { company: 'Payward Europe Solutions Limited', country: 'IE', licence: 'MiCA (Central Bank of Ireland)', source: CRYPTO_TIMES }),
  KUCOIN: platform(
    'KuCoin',
    { country: 'SC', until: '2025-11-27', source: GN_CRYPTO },
    { company: 'KuCoin EU Exchange GmbH', country: 'AT', licence: 'MiCA (FMA)', from: '2025-11-28', source: GN_CRYPTO },
  ),
  OKX: platform('OKX', { company: 'OKX Europe', country: 'MT', licence: 'MiCA (MFSA)', source: ONYX }),
  REVOLUT: platform('Revolut', { country: 'CY', licence: 'MiCA (CySEC)', source: BITCOIN_NEWS }),
};

/**
 * Finds a platform by the name that a source uses, as it was at the end of an income year. Letter case and punctuation do not matter. A
 * platform that had left by then is as it was last: accounts there can still exist.
 */
export function platformOf(name: string, year: number): Platform | null {
  const rows = PLATFORMS[name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')];
  return rows === undefined ? null : rowAt(rows, year);
}

/** Returns all rows of the platforms; with `year`, the one of each that held then. */
export function platforms(year: number | null = null): Platform[] {
  return Object.values(PLATFORMS).flatMap((rows) => (year === null ? rows : (rowAt(rows, year) ?? [])));
}

/** Returns the part of an address that names a platform on the page of the law: `platform-kraken`. */
export function platformAnchor({ name }: Platform): string {
  return `platform-${anchorOf(name)}`;
}

function rowAt(rows: readonly Platform[], year: number): Platform | null {
  return rows.findLast(({ from }) => from === null || Number(from.slice(0, 4)) <= year) ?? rows[0] ?? null;
}
