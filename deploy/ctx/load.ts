/** `ctx load`: users with transactions and tokens for a load test of an installation, and their removal. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { status } from '@grpc/grpc-js';
import { type Command, Option } from 'commander';
import { parserUpTo, parseText } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { eraseUser } from './erase.ts';
import { examples } from './examples.ts';
import { repeatPatiently, streamFacts } from './import-stream.ts';
import { CommandRejection, isGrpcError, PartialResult } from './output.ts';
import { PARALLEL_DEFAULT, parseParallel, withInterrupt, workOnAll } from './parallel.ts';
import { waitUntilIdle } from './recalc.ts';
import { createToken } from './token.ts';
import { createUser, listUsers } from './user.ts';
import { writeAtomically } from './write-file.ts';

const USERS_MAX = 10_000;
const EVENTS_MAX = 100_000;
const YEAR = 2025;
const ASSETS = ['BTC', 'ETH', 'SOL', 'ADA', 'DOT'];
/** By their address the users are known as those of a load test: nobody gets mail at this domain (RFC 2606). */
const EMAIL = /^load-[0-9a-f-]{36}@load\.example$/;

interface PrepareOptions {
  readonly users: number;
  readonly events: number;
  readonly scope: 'read' | 'write';
  readonly parallel: number;
  readonly out: string;
}

/** A user of a load test, as the file has it. */
interface LoadUser {
  readonly userId: number;
  readonly token: string;
}

/** Adds the commands `load prepare` and `load remove`. */
export function registerLoadCommands(program: Command): void {
  const load = program
    .command('load')
    .description('Creates users for a load test of an installation, and removes them.')
    .addHelpText('after', examples('load prepare --users 100 --out load.json'));
  load
    .command('prepare')
    .description(
      `Creates users with transactions of ${String(YEAR)}, computed figures and a token each, and writes their tokens to a file that only its owner can\n` +
        'read. Prints {"users","file"}. Ctrl+C lets the users under way finish; the file has those that were created.',
    )
    .requiredOption(
      '--users <number>',
      `users, up to ${USERS_MAX.toLocaleString('en')}`,
      parserUpTo(USERS_MAX),
    )
    .option('--events <number>', 'transactions of each user', parserUpTo(EVENTS_MAX), 1000)
    .addOption(
      new Option('--scope <scope>', 'what the tokens may do').choices(['read', 'write']).default('read'),
    )
    .option('--parallel <number>', 'users at a time', parseParallel, PARALLEL_DEFAULT)
    .requiredOption('--out <file>', 'file for the tokens', parseText)
    .addHelpText('after', examples('load prepare --users 100 --events 1000 --out load.json'))
    .action((options: PrepareOptions) =>
      runConnected((connection) => withInterrupt((signal) => prepare(connection, options, signal))),
    );
  load
    .command('remove')
    .description('Erases the users of a load test, with all of their data. Prints {"removed"}.')
    .option('--file <file>', 'those of this file of "ctx load prepare"', parseText)
    .option('--all', 'all users that "ctx load prepare" ever created (instead of --file)')
    .addHelpText('after', examples('load remove --file load.json', 'load remove --all'))
    .action(({ file, all }: { file?: string; all?: true }, command: Command) => {
      if ((file === undefined) !== (all === true)) command.error('error: give either --file or --all');
      return runConnected((connection) => remove(connection, file));
    });
}

