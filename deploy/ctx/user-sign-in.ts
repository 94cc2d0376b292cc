/** `ctx user unlink` and `ctx user remove-passkeys`: end ways in which a user signs in. */
import type { Command } from 'commander';
import { parseText, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

interface UnlinkOptions {
  readonly user: number;
  readonly subject?: string;
}

/** Adds the command `user unlink`. */
export function addUnlinkCommand(user: Command): void {
  user
    .command('unlink')
    .description(
      'Unlinks a user from logins at the OpenID provider and ends all sessions of the user. Prints {"unlinked":[…]}.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option(
      '--subject <subject>',
      'subject of one login, from "ctx user export" (default: all logins)',
      parseText,
    )
    .addHelpText(
      'after',
      `\nThe next sign-in at the provider with the user's verified e-mail address links the user again. Tokens and
connected apps keep their access.
${examples('user unlink --user 1')}`,
    )
    .action((options: UnlinkOptions) => runConnected((connection) => unlinkLogins(connection, options)));
}

/** Adds the command `user remove-passkeys`. */
export function addRemovePasskeysCommand(user: Command): void {
  user
    .command('remove-passkeys')
    .description(
      'Removes all passkeys and recovery codes of a user who has lost them. Prints {"userId","removed"}.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .addHelpText(
      'after',
      `
The user can then sign in with the password alone. First verify the person's identity. Set a
new password if somebody else may know the old one.
${examples('user remove-passkeys --user 1')}`,
    )
    .action((options: { user: number }) =>
      runConnected(async (connection) => {
        const { identity } = connection;
        const request = { userId: options.user };
        const { removed } = await connection.call(
          identity.removePasskeys.bind(identity),
          request,
          options.user,
        );
        return { userId: options.user, removed };
      }),
    );
}

async function unlinkLogins(
  connection: Connection,
  { user: userId, subject }: UnlinkOptions,
): Promise<object> {
  const method = connection.identity.unlinkLogins.bind(connection.identity);
  const { logins } = await connection.call(method, { userId, subject: subject ?? null }, userId);
  return {
    unlinked: logins.map(({ issuer, subject: of, createdAt }) => ({ issuer, subject: of, createdAt })),
  };
}
