/** `ctx prices fetch`: asks exchanges for the prices that the figures lack, and imports them for all users. Nothing else asks an exchange. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMoney, symbolOf } from '@ctx/converters/assets';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDate } from './arguments.ts';
import { type Connection, runConnected, setting } from './connect.ts';
import { examples } from './examples.ts';
import { type Exchange, EXCHANGES } from './fetch/exchanges.ts';
import { CandleFetcher, type FoundCandles, TooManyRequests } from './fetch/fetch-candles.ts';
import { Progress } from './fetch/progress.ts';
import { daysBetween, type MissingDay, wantedCandles } from './fetch/wanted.ts';
import { missingPrices } from './price-status.ts';
import { type PriceLine, sendPrices } from './send-prices.ts';

interface FetchOptions {
  readonly asset?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly exchange?: readonly string[];
  readonly progress?: string;
}

const MINUTE_MS = 60_000;
/** Symbols of which an exchange may have a market. */
const MARKET = /^[A-Z0-9]{1,20}$/;

/** Adds the command `prices fetch`. */
export function registerPriceFetch(prices: Command): void {
  prices
    .command('fetch')
    .summary(
      'Asks Kraken, Bitvavo and Bitstamp for the prices that the figures lack, and imports them for all users.',
    )
    .description(
      'Asks the public interfaces of Kraken, Bitvavo and Bitstamp for the EUR prices that `ctx prices status` lists, and imports them for all\n' +
        'users. Sends them the names of assets and days, and nothing of a user. Sends one request at a time, and 300 at most. A fetch that ended\n' +
        'half-way continues where it ended, from its file of progress, which is removed in the end. The price of a candle is its close, from the\n' +
        'end of the candle. Prints {"fetched","notFound","requests","isComplete","price","recalc"}.',
    )
    .option(
      '--asset <symbol>',
      'fetch this asset (repeatable; default: those that lack prices)',
      collectAsset,
    )
    .option('--from <date>', 'with --asset: the first day', parseDate)
    .option('--to <date>', 'with --asset: the last day (default: today)', parseDate)
    .addOption(
      new Option('--exchange <name>', 'ask only this exchange (repeatable)')
        .choices(EXCHANGES.map(({ name }) => name))
        .argParser(collectExchange),
    )
    .option('--progress <file>', 'file of progress (default: prices-fetch.json in DATA_DIR)')
    .addHelpText(
      'after',
      examples('prices fetch', 'prices fetch --asset BTC --asset ETH --from 2025-12-31 --to 2025-12-31'),
    )
    .action((options: FetchOptions, command: Command) => {
      if ((options.asset === undefined) !== (options.from === undefined))
        command.error('error: --asset and --from need each other');
      if (options.to !== undefined && options.asset === undefined) command.error('error: --to needs --asset');
      return runConnected((connection) => fetchPrices(connection, options));
    });
}

function collectAsset(text: string, previous: readonly string[] = []): readonly string[] {
  const symbol = symbolOf(text);
  if (symbol === null || !MARKET.test(symbol))
    throw new InvalidArgumentError('It must be the symbol of an asset, such as BTC.');
  return [...new Set([...previous, symbol])];
}

function collectExchange(text: string, previous: readonly string[] = []): readonly string[] {
  const names = EXCHANGES.map(({ name }) => name);
  if (!names.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  return [...new Set([...previous, text])];
}

/** Fetches prices and imports them for all users. Returns what was found, and the outcome of the import. */
export async function fetchPrices(
  connection: Connection,
  options: FetchOptions,
  exchanges: readonly Exchange[] = EXCHANGES,
): Promise<object> {
  const file = options.progress ?? join(setting(process.env, 'DATA_DIR') ?? '.data', 'prices-fetch.json');
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const progress = Progress.read(file);
  const now = new Date();
  const asked = exchanges.filter(({ name }) => options.exchange?.includes(name) ?? true);
  const fetcher = new CandleFetcher(asked, progress, now.getTime());
  const found: (FoundCandles & { readonly asset: string })[] = [];
  const notFound: { readonly asset: string; readonly candles: number }[] = [];
  let isComplete = true;
  for (const [asset, days] of await missingDays(connection, options, now)) {
    const wanted = wantedCandles(days, now.getTime());
    try {
      const candles = await fetcher.find(asset, wanted);
      found.push(...candles.map((each) => ({ ...each, asset })));
      const missing =
        sum([...wanted.values()].map(({ size }) => size)) - sum(candles.map((each) => each.candles.length));
      if (missing > 0) notFound.push({ asset, candles: missing });
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      isComplete = false;
      break;
    }
  }
  const imported = found.length === 0 ? {} : await importFound(connection, found);
  if (isComplete) await progress.end();
  const fetched = found.map(({ asset, exchange, minutes, candles }) => ({
    asset,
    exchange,
    minutes,
    prices: candles.length,
  }));
  return { fetched, notFound, requests: fetcher.requestCount, isComplete, ...imported };
}

async function importFound(
  connection: Connection,
  found: readonly (FoundCandles & { readonly asset: string })[],
): Promise<object> {
  const prices = found.flatMap(({ asset, minutes, candles }) =>
    candles.map(([startMs, eur]): PriceLine => {
      const at = new Date(startMs + minutes * MINUTE_MS).toISOString().replace('.000Z', 'Z');
      return { kind: 'price', assetKey: asset, at, eur };
    }),
  );
  const header = { replaceAccountRef: null, sharedPrices: true, removalConfirmed: false };
  const { counts, recalc } = await sendPrices(connection, 0, header, prices);
  return { price: counts['price'], recalc };
}

/** Returns the days to fetch by asset: the chosen ones, or those that the figures of all users lack. */
async function missingDays(
  connection: Connection,
  { asset, from, to }: FetchOptions,
  now: Date,
): Promise<ReadonlyMap<string, readonly MissingDay[]>> {
  if (asset !== undefined && from !== undefined) {
    const days = daysBetween(from, to ?? now.toISOString().slice(0, 10));
    return new Map(asset.map((each) => [each, days]));
  }
  const { prices } = await missingPrices(connection, 0);
  // A key that is no plain symbol, such as the address of a token, has no market at an exchange. Currencies have rates of the ECB.
  const ofMarkets = prices.filter(({ assetKey }) => MARKET.test(assetKey) && !isMoney(assetKey));
  return Map.groupBy(ofMarkets, ({ assetKey }) => assetKey);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
