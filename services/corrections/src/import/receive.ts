/** Receives a file: reads and checks its lines as they arrive, and spools their rows. Takes no database connection. */
import { type CellValue, digestOf } from '@ctx/platform/cells';
import type { ExportedKind } from '@ctx/domain/exported-kinds';
import { rowOf } from './kinds.ts';
import { linesOf, UnreadableLine } from './lines.ts';
import { type LineError, parseLine } from './parse-line.ts';
import type { ImportRecord, RecordKind } from './records.ts';
import { Spool, type SpoolSpace } from './spool.ts';

/** Errors named at most, whatever their kind (import-format.md, "The file: JSON Lines"). */
export const ERRORS_MAX = 50;

/** The whole file is rejected and nothing is stored. */
export class RejectedImport extends Error {
  readonly errors: readonly LineError[];
  constructor(errors: readonly LineError[], message = 'the file is rejected; nothing was stored') {
    super(message);
    this.errors = errors;
  }
}

/** The bytes of a file, and a callback for its progress. */
export interface ReceivedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Called every few thousand lines, and when the file is complete: QUEUED until its turn, then MERGING. */
  readonly onProgress: (phase: 'READING' | 'QUEUED' | 'MERGING', lines: number) => void;
}

const PROGRESS_LINES = 5000;
/** With 5,000 rows at a time, an import of a million events takes less than 100 MB of memory. */
const BATCH_ROWS = 5000;
const EXPORT_CUT_OFF =
  'is not the last line of an export, which has the kind "end": the file may be truncated';

/**
 * Receives the file of a user, and does `work` with its rows when it is complete. Throws RejectedImport, and RESOURCE_EXHAUSTED if there is no
 * room on disk.
 */
export async function received<Result>(
  space: SpoolSpace,
  userId: number,
  file: ReceivedFile,
  work: (spool: Spool, lines: number) => Promise<Result>,
): Promise<Result> {
  const spool = new Spool(space);
  try {
    const lines = await receive(new Batches(spool, userId), file);
    return await work(spool, lines);
  } finally {
    await spool.close();
  }
}

async function receive(batches: Batches, { chunks, onProgress }: ReceivedFile): Promise<number> {
  const errors: LineError[] = [];
  const ignoredKinds = new Set<ExportedKind>();
  let lines = 0;
  let records = 0;
  try {
    for await (const [line, text] of linesOf(chunks)) {
      lines = line;
      const parsed = parseLine(text, line);
      if ('errors' in parsed) errors.push(...parsed.errors);
      else if ('ignoredKind' in parsed) ignoredKinds.add(parsed.ignoredKind);
      else records += 1;
      if ('record' in parsed && errors.length === 0) await batches.add(parsed.record, line);
      if (errors.length >= ERRORS_MAX) break;
      if (line % PROGRESS_LINES === 0) onProgress('READING', line);
    }
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    errors.push({ line: error.line, field: '', reason: error.message });
  }
  // Every export ends with this line, so a file without it is truncated.
  if (errors.length === 0 && ignoredKinds.size > 0 && !ignoredKinds.has('end'))
    errors.push({ line: lines, field: '', reason: EXPORT_CUT_OFF });
  if (errors.length > 0) throw new RejectedImport(errors.slice(0, ERRORS_MAX));
  if (records === 0) throw new RejectedImport([], 'the file has no records; nothing was changed');
  await batches.flush();
  return lines;
}

/** Collects rows by kind and spools them in batches. */
class Batches {
  readonly #spool: Spool;
  readonly #userId: number;
  readonly #rows = new Map<RecordKind, CellValue[][]>();

  constructor(spool: Spool, userId: number) {
    this.#spool = spool;
    this.#userId = userId;
  }

  async add(record: ImportRecord, line: number): Promise<void> {
    const row = rowOf(record, this.#userId);
    const batch = this.#rows.get(record.kind) ?? [];
    this.#rows.set(record.kind, batch);
    batch.push([line, ...row, digestOf(row)]);
    if (batch.length >= BATCH_ROWS) await this.#write(record.kind, batch);
  }

  async flush(): Promise<void> {
    for (const [kind, batch] of this.#rows) await this.#write(kind, batch);
  }

  async #write(kind: RecordKind, batch: CellValue[][]): Promise<void> {
    if (batch.length > 0) await this.#spool.write(kind, batch);
    batch.length = 0;
  }
}
