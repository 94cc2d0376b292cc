/** The public candles of exchanges, in EUR: which request has them, and what the reply says. Prices stay texts, so no digit is lost. */

/** A candle: its start, and its close as the exchange writes it. */
export type Candle = readonly [startMs: number, close: string];

/** A stretch of candles of one length. */
export interface Stretch {
  readonly minutes: number;
  readonly startMs: number;
  /** The end of the last candle. */
  readonly endMs: number;
}

export interface Exchange {
  readonly name: string;
  readonly baseUrl: string;
  /** Candles in one reply. */
  readonly candlesMax: number;
  /** Whether it has only the latest candles, as many as a reply has. */
  readonly isLatestOnly: boolean;
  /** Pause between two requests, below the limit that the exchange states for callers without a key. */
  readonly pauseMs: number;
  /** Path and query of the candles of an asset. */
  path(asset: string, stretch: Stretch): string;
  /** Returns the candles of a reply; null if the exchange has no such market. Throws if the reply is of another form. */
  candles(status: number, body: unknown): readonly Candle[] | null;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const PRICE = /^\d{1,18}(?:\.\d{1,18})?$/;

/** Symbols that Kraken writes in its own way. */
const KRAKEN_CODES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };

/** The reply is not what the exchange documents. */
export class UnknownReply extends Error {}

/** https://docs.kraken.com/api/docs/rest-api/get-ohlc-data: the latest 720 candles, whatever `since` says. */
const KRAKEN: Exchange = {
  name: 'kraken',
  baseUrl: 'https://api.kraken.com',
  candlesMax: 720,
  isLatestOnly: true,
  pauseMs: 1200,
  path: (asset, { minutes, startMs }) =>
    `/0/public/OHLC?${query({ pair: `${KRAKEN_CODES[asset] ?? asset}EUR`, interval: minutes, since: startMs / SECOND_MS - 1 })}`,
  candles: (_status, body) => {
    const { error, result } = fieldsOf(body);
    const errors = Array.isArray(error) ? error.map(String) : [];
    if (errors.some((each) => each.startsWith('EQuery:'))) return null;
    if (errors.length > 0) throw new UnknownReply(errors.join(', '));
    const rows = Object.entries(fieldsOf(result)).find(([name]) => name !== 'last')?.[1];
    return rowsOf(rows).map((row) => candle(Number(row[0]) * SECOND_MS, row[4]));
  },
};

/** https://docs.bitvavo.com/docs/rest-api/get-candlestick-data: newest first. */
const BITVAVO: Exchange = {
  name: 'bitvavo',
  baseUrl: 'https://api.bitvavo.com',
  candlesMax: 1440,
  isLatestOnly: false,
  pauseMs: 250,
  path: (asset, { minutes, startMs, endMs }) =>
    `/v2/${encodeURIComponent(asset)}-EUR/candles?${query({ interval: minutes === 60 ? '1h' : '1d', limit: 1440, start: startMs, end: endMs - 1 })}`,
  candles: (status, body) => {
    if (status === 400 || status === 404) return null;
    return rowsOf(body).map((row) => candle(Number(row[0]), row[4]));
  },
};

/** https://www.bitstamp.net/api/#tag/Market-info/operation/GetOHLCData */
const BITSTAMP: Exchange = {
  name: 'bitstamp',
  baseUrl: 'https://www.bitstamp.net',
  candlesMax: 1000,
  isLatestOnly: false,
  pauseMs: 250,
  path: (asset, { minutes, startMs, endMs }) =>
    `/api/v2/ohlc/${encodeURIComponent(asset.toLowerCase())}eur/?${query({ step: minutes * 60, limit: 1000, start: startMs / SECOND_MS, end: (endMs - MINUTE_MS) / SECOND_MS })}`,
  candles: (status, body) => {
    if (status === 400 || status === 404) return null;
    const { ohlc } = fieldsOf(fieldsOf(body)['data']);
    if (!Array.isArray(ohlc)) throw new UnknownReply('no candles');
    return ohlc.map((each) => {
      const { timestamp, close } = fieldsOf(each);
      return candle(Number(timestamp) * SECOND_MS, close);
    });
  },
};

/** In the order in which they are asked. */
export const EXCHANGES: readonly Exchange[] = [KRAKEN, BITVAVO, BITSTAMP];

function query(parameters: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new UnknownReply('no object');
  return value as Readonly<Record<string, unknown>>;
}

function rowsOf(value: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(value) || !value.every((row) => Array.isArray(row)))
    throw new UnknownReply('no list of candles');
  return value as readonly (readonly unknown[])[];
}

function candle(startMs: number, close: unknown): Candle {
  if (!Number.isSafeInteger(startMs) || typeof close !== 'string' || !PRICE.test(close))
    throw new UnknownReply('no candle');
  return [startMs, close];
}
