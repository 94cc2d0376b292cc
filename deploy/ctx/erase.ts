/** `ctx user delete`: erases everything of a person (import-format.md, "The command"). */
import type { Command } from 'commander';
import { parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { CommandRefusal } from './output.ts';

// Twenty indexed tables of a user of a million events.
const ERASE_TIMEOUT_MS = 900_000;

interface DeleteOptions {
  readonly user: number;
  readonly yes?: true;
}

/** Adds `user delete`. */
export function addErasureCommand(user: Command): void {
  user
    .command('delete')
    .description(
      'Erase everything that is kept of a user, in every schema; prints {"userId","rows","erased":{TABLE:ROWS}}.',
    )
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .option('--yes', 'erase: it cannot be undone')
    .addHelpText(
      'after',
      `
Facts, corrections and their log, figures of submitted years too, tokens, sessions and connected apps go in one transaction;
the tokens and sessions end at once. What remains is a line that somebody was erased, without whom. Backups of the database
and files made by "ctx user export" are not reached.
${examples('user delete --user 1 --yes')}`,
    )
    .action(async ({ user: userId, yes }: DeleteOptions) => {
      if (!yes)
        throw new CommandRefusal(
          'NOT_CONFIRMED',
          `this erases everything that is kept of user ${userId} and cannot be undone; nothing was erased, add --yes`,
        );
      await runConnected((connection) => eraseUser(connection, userId));
    });
}

async function eraseUser(connection: Connection, userId: number): Promise<object> {
  const method = connection.erasure.eraseUser.bind(connection.erasure);
  const { erased } = await connection.call(method, {}, userId, ERASE_TIMEOUT_MS);
  const rows = erased.reduce((sum, table) => sum + table.rows, 0);
  return { userId, rows, erased: Object.fromEntries(erased.map((each) => [each.table, each.rows])) };
}
