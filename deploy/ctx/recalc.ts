/** `ctx recalc`: shows a user's last recalculation, rebuilds figures from facts and corrections, or checks them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { Command } from 'commander';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import type { RunState } from '@ctx/proto/gen/ctx/v1/recalc';
import { parseText, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { CommandRejection, isGrpcError, printProgress } from './output.ts';
import { PARALLEL_OF_RUNS, parseParallel } from './parallel.ts';
import { outcomesOfAll } from './recalc-all.ts';
import { checkFigures } from './recalc-check.ts';

const POLL_INTERVAL_MS = 250;
const WAIT_MS_MAX = 3_600_000;
// A service that restarts while we wait is unavailable for some seconds; keep polling that long.
const UNAVAILABLE_MS_MAX = 30_000;
const IDLE: RecalcStatus = 'IDLE';

interface RecalcOptions {
  readonly user?: number;
  readonly all?: true;
  readonly full?: true;
  readonly check?: true;
  readonly wait?: true;
  readonly parallel?: number;
  readonly resume?: string;
}

/** Adds the command `recalc`. */
export function registerRecalcCommand(program: Command): void {
  program
    .command('recalc')
    .description(
      'Shows, rebuilds or checks the figures of a user. Prints the last run as {"status","run"}; run is null before the first.',
    )
    .option('--user <id>', 'user id', parseUserId)
    .option('--full', 'rebuild all figures from facts and corrections; also retries a parked run')
    .option(
      '--check',
      'compare the stored figures with recomputed ones, without changing them; prints {"users","equal"}',
    )
    .option('--all', 'all users (instead of --user; with --full or --check); prints {"users"}')
    .option(
      '--parallel <number>',
      `with --all: users at a time (default: ${String(PARALLEL_OF_RUNS)})`,
      parseParallel,
    )
    .option(
      '--resume <file>',
      'with --all: record in this file which users are done, and leave out those that it has',
      parseText,
    )
    .option('--wait', 'wait until the status is IDLE; fails with RUN_PARKED when the run is parked')
    .addHelpText(
      'after',
      `
--full recomputes and rewrites every figure. Figures of submitted years are kept. Until the run completes, readers get the
old figures.

--check fails with FIGURES_DIFFER and lists users, tables, columns and the keys of the first rows. It fails with NOT_CHECKED
when some users could not be compared, for example because a run was in progress. Figures of submitted years are not compared.

With --resume, a command that was ended continues when it is given again. The file is removed when all users are done. A pod of
recalc checks one user at a time: more than its pods need not be checked in parallel.
${examples('recalc --user 1 --full --wait', 'recalc --all --full --wait', 'recalc --user 1 --check', 'recalc --all --check --parallel 3 --resume check.jsonl')}`,
    )
    .action((options: RecalcOptions, command: Command) => {
      const { user: userId, all, full, check, wait } = options;
      if ((userId === undefined) !== (all === true)) command.error('error: give either --user or --all');
      if (all && !full && !check) command.error('error: --all needs --full or --check');
      if (check && (full || wait)) command.error('error: --check cannot be combined with --full or --wait');
      if (!all && (options.parallel ?? options.resume) !== undefined)
        command.error('error: --parallel and --resume need --all');
      return runConnected((connection) => {
        if (check) return checkFigures(connection, userId, options);
        return userId === undefined ? rebuildAll(connection, options) : recalc(connection, userId, options);
      });
    });
}

/**
 * Waits until all figures of a user are up to date, at most an hour.
 * @throws CommandRejection RUN_PARKED when the run failed for good
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
  if (wait && state.status !== IDLE) printProgress(`waiting for the run of user ${userId} to finish…`);
  return runView(wait ? await pollUntilIdle(connection, userId, state) : state);
}

/** Rebuilds the figures of all users. Continues with the other users when a run is parked. */
async function rebuildAll(connection: Connection, options: RecalcOptions): Promise<object> {
  const outcomes = await outcomesOfAll(connection, options, {
    activity: 'rebuilding',
    work: async (userId) => ({ userId, outcome: await rebuild(connection, userId, options.wait) }),
    done: ['REBUILT'],
  });
  const parked = outcomes.filter(({ outcome }) => outcome !== 'REBUILT').map(({ userId }) => userId);
  if (parked.length > 0)
    throw new CommandRejection(
      'RUN_PARKED',
      `the runs of ${parked.length} of ${outcomes.length} users are parked, user ids: ${parked.join(', ')}`,
    );
  return { users: outcomes.length };
}

async function rebuild(
  connection: Connection,
  userId: number,
  wait: true | undefined,
): Promise<'REBUILT' | 'PARKED'> {
  const state = await requestRebuild(connection, userId);
  if (!wait) return 'REBUILT';
  try {
    await pollUntilIdle(connection, userId, state);
    return 'REBUILT';
  } catch (error) {
    if (error instanceof CommandRejection && error.code === 'RUN_PARKED') return 'PARKED';
    throw error;
  }
}

// The service marks every row before it responds.
const REBUILD_TIMEOUT_MS = 600_000;

function requestRebuild(connection: Connection, userId: number): Promise<RunState> {
  const method = connection.recalc.requestFullRun.bind(connection.recalc);
  return connection.call(method, { rewrite: true }, userId, REBUILD_TIMEOUT_MS);
}

async function pollUntilIdle(connection: Connection, userId: number, first: RunState): Promise<RunState> {
  const giveUpAtMs = Date.now() + WAIT_MS_MAX;
  let respondedAtMs = Date.now();
  let state = first;
  for (;;) {
    const parked = state.run?.parked;
    if (parked) throw new CommandRejection('RUN_PARKED', `the run failed and is parked: ${parked}`);
    if (state.status === IDLE) return state;
    if (Date.now() > giveUpAtMs)
      throw new CommandRejection('UNAVAILABLE', 'the run did not finish within an hour');
    await sleep(POLL_INTERVAL_MS);
    try {
      state = await getRun(connection, userId);
      respondedAtMs = Date.now();
    } catch (error) {
      if (!isGrpcError(error, status.UNAVAILABLE) || Date.now() - respondedAtMs > UNAVAILABLE_MS_MAX)
        throw error;
    }
  }
}

function getRun(connection: Connection, userId: number): Promise<RunState> {
  return connection.call(connection.recalc.getRun.bind(connection.recalc), {}, userId);
}

/** Returns the printed form of a user's last run. */
export function runView({ status: state, run }: RunState): object {
  if (!run) return { status: state, run: null };
  const { events, ms, inputFingerprint, outputFingerprint, parked = null } = run;
  return { status: state, run: { events, ms, inputFingerprint, outputFingerprint, parked } };
}
