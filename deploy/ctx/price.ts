/** `ctx price`: prices that the taxpayer enters, over the REST API. `ctx prices` is the operator's. */
import type { Command } from 'commander';
import type { Schema } from '@ctx/client';
import { euro } from './amounts.ts';
import { parseDate, parseDateTime, parsePriceId, parseText } from './arguments.ts';
import {
  addCorrectionOptions,
  type CorrectionOptions,
  exactNumber,
  outcomeSections,
  parseDecimalText,
} from './effect.ts';
import type { Exact } from './exact-json.ts';
import { CommandRejection } from './output.ts';
import { runRequest } from './rest.ts';
import type { Section } from './sections.ts';

interface PriceOptions extends CorrectionOptions {
  readonly asset?: string;
  readonly day?: string;
  readonly at?: string;
  readonly eur?: string;
  readonly source?: string;
  readonly notes?: string;
  readonly remove?: string;
}

/** Adds the command `price`. */
export function registerPriceCommand(program: Command): void {
  const command = program
    .command('price')
    .description(
      'Shows the prices that you entered, enters one of an asset on a day (--asset, --day, --eur and --source), or removes one (--remove).',
    )
    .option('--asset <key>', 'key of the asset, such as BTC', parseText)
    .option('--day <day>', 'Belgian day on which the price holds', parseDate)
    .option('--at <time>', 'instead of --day: the price holds for 24 hours from this time', parseDateTime)
    .option('--eur <eur>', 'EUR for one unit', parseDecimalText)
    .option('--source <text>', 'where the price comes from, for a reader to check it', parseText)
    .option('--notes <text>', 'stored with the price', parseText)
    .option('--remove <id>', 'price to remove', parsePriceId);
  addCorrectionOptions(
    command,
    'price --asset BTC',
    'price --asset BTC --day 2025-12-31 --eur 75000 --source "Kraken, close of the day" --dry-run',
    'price --remove 0f8fad5b-d9cb-469f-a165-70867728950e',
  ).action((options: PriceOptions, self: Command) => {
    const { asset, day, at, eur, source, remove } = options;
    const isEntering = [day, at, eur, source].some((each) => each !== undefined);
    if (remove !== undefined && (isEntering || asset !== undefined))
      self.error('error: --remove takes no other price');
    if (remove !== undefined) return removePrice(remove, options);
    if (!isEntering) return showPrices(options);
    if (
      asset === undefined ||
      eur === undefined ||
      source === undefined ||
      (day === undefined) === (at === undefined)
    )
      return self.error('error: a price needs --asset, --eur, --source, and either --day or --at');
    return enterPrice(
      { assetKey: asset, day, at, eur: exactNumber(eur), source, notes: options.notes },
      options,
    );
  });
}

function showPrices({ asset: assetKey, ...options }: PriceOptions): Promise<void> {
  return runRequest<Schema<'PricesResponse'>>(
    options,
    (client) => client.GET('/api/v1/prices', { params: { query: { assetKey } }, parseAs: 'text' }),
    pricesSections,
  );
}

function removePrice(priceId: string, options: PriceOptions): Promise<void> {
  return runRequest<Schema<'DeleteResponse'>>(
    options,
    (client) =>
      client.DELETE('/api/v1/prices/{priceId}', {
        params: { path: { priceId }, query: { dryRun: options.dryRun } },
        parseAs: 'text',
      }),
    (response) => outcomeSections({ price: priceId, removed: response.deleted }, response),
  );
}

function enterPrice(
  price: Schema<'EnteredPriceRequest'>,
  { dryRun, ...options }: PriceOptions,
): Promise<void> {
  const body = { prices: [price], ...(dryRun && { dryRun: true }) };
  return runRequest<Schema<'PricesOutcome'>>(
    options,
    (client) => client.POST('/api/v1/prices', { body, parseAs: 'text' }),
    (response) => outcomeSections({ price: response.results[0]?.price?.id ?? null }, response),
    rejectionOfItem,
  );
}

/** One price of one request: what the service says of the item is what it says of the command. */
function rejectionOfItem({ results: [item] }: Exact<Schema<'PricesOutcome'>>): CommandRejection | null {
  return item?.status === 'FAILED'
    ? new CommandRejection(item.code ?? 'INVALID', item.message ?? 'the price was not stored')
    : null;
}

/** Returns what a terminal shows of entered prices. */
function pricesSections({ prices, totalElements }: Exact<Schema<'PricesResponse'>>): Section[] {
  return [
    {
      rows: prices.map((price) => ({
        price: price.id,
        asset: price.assetKey,
        validFrom: price.day ?? price.at ?? price.validFrom,
        eur: euro(price.eur),
        source: price.source,
      })),
    },
    { fields: { prices: totalElements } },
  ];
}
