/** `ctx app`: lists and revokes the apps that a user connected over OAuth. */
import type { Command } from 'commander';
import type { Connection as App, RevokeConnectionsRequest } from '@ctx/proto/gen/ctx/v1/identity';
import { parseConnectionId, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

interface RevokeOptions {
  readonly connectionId?: string;
  readonly user?: number;
  readonly all?: boolean;
}

/** Adds the commands `app list` and `app revoke`. */
export function registerAppCommands(program: Command): void {
  const app = program
    .command('app')
    .description('Lists and revokes the apps that a user connected.')
    .addHelpText('after', examples('app list --user 1'));
  app
    .command('list')
    .description(
      'Lists the connected apps of a user, including recently ended connections. Prints {"connections":[…]}.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .addHelpText('after', examples('app list --user 1'))
    .action((options: { user: number }) => runConnected((connection) => listApps(connection, options.user)));
  app
    .command('revoke')
    .description(
      'Revokes one connection, or all connections of a user, with immediate effect. Prints {"connections":[…]} with the revoked connections.',
    )
    .option('--connection-id <id>', 'connection id from "ctx app list"', parseConnectionId)
    .option('--user <id>', 'user id; use with --all', parseUserId)
    .option('--all', 'revoke all connections of the user')
    .addHelpText(
      'after',
      examples(
        'app revoke --connection-id 0f8fad5b-d9cb-469f-a165-70867728950e',
        'app revoke --user 1 --all',
      ),
    )
    .action((options: RevokeOptions, command: Command) => {
      const which = selectedConnections(options);
      if (which === null) command.error('error: give either --connection-id, or --user and --all');
      return runConnected((connection) => revokeApps(connection, which));
    });
}

/** Returns the connections to revoke: one, or all of a user. Null when the options name neither or both. */
function selectedConnections({
  connectionId,
  user,
  all,
}: RevokeOptions): RevokeConnectionsRequest['which'] | null {
  if (connectionId !== undefined && user === undefined && all === undefined)
    return { $case: 'connectionId', value: connectionId };
  if (connectionId === undefined && user !== undefined && all === true)
    return { $case: 'allOfUserId', value: user };
  return null;
}

async function listApps(connection: Connection, userId: number): Promise<object> {
  const method = connection.identity.listConnections.bind(connection.identity);
  return appsView((await connection.call(method, { userId }, userId)).connections);
}

async function revokeApps(connection: Connection, which: RevokeConnectionsRequest['which']): Promise<object> {
  const method = connection.identity.revokeConnections.bind(connection.identity);
  return appsView((await connection.call(method, { which }, 0)).connections);
}

function appsView(apps: readonly App[]): object {
  return {
    connections: apps.map((app) => ({
      connectionId: app.connectionId,
      userId: app.userId,
      appName: app.appName,
      clientId: app.clientId,
      scopes: app.scopes,
      createdAt: app.createdAt,
      lastUsedAt: app.lastUsedAt ?? null,
      expiresAt: app.expiresAt,
      revokedAt: app.revokedAt ?? null,
    })),
  };
}
