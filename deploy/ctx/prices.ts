/** `ctx prices`: prices for one user or for all, from the ECB's reference rates, candles of exchanges, and files of price sites. */
import { symbolOf } from '@ctx/converters/assets';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDate, parseDateTime, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { registerPriceFetch } from './price-fetch.ts';
import { registerPriceStatus } from './price-status.ts';
import { BUNDLED_RATES, pricesOfFiles } from './price-files.ts';
import { sendPrices } from './send-prices.ts';

interface PricesOptions {
  readonly user?: number;
  readonly shared?: boolean;
  readonly bundled?: boolean;
  readonly from?: string;
  readonly at?: string;
  readonly asset?: string;
  readonly currency?: string;
  readonly rates?: string;
  readonly minutes?: string;
}

/** The last moment before the photo of the law of 2026 (engine.md §3). */
const PHOTO_EXAMPLE = '2025-12-31T22:59:59Z';
const DAY = '1440';
const LENGTHS = ['1', '5', '15', '30', '60', '240', '720', DAY];

/** Adds the commands below `prices`. */
export function registerPricesCommand(program: Command): void {
  const prices = program
    .command('prices')
    .description('Prices of assets and of other currencies than the euro.');
  registerImport(prices);
  registerPriceFetch(prices);
  registerPriceStatus(prices);
}

function registerImport(prices: Command): void {
  prices
    .command('import')
    .summary(
      'Imports prices: rates of the ECB, candles of Kraken, files of price sites, or CSV or JSON of any source.',
    )
    .description(
      'Imports prices: the reference rates of the ECB (eurofxref-hist.csv or .zip), the OHLCVT archive of Kraken or files of it\n' +
        '(XBTEUR_1440.csv), files of CoinGecko, CoinMarketCap, CryptoDataDownload and Yahoo Finance, or CSV or JSON with the columns asset,\n' +
        'date and eur. A date without a time is the price of that day in Belgium. The price of a candle is its close, from the end of the candle.\n' +
        'Prints {"price":{"added","changed","unchanged","removed"},"rowsLeftOut","recalc"}, and "converted" for prices of another currency.',
    )
    .argument('[file...]', 'files to import, or https addresses of up to 64 MiB each')
    .option('--user <id>', 'id of the user that the prices belong to', parseUserId)
    .option('--shared', 'prices for all users (instead of --user)')
    .option(
      '--bundled',
      'with --shared: import the rates of the ECB that ship with the product; they change no price that is stored',
    )
    .option('--from <date>', 'leave out earlier prices, such as 2017-01-01', parseDate)
    .option(
      '--at <time>',
      `time of all prices of a file without dates, such as ${PHOTO_EXAMPLE}`,
      parseDateTime,
    )
    .option(
      '--asset <symbol>',
      'asset of a file that does not name it; of an archive of Kraken, the only asset',
      parseAsset,
    )
    .option(
      '--currency <code>',
      'currency of a file that does not name it; prices in other currencies than eur are converted by the rates of the ECB',
      parseCurrency,
    )
    .option('--rates <file>', 'rates of the ECB to convert with (default: those that ship with the product)')
    .addOption(
      new Option('--minutes <length>', 'length of the candles to read of an archive of Kraken')
        .choices(LENGTHS)
        .default(DAY),
    )
    .addHelpText(
      'after',
      examples(
        'prices import --shared --bundled',
        'prices import --shared eurofxref-hist.zip --from 2017-01-01',
        'prices import --shared https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
        'prices import --user 1 prices.csv',
        `prices import --shared photo.csv --at ${PHOTO_EXAMPLE}`,
        'prices import --shared Kraken_OHLCVT.zip --asset BTC --from 2017-01-01',
        'prices import --shared ETHEUR_1440.csv XBTEUR_60.csv',
        'prices import --shared btc-usd-max.csv --currency usd',
      ),
    )
    .action((files: string[], options: PricesOptions, command: Command) => {
      const fault = findUsageFault(files, options);
      if (fault !== null) command.error(`error: ${fault}`);
      return runConnected((connection) => importPrices(connection, files, options));
    });
}

function findUsageFault(files: readonly string[], options: PricesOptions): string | null {
  const { user, shared = false, bundled = false, currency, rates } = options;
  if ((user !== undefined) === shared) return 'give either --user or --shared';
  if (bundled && !shared) return '--bundled needs --shared';
  if (bundled === files.length > 0) return 'give either files or --bundled';
  if (rates !== undefined && (currency ?? 'EUR') === 'EUR') return '--rates needs --currency';
  return null;
}

function parseAsset(text: string): string {
  const symbol = symbolOf(text);
  if (symbol === null) throw new InvalidArgumentError('It must be the symbol of an asset, such as BTC.');
  return symbol;
}

function parseCurrency(text: string): string {
  if (!/^[a-z]{3}$/i.test(text))
    throw new InvalidArgumentError('It must be the code of a currency, such as eur.');
  return text.toUpperCase();
}

/** Imports price files as one import. Returns the counts and the recalculation outcome. */
export async function importPrices(
  connection: Connection,
  files: readonly string[],
  { user, shared = false, bundled = false, rates, minutes = DAY, ...options }: PricesOptions,
): Promise<object> {
  const chosen = { ...options, now: new Date().toISOString(), minutes: Number(minutes) };
  const found = await pricesOfFiles(bundled ? [BUNDLED_RATES] : files, {
    ...chosen,
    ...(rates !== undefined && { ratesFile: rates }),
  });
  const header = {
    replaceAccountRef: null,
    sharedPrices: shared,
    removalConfirmed: false,
    keepStoredPrices: bundled,
  };
  const { counts, recalc } = await sendPrices(
    connection,
    user ?? 0,
    header,
    found.flatMap(({ prices }) => prices),
  );
  const converted = found.flatMap(({ name, convertedFrom }) =>
    convertedFrom === null ? [] : [{ file: name, from: convertedFrom, by: 'ECB_RATE_OF_THE_DAY' }],
  );
  return {
    price: counts['price'],
    rowsLeftOut: found.reduce((sum, { leftOutCount }) => sum + leftOutCount, 0),
    recalc,
    ...(converted.length > 0 && { converted }),
  };
}
