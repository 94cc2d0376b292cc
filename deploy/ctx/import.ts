/**
 * `ctx import`: imports files for one user, or prices for all users: JSON Lines (import-format.md, "The file: JSON Lines") and exports of
 * exchanges and wallets.
 */
import { type Command, Option } from 'commander';
import type { TransactionCounts, UndoneTransactions } from '@ctx/proto/gen/ctx/v1/corrections';
import { FORMATS } from '@ctx/converters/formats';
import { parseText, parseTimeZone, parseUserId } from './arguments.ts';
import { BATCH_HELP, importBatch } from './batch/import-batch.ts';
import { type Connection, runConnected } from './connect.ts';
import { CTX, examples } from './examples.ts';
import {
  importFile,
  importFiles,
  type ImportOptions,
  KINDS,
  type NamedPreview,
  openAll,
  previewsOf,
} from './import-files.ts';
import type { ImportSource } from './import-source.ts';
import { CommandRejection, printResult } from './output.ts';
import { PARALLEL_DEFAULT, parseParallel } from './parallel.ts';
import { type Row, type Section, sectionsOf, ShownResult } from './sections.ts';
import { undoneSections } from './undone.ts';

interface CommandOptions extends ImportOptions {
  readonly batch?: string;
  readonly parallel?: number;
  readonly dryRun?: true;
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
    .argument('[file...]', 'files to import; - reads standard input')
    .option('--user <id>', 'id of the user that the facts belong to', parseUserId)
    .option(
      '--batch <folder>',
      'import the files of many users, which the manifest of this folder lists (instead of --user and files)',
      parseText,
    )
    .option(
      '--parallel <number>',
      `with --batch: imports at a time (default: ${String(PARALLEL_DEFAULT)})`,
      parseParallel,
    )
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
      `${BATCH_HELP}${examples(
        'import --user 1 kraken-ledgers.csv --dry-run',
        'import --user 1 kraken-ledgers.csv --wait',
        'import --user 1 facts.jsonl --wait',
        'import --user 1 kraken.jsonl --replace kraken-1',
        'import --batch tonight --wait',
      )}
  zcat prices.jsonl.gz | ${CTX} import --shared-prices -`,
    )
    .action((files: string[], options: CommandOptions, command: Command) => {
      const fault = findUsageFault(files, options);
      if (fault !== null) command.error(`error: ${fault}`);
      const { batch, parallel = PARALLEL_DEFAULT, wait = false } = options;
      if (batch !== undefined)
        return runConnected((connection) => importBatch(connection, { folder: batch, parallel, wait }));
      if (options.dryRun)
        return options.user === undefined
          ? printPreview(files, options)
          : runConnected((connection) => shownComparison(connection, files, options));
      return runConnected(async (connection) => shownImport(await importFiles(connection, files, options)));
    });
}

function findUsageFault(files: readonly string[], options: CommandOptions): string | null {
  const { user, sharedPrices = false, replace, yes, wait, dryRun, mapping, format } = options;
  if (options.batch !== undefined) return findBatchFault(files, options);
  if (options.parallel !== undefined) return '--parallel needs --batch';
  if (files.length === 0) return "missing required argument 'file'";
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

/** A manifest says for each file what a single import says with options. */
function findBatchFault(files: readonly string[], options: CommandOptions): string | null {
  const others = Object.keys(options).filter((name) => !['batch', 'parallel', 'wait'].includes(name));
  if (files.length + others.length > 0)
    return '--batch can be combined only with --parallel and --wait: the manifest has the files and their options';
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
