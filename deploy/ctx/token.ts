/** `ctx token`: creates, lists and revokes personal tokens. The secret is printed once, at creation. */
import { type Command, Option } from 'commander';
import { defaultTokenEndMs, isTokenUnused } from '@ctx/domain/token-age';
import { type Scope, SCOPES } from '@ctx/domain/vocabulary';
import type { CreatedToken, Token } from '@ctx/proto/gen/ctx/v1/identity';
import { NEVER, parseText, parseTokenEnd, parseTokenId, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

interface CreateOptions {
  readonly user: number;
  readonly name: string;
  readonly scope: Scope;
  /** RFC 3339. Without it the token works until it is revoked. */
  readonly expiresAt?: string | null;
}

/** Adds the commands `token create`, `token list` and `token revoke`. */
export function registerTokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('Creates, lists and revokes tokens.')
    .addHelpText('after', examples('token list --user 1'));
  token
    .command('create')
    .description(
      'Creates a token. Prints {"tokenId","token","expiresAt"}. The secret "token" is shown only once.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .requiredOption('--name <name>', 'name of the token, shown to the user', parseText)
    .addOption(new Option('--scope <scope>', 'write includes read').choices(SCOPES).makeOptionMandatory())
    .option(
      '--expires-at <time>',
      'future RFC 3339 date-time with offset, or "never" (default: in a year)',
      parseTokenEnd,
    )
    .addHelpText('after', examples('token create --user 1 --name laptop --scope read'))
    .action((options: CreateOptions) => {
      const { expiresAt: given = new Date(defaultTokenEndMs(Date.now())).toISOString() } = options;
      // Converted here, because the option parser turns null into an empty text.
      const expiresAt = given === NEVER ? null : given;
      return runConnected(async (connection) => ({
        ...(await createToken(connection, { ...options, expiresAt })),
        expiresAt,
      }));
    });
  token
    .command('list')
    .description(
      'Lists the tokens of a user, without secrets; "prefix" is how a secret begins. Prints {"tokens":[…]}; "unused" marks tokens that were not used for 90 days.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .addHelpText('after', examples('token list --user 1'))
    .action((options: { user: number }) =>
      runConnected((connection) => listTokens(connection, options.user)),
    );
  token
    .command('revoke')
    .description('Revokes a token with immediate effect. Prints the token.')
    .requiredOption('--token-id <id>', 'token id from "ctx token list"', parseTokenId)
    .addHelpText('after', examples('token revoke --token-id 0f8fad5b-d9cb-469f-a165-70867728950e'))
    .action((options: { tokenId: string }) =>
      runConnected((connection) => revokeToken(connection, options.tokenId)),
    );
}

/** Creates a token and returns its id and secret. */
export async function createToken(connection: Connection, options: CreateOptions): Promise<CreatedToken> {
  const { user: userId, name, scope, expiresAt = null } = options;
  const { tokenId, token } = await connection.call(
    connection.identity.createToken.bind(connection.identity),
    { userId, name, scope, expiresAt },
    userId,
  );
  return { tokenId, token };
}

async function listTokens(connection: Connection, userId: number): Promise<object> {
  const method = connection.identity.listTokens.bind(connection.identity);
  const { tokens } = await connection.call(method, { userId }, userId);
  return { tokens: tokens.map(tokenView) };
}

async function revokeToken(connection: Connection, tokenId: string): Promise<object> {
  return tokenView(
    await connection.call(connection.identity.revokeToken.bind(connection.identity), { tokenId }, 0),
  );
}

function tokenView(token: Token) {
  return {
    tokenId: token.tokenId,
    userId: token.userId,
    name: token.name,
    prefix: token.prefix,
    scopes: token.scopes,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt ?? null,
    lastUsedAt: token.lastUsedAt ?? null,
    revokedAt: token.revokedAt ?? null,
    unused: isTokenUnused(token, Date.now()),
  };
}
