/** `ctx import --batch`: imports the files of many users, several at a time, and continues where an earlier batch was ended. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportCounts } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Connection } from '../connect.ts';
import { type ImportManner, importFiles, KINDS } from '../import-files.ts';
import { sizeOf } from '../import-source.ts';
import { repeatPatiently } from '../import-stream.ts';
import { Journal } from '../journal.ts';
import { CommandRejection, PartialResult, rejectionBody, toRejection } from '../output.ts';
import { withInterrupt, workOnAll } from '../parallel.ts';
import { waitUntilIdle } from '../recalc.ts';
import { getUser, type UserName } from '../user.ts';
import { writeAtomically } from '../write-file.ts';
import { type ManifestRow, type RowOptions, readManifest } from './manifest.ts';

export const BATCH_HELP = `
--batch reads manifest.jsonl or manifest.csv in the folder: a row for each file, with user (an id), email or externalId, file (a path
in the folder), and what one import takes as options: format, mapping, account, label, timeZone, replace, yes. Files of one user are
imported one after the other. manifest.journal.jsonl beside it records what is stored: a later batch leaves out a file that has
not changed since. Ctrl+C lets the imports under way finish. Prints {"rows","imported","skipped","failed","notStarted","counts",
"runsRequested","failures"}; manifest.failures.jsonl has all failures. Exit code 3: some files are not imported.
`;

/** The failures that are printed; the file of failures has all. */
const PRINTED_FAILURES_MAX = 100;

interface BatchOptions {
  readonly folder: string;
  readonly parallel: number;
  readonly wait: boolean;
}

/** A file that is stored, as the journal has it. */
interface StoredFile {
  readonly userId: number;
  readonly file: string;
  readonly sha256: string;
  readonly options: RowOptions;
}

/** Why a row is not imported, or its figures are not there. */
interface Failure extends UserName, Pick<ManifestRow, 'file'> {
  readonly error: object;
}

const QUIET: ImportManner = {
  startBar: () => ({ sent: () => undefined, phase: () => undefined, stop: () => undefined }),
  repeat: repeatPatiently,
};

/**
 * Imports the files of a manifest. Returns what became of them.
 * @throws CommandRejection when nothing could start; PartialResult, with the same result, when some files are not imported
 */
export function importBatch(connection: Connection, options: BatchOptions): Promise<object> {
  return withInterrupt((interrupted) => runBatch(connection, options, interrupted));
}

async function runBatch(
  connection: Connection,
  { folder, parallel, wait }: BatchOptions,
  interrupted: AbortSignal,
): Promise<object> {
  const { file: manifest, rows } = await readManifest(folder);
  const base = manifest.replace(/\.(?:jsonl|csv)$/, '');
  const journal = Journal.open(`${base}.journal.jsonl`, isStoredFile);
  await connection.waitUntilReady();
  const idOf = await userIdsOf(connection, rows, parallel, interrupted);
  const batch = new Batch(connection, folder, journal);
  const stopping = AbortSignal.any([interrupted, batch.lost]);
  const notStarted = await workOnAll({
    activity: 'importing',
    unit: 'files',
    items: rows,
    parallel,
    keyOf: ({ name }) => idOf(name),
    signal: stopping,
    work: (row) => batch.importRow(row, idOf(row.name)),
  });
  if (wait) await batch.waitForFigures(parallel, stopping);
  if (!interrupted.aborted)
    await journal.replace(
      rows.flatMap(({ name, file }) => batch.storedFile({ userId: idOf(name) ?? 0, file }) ?? []),
    );
  const { imported, skipped, failures, counts, runsRequested } = batch;
  const failuresFile = `${base}.failures.jsonl`;
  await writeFailures(failuresFile, failures);
  const result = {
    rows: rows.length,
    imported,
    skipped,
    failed: failures.length,
    notStarted,
    counts,
    runsRequested,
    failures: failures.slice(0, PRINTED_FAILURES_MAX),
    ...(failures.length > 0 && { failuresFile }),
    ...(interrupted.aborted && { interrupted: true }),
  };
  if (failures.length + notStarted > 0 || interrupted.aborted) throw new PartialResult(result);
  return result;
}

type CountsByKind = Record<string, ImportCounts>;

/** What becomes of the rows of a manifest. */
class Batch {
  imported = 0;
  skipped = 0;
  runsRequested = 0;
  readonly counts: CountsByKind = {};
  readonly failures: Failure[] = [];
  readonly #lost = new AbortController();
  /** The files that are stored, of this batch and of earlier ones, by their key. */
  readonly #stored: Map<string, StoredFile>;
  readonly #connection: Connection;
  readonly #folder: string;
  readonly #journal: Journal<StoredFile>;
  /** The rows whose file is stored, the last of each user. */
  readonly #done = new Map<number, ManifestRow>();

  constructor(connection: Connection, folder: string, journal: Journal<StoredFile>) {
    this.#connection = connection;
    this.#folder = folder;
    this.#journal = journal;
    this.#stored = new Map(journal.entries.map((each) => [keyOf(each), each]));
  }

