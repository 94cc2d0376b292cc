/** `ctx prices import`: prices for one user or for all, from the ECB's reference rates and from CSV or JSON of any source. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { convertPrices, type PriceOptions } from '@ctx/converters/prices';
import type { RecordOf } from '@ctx/converters/records';
import type { Command } from 'commander';
import { parseDate, parseDateTime, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { rejectionOfFaults, sizeOf } from './import-source.ts';
import { streamFacts } from './import-stream.ts';

interface PricesOptions extends PriceOptions {
  readonly user?: number;
  readonly shared?: true;
}

/** The last moment before the photo of the law of 2026 (engine.md §3). */
const PHOTO_EXAMPLE = '2025-12-31T22:59:59Z';

/** Adds the commands below `prices`. */
export function registerPricesCommand(program: Command): void {
  const prices = program
    .command('prices')
    .description('Prices of assets and of other currencies than the euro.');
  prices
    .command('import')
    .summary('Imports prices from the rates of the ECB, or from CSV or JSON of any source.')
    .description(
      'Imports prices: the reference rates of the ECB (eurofxref-hist.csv), or CSV or JSON with the columns asset, date and eur.\n' +
        'A date without a time is the price of that day in Belgium. Prints {"price":{"added","changed","unchanged","removed"},"rowsLeftOut","recalc"}.',
    )
    .argument('<file...>', 'files to import')
    .option('--user <id>', 'id of the user that the prices belong to', parseUserId)
    .option('--shared', 'prices for all users (instead of --user)')
    .option('--from <date>', 'leave out earlier prices, such as 2017-01-01', parseDate)
    .option(
      '--at <time>',
      `time of all prices of a file without dates, such as ${PHOTO_EXAMPLE}`,
      parseDateTime,
    )
    .addHelpText(
      'after',
      examples(
        'prices import --shared eurofxref-hist.csv --from 2017-01-01',
        'prices import --user 1 prices.csv',
        `prices import --shared photo.csv --at ${PHOTO_EXAMPLE}`,
      ),
    )
    .action((files: string[], options: PricesOptions, command: Command) => {
      if ((options.user !== undefined) === (options.shared ?? false))
        command.error('error: give either --user or --shared');
      return runConnected((connection) => importPrices(connection, files, options));
    });
}

/** Imports price files as one import. Returns the counts and the recalculation outcome. */
export async function importPrices(
  connection: Connection,
  files: readonly string[],
  options: PricesOptions,
): Promise<object> {
  const { user, from, at } = options;
  const wanted = { ...(from !== undefined && { from }), ...(at !== undefined && { at }) };
  const converted = await Promise.all(files.map((file) => pricesIn(file, wanted)));
  const prices = converted.flatMap((each) => each.prices);
  const header = { replaceAccountRef: null, sharedPrices: options.shared ?? false, removalConfirmed: false };
  const request = { userId: user ?? 0, header, source: Readable.from([linesOf(prices)]) };
  const { counts, recalc } = await streamFacts(connection, request, {
    sent: () => undefined,
    phase: () => undefined,
  });
  const leftOut = converted.reduce((sum, { leftOutCount }) => sum + leftOutCount, 0);
  return { price: counts['price'], rowsLeftOut: leftOut, recalc };
}

async function pricesIn(file: string, options: PriceOptions): Promise<ReturnType<typeof convertPrices>> {
  await sizeOf(file);
  const conversion = convertPrices(await readFile(file), options);
  if (conversion.faults.length > 0) throw rejectionOfFaults(file, conversion.faults);
  return conversion;
}

function linesOf(prices: readonly RecordOf<'price'>[]): Buffer {
  return Buffer.from(prices.map((price) => `${JSON.stringify(price)}\n`).join(''));
}
