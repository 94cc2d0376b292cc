/** `ctx operator log`: shows the calls of the operator's keys. */
import { type Command } from 'commander';
import type { OperatorCall } from '@ctx/proto/gen/ctx/v1/corrections';
import { parseDateTime, parserUpTo, parseText, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

interface LogOptions {
  readonly user?: number;
  readonly key?: string;
  readonly since?: string;
  readonly before?: number;
  readonly limit: number;
}

/** Adds the command `operator log`. */
export function registerOperatorCommands(program: Command): void {
  program
    .command('operator')
    .description("Shows what the operator's keys did.")
    .addHelpText('after', examples('operator log'))
    .command('log')
    .description('Shows the calls of the operator\'s keys, newest first. Prints {"calls":[…]}.')
    .option('--user <id>', 'only calls that concern this user, also one that was erased', parseUserId)
    .option(
      '--key <name>',
      'only calls of the keys with this name (the id of a key without a name)',
      parseText,
    )
    .option('--since <time>', 'only calls since this RFC 3339 date-time', parseDateTime)
    .option('--before <id>', 'only calls before the one with this id: the next page', parseUserId)
    .option(
      '--limit <n>',
      `number of calls, at most ${String(LIMIT_MAX)}`,
      parserUpTo(LIMIT_MAX),
      LIMIT_DEFAULT,
    )
    .addHelpText(
      'after',
      `
Each call has the name, the id and the role of its key, the rpc, the user, and the outcome: OK, or the status of a call that
failed or that the role does not allow. An outcome of null: the call is under way, or its service ended first. The key needs the role
support or all. Calls are kept for OPERATOR_LOG_DAYS.
${examples('operator log --user 7', 'operator log --key nightly --since 2026-12-01T00:00:00+01:00')}`,
    )
    .action((options: LogOptions) => runConnected((connection) => listCalls(connection, options)));
}

async function listCalls(
  connection: Connection,
  { user = 0, key = '', since, before = 0, limit }: LogOptions,
): Promise<object> {
  const method = connection.audit.listOperatorCalls.bind(connection.audit);
  const request = { limit, beforeId: before, userId: user, key, since };
  const { calls } = await connection.call(method, request, 0);
  return { calls: calls.map(callView) };
}

function callView({ userId, outcome, ...call }: OperatorCall): object {
  return { ...call, userId: userId ?? null, outcome: outcome ?? null };
}
