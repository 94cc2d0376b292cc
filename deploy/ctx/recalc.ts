/** `ctx recalc`: shows a user's last run, rebuilds figures from facts and corrections, waits for the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { Command } from 'commander';
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import type { RunState } from '@ctx/proto/gen/ctx/v1/recalc';
import { parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { CommandRefusal, isGrpcError, printProgress, startBar } from './output.ts';
import { checkFigures } from './recalc-check.ts';
import { listUsers } from './user.ts';

const POLL_INTERVAL_MS = 250;
const WAIT_MS_MAX = 3_600_000;
// A worker that is replaced while we wait is away for seconds; its service is asked again that long.
const UNAVAILABLE_MS_MAX = 30_000;
const IDLE: RecalcStatus = 'IDLE';

interface RecalcOptions {
  readonly user?: number;
  readonly all?: true;
  readonly full?: true;
  readonly check?: true;
  readonly wait?: true;
}

/** Adds `recalc`. */
export function registerRecalcCommand(program: Command): void {
  program
    .command('recalc')
    .description('Show the last run of a user as {"status","run"}; the run is null before the first.')
    .option('--user <id>', 'id of the user', parseUserId)
    .option('--full', 'rebuild the figures from facts and corrections; retries a parked run')
    .option(
      '--check',
      'compare the stored figures with facts and corrections; changes none; prints {"users","equal"}',
    )
    .option(
      '--all',
      'with --full or --check and instead of --user: every user, one after the other; prints {"users"}',
    )
    .option('--wait', 'until the status is IDLE; a parked run ends it with RUN_PARKED')
    .addHelpText(
      'after',
      `
--full computes everything anew and writes every figure again, whatever is stored; the figures of submitted years stay.
Figures can be read meanwhile, as they were.

--check refuses with FIGURES_DIFFER, naming users, tables, columns and the keys of the first rows; with NOT_CHECKED where some
could not be compared: a run was under way or to come, or needed the room. Figures of submitted years are not compared.
${examples('recalc --user 1 --full --wait', 'recalc --all --full --wait', 'recalc --user 1 --check')}`,
    )
    .action((options: RecalcOptions, command: Command) => {
      const { user: userId, all, full, check, wait } = options;
      if ((userId === undefined) !== (all === true)) command.error('error: name either --user or --all');
      if (all && !full && !check) command.error('error: --all needs --full or --check');
      if (check && (full || wait)) command.error('error: --check stands alone: it changes no figures');
      return runConnected((connection) => {
        if (check) return checkFigures(connection, userId);
        return userId === undefined ? rebuildAll(connection, wait) : recalc(connection, userId, options);
      });
    });
}

/**
 * Waits until all that was asked for a user is computed, at most an hour.
 * @throws CommandRefusal RUN_PARKED when the run failed for good
 */
export async function waitUntilIdle(connection: Connection, userId: number): Promise<RunState> {
  return pollUntilIdle(connection, userId, await getRun(connection, userId));
}

async function recalc(
  connection: Connection,
  userId: number,
  { full, wait }: Pick<RecalcOptions, 'full' | 'wait'>,
): Promise<object> {
  const state = full ? await requestRebuild(connection, userId) : await getRun(connection, userId);
  return runView(wait ? await pollUntilIdle(connection, userId, state) : state);
}

/** Every user's figures; a run that is parked does not keep the others from theirs. */
async function rebuildAll(connection: Connection, wait: true | undefined): Promise<object> {
  const users = await listUsers(connection);
  const parked: number[] = [];
  const bar = startBar('rebuilding', users.length);
  for (const { userId } of users) {
    const state = await requestRebuild(connection, userId);
    if (wait)
      await pollUntilIdle(connection, userId, state).catch((error: unknown) => {
        if (!(error instanceof CommandRefusal) || error.code !== 'RUN_PARKED') throw error;
        parked.push(userId);
      });
    bar?.increment();
  }
  bar?.stop();
  if (parked.length > 0)
    throw new CommandRefusal('RUN_PARKED', `of ${users.length} users these are parked: ${parked.join(', ')}`);
  return { users: users.length };
}

// It marks every row before it answers.
const REBUILD_TIMEOUT_MS = 600_000;

function requestRebuild(connection: Connection, userId: number): Promise<RunState> {
  const method = connection.recalc.requestFullRun.bind(connection.recalc);
  return connection.call(method, { rewrite: true }, userId, REBUILD_TIMEOUT_MS);
}

async function pollUntilIdle(connection: Connection, userId: number, first: RunState): Promise<RunState> {
  const giveUpAtMs = Date.now() + WAIT_MS_MAX;
  let answeredAtMs = Date.now();
  let state = first;
  if (state.status !== IDLE) printProgress(`waiting for the run of user ${userId} to end…`);
  for (;;) {
    const parked = state.run?.parked;
    if (parked) throw new CommandRefusal('RUN_PARKED', `the run failed and is parked: ${parked}`);
    if (state.status === IDLE) return state;
    if (Date.now() > giveUpAtMs)
      throw new CommandRefusal('UNAVAILABLE', 'the run did not end within an hour');
    await sleep(POLL_INTERVAL_MS);
    try {
      state = await getRun(connection, userId);
      answeredAtMs = Date.now();
    } catch (error) {
      if (!isGrpcError(error, status.UNAVAILABLE) || Date.now() - answeredAtMs > UNAVAILABLE_MS_MAX)
        throw error;
    }
  }
}

function getRun(connection: Connection, userId: number): Promise<RunState> {
  return connection.call(connection.recalc.getRun.bind(connection.recalc), {}, userId);
}

/** The state of a user's runs as it is printed. */
export function runView({ status: state, run }: RunState): object {
  if (!run) return { status: state, run: null };
  const { events, ms, inputFingerprint, outputFingerprint, parked = null } = run;
  return { status: state, run: { events, ms, inputFingerprint, outputFingerprint, parked } };
}
