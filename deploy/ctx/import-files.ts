/** Imports files for one user, or prices for all users: what `ctx import` does for one import by hand and for each of a batch. */
import { RECALC_OUTCOMES, type RecalcOutcome } from '@ctx/domain/vocabulary';
import { cleanText } from '@ctx/domain/third-party-text';
import type {
  ImportCounts,
  ImportHeader,
  ImportResult,
  TransactionCounts,
} from '@ctx/proto/gen/ctx/v1/corrections';
import type { Preview } from '@ctx/converters/preview';
import { RECORD_KINDS } from '@ctx/converters/records';
import type { Connection } from './connect.ts';
import { type ImportSource, openSources, readMapping } from './import-source.ts';
import {
  type ImportProgressListener,
  type Repetition,
  repeatWhileBusy,
  streamFacts,
} from './import-stream.ts';
import { printProgress, startProgressBar, toRejection } from './output.ts';
import { runView, waitUntilIdle } from './recalc.ts';
import { sumUndone } from './undone.ts';

export const KINDS: readonly string[] = RECORD_KINDS;
const NOT_CONFIRMED = 'NOT_CONFIRMED';
/** What became of a recalculation that --wait waited for. */
const COMPLETED = 'COMPLETED';
const MEBIBYTE = 1024 * 1024;

/** The options of one import. */
export interface ImportOptions {
  readonly user?: number;
  readonly sharedPrices?: true;
  readonly replace?: string;
  readonly yes?: true;
  readonly wait?: true;
  readonly format?: string;
  readonly mapping?: string;
  readonly account?: string;
  readonly label?: string;
  readonly timeZone?: string;
}

/** What became of an export. */
export interface NamedPreview extends Preview {
  readonly file: string;
  /** Only with --dry-run and --user. */
  readonly transactions?: TransactionCounts;
}

export function previewsOf(sources: readonly ImportSource[]): NamedPreview[] {
  return sources.flatMap(({ name, preview }) => (preview === null ? [] : [{ file: name, ...preview }]));
}

/** How an import reports its progress, and how it is repeated. */
export interface ImportManner {
  readonly startBar: (file: string, bytes: number | null) => ImportProgressListener & { stop(): void };
  readonly repeat: Repetition;
}

const BY_HAND: ImportManner = { startBar, repeat: repeatWhileBusy };

/** Imports files one after the other. Returns the total counts, the recalculation outcome, and what became of each export. */
export async function importFiles(
  connection: Connection,
  files: readonly string[],
  options: ImportOptions,
  manner = BY_HAND,
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
      results.push(await importFile(connection, options.user ?? 0, header, source, manner));
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

export async function openAll(files: readonly string[], options: ImportOptions): Promise<ImportSource[]> {
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
    printProgress(`waiting for the run of user ${userId} to finish…`);
    return runView(await waitUntilIdle(connection, userId));
  } catch (error) {
    throw toRejection(error, 'the import itself is stored');
  }
}

export async function importFile(
  connection: Connection,
  userId: number,
  header: ImportHeader,
  { name, open, bytes, file }: ImportSource,
  manner = BY_HAND,
): Promise<ImportResult> {
  const bar = manner.startBar(name, bytes);
  try {
    const request = { userId, header: { ...header, file } };
    // What was read from standard input or a pipe cannot be read again.
    if (bytes === null) return await streamFacts(connection, { ...request, source: open() }, bar);
    return await manner.repeat(name, () => streamFacts(connection, { ...request, source: open() }, bar));
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
