/**
 * Reads the candles of exchanges and the daily prices of price sites. The price of a candle is its close, and it holds from the END of the
 * candle: the close of a day of 24 hours is known when the day is over, and not before.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { DateTime } from 'luxon';
import { FileFault } from '../faults.ts';
import { krakenPair, krakenSymbol } from '../formats/kraken-symbols.ts';
import { UTC } from '../instants.ts';
import { columnNames, headsOf, type Row, type TextHeader } from '../table.ts';
import { ASSET_NAMES } from './any-source.ts';
import {
  assetOfFile,
  dayInBelgium,
  isDate,
  type PriceOptions,
  type PriceReader,
  type PriceRows,
  PriceUnit,
  requireNoMoment,
  rowsOf,
} from './price-file.ts';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;
const DAY_MINUTES = 24 * 60;
/** Lengths of candles in minutes. Weeks and months are too long to value a day. */
const LENGTHS = [1, 5, 15, 30, 60, 120, 240, 360, 480, 720, DAY_MINUTES];

/** The instant of a price, and the instant in the day whose rate converts it: the start of the candle. */
interface Moment {
  readonly at: string;
  readonly startedAt: string;
}

/** A kind of price file that is known by its header. */
interface Site {
  /** Columns that its header has, in lower case. */
  readonly columns: readonly string[];
  readonly price: string;
  /** Cells of the price column that mean that there is none. */
  readonly nothing?: readonly string[];
  /** What the name of a file says: asset and currency. */
  readonly name?: RegExp;
  /** The pair of asset and currency, in a column. */
  readonly pair?: string;
  readonly moments: (rows: readonly Row[]) => (row: Row) => Moment;
}

const SITES: readonly Site[] = [
  // CoinGecko: one snapshot a day.
  {
    columns: ['snapped_at', 'price', 'market_cap', 'total_volume'],
    price: 'price',
    name: /^([a-z0-9]+)-([a-z]{3})-(?:max|\d+)\b/i,
    moments: () => (row) => {
      const at = row.instant('snapped_at', UTC);
      return { at, startedAt: at };
    },
  },
  // CoinMarketCap: the close, at the last moment of the day.
  {
    columns: ['timeopen', 'timeclose', 'open', 'high', 'low', 'close', 'volume'],
    price: 'close',
    moments: () => (row) => ({ at: row.instant('timeclose', UTC), startedAt: row.instant('timeopen', UTC) }),
  },
  // CryptoDataDownload: candles of any length, newest first; the line above the header has the address of the site.
  {
    columns: ['unix', 'date', 'symbol', 'open', 'high', 'low', 'close'],
    price: 'close',
    pair: 'symbol',
    moments: (rows) => endsOf(rows, unixMs),
  },
  // Yahoo Finance: days.
  {
    columns: ['date', 'open', 'high', 'low', 'close', 'adj close', 'volume'],
    price: 'close',
    nothing: ['null', ''],
    name: /^([A-Z0-9]+)-([A-Z]{3})\b/,
    moments: (rows) => endsOf(rows, dateMs, DAY_MINUTES),
  },
];

/** Returns the prices of a file of a known site; null if its header is none of theirs. @throws FileFault */
export function pricesOfSite(text: string, options: PriceOptions): PriceRows | null {
  for (const { delimiter, lines } of headsOf(text))
    for (const [index, cells] of lines.entries()) {
      const names = columnNames(cells);
      const site = SITES.find((each) => isOfSite(each, names));
      if (site === undefined) continue;
      const header: TextHeader = { delimiter, line: index + 1, names, columns: names };
      return pricesOfRows(site, rowsOf(text, header), options);
    }
  return null;
}

/** A file with a column of assets that the site does not write is one of any source. */
function isOfSite({ columns }: Site, names: readonly string[]): boolean {
  return (
    columns.every((name) => names.includes(name)) &&
    !ASSET_NAMES.some((name) => names.includes(name) && !columns.includes(name))
  );
}

function pricesOfRows(site: Site, rows: readonly Row[], options: PriceOptions): PriceRows {
  requireNoMoment(options);
  const [first] = rows;
  const named = first === undefined ? null : pairOf(site, first, options);
  const assetKey = assetOfFile(named?.[0] ?? null, options);
  const unit = new PriceUnit(named?.[1] ?? null, options);
  const momentOf = site.moments(rows);
  const pair = site.pair === undefined ? '' : first?.text(site.pair);
  const readers = rows.map((row): PriceReader => () => {
    if (site.pair !== undefined && row.text(site.pair) !== pair)
      throw row.fault(site.pair, faultMessage('OTHER_PAIR'));
    if (site.nothing?.includes(row.text(site.price).toLowerCase())) return [];
    const { at, startedAt } = momentOf(row);
    return [{ kind: 'price', assetKey, at, eur: unit.eurOf(row, site.price, () => dayInBelgium(startedAt)) }];
  });
  return { readers, convertedFrom: unit.convertedFrom };
}