  /** Aborts when the service is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  storedFile(of: Pick<StoredFile, 'userId' | 'file'>): StoredFile | undefined {
    return this.#stored.get(keyOf(of));
  }

  /** Imports the file of a row, unless it is stored already. A failure of this row alone does not end the batch. */
  async importRow(row: ManifestRow, userId: number | undefined): Promise<void> {
    try {
      if (userId === undefined)
        throw new CommandRejection(
          'NOT_FOUND',
          `no user has this ${row.name.email === undefined ? 'external id' : 'e-mail address'}`,
        );
      const path = join(this.#folder, row.file);
      const entry = {
        userId,
        file: row.file,
        sha256: await sha256Of(path, this.#mappingOf(row)),
        options: row.options,
      };
      if (this.#isStored(entry)) this.skipped += 1;
      else {
        this.#count(await this.#import(path, entry));
        this.#journal.add(entry);
        this.#stored.set(keyOf(entry), entry);
      }
      this.#done.set(userId, row);
    } catch (error) {
      // The service is lost, and stayed so for minutes: the other rows would wait as long, one after the other.
      if (toRejection(error).code === 'UNAVAILABLE') this.#lost.abort();
      this.#fail(row, error);
    }
  }

  /** Waits for the figures of all users whose file is stored. A parked run is a failure of its user. */
  async waitForFigures(parallel: number, signal: AbortSignal): Promise<void> {
    await workOnAll({
      activity: 'waiting for',
      items: [...this.#done],
      parallel,
      keyOf: ([userId]) => userId,
      signal,
      work: async ([userId, row]) => {
        try {
          await waitUntilIdle(this.#connection, userId);
        } catch (error) {
          this.#fail(row, error);
        }
      },
    });
  }

  #isStored(entry: StoredFile): boolean {
    const { sha256, options } = this.#stored.get(keyOf(entry)) ?? {};
    return sha256 === entry.sha256 && JSON.stringify(options) === JSON.stringify(entry.options);
  }

  #import(path: string, entry: StoredFile): Promise<object> {
    const mapping = this.#mappingOf(entry);
    const options = { ...entry.options, user: entry.userId, ...(mapping !== undefined && { mapping }) };
    return importFiles(this.#connection, [path], options, QUIET);
  }

  #mappingOf({ options: { mapping } }: Pick<ManifestRow, 'options'>): string | undefined {
    return mapping === undefined ? undefined : join(this.#folder, mapping);
  }

  #count(result: object): void {
    this.imported += 1;
    for (const [kind, of] of Object.entries(result) as [string, ImportCounts][]) {
      if (!KINDS.includes(kind)) continue;
      const sum = (this.counts[kind] ??= { added: 0, changed: 0, unchanged: 0, removed: 0 });
      for (const name of ['added', 'changed', 'unchanged', 'removed'] as const) sum[name] += of[name];
    }
    if ((result as { recalc?: unknown }).recalc !== 'NOT_NEEDED') this.runsRequested += 1;
  }

  #fail({ name, file }: ManifestRow, error: unknown): void {
    this.failures.push({ ...name, file, ...(rejectionBody(error) as { error: object }) });
  }
}

/** One entry a user and file: the journal does not grow with the nights. */
function keyOf({ userId, file }: Pick<StoredFile, 'userId' | 'file'>): string {
  return `${String(userId)} ${file}`;
}

function isStoredFile(value: object): value is StoredFile {
  const { userId, file, sha256, options } = value as Partial<Record<keyof StoredFile, unknown>>;
  return [typeof userId, typeof file, typeof sha256, typeof options].join() === 'number,string,string,object';
}

/**
 * Finds the users that the rows name by e-mail address or external id. Returns what tells the id of a user by its name: undefined where
 * there is none.
 */
async function userIdsOf(
  connection: Connection,
  rows: readonly ManifestRow[],
  parallel: number,
  signal: AbortSignal,
): Promise<(name: UserName) => number | undefined> {
  const textOf = (name: UserName): string => JSON.stringify(name);
  const found = new Map<string, number>();
  const toFind = rows.filter(({ name }) => name.user === undefined).map(({ name }) => name);
  await workOnAll({
    activity: 'finding',
    items: [...new Map(toFind.map((name) => [textOf(name), name])).values()],
    parallel,
    keyOf: textOf,
    signal,
    work: async (name) => {
      try {
        found.set(textOf(name), (await getUser(connection, name)).userId);
      } catch (error) {
        if (toRejection(error).code !== 'NOT_FOUND') throw error;
      }
    },
  });
  return (name) => name.user ?? found.get(textOf(name));
}

/** Returns the hash of a file, and of the mapping by which it is read. */
async function sha256Of(path: string, mapping?: string): Promise<string> {
  const hash = createHash('sha256');
  for (const each of mapping === undefined ? [path] : [path, mapping]) {
    if ((await sizeOf(each)) === null) throw new CommandRejection('INVALID_FILE', `${each} is no file`, []);
    await pipeline(createReadStream(each), hash, { end: false });
  }
  return hash.digest('hex');
}

/** Writes the failures, or removes those of an earlier batch. */
async function writeFailures(file: string, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) await rm(file, { force: true });
  else await writeAtomically(Readable.from(failures.map((failure) => `${JSON.stringify(failure)}\n`)), file);
}
