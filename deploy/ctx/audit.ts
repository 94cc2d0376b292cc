/** `ctx audit`: shows, follows and verifies the log of corrections. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AuditEntry } from '@ctx/proto/gen/ctx/v1/corrections';
import { parseUserId } from './arguments.ts';
import { followAudit } from './audit-follow.ts';
import { Connection, findSystem, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { CommandRejection, printLine } from './output.ts';
import { type Row, ShownResult } from './sections.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
const VERIFY_TIMEOUT_MS = 600_000;

interface AuditOptions {
  readonly user: number;
  readonly limit: number;
  readonly verify?: true;
  readonly follow?: true;
}

const ABOUT_VERIFY = `
Each row of the log has a hash of itself and of the row before. --verify names each row that was CHANGED, REMOVED or
INSERTED in the database and then exits with code 1. Note the "head" that it prints in a place outside the database:
an attacker who can write to the database can compute a new chain, but not one with the same head.`;

/** Adds the command `audit`. */
export function registerAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('Shows the log of a user\'s corrections, newest first. Prints {"entries":[…]}.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option('--limit <n>', `number of entries, at most ${String(LIMIT_MAX)}`, parseLimit, LIMIT_DEFAULT)
    .addOption(
      new Option('--verify', 'check the chain of hashes; prints {"chained","unchained","head"}').conflicts(
        'follow',
      ),
    )
    .option('--follow', 'print new entries as JSON Lines, oldest first, until interrupted')
    .addHelpText(
      'after',
      `${ABOUT_VERIFY}\n${examples('audit --user 1 --limit 10', 'audit --user 1 --verify', 'audit --user 1 --follow')}`,
    )
    .action(async ({ user, limit, verify, follow }: AuditOptions) => {
      if (follow === true) return followUntilSignal(user);
      return runConnected((connection) =>
        verify === true ? verifyLog(connection, user) : listEntries(connection, user, limit),
      );
    });
}

async function listEntries(connection: Connection, user: number, limit: number): Promise<object> {
  const method = connection.audit.listAuditEntries.bind(connection.audit);
  const { entries } = await connection.call(method, { limit, beforeId: 0 }, user);
  const json = JSON.stringify({ entries: entries.map(entryView) });
  return new ShownResult(json, () => [{ rows: entries.map(entryRow) }]);
}

/** @throws CommandRejection AUDIT_LOG_CHANGED with the rows that are not as they were written */
async function verifyLog(connection: Connection, user: number): Promise<object> {
  const method = connection.audit.verifyAuditLog.bind(connection.audit);
  const { faults, ...verified } = await connection.call(method, {}, user, VERIFY_TIMEOUT_MS);
  if (faults.length === 0) return verified;
  const rows = faults.map(({ fault, place, auditId, entryId }) => ({
    fault,
    place: place ?? null,
    id: auditId ?? null,
    entryId: entryId ?? null,
  }));
  throw new CommandRejection(
    'AUDIT_LOG_CHANGED',
    `${String(faults.length)} rows of the log are not as they were written; restore them from a backup`,
    undefined,
    rows,
  );
}

async function followUntilSignal(user: number): Promise<void> {
  const stop = new AbortController();
  const abort = (): void => {
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, abort);
  const connection = new Connection(findSystem(process.env));
  try {
    await followAudit(connection, user, stop.signal, (entry) => {
      printLine(entryView(entry), entryRow(entry));
    });
  } finally {
    connection.close();
    for (const signal of signals) process.off(signal, abort);
  }
}

function entryView(entry: AuditEntry): object {
  const { id, at, action, target, via, requestId, entryId, undoOf } = entry;
  const [before, after] = [parsed(entry.before), parsed(entry.after)];
  return { id, at, action, target, via, requestId, before, after, entryId, undoOf: undoOf ?? null };
}

/** Returns the cells of an entry on a terminal: `--json` has its fields before and after. */
function entryRow({ id, at, action, target, via }: AuditEntry): Row {
  return { id, at, action, target, via };
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
