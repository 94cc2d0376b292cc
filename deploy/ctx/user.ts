/** `ctx user`: manages users. The gateway stores users, plans and betas; the corrections service stores paid years. */
import { type Command, Option } from 'commander';
import { BETAS, type Beta, type Plan, PLANS } from '@ctx/domain/vocabulary';
import type { User } from '@ctx/proto/gen/ctx/v1/identity';
import {
  collectYear,
  LIMIT_MAX,
  parseDuration,
  parseListLimit,
  parseText,
  parseUserId,
  readPassword,
} from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { addErasureCommand } from './erase.ts';
import { CTX, examples } from './examples.ts';
import { addExportCommand } from './export.ts';
import { addInviteCommand } from './invite.ts';
import { addRemovePasskeysCommand, addUnlinkCommand } from './user-sign-in.ts';
import {
  FOUND_HELP,
  type FoundUsersOptions,
  LIMIT_DEFAULT,
  usersToLookAfter,
} from './users-to-look-after.ts';

const NO_BETA = 'none';
const LIST_TIMEOUT_MS = 120_000;
// More calls at a time would only wait in the service's connection pool.
const YEAR_CALLS_AT_A_TIME = 8;

const PASSWORD_OPTION = [
  '--password <password>',
  'sign-in password; - reads it from standard input',
] as const;
const EXTERNAL_ID_OPTION = [
  '--external-id <id>',
  "id of the user in the operator's own system, unique to the user",
  parseText,
] as const;
const PASSWORD_HELP =
  'A password on the command line can be seen by other users of this machine and stays in the shell history.\nPrefer -.';

interface CreateOptions {
  readonly email: string;
  readonly externalId?: string;
  readonly plan: Plan;
  readonly year?: readonly number[];
  readonly beta?: Beta;
  readonly password?: string;
}

interface SetOptions {
  readonly user: number;
  readonly email?: string;
  readonly externalId?: string;
  readonly plan?: Plan;
  readonly addYear?: readonly number[];
  readonly removeYear?: readonly number[];
  readonly beta?: Beta | typeof NO_BETA;
  readonly password?: string;
}

/** What names a user, one of these. */
export interface UserName {
  readonly user?: number;
  readonly email?: string;
  readonly externalId?: string;
}

/**
 * Adds the commands `user create`, `user set`, `user show`, `user list`, `user unlink`, `user remove-passkeys`, `user invite`, `user export` and
 * `user delete`.
 */
export function registerUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('Creates, updates, shows, exports and erases users.')
    .addHelpText('after', examples('user list'));
  addCreateCommand(user);
  addSetCommand(user);
  user
    .command('show')
    .description('Shows one user. Give exactly one option.')
    .option('--user <id>', 'user id', parseUserId)
    .option('--email <email>', 'e-mail address of the user, in any letter case', parseText)
    .option(...EXTERNAL_ID_OPTION)
    .addHelpText('after', examples('user show --user 1', 'user show --email an@example.org'))
    .action((options: UserName, command: Command) => {
      if (Object.keys(options).length !== 1)
        command.error('error: give one of --user, --email and --external-id');
      return runConnected((connection) => showUser(connection, options));
    });
  user
    .command('list')
    .description('Lists all users, or those whom an operator looks after. Prints {"users":[…]}.')
    .option('--parked', 'users whose run failed three times and waits for its retry')
    .option('--differs', 'users whose figures differed from recomputed ones in their last self-check')
    .option(
      '--stale <duration>',
      'users for whom nothing was imported since, such as 36h or 7d',
      parseDuration,
    )
    .option(
      '--limit <number>',
      `with these options: number of users for each, up to ${String(LIMIT_MAX)} (default: ${String(LIMIT_DEFAULT)})`,
      parseListLimit,
    )
    .addHelpText('after', `${FOUND_HELP}${examples('user list', 'user list --parked --differs --stale 36h')}`)
    .action((options: FoundUsersOptions, command: Command) => {
      const { parked, differs, stale, limit } = options;
      if (parked || differs || stale !== undefined)
        return runConnected((connection) => usersToLookAfter(connection, options));
      if (limit !== undefined) command.error('error: --limit needs --parked, --differs or --stale');
      return runConnected(listUsersWithYears);
    });
  addUnlinkCommand(user);
  addRemovePasskeysCommand(user);
  addInviteCommand(user);
  addExportCommand(user);
  addErasureCommand(user);
}

/**
 * Creates a user with paid years, and returns the user: also one whom an earlier call created.
 * @throws ServiceError ALREADY_EXISTS when another user has the e-mail address or the external id
 */
function provisionUser(connection: Connection, options: CreateOptions): Promise<User> {
  const { email, externalId = null, plan, beta, password = null, year = [] } = options;
  const betas = beta === undefined ? [] : [beta];
  const request = { email, externalId, plan, betas, password, paidYears: [...year] };
  return connection.call(connection.identity.createUser.bind(connection.identity), request, 0);
}

/** Does what `provisionUser` does, and returns the user id. */
export async function createUser(connection: Connection, options: CreateOptions): Promise<number> {
  return (await provisionUser(connection, options)).userId;
}

/** Returns all users, in the order of the service. */
export async function listUsers(connection: Connection): Promise<readonly User[]> {
  const call = connection.identity.listUsers({}, connection.callerMetadata(0), {
    deadline: Date.now() + LIST_TIMEOUT_MS,
  });
  return Array.fromAsync(call as AsyncIterable<User>);
}

