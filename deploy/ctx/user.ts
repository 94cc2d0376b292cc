/** `ctx user`: manages users. The gateway stores users, plans and betas; the corrections service stores paid years. */
import { type Command, Option } from 'commander';
import { BETAS, type Beta, type Plan, PLANS } from '@ctx/domain/vocabulary';
import type { User } from '@ctx/proto/gen/ctx/v1/identity';
import {
  collectYear,
  LIMIT_MAX,
  parseDuration,
  parseLimit,
  parseText,
  parseUserId,
  readPassword,
} from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { addErasureCommand } from './erase.ts';
import { CTX, examples } from './examples.ts';
import { addExportCommand } from './export.ts';
import { addInviteCommand } from './invite.ts';
import {
  FOUND_HELP,
  type FoundUsersOptions,
  LIMIT_DEFAULT,
  usersToLookAfter,
} from './users-to-look-after.ts';
import { toRejection } from './output.ts';

const NO_BETA = 'none';
const LIST_TIMEOUT_MS = 120_000;
// More calls at a time would only wait in the service's connection pool.
const YEAR_CALLS_AT_A_TIME = 8;

const PASSWORD_OPTION = [
  '--password <password>',
  'sign-in password; - reads it from standard input',
] as const;
const PASSWORD_HELP =
  'A password on the command line can be seen by other users of this machine and stays in the shell history.\nPrefer -.';

interface CreateOptions {
  readonly email: string;
  readonly plan: Plan;
  readonly year?: readonly number[];
  readonly beta?: Beta;
  readonly password?: string;
}

interface SetOptions {
  readonly user: number;
  readonly plan?: Plan;
  readonly addYear?: readonly number[];
  readonly removeYear?: readonly number[];
  readonly beta?: Beta | typeof NO_BETA;
  readonly password?: string;
}

interface UnlinkOptions {
  readonly user: number;
  readonly subject?: string;
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
    .description('Shows one user.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .addHelpText('after', examples('user show --user 1'))
    .action((options: { user: number }) => runConnected((connection) => showUser(connection, options.user)));
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
      parseLimit,
    )
    .addHelpText('after', `${FOUND_HELP}${examples('user list', 'user list --parked --differs --stale 36h')}`)
    .action((options: FoundUsersOptions, command: Command) => {
      const { parked, differs, stale, limit } = options;
      if (parked || differs || stale !== undefined)
        return runConnected((connection) => usersToLookAfter(connection, options));
      if (limit !== undefined) command.error('error: --limit needs --parked, --differs or --stale');
      return runConnected(listUsersWithYears);
    });
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
  addInviteCommand(user);
  addExportCommand(user);
  addErasureCommand(user);
}

/**
 * Creates a user with paid years and returns the user id.
 * @throws ServiceError ALREADY_EXISTS when the e-mail address is in use; CommandRejection when the user was created without the years
 */
export async function createUser(connection: Connection, options: CreateOptions): Promise<number> {
  const { userId } = await connection.call(
    connection.identity.createUser.bind(connection.identity),
    {
      email: options.email,
      plan: options.plan,
      betas: options.beta === undefined ? [] : [options.beta],
      password: options.password ?? null,
    },
    0,
  );
  const years = options.year ?? [];
  if (years.length === 0) return userId;
  try {
    await setPaidYears(connection, userId, years, []);
  } catch (error) {
    const remedy = `${CTX} user set --user ${userId} ${years.map((year) => `--add-year ${year}`).join(' ')}`;
    throw toRejection(error, `user ${userId} was created without paid years; add them with: ${remedy}`);
  }
  return userId;
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
    .description('Creates a user. Prints {"userId"}.')
    .requiredOption('--email <email>', 'e-mail address, unique to the user', parseText)
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS).default('free'))
    .option('--year <year>', 'paid year; repeatable', collectYear)
    .addOption(new Option('--beta <beta>', 'beta feature to enable').choices(BETAS))
    .option(...PASSWORD_OPTION)
    .addHelpText(
      'after',
      `\n${PASSWORD_HELP}\n${examples('user create --email an@example.org --plan pro --year 2024 --year 2025')}`,
    )
    .action((options: CreateOptions) =>
      runConnected(async (connection) => ({
        userId: await createUser(connection, await withPassword(options)),
      })),
    );
}

function addSetCommand(user: Command): void {
  user
    .command('set')
    .description('Updates a user. Give at least one option. Prints the updated user.')
    .requiredOption('--user <id>', 'user id', parseUserId)
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
number.
${examples('user set --user 1 --plan pro --add-year 2025 --beta none', 'user set --user 1 --password - < password.txt')}`,
    )
    .action((options: SetOptions, command: Command) => {
      const { plan, addYear, removeYear, beta, password } = options;
      if (!plan && !addYear && !removeYear && !beta && password === undefined)
        command.error('error: give at least one option to change');
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
  const { user: userId, plan, beta, password, addYear = [], removeYear = [] } = options;
  const betas = beta === undefined ? null : { names: beta === NO_BETA ? [] : [beta] };
  // The user comes first even if only years change, so that no years are set for an unknown user.
  const user =
    plan === undefined && betas === null && password === undefined
      ? await getUser(connection, userId)
      : await connection.call(
          connection.identity.updateUser.bind(connection.identity),
          { userId, plan: plan ?? null, betas, password: password ?? null },
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

async function showUser(connection: Connection, userId: number): Promise<object> {
  return userView(await getUser(connection, userId), await getPaidYears(connection, userId));
}

function getUser(connection: Connection, userId: number): Promise<User> {
  return connection.call(connection.identity.getUser.bind(connection.identity), { userId }, userId);
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
    plan: user.plan,
    beta: user.betas,
    years: years.toSorted((left, right) => left - right),
    createdAt: user.createdAt,
  };
}