/** Returns the asset and the currency that a file names, in a column or in its name; null if it names none. */
function pairOf(
  { pair, name }: Site,
  row: Row,
  { filename = '' }: PriceOptions,
): readonly [string, string] | null {
  if (pair !== undefined) {
    const named = krakenPair(row.required(pair));
    if (named === null)
      throw new FileFault(faultMessage('PAIR_NOT_KNOWN', { pair: row.text(pair) }), row.line, pair);
    return named;
  }
  const [, asset, currency] = name?.exec(filename) ?? [];
  return asset === undefined || currency === undefined ? null : [asset.toUpperCase(), currency.toUpperCase()];
}

/** Returns a function for the end of each candle, whose length is the shortest distance between two of them. */
function endsOf(
  rows: readonly Row[],
  startOf: (row: Row) => number,
  onlyMinutes?: number,
): (row: Row) => Moment {
  const minutes = candleMinutes(rows.map(startOf));
  if (minutes === null || (onlyMinutes !== undefined && minutes !== onlyMinutes))
    throw new FileFault(faultMessage(onlyMinutes === undefined ? 'UNKNOWN_CANDLES' : 'NOT_OF_DAYS'));
  return (row) => momentOfCandle(startOf(row), minutes);
}

function candleMinutes(starts: readonly number[]): number | null {
  const sorted = starts.toSorted((left, right) => left - right);
  let shortest = Infinity;
  for (const [index, start] of sorted.entries()) {
    const distance = start - (sorted[index - 1] ?? -Infinity);
    if (distance > 0) shortest = Math.min(shortest, distance);
  }
  const minutes = shortest / (MINUTE_SECONDS * SECOND_MS);
  return LENGTHS.includes(minutes) ? minutes : null;
}

function momentOfCandle(startMs: number, minutes: number): Moment {
  return {
    at: instantText(startMs + minutes * MINUTE_SECONDS * SECOND_MS),
    startedAt: instantText(startMs),
  };
}

function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Seconds or milliseconds since 1970. */
const UNIX = /^(\d{10})(\d{3})?(?:\.0+)?$/;

function unixMs(row: Row): number {
  const [, seconds, milliseconds = '000'] = UNIX.exec(row.required('unix')) ?? [];
  if (seconds === undefined) throw row.fault('unix', faultMessage('NOT_UNIX_TIME'));
  return Number(seconds + milliseconds);
}

/** The start of a day in UTC, in which the site counts the days of crypto-assets. */
function dateMs(row: Row): number {
  const date = row.required('date');
  const ms = isDate(date)
    ? DateTime.fromISO(date, { zone: 'UTC' }).toMillis()
    : Date.parse(row.instant('date', UTC));
  if (Number.isNaN(ms)) throw row.fault('date', faultMessage('NOT_DATE'));
  return ms;
}

const KRAKEN_NAMES = ['time', 'open', 'high', 'low', 'close', 'volume', 'trades'];
const KRAKEN_FILE = /^([A-Z0-9.]+)_(\d{1,5})\.csv$/i;
/** A line of seven numbers, the first of which is a time: a file of Kraken has no header. */
const KRAKEN_LINE = /^\d{10}(?:,\d+(?:\.\d+)?(?:e[+-]?\d+)?){5},\d+\s*$/i;

/** What the name of a file of Kraken's OHLCVT archive says. */
export interface KrakenFile {
  readonly asset: string;
  readonly currency: string;
  readonly minutes: number;
}

/** Returns what the name of a file of Kraken's OHLCVT archive says, such as `XBTEUR_1440.csv`; null if it is no such name. */
export function krakenFile(filename: string): KrakenFile | null {
  const [, pair, minutes] = KRAKEN_FILE.exec(filename) ?? [];
  const symbols = pair === undefined ? null : krakenPair(pair);
  if (symbols === null || !LENGTHS.includes(Number(minutes))) return null;
  return { asset: krakenSymbol(symbols[0]), currency: symbols[1], minutes: Number(minutes) };
}

/** Returns the prices of a file of Kraken's OHLCVT archive; null if it is none. @throws FileFault */
export function pricesOfKraken(text: string, options: PriceOptions): PriceRows | null {
  const file = krakenFile(options.filename ?? '');
  const isKraken =
    file === null ? KRAKEN_LINE.test(text.slice(0, text.search(/[\r\n]|$/))) : /^\d/.test(text);
  if (!isKraken) return null;
  if (file === null) throw new FileFault(faultMessage('PRICES_WITHOUT_HEADER'));
  requireNoMoment(options);
  const assetKey = assetOfFile(file.asset, options);
  const unit = new PriceUnit(file.currency, options);
  const header: TextHeader = { delimiter: ',', line: 0, names: KRAKEN_NAMES, columns: KRAKEN_NAMES };
  const length = file.minutes * MINUTE_SECONDS * SECOND_MS;
  const readers = rowsOf(text, header).map((row): PriceReader => () => {
    const [, seconds] = UNIX.exec(row.required('time')) ?? [];
    const startMs = Number(seconds) * SECOND_MS;
    if (seconds === undefined || startMs % length !== 0)
      throw row.fault('time', faultMessage('NOT_START_OF_CANDLE', { minutes: file.minutes }));
    const { at, startedAt } = momentOfCandle(startMs, file.minutes);
    return [{ kind: 'price', assetKey, at, eur: unit.eurOf(row, 'close', () => dayInBelgium(startedAt)) }];
  });
  return { readers, convertedFrom: unit.convertedFrom };
}
