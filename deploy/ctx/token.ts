/** `ctx token`: personal tokens; the secret is printed once, when the token is created. */
import { type Command, Option } from 'commander';
import { defaultTokenEndMs, isTokenUnused } from '@ctx/common/domain/token-age';
import { type Scope, SCOPES } from '@ctx/common/domain/vocabulary';
import type { CreatedToken, Token } from '@ctx/proto/gen/ctx/v1/identity';
import { NEVER, parseText, parseTokenEnd, parseTokenId, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { printTable } from './output.ts';

interface CreateOptions {
  readonly user: number;
  readonly name: string;
  readonly scope: Scope;
  /** RFC 3339; without one the token works until it is revoked. */
  readonly expiresAt?: string | null;
}

/** Adds `token create`, `token list` and `token revoke`. */
export function registerTokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('Create, list and revoke tokens.')
    .addHelpText('after', examples('token list --user 1'));
  token
    .command('create')
    .description('Create a token; prints {"tokenId","token","expiresAt"}, the secret this once.')
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .requiredOption('--name <name>', 'name by which the user knows it', parseText)
    .addOption(new Option('--scope <scope>', 'write includes read').choices(SCOPES).makeOptionMandatory())
    .option(
      '--expires-at <time>',
      'RFC 3339 date-time with offset, in the future, or never (default: in a year)',
      parseTokenEnd,
    )
    .addHelpText('after', examples('token create --user 1 --name laptop --scope read'))
    .action((options: CreateOptions) => {
      const { expiresAt: typed = new Date(defaultTokenEndMs(Date.now())).toISOString() } = options;
      // The parser of options turns null into an empty text: the word stays until here.
      const expiresAt = typed === NEVER ? null : typed;
      return runConnected(async (connection) => ({
        ...(await createToken(connection, { ...options, expiresAt })),
        expiresAt,
      }));
    });
  token
    .command('list')
    .description(
      'List the tokens of a user as {"tokens":[…]}, without secrets; "unused" marks those that nobody used for 90 days.',
    )
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .addHelpText('after', examples('token list --user 1'))
    .action((options: { user: number }) =>
      runConnected((connection) => listTokens(connection, options.user)),
    );
  token
    .command('revoke')
    .description('Revoke a token at once; prints the token.')
    .requiredOption('--token-id <id>', 'id of the token, as "ctx token list" prints it', parseTokenId)
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
  const views = tokens.map(tokenView);
  printTable(views);
  return { tokens: views };
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
    scopes: token.scopes,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt ?? null,
    lastUsedAt: token.lastUsedAt ?? null,
    revokedAt: token.revokedAt ?? null,
    unused: isTokenUnused(token, Date.now()),
  };
}
