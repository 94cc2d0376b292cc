/** `ctx user export`: writes all data of a user as JSON Lines. */
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { ExportedKind } from '@ctx/domain/exported-kinds';
import type { ExportPart } from '@ctx/proto/gen/ctx/v1/person';
import { parseText, parseUserId } from './arguments.ts';
import { Connection, findSystem, LONG_CALL_MS_MAX } from './connect.ts';
import { examples } from './examples.ts';
import { printResult, printStream, startProgressBar } from './output.ts';
import { writeAtomically } from './write-file.ts';

const MEBIBYTE = 1024 * 1024;
/** Services in the order of the file: corrections first, because it holds the facts. */
const SOURCES = ['corrections', 'gateway', 'recalc'] as const;

interface ExportOptions {
  readonly user: number;
  readonly out?: string;
}

interface ExportProgress {
  lines: number;
  bytes: number;
}

/** Adds the command `user export`. */
export function addExportCommand(user: Command): void {
  user
    .command('export')
    .description('Writes the data of a user as JSON Lines, facts first.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .option(
      '--out <file>',
      'write to this file instead of standard output; prints {"userId","file","lines","bytes"}',
      parseText,
    )
    .addHelpText(
      'after',
      `
Facts are written in the import format, so that "ctx import" can load them for another user. It skips the other kinds of
line: year, override, rule, transferMatch, correction (the log), user, token, connection, session, access and more, and the
figures of submitted years. Secrets are never exported, nor figures of open years, which follow from the rest. The last line
is {"kind":"end","lines"}: a file without it is incomplete.
${examples('user export --user 1 --out person.jsonl')}`,
    )
    .action((options: ExportOptions) => exportUser(options));
}

async function exportUser({ user: userId, out }: ExportOptions): Promise<void> {
  const connection = new Connection(findSystem(process.env));
  const written: ExportProgress = { lines: 0, bytes: 0 };
  const progress = startProgress();
  try {
    // Fails for an unknown user before a file is created.
    await connection.call(connection.identity.getUser.bind(connection.identity), { userId }, userId);
    const source = Readable.from(partsOf(connection, userId, written, progress.show), { objectMode: false });
    if (out === undefined) await printStream(source);
    else await writeAtomically(source, out);
  } finally {
    progress.stop();
    connection.close();
  }
  if (out !== undefined) printResult({ userId, file: out, ...written });
}

/** Yields the parts of all services in order, then the last line. Updates `written` as it goes. */
async function* partsOf(
  connection: Connection,
  userId: number,
  written: ExportProgress,
  onProgress: (source: string, written: ExportProgress) => void,
): AsyncGenerator<Buffer> {
  for (const source of SOURCES) {
    const call = connection.exports[source].exportUser({}, connection.callerMetadata(userId), {
      deadline: Date.now() + LONG_CALL_MS_MAX,
    });
    for await (const { data, lines } of call as AsyncIterable<ExportPart>) {
      written.lines += lines;
      written.bytes += data.length;
      onProgress(source, written);
      yield Buffer.from(data);
    }
  }
  const end: { kind: ExportedKind; lines: number } = { kind: 'end', lines: written.lines };
  const last = Buffer.from(`${JSON.stringify(end)}\n`);
  written.lines += 1;
  written.bytes += last.length;
  yield last;
}

/** Shows the progress on standard error, if that is a terminal. */
function startProgress(): { show: (source: string, written: ExportProgress) => void; stop: () => void } {
  const format = 'exporting from {source}: {lines} lines, {mebibytes} MiB';
  const bar = startProgressBar(format, 0, { source: SOURCES[0], lines: 0, mebibytes: '0.0' });
  return {
    show: (source, { lines, bytes }) => {
      bar?.update(lines, { source, lines, mebibytes: (bytes / MEBIBYTE).toFixed(1) });
    },
    stop: () => {
      bar?.stop();
    },
  };
}
