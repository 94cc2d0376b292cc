/**
 * `ctx import`: imports files for one user, or prices for all users: JSON Lines (import-format.md, "The file: JSON Lines") and exports of
 * exchanges and wallets.
 */
import { type Command, Option } from 'commander';
import { RECALC_OUTCOMES, type RecalcOutcome } from '@ctx/domain/vocabulary';
import { cleanText } from '@ctx/domain/third-party-text';
import type {
  ImportCounts,
  ImportHeader,
  ImportResult,
  TransactionCounts,
  UndoneTransactions,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { FORMATS } from '@ctx/converters/formats';
import type { Preview } from '@ctx/converters/preview';
import { RECORD_KINDS } from '@ctx/converters/records';
import { parseText, parseTimeZone, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { CTX, examples } from './examples.ts';
import { type ImportSource, openSources, readMapping } from './import-source.ts';
import { type ImportProgressListener, repeatWhileBusy, streamFacts } from './import-stream.ts';
import { CommandRejection, printResult, startProgressBar, toRejection } from './output.ts';
import { runView, waitUntilIdle } from './recalc.ts';
import { type Row, type Section, sectionsOf, ShownResult } from './sections.ts';
import { sumUndone, undoneSections } from './undone.ts';

const KINDS: readonly string[] = RECORD_KINDS;
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
  readonly dryRun?: true;
  readonly format?: string;
  readonly mapping?: string;
  readonly account?: string;
  readonly label?: string;
  readonly timeZone?: string;
}

/** Adds the command `import`. */
export function registerImportCommand(program: Command): void {
  program
    .command('import')
    .summary('Imports files of exchanges, wallets and tax programs, or JSON Lines.')
    .description(
      'Imports files: the exports of exchanges, wallets and tax programs, which are recognised by their header, and JSON Lines; also packed\n' +
        'with gzip or zip, and workbooks (.xlsx) of sites that offer no CSV.\n' +
        'Prints {"added","changed","unchanged","removed"} for each kind of record, "recalc", and what became of each export.\n' +
        'Each file is stored completely or not at all. Importing it again is safe: a newer export of the same account adds what is new.',
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
    .option(
      '--dry-run',
      'show what an export would bring in, and store nothing; with --user, also how many of its transactions are stored already',
    )
    .addOption(
      new Option('--format <id>', 'format of the export; overrides detection by header').choices(
        FORMATS.map(({ id }) => id),
      ),
    )
    .option('--mapping <file>', 'file that describes the columns of an export of any other program')
    .option(
      '--account <ref>',
      'reference of the account of an export (default: its platform, such as kraken)',
      parseText,
    )
    .option('--label <name>', 'name of that account (default: the name of the platform)', parseText)
    .option(
      '--time-zone <zone>',
      'time zone of exports that do not write one, such as Europe/Brussels',
      parseTimeZone,
    )
    .addHelpText(
      'after',
      `${examples(
        'import --user 1 kraken-ledgers.csv --dry-run',
        'import --user 1 kraken-ledgers.csv --wait',
        'import --user 1 facts.jsonl --wait',
        'import --user 1 kraken.jsonl --replace kraken-1',
      )}
  zcat prices.jsonl.gz | ${CTX} import --shared-prices -`,
    )
    .action((files: string[], options: ImportOptions, command: Command) => {
      const fault = findUsageFault(files, options);
      if (fault !== null) command.error(`error: ${fault}`);
      if (options.dryRun)
        return options.user === undefined
          ? printPreview(files, options)
          : runConnected((connection) => shownComparison(connection, files, options));
      return runConnected(async (connection) => shownImport(await importFiles(connection, files, options)));
    });
}

function findUsageFault(files: readonly string[], options: ImportOptions): string | null {
  const { user, sharedPrices = false, replace, yes, wait, dryRun, mapping, format } = options;
  if (mapping !== undefined && format !== undefined) return 'give either --mapping or --format';
  if (dryRun && wait) return '--wait cannot be combined with --dry-run';
  if (!dryRun && (user !== undefined) === sharedPrices) return 'give either --user or --shared-prices';
  if (sharedPrices && replace !== undefined) return '--replace needs --user';
  if (sharedPrices && wait) return '--wait needs --user';
  if (yes && replace === undefined) return '--yes needs --replace';
  // The second file would remove the events of the first.
  if (replace !== undefined && files.length > 1) return '--replace accepts only one file';
  if (new Set(files).size < files.length) return 'a file is given more than once';
  return null;
}

/** Returns an import as it is printed: on a terminal with a row for each kind of record, and what became of each export. */
function shownImport(imported: object): ShownResult {
  const entries = Object.entries(imported) as [string, Row][];
  const rows = entries
    .filter(([name]) => KINDS.includes(name))
    .map(([kind, counts]) => ({ kind, ...counts }));
  const {
    files = [],
    undone,
    ...rest
  } = Object.fromEntries(entries.filter(([name]) => !KINDS.includes(name))) as {
    files?: readonly NamedPreview[];
    undone?: UndoneTransactions;
  };
  return new ShownResult(JSON.stringify(imported), () => [
    { rows },
    ...sectionsOf(rest),
    ...(undone === undefined ? [] : undoneSections(undone)),
    ...files.flatMap((file) => [...leftOutSections(file), ...balanceSections(file)]),
  ]);
}

/** What became of an export. */
interface NamedPreview extends Preview {
  readonly file: string;
  /** Only with --dry-run and --user. */
  readonly transactions?: TransactionCounts;
}

/** Prints what files would bring in. Nothing is sent. */
async function printPreview(files: readonly string[], options: ImportOptions): Promise<void> {
  printResult(shownPreviews(previewsOf(await openExports(files, options))));
}

/** Returns what files would bring in, each compared with what is stored. Nothing is stored. */
async function shownComparison(
  connection: Connection,
  files: readonly string[],
  options: ImportOptions,
): Promise<ShownResult> {
  const sources = await openExports(files, options);
  const previews: NamedPreview[] = [];
  const header = { sharedPrices: false, removalConfirmed: false, dryRun: true };
  for (const source of sources) {
    const { transactions } = await importFile(connection, options.user ?? 0, header, source);
    previews.push(
      ...previewsOf([source]).map((preview) =>
        transactions == null ? preview : { ...preview, transactions },
      ),
    );
  }
  return shownPreviews(previews);
}

function shownPreviews(previews: readonly NamedPreview[]): ShownResult {
  return new ShownResult(JSON.stringify({ files: previews }), () => previews.flatMap(previewSections));
}

async function openExports(files: readonly string[], options: ImportOptions): Promise<ImportSource[]> {
  const sources = await openAll(files, options);
  const notConverted = sources.find(({ preview }) => preview === null);
  if (notConverted !== undefined)
    throw new CommandRejection(
      'INVALID_FILE',
      `${notConverted.name} holds JSON Lines: --dry-run shows exports of exchanges, wallets and tax programs`,
    );
  return sources;
}

function previewsOf(sources: readonly ImportSource[]): NamedPreview[] {
  return sources.flatMap(({ name, preview }) => (preview === null ? [] : [{ file: name, ...preview }]));
}

function previewSections(preview: NamedPreview): Section[] {
  const { file, title, account, rows, from, to, transfers, withoutValue, events, assets } = preview;
  const fields = { file, format: title, account: account.ref, rows, from, to, transfers, withoutValue };
  return [
    { fields },
    ...(preview.transactions === undefined ? [] : comparisonSections(preview.transactions)),
    { title: 'events', fields: events },
    { title: 'assets', rows: assets.map((asset) => ({ ...asset })) },
    ...leftOutSections(preview),
    ...balanceSections(preview),
  ];
}

function comparisonSections({ lookalikes, undone, ...counts }: TransactionCounts): Section[] {
  const rows = lookalikes.map(({ transactions, accountLabel, formatTitle = null }) => ({
    transactions,
    lookLike: accountLabel,
    format: formatTitle,
  }));
  return [
    { title: 'transactions', fields: { ...counts } },
    ...(rows.length === 0
      ? []
      : [{ title: 'transactions that look like ones from another account or format', rows }]),
    ...(undone == null ? [] : undoneSections(undone)),
  ];
}

function leftOutSections({ file, leftOut, toEnter }: NamedPreview): Section[] {
  if (leftOut.length === 0) return [];
  const rows = leftOut.map(({ type, meaning, column, detail, rows: count, lines, needsCheck }) => ({
    rows: count,
    type,
    why: [meaning, column, detail].filter((text) => text !== null).join(': '),
    firstLines: lines,
    check: needsCheck,
  }));
  return [{ title: `left out of ${file}`, rows }, ...(toEnter === null ? [] : [{ fields: { toEnter } }])];
}

/** Names the rows between which something is missing, and what was there before the first row. */
function balanceSections({ file, balances }: NamedPreview): Section[] {
  if (balances === null) return [];
  const { breaks, openings } = balances;
  const breakRows = breaks.map(({ afterLine, line, wallet, asset, difference, unreadable }) => ({
    betweenLines: [afterLine, line].toSorted((left, right) => left - right),
    wallet,
    asset,
    unexplained: difference,
    unreadableLines: unreadable,
  }));
  return [
    ...(breaks.length === 0 ? [] : [{ title: `balances of ${file} that no row explains`, rows: breakRows }]),
    ...(openings.length === 0
      ? []
      : [
          {
            title: `balances of ${file} from before its first rows`,
            rows: openings.map((each) => ({ ...each })),
          },
        ]),
  ];
}

/** Imports files one after the other. Returns the total counts, the recalculation outcome, and what became of each export. */
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
  // All files are read and converted before the first is stored.
  const sources = await openAll(files, options);
  const results: ImportResult[] = [];
  for (const [index, source] of sources.entries()) {
    try {
      results.push(await importFile(connection, options.user ?? 0, header, source));
    } catch (error) {
      const stored = sources.slice(0, index).map(({ name }) => name);
      if (sources.length === 1) throw error;
      throw toRejection(
        error,
        `file ${source.name}; stored before it: ${stored.length === 0 ? 'none' : stored.join(', ')}`,
      );
    }
  }
  const undone = sumUndone(results);
  const counts = { ...sumCounts(results), ...(undone === null ? {} : { undone }) };
  const outcome = strongestOutcome(results);
  const previews = previewsOf(sources);
  const converted = previews.length === 0 ? {} : { files: previews };
  if (!options.wait || options.user === undefined) return { ...counts, recalc: outcome, ...converted };
  const run = await waitAfterImport(connection, options.user);
  return { ...counts, recalc: outcome === 'NOT_NEEDED' ? outcome : COMPLETED, ...run, ...converted };
}

async function openAll(files: readonly string[], options: ImportOptions): Promise<ImportSource[]> {
  const { format, mapping, account, label, timeZone } = options;
  const conversion = {
    ...(mapping !== undefined && { mapping: await readMapping(mapping) }),
    ...(format !== undefined && { format }),
    ...(account !== undefined && { account }),
    ...(label !== undefined && { label }),
    ...(timeZone !== undefined && { timeZone }),
  };
  const opened = await Promise.all(files.map((file) => openSources(file, conversion)));
  return opened.flat();
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
  { name, open, bytes, file }: ImportSource,
): Promise<ImportResult> {
  const bar = startBar(name, bytes);
  try {
    const request = { userId, header: { ...header, file } };
    // What was read from standard input or a pipe cannot be read again.
    if (bytes === null) return await streamFacts(connection, { ...request, source: open() }, bar);
    return await repeatWhileBusy(name, () => streamFacts(connection, { ...request, source: open() }, bar));
  } catch (error) {
    const rejection = toRejection(error);
    throw rejection.code === NOT_CONFIRMED
      ? toRejection(error, 'add --yes if the file is complete')
      : rejection;
  } finally {
    bar.stop();
  }
}

/** Shows the progress on standard error, if that is a terminal. */
function startBar(file: string, bytes: number | null): ImportProgressListener & { stop(): void } {
  const format =
    bytes === null
      ? '{phase} {file} {mebibytes} MiB'
      : '{phase} {file} {bar} {percentage}% {mebibytes} MiB, {eta_formatted}';
  let sentBytes = 0;
  const payload = { phase: 'READING', file: cleanText(file), mebibytes: '0.0' };
  const bar = startProgressBar(format, bytes ?? 0, payload);
  return {
    sent: (more) => {
      sentBytes += more;
      bar?.update(sentBytes, { ...payload, mebibytes: (sentBytes / MEBIBYTE).toFixed(1) });
    },
    phase: (phase) => {
      payload.phase = phase;
      bar?.update(sentBytes, { phase });
    },
    stop: () => {
      bar?.stop();
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