function addCreateCommand(user: Command): void {
  user
    .command('create')
    .description('Creates a user. Prints {"userId"}, and "existed" where an earlier call created the user.')
    .requiredOption('--email <email>', 'e-mail address, unique to the user', parseText)
    .option(...EXTERNAL_ID_OPTION)
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS).default('free'))
    .option('--year <year>', 'paid year; repeatable', collectYear)
    .addOption(new Option('--beta <beta>', 'beta feature to enable').choices(BETAS))
    .option(...PASSWORD_OPTION)
    .addHelpText(
      'after',
      `
The command can be repeated: it finds the user by the external id and the e-mail address, or without an external id by the e-mail
address, if plan and betas are the same. It then adds the years and changes nothing else.
${PASSWORD_HELP}
${examples(
  'user create --email an@example.org --plan pro --year 2024 --year 2025',
  'user create --email an@example.org --external-id crm-4711',
)}`,
    )
    .action((options: CreateOptions) =>
      runConnected(async (connection) => {
        const { userId, existed } = await provisionUser(connection, await withPassword(options));
        return existed === true ? { userId, existed } : { userId };
      }),
    );
}

function addSetCommand(user: Command): void {
  user
    .command('set')
    .alias('update')
    .description('Updates a user. Give at least one option. Prints the updated user.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option('--email <email>', 'new e-mail address', parseText)
    .option(...EXTERNAL_ID_OPTION)
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS))
    .option('--add-year <year>', 'add a paid year; repeatable', collectYear)
    .option('--remove-year <year>', 'remove a paid year; repeatable', collectYear)
    .addOption(
      new Option('--beta <beta>', 'beta feature to enable; "none" disables all').choices([...BETAS, NO_BETA]),
    )
    .option(...PASSWORD_OPTION)
    .addHelpText(
      'after',
      `\n${PASSWORD_HELP} Changing the password ends all sessions of the user. Connected apps stay connected; "connectedApps" is their
number. Another e-mail address ends all sessions too, and the link of "ctx user invite"; logins at the OpenID provider stay.
${examples(
  'user set --user 1 --plan pro --add-year 2025 --beta none',
  'user set --user 1 --email new@example.org',
  'user set --user 1 --password - < password.txt',
)}`,
    )
    .action((options: SetOptions, command: Command) => {
      const { addYear, removeYear } = options;
      if (Object.keys(options).length === 1) command.error('error: give at least one option to change');
      if (addYear?.some((year) => removeYear?.includes(year))) {
        command.error('error: the same year cannot be both added and removed');
      }
      return runConnected(async (connection) => changeUser(connection, await withPassword(options)));
    });
}

/** Returns the options with the password read from standard input if it was given as `-`. */
async function withPassword<Options extends { readonly password?: string }>(
  options: Options,
): Promise<Options> {
  const { password } = options;
  return password === undefined ? options : { ...options, password: await readPassword(password) };
}

async function changeUser(connection: Connection, options: SetOptions): Promise<object> {
  const { user: userId, plan, beta, password, email, externalId, addYear = [], removeYear = [] } = options;
  const betas = beta === undefined ? null : { names: beta === NO_BETA ? [] : [beta] };
  // The user comes first even if only years change, so that no years are set for an unknown user.
  const user = [plan, beta, password, email, externalId].every((change) => change === undefined)
    ? await getUser(connection, { user: userId })
    : await connection.call(
        connection.identity.updateUser.bind(connection.identity),
        { userId, plan, betas, password, email, externalId },
        userId,
      );
  const years =
    addYear.length + removeYear.length === 0
      ? await getPaidYears(connection, userId)
      : await setPaidYears(connection, userId, addYear, removeYear);
  return { ...userView(user, years), ...appsView(user) };
}

/** Reports connected apps after a password change: somebody who knew the old password may have connected one. */
function appsView({ userId, connectedApps }: User): object {
  if (typeof connectedApps !== 'number') return {};
  const toEndThem = `${CTX} app revoke --user ${userId} --all`;
  return { connectedApps, ...(connectedApps > 0 && { toEndThem }) };
}

async function showUser(connection: Connection, options: UserName): Promise<object> {
  const user = await getUser(connection, options);
  return userView(user, await getPaidYears(connection, user.userId));
}

/** Returns the user with an id, an e-mail address or an external id. */
export function getUser(
  connection: Connection,
  { user: userId = 0, email, externalId }: UserName,
): Promise<User> {
  const request = { userId, email, externalId };
  return connection.call(connection.identity.getUser.bind(connection.identity), request, userId);
}

async function listUsersWithYears(connection: Connection): Promise<object> {
  const users = await listUsers(connection);
  const views: ReturnType<typeof userView>[] = [];
  for (let index = 0; index < users.length; index += YEAR_CALLS_AT_A_TIME) {
    const slice = users.slice(index, index + YEAR_CALLS_AT_A_TIME);
    const withYears = slice.map(async (user) => userView(user, await getPaidYears(connection, user.userId)));
    views.push(...(await Promise.all(withYears)));
  }
  return { users: views };
}

async function setPaidYears(
  connection: Connection,
  userId: number,
  addYears: readonly number[],
  removeYears: readonly number[],
): Promise<readonly number[]> {
  const request = { addYears: [...addYears], removeYears: [...removeYears] };
  const { years } = await connection.call(
    connection.years.setPaidYears.bind(connection.years),
    request,
    userId,
  );
  return years;
}

async function getPaidYears(connection: Connection, userId: number): Promise<readonly number[]> {
  const { years } = await connection.call(connection.years.getPaidYears.bind(connection.years), {}, userId);
  return years;
}

function userView(user: User, years: readonly number[]) {
  return {
    userId: user.userId,
    email: user.email,
    ...(typeof user.externalId === 'string' && { externalId: user.externalId }),
    plan: user.plan,
    beta: user.betas,
    years: years.toSorted((left, right) => left - right),
    createdAt: user.createdAt,
  };
}
