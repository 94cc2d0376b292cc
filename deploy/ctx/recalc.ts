/** `ctx recalc`: shows a user's last run, asks for one from nothing, waits for the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { Command } from 'commander';
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import type { RunState } from '@ctx/proto/gen/ctx/v1/recalc';
import { parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { CommandRefusal, isGrpcError, printProgress } from './output.ts';

const POLL_INTERVAL_MS = 250;
const WAIT_MS_MAX = 3_600_000;
// A worker that is replaced while we wait is away for seconds; its service is asked again that long.
const UNAVAILABLE_MS_MAX = 30_000;
const IDLE: RecalcStatus = 'IDLE';

interface RecalcOptions {
  readonly user: number;
  readonly full?: true;
  readonly wait?: true;
}

/** Adds `recalc`. */
export function registerRecalcCommand(program: Command): void {
  program
    .command('recalc')
    .description('Show the last run of a user as {"status","run"}; the run is null before the first.')
    .requiredOption('--user <id>', 'id of the user', parseUserId)
    .option('--full', 'ask for a run from nothing; retries a parked one')
    .option('--wait', 'until the status is IDLE; a parked run ends it with RUN_PARKED')
    .addHelpText('after', '\nExample:\n  npx --no ctx recalc --user 1 --full --wait')
    .action((options: RecalcOptions) => runConnected((connection) => recalc(connection, options)));
}

/**
 * Waits until all that was asked for a user is computed, at most an hour.
 * @throws CommandRefusal RUN_PARKED when the run failed for good
 */
export async function waitUntilIdle(connection: Connection, userId: number): Promise<RunState> {
  return pollUntilIdle(connection, userId, await getRun(connection, userId));
}

async function recalc(connection: Connection, { user: userId, full, wait }: RecalcOptions): Promise<object> {
  const method = connection.recalc.requestFullRun.bind(connection.recalc);
  const state = full ? await connection.call(method, {}, userId) : await getRun(connection, userId);
  return runView(wait ? await pollUntilIdle(connection, userId, state) : state);
}

async function pollUntilIdle(connection: Connection, userId: number, first: RunState): Promise<RunState> {
  const giveUpAtMs = Date.now() + WAIT_MS_MAX;
  let answeredAtMs = Date.now();
  let state = first;
  if (state.status !== IDLE) printProgress('waiting for the run to end…');
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

function runView({ status: state, run }: RunState): object {
  if (!run) return { status: state, run: null };
  const { events, ms, inputFingerprint, outputFingerprint, parked = null } = run;
  return { status: state, run: { events, ms, inputFingerprint, outputFingerprint, parked } };
}
