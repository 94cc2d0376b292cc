/** `ctx user invite`: creates a link with which a user sets a password. */
import type { Command } from 'commander';
import { LIMITS } from '@ctx/domain/limits';
import { parseText } from './arguments.ts';
import { runConnected } from './connect.ts';
import { examples } from './examples.ts';

/** Adds the command `invite` to `user`. */
export function addInviteCommand(user: Command): void {
  user
    .command('invite')
    .description(
      'Creates a link with which a user sets a password, and prints it. Prints {"userId","link","expiresAt"}.',
    )
    .argument('<email>', 'e-mail address of the user', parseText)
    .addHelpText(
      'after',
      `
The link works once, for ${LIMITS.invitationHoursMax} hours. A newer link or a new password ends it. Everybody who has the link
can set the password: send it to that person alone. It replaces a forgotten password too; passkeys stay.
${examples('user invite an@example.org')}`,
    )
    .action((email: string) =>
      runConnected(async (connection) => {
        const { identity } = connection;
        const { userId, link, expiresAt } = await connection.call(
          identity.inviteUser.bind(identity),
          { email },
          0,
        );
        return { userId, link, expiresAt };
      }),
    );
}
