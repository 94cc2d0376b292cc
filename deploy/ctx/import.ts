/** `ctx import`: imports JSON Lines files for one user, or prices for all users (import-format.md, "The file: JSON Lines"). */
import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { RECALC_OUTCOMES, type RecalcOutcome } from '@ctx/domain/vocabulary';
import { cleanText } from '@ctx/domain/third-party-text';
import type { ImportCounts, ImportHeader, ImportResult } from '@ctx/proto/gen/ctx/v1/corrections';
import { parseText, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { CTX, examples } from './examples.ts';
import { CHUNK_BYTES, type ImportProgressListener, streamFacts } from './import-stream.ts';
import { CommandRejection, toRejection } from './output.ts';
import { runView, waitUntilIdle } from './recalc.ts';
import { type Row, sectionsOf, ShownResult } from './sections.ts';

const STANDARD_INPUT = '-';
const KINDS = ['account', 'event', 'price', 'position', 'note', 'attachment'];
const NOT_CONFIRMED = 'NOT_CONFIRMED';
/** What became of a recalculation that --wait waited for. */
const COMPLETED = 'COMPLETED';
const MEBIBYTE = 1024 * 1024;

interface ImportOptions {
  readonly user?: number;
  readonly sharedPrices?: true;
  readonly replace?: string;
  readonly yes?: true;
  readonly wait?: true;
}

/** Adds the command `import`. */
export function registerImportCommand(program: Command): void {
  program
    .command('import')
    .summary('Imports JSON Lines files for one user, or prices for all users.')
    .description(
      'Imports JSON Lines files. Prints {"added","changed","unchanged","removed"} for each kind of record, and "recalc".\n' +
        'Each file is stored completely or not at all. Importing it again is safe.',
    )
    .argument('<file...>', 'files to import; - reads standard input')
    .option('--user <id>', 'id of the user that the facts belong to', parseUserId)
    .option('--shared-prices', 'import prices for all users (instead of --user)')
    .option('--replace <account-ref>', 'replace all events of this account with those of the file', parseText)
    .option('--yes', 'with --replace: allow removing more than half of the events of the account')
    .option(
      '--wait',
      'wait for the recalculation to finish; prints "recalc":"COMPLETED" and its state, {"status","run"}',
    )
    .addHelpText(
      'after',
      `${examples('import --user 1 facts.jsonl --wait', 'import --user 1 kraken.jsonl --replace kraken-1')}
  zcat prices.jsonl.gz | ${CTX} import --shared-prices -`,
    )
    .action((files: string[], options: ImportOptions, command: Command) => {
      const fault = findUsageFault(files, options);
      if (fault !== null) command.error(`error: ${fault}`);
      return runConnected(async (connection) => shownImport(await importFiles(connection, files, options)));
    });
}

function findUsageFault(files: readonly string[], options: ImportOptions): string | null {
  const { user, sharedPrices = false, replace, yes, wait } = options;
  if ((user !== undefined) === sharedPrices) return 'give either --user or --shared-prices';
  if (sharedPrices && replace !== undefined) return '--replace needs --user';
  if (sharedPrices && wait) return '--wait needs --user';
  if (yes && replace === undefined) return '--yes needs --replace';
  // The second file would remove the events of the first.
  if (replace !== undefined && files.length > 1) return '--replace accepts only one file';
  if (new Set(files).size < files.length) return 'a file is given more than once';
  return null;
}

/** Returns an import as it is printed: on a terminal with a row for each kind of record. */
function shownImport(imported: object): ShownResult {
  const entries = Object.entries(imported) as [string, Row][];
  const rows = entries
    .filter(([name]) => KINDS.includes(name))
    .map(([kind, counts]) => ({ kind, ...counts }));
  const rest = Object.fromEntries(entries.filter(([name]) => !KINDS.includes(name)));
  return new ShownResult(JSON.stringify(imported), () => [{ rows }, ...sectionsOf(rest)]);
}

/** Imports files one after the other. Returns the total counts and the recalculation outcome. */
export async function importFiles(
  connection: Connection,
  files: readonly string[],
  options: ImportOptions,
): Promise<object> {
  const header = {
    replaceAccountRef: options.replace ?? null,
    sharedPrices: options.sharedPrices ?? false,
    removalConfirmed: options.yes ?? false,
  };
  // Checks that all files are readable before storing the first.
  const sizes = await Promise.all(files.map(sizeOf));
  const results: ImportResult[] = [];
  for (const [index, file] of files.entries()) {
    try {
      results.push(await importFile(connection, options.user ?? 0, header, file, sizes[index] ?? null));
    } catch (error) {
      const stored = files.slice(0, index);
      if (files.length === 1) throw error;
      throw toRejection(
        error,
        `file ${file}; stored before it: ${stored.length === 0 ? 'none' : stored.join(', ')}`,
      );
    }
  }
  const counts = sumCounts(results);
  const recalc = strongestOutcome(results);
  if (!options.wait || options.user === undefined) return { ...counts, recalc };
  const run = await waitAfterImport(connection, options.user);
  return { ...counts, recalc: recalc === 'NOT_NEEDED' ? recalc : COMPLETED, ...run };
}

async function waitAfterImport(connection: Connection, userId: number): Promise<object> {
  try {
    return runView(await waitUntilIdle(connection, userId));
  } catch (error) {
    throw toRejection(error, 'the import itself is stored');
  }
}

async function importFile(
  connection: Connection,
  userId: number,
  header: ImportHeader,
  file: string,
  bytes: number | null,
): Promise<ImportResult> {
  const source: Readable =
    file === STANDARD_INPUT ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const bar = startBar(file, bytes);
  try {
    return await streamFacts(connection, { userId, header, source }, bar);
  } catch (error) {
    const rejection = toRejection(error);
    throw rejection.code === NOT_CONFIRMED
      ? toRejection(error, 'add --yes if the file is complete')
      : rejection;
  } finally {
    bar.stop();
  }
}

/** Returns the size of a file in bytes, or null when it is not known. Throws INVALID_FILE when the file cannot be read. */
async function sizeOf(file: string): Promise<number | null> {
  if (file === STANDARD_INPUT) return null;
  try {
    await access(file, constants.R_OK);
    const stats = await stat(file);
    if (stats.isDirectory()) throw new Error('it is a directory');
    return stats.isFile() ? stats.size : null;
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new CommandRejection('INVALID_FILE', `${file} cannot be read: ${reason}`, []);
  }
}

/** Shows the progress on standard error, if that is a terminal. */
function startBar(file: string, bytes: number | null): ImportProgressListener & { stop(): void } {
  if (!process.stderr.isTTY) return { sent: () => undefined, phase: () => undefined, stop: () => undefined };
  const format =
    bytes === null
      ? '{phase} {file} {mebibytes} MiB'
      : '{phase} {file} {bar} {percentage}% {mebibytes} MiB, {eta_formatted}';
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  let sentBytes = 0;
  const payload = { phase: 'READING', file: cleanText(file), mebibytes: '0.0' };
  bar.start(bytes ?? 0, 0, payload);
  return {
    sent: (more) => {
      sentBytes += more;
      bar.update(sentBytes, { ...payload, mebibytes: (sentBytes / MEBIBYTE).toFixed(1) });
    },
    phase: (phase) => {
      payload.phase = phase;
      bar.update(sentBytes, { phase });
    },
    stop: () => {
      bar.stop();
    },
  };
}

function sumCounts(results: readonly ImportResult[]): Record<string, ImportCounts> {
  const kinds = new Set(results.flatMap((result) => Object.keys(result.counts)));
  const ordered = [
    ...KINDS.filter((kind) => kinds.has(kind)),
    ...[...kinds].filter((kind) => !KINDS.includes(kind)),
  ];
  const total = (kind: string, count: keyof ImportCounts): number =>
    results.reduce((sum, result) => sum + (result.counts[kind]?.[count] ?? 0), 0);
  return Object.fromEntries(
    ordered.map((kind) => [
      kind,
      {
        added: total(kind, 'added'),
        changed: total(kind, 'changed'),
        unchanged: total(kind, 'unchanged'),
        removed: total(kind, 'removed'),
      },
    ]),
  );
}

/** Returns the strongest outcome; RECALC_OUTCOMES is sorted by strength. One file that scheduled a run makes the import SCHEDULED. */
function strongestOutcome(results: readonly ImportResult[]): RecalcOutcome {
  return RECALC_OUTCOMES.find((outcome) => results.some(({ recalc }) => recalc === outcome)) ?? 'NOT_NEEDED';
}
