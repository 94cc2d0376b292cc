/** `ctx user`: the gateway keeps users, their plan and betas; corrections keeps their paid years. */
import { type Command, Option } from 'commander';
import { BETAS, type Beta, type Plan, PLANS } from '@ctx/common/domain/vocabulary';
import type { User } from '@ctx/proto/gen/ctx/v1/identity';
import { collectYear, parseText, parseUserId, readPassword } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { addErasureCommand } from './erase.ts';
import { CTX, examples } from './examples.ts';
import { addExportCommand } from './export.ts';
import { printTable, toRefusal } from './output.ts';

const NO_BETA = 'none';
const LIST_TIMEOUT_MS = 120_000;
// One connection carries them; more at a time only wait in the service's connection pool.
const YEAR_CALLS_AT_A_TIME = 8;

const PASSWORD_OPTION = [
  '--password <password>',
  'to sign in with, - to read it from standard input',
] as const;
const PASSWORD_HELP =
  'A password on the command line can be seen by others on this machine, and stays in the history of the shell: prefer -.';

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

/** Adds `user create`, `user set`, `user show`, `user list`, `user unlink`, `user remove-passkeys`,
 * `user export` and `user delete`. */
export function registerUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('Create, change, show, unlink, export and erase users.')
    .addHelpText('after', examples('user list'));
  addCreateCommand(user);
  addSetCommand(user);
  user
    .command('show')
    .description('Show one user.')
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .addHelpText('after', examples('user show --user 1'))
    .action((options: { user: number }) => runConnected((connection) => showUser(connection, options.user)));
  user
    .command('list')
    .description('List all users as {"users":[…]}.')
    .addHelpText('after', examples('user list'))
    .action(() => runConnected(listUsersWithYears));
  user
    .command('unlink')
    .description(
      'Undo the link to logins at the OpenID provider; prints {"unlinked":[…]}. Ends the sessions of the user.',
    )
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .option(
      '--subject <subject>',
      'subject of one login, as "ctx user export" prints it (default: all)',
      parseText,
    )
    .addHelpText(
      'after',
      `\nThe next sign-in at the provider with the user's verified e-mail address links again. Tokens and connected
apps keep their access.
${examples('user unlink --user 1')}`,
    )
    .action((options: UnlinkOptions) => runConnected((connection) => unlinkLogins(connection, options)));
  user
    .command('remove-passkeys')
    .description('Remove all passkeys and recovery codes of a user who has lost them.')
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .addHelpText(
      'after',
      `
The user then signs in with the password alone. Make sure that it is the user who asks, and set another
password where the old one may be known.
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
  addExportCommand(user);
  addErasureCommand(user);
}

/**
 * Creates a user with paid years and returns the id.
 * @throws ServiceError ALREADY_EXISTS when the e-mail is taken; CommandRefusal when only the years failed
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
    throw toRefusal(error, `user ${userId} was created without its paid years; repeat with: ${remedy}`);
  }
  return userId;
}

/** All users, in the order of the service. */
export async function listUsers(connection: Connection): Promise<readonly User[]> {
  const call = connection.identity.listUsers({}, connection.callerMetadata(0), {
    deadline: Date.now() + LIST_TIMEOUT_MS,
  });
  return Array.fromAsync(call as AsyncIterable<User>);
}

function addCreateCommand(user: Command): void {
  user
    .command('create')
    .description('Create a user; prints {"userId"}.')
    .requiredOption('--email <email>', 'e-mail address, one user each', parseText)
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS).default('free'))
    .option('--year <year>', 'a paid year, repeatable', collectYear)
    .addOption(new Option('--beta <beta>', 'beta to take part in').choices(BETAS))
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
    .description('Change a user, at least one thing of it; prints the user.')
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .addOption(new Option('--plan <plan>', 'plan').choices(PLANS))
    .option('--add-year <year>', 'a year that is paid from now on, repeatable', collectYear)
    .option('--remove-year <year>', 'a year that is paid no longer, repeatable', collectYear)
    .addOption(
      new Option('--beta <beta>', 'beta to take part in; none leaves all').choices([...BETAS, NO_BETA]),
    )
    .option(...PASSWORD_OPTION)
    .addHelpText(
      'after',
      `\n${PASSWORD_HELP} Another password ends the user's sessions; connected apps
go on, their number is printed.
${examples('user set --user 1 --plan pro --add-year 2025 --beta none', 'user set --user 1 --password - < password.txt')}`,
    )
    .action((options: SetOptions, command: Command) => {
      const { plan, addYear, removeYear, beta, password } = options;
      if (!plan && !addYear && !removeYear && !beta && password === undefined)
        command.error('error: name at least one thing to change');
      if (addYear?.some((year) => removeYear?.includes(year))) {
        command.error('error: a year is either added or removed');
      }
      return runConnected(async (connection) => changeUser(connection, await withPassword(options)));
    });
}

/** Options with the password itself in place of where to read it. */
async function withPassword<Options extends { readonly password?: string }>(
  options: Options,
): Promise<Options> {
  const { password } = options;
  return password === undefined ? options : { ...options, password: await readPassword(password) };
}

async function changeUser(connection: Connection, options: SetOptions): Promise<object> {
  const { user: userId, plan, beta, password, addYear = [], removeYear = [] } = options;
  const betas = beta === undefined ? null : { names: beta === NO_BETA ? [] : [beta] };
  // The user first, though only years may change: one that does not exist gets no years.
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

/** After another password: who knew the old one may have connected an app. */
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
  printTable(views);
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
