/** `ctx audit`: shows the log of corrections. */
import { type Command, InvalidArgumentError } from 'commander';
import type { AuditEntry } from '@ctx/proto/gen/ctx/v1/corrections';
import { parseUserId } from './arguments.ts';
import { runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { printTable } from './output.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

interface AuditOptions {
  readonly user: number;
  readonly limit: number;
}

/** Adds the command `audit`. */
export function registerAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('Shows the log of a user\'s corrections, newest first. Prints {"entries":[…]}.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option('--limit <n>', `number of entries, at most ${String(LIMIT_MAX)}`, parseLimit, LIMIT_DEFAULT)
    .addHelpText('after', examples('audit --user 1 --limit 10'))
    .action(({ user, limit }: AuditOptions) =>
      runConnected(async (connection) => {
        const method = connection.audit.listAuditEntries.bind(connection.audit);
        const { entries } = await connection.call(method, { limit, beforeId: 0 }, user);
        printTable(entries.map(({ id, at, action, target, via }) => ({ id, at, action, target, via })));
        return { entries: entries.map(entryView) };
      }),
    );
}

function entryView({ id, at, action, target, via, requestId, before, after }: AuditEntry): object {
  return { id, at, action, target, via, requestId, before: parsed(before), after: parsed(after) };
}

function parsed(json: string | null | undefined): unknown {
  return json === null || json === undefined ? null : JSON.parse(json);
}

function parseLimit(text: string): number {
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : NaN;
  if (!(limit <= LIMIT_MAX))
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${String(LIMIT_MAX)}.`);
  return limit;
}
