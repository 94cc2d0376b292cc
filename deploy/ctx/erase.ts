/** `ctx user delete`: erases all data of a user (import-format.md, "The command"). */
import type { Command } from 'commander';
import { parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { CommandRejection } from './output.ts';

// Enough for a user with a million events: twenty indexed tables.
const ERASE_TIMEOUT_MS = 900_000;

interface DeleteOptions {
  readonly user: number;
  readonly yes?: true;
}

/** Adds the command `user delete`. */
export function addErasureCommand(user: Command): void {
  user
    .command('delete')
    .description(
      'Erases all data of a user, in every schema. Prints {"userId","rows","erased":{TABLE:ROWS}}.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option('--yes', 'confirm the erasure, which cannot be undone')
    .addHelpText(
      'after',
      `
One transaction deletes the user's facts, corrections and their log, all figures (also those of submitted years), tokens,
sessions and connected apps. Tokens and sessions stop working at once. One anonymous record of the erasure remains, and in
"ctx operator log" the number of the user. Database backups and files written by "ctx user export" are not changed.
${examples('user delete --user 1 --yes')}`,
    )
    .action(async ({ user: userId, yes }: DeleteOptions) => {
      if (!yes)
        throw new CommandRejection(
          'NOT_CONFIRMED',
          `this erases all data of user ${userId} and cannot be undone; nothing was erased, add --yes to confirm`,
        );
      await runConnected((connection) => eraseUser(connection, userId));
    });
}

/** Erases all data of a user and returns how many rows of each table. */
export async function eraseUser(connection: Connection, userId: number): Promise<object> {
  const method = connection.erasure.eraseUser.bind(connection.erasure);
  const { erased } = await connection.call(method, {}, userId, ERASE_TIMEOUT_MS);
  const rows = erased.reduce((sum, table) => sum + table.rows, 0);
  return { userId, rows, erased: Object.fromEntries(erased.map((each) => [each.table, each.rows])) };
}
