/** Receives the records of a file and spools their rows. Takes no database connection. */
import type { RecordKind, SourcedRecord } from '@ctx/converters/records';
import { type CellValue, digestOf } from '@ctx/platform/cells';
import { rowOf, stagedOnlyOf } from './kinds.ts';
import { RejectedImport } from './rejected-import.ts';
import { Spool, type SpoolSpace } from './spool.ts';

/** With 5,000 rows at a time, an import of a million events takes less than 100 MB of memory. */
const BATCH_ROWS = 5000;

/**
 * Receives the records of a user, and does `work` with their rows when they are complete. Throws RejectedImport if there are none, what the
 * producer of the records throws, and RESOURCE_EXHAUSTED if there is no room on disk.
 */
export async function received<Result>(
  space: SpoolSpace,
  userId: number,
  records: AsyncIterable<SourcedRecord>,
  work: (spool: Spool) => Promise<Result>,
): Promise<Result> {
  const spool = new Spool(space);
  try {
    const batches = new Batches(spool, userId);
    for await (const record of records) await batches.add(record);
    if (batches.isEmpty) throw new RejectedImport([], 'the file has no records; nothing was changed');
    await batches.flush();
    return await work(spool);
  } finally {
    await spool.close();
  }
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

  /** Whether nothing was ever added. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  async add({ record, lines }: SourcedRecord): Promise<void> {
    const row = rowOf(record, this.#userId);
    const batch = this.#rows.get(record.kind) ?? [];
    this.#rows.set(record.kind, batch);
    batch.push([lines[0] ?? 0, ...row, digestOf(row), ...stagedOnlyOf(record)]);
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
