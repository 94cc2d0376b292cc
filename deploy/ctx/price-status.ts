/** `ctx prices status`: which prices the figures lack, of one user or of all. */
import type { GetMissingPricesResponse } from '@ctx/proto/gen/ctx/v1/recalc';
import type { Command } from 'commander';
import { LIMIT_MAX, parseListLimit, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

const LIMIT_DEFAULT = 100;

interface StatusOptions {
  readonly user?: number;
  readonly limit: number;
}

/** Adds the command `prices status`. */
export function registerPriceStatus(prices: Command): void {
  prices
    .command('status')
    .summary('Shows which prices the figures lack, newest first.')
    .description(
      'Shows which prices the figures lack, newest first: the days in Belgium on which an event of an asset has no value, and the assets\n' +
        'that have no price at the photo moment, 31 December 2025. Without --user it counts events and users, and names none.\n' +
        'Prints {"missing":[{"asset","day","photo","events","users"}],"total"}.',
    )
    .option('--user <id>', 'only the prices that this user lacks', parseUserId)
    .option('--limit <number>', `number of rows, up to ${String(LIMIT_MAX)}`, parseListLimit, LIMIT_DEFAULT)
    .addHelpText('after', examples('prices status', 'prices status --user 1 --limit 20'))
    .action((options: StatusOptions) => runConnected((connection) => shownStatus(connection, options)));
}

async function shownStatus(connection: Connection, { user, limit }: StatusOptions): Promise<object> {
  const { prices, total } = await missingPrices(connection, user ?? 0, limit);
  const missing = prices.map(({ assetKey, day, isPhoto, events, users }) => ({
    asset: assetKey,
    day,
    photo: isPhoto,
    events,
    ...(user === undefined && { users }),
  }));
  return { missing, total };
}

/** Returns the prices that the figures of a user lack, newest first; for user 0, those of all users. */
export function missingPrices(
  connection: Connection,
  userId: number,
  limit = LIMIT_MAX,
): Promise<GetMissingPricesResponse> {
  const { recalc } = connection;
  return connection.call(recalc.getMissingPrices.bind(recalc), { limit }, userId);
}
