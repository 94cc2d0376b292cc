/** `ctx audit`: shows, follows and verifies the log of corrections. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AuditEntry, AuditFault } from '@ctx/proto/gen/ctx/v1/corrections';
import { parserUpTo, parseUserId } from './arguments.ts';
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
  readonly head?: string;
  readonly follow?: true;
}

const ABOUT_VERIFY = `
Each row of the log, and each cleanup of old rows, has a hash of itself and of the one before. --verify compares all of them
and prints what it compared: rows, corrections, first and last time, what cleanup deleted, and the "head", the last hash.
It names each row that was CHANGED, REMOVED or INSERTED and then exits with code 1.

No service can write the log past its chain. The owner of the database can, and can compute a new chain too. So note the
head in a place outside the database, and give the last one with --head: it must be in the chain, which shows that no row
up to it was changed, inserted or removed, except the oldest ones as cleanup does: compare "clearedUntil" with AUDIT_DAYS.
The check does not cover what the log does not hold: facts, the corrections in force, rows after the noted head.`;

/** Adds the command `audit`. */
export function registerAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('Shows the log of a user\'s corrections, newest first. Prints {"entries":[…]}.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option(
      '--limit <n>',
      `number of entries, at most ${String(LIMIT_MAX)}`,
      parserUpTo(LIMIT_MAX),
      LIMIT_DEFAULT,
    )
    .addOption(
      new Option('--verify', 'check the chain of hashes, and print what was compared').conflicts('follow'),
    )
    .option('--head <hash>', 'a head that was noted outside the database, for --verify', parseHead)
    .option('--follow', 'print new entries as JSON Lines, oldest first, until interrupted')
    .addHelpText(
      'after',
      `${ABOUT_VERIFY}\n${examples('audit --user 1 --limit 10', 'audit --user 1 --verify', 'audit --user 1 --follow')}`,
    )
    .action(async ({ user, limit, verify, head, follow }: AuditOptions, command: Command) => {
      if (head !== undefined && verify !== true) command.error('error: --head needs --verify');
      if (follow === true) return followUntilSignal(user);
      return runConnected((connection) =>
        verify === true ? verifyLog(connection, user, head) : listEntries(connection, user, limit),
      );
    });
}

async function listEntries(connection: Connection, user: number, limit: number): Promise<object> {
  const method = connection.audit.listAuditEntries.bind(connection.audit);
  const { entries } = await connection.call(method, { limit, beforeId: 0 }, user);
  const json = JSON.stringify({ entries: entries.map(entryView) });
  return new ShownResult(json, () => [{ rows: entries.map(entryRow) }]);
}

/** @throws CommandRejection AUDIT_LOG_CHANGED with the rows that are not as they were written, or AUDIT_HEAD_UNKNOWN */
async function verifyLog(connection: Connection, user: number, notedHead?: string): Promise<object> {
  const method = connection.audit.verifyAuditLog.bind(connection.audit);
  const verification = await connection.call(method, { notedHead }, user, VERIFY_TIMEOUT_MS);
  if (verification.faults.length > 0) throw logChanged(verification.faults);
  const rowsSince = verification.rowsSinceNotedHead ?? null;
  if (notedHead !== undefined && rowsSince === null)
    throw new CommandRejection(
      'AUDIT_HEAD_UNKNOWN',
      `the log agrees with its chain, but the chain does not contain the noted head: the log was written again, or is of an older backup, ${
        verification.cleared > 0
          ? `or cleanup, which deleted rows until ${String(verification.clearedUntil)}, deleted the row of that head`
          : 'or the head is of another user'
      }`,
    );
  const { chained, entries, from, to, cleared, clearedAt, clearedUntil, head } = verification;
  return {
    chained,
    entries,
    from: from ?? null,
    to: to ?? null,
    cleared,
    clearedAt: clearedAt ?? null,
    clearedUntil: clearedUntil ?? null,
    head,
    comparedWith: notedHead === undefined ? null : { head: notedHead, rowsSince },
  };
}

function logChanged(faults: readonly AuditFault[]): CommandRejection {
  const rows = faults.map(({ fault, place, auditId, entryId }) => ({
    fault,
    place: place ?? null,
    id: auditId ?? null,
    entryId: entryId ?? null,
  }));
  return new CommandRejection(
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

function parseHead(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError('It must have 64 hexadecimal digits.');
  return text;
}