async function prepare(
  connection: Connection,
  { users: count, events, scope, parallel, out }: PrepareOptions,
  signal: AbortSignal,
): Promise<object> {
  await connection.waitUntilReady();
  const users: LoadUser[] = [];
  const write = (): Promise<void> => writeAtomically(Readable.from([`${JSON.stringify({ users })}\n`]), out);
  // Fails before the first user is created if the file cannot be written.
  await write();
  try {
    const notStarted = await workOnAll({
      activity: 'creating',
      items: Array.from({ length: count }, (_, index) => index),
      parallel,
      keyOf: (index) => index,
      signal,
      work: async (index) => {
        const email = `load-${randomUUID()}@load.example`;
        const userId = await createUser(connection, { email, plan: 'pro', year: [YEAR] });
        // From here on the file knows the user, also if an import fails.
        const { token } = await createToken(connection, { user: userId, name: 'Load test', scope });
        users.push({ userId, token });
        await importHistory(connection, userId, index, events);
        await waitUntilIdle(connection, userId);
      },
    });
    const result = { users: users.length, file: out };
    if (notStarted > 0) throw new PartialResult(result);
    return result;
  } finally {
    await write();
  }
}

/** Imports transactions of one year: three purchases for every two sales, of five assets. */
async function importHistory(
  connection: Connection,
  userId: number,
  seed: number,
  events: number,
): Promise<void> {
  const header = { replaceAccountRef: null, sharedPrices: false, removalConfirmed: false };
  await repeatPatiently('', () =>
    streamFacts(
      connection,
      { userId, header, source: Readable.from([...linesOf(seed, events)].map((line) => Buffer.from(line))) },
      { sent: () => undefined, phase: () => undefined },
    ),
  );
}

function* linesOf(seed: number, events: number): Generator<string> {
  yield `${JSON.stringify({ kind: 'account', ref: 'load-1', accountKind: 'exchange', datasource: 'KRAKEN' })}\n`;
  const stepMs = (Date.UTC(YEAR + 1, 0, 1) - Date.UTC(YEAR, 0, 1)) / events;
  for (let index = 0; index < events; index += 1) {
    const key = ASSETS[(seed + index) % ASSETS.length] ?? 'BTC';
    const units = 1 + ((seed * 7 + index * 13) % 90) / 10;
    const line = {
      kind: 'event',
      account: 'load-1',
      referenceId: `L${String(index)}`,
      // Of each asset, three purchases come before two sales.
      type: Math.floor(index / ASSETS.length) % 5 < 3 ? 'ACQUISITION' : 'DISPOSITION',
      asset: { key, symbol: key },
      amount: units.toFixed(1),
      timestamp: new Date(Date.UTC(YEAR, 0, 1) + stepMs * index).toISOString(),
      euroValue: (units * (50 + (index % 50))).toFixed(2),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

async function remove(connection: Connection, file: string | undefined): Promise<object> {
  const ids = file === undefined ? await loadUsers(connection) : idsIn(file);
  let removed = 0;
  await workOnAll({
    activity: 'removing',
    items: ids,
    parallel: PARALLEL_DEFAULT,
    keyOf: (userId) => userId,
    work: async (userId) => {
      if (!(await isLoadUser(connection, userId))) return;
      await eraseUser(connection, userId);
      removed += 1;
    },
  });
  return { removed };
}

async function loadUsers(connection: Connection): Promise<number[]> {
  return (await listUsers(connection)).filter(({ email }) => EMAIL.test(email)).map(({ userId }) => userId);
}

/** Whether a user is one of a load test; false if the user is gone already. Throws for any other user. */
async function isLoadUser(connection: Connection, userId: number): Promise<boolean> {
  try {
    const { identity } = connection;
    const { email } = await connection.call(identity.getUser.bind(identity), { userId }, userId);
    if (EMAIL.test(email)) return true;
    throw new CommandRejection('INVALID_FILE', `user ${String(userId)} was not created for a load test`, []);
  } catch (error) {
    if (isGrpcError(error, status.NOT_FOUND)) return false;
    throw error;
  }
}

function idsIn(file: string): number[] {
  try {
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as { users: readonly LoadUser[] };
    const ids = users.map(({ userId }) => userId);
    if (ids.every((id) => Number.isSafeInteger(id) && id > 0)) return ids;
  } catch {
    // Reported below.
  }
  throw new CommandRejection('INVALID_FILE', `${file} was not written by "ctx load prepare"`, []);
}
