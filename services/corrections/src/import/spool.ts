/**
 * Keeps the rows of a file on disk until the file is complete, so that no database connection waits for its bytes (ADR 42). The files have no
 * name: they vanish with the process.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordKind } from '@ctx/converters/records';
import type { CellValue } from '@ctx/platform/cells';
import { tooBusy } from './work-queue.ts';

/** The room on disk for the rows of all files that are being received. */
export class SpoolSpace {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Throws RESOURCE_EXHAUSTED if there is no room for more bytes. */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax)
      throw tooBusy(
        `the files that are being received fill their ${String(this.#bytesMax / MEBIBYTE)} MiB on disk`,
      );
    this.#bytes += bytes;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}

const MEBIBYTE = 1024 * 1024;

/** A row as it is spooled: JSON has no bigint. */
export type SpooledRow = readonly Exclude<CellValue, bigint>[];

/** The rows of one file by kind of record, in the batches in which they were written, each as JSON. */
export class Spool {
  readonly #space: SpoolSpace;
  readonly #files = new Map<RecordKind, { readonly file: FileHandle; readonly batchBytes: number[] }>();
  #bytes = 0;

  constructor(space: SpoolSpace) {
    this.#space = space;
  }

  get kinds(): Iterable<RecordKind> {
    return this.#files.keys();
  }

  async write(kind: RecordKind, rows: readonly (readonly CellValue[])[]): Promise<void> {
    const bytes = Buffer.from(
      JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
    this.#space.take(bytes.length);
    this.#bytes += bytes.length;
    try {
      const spooled = this.#files.get(kind) ?? { file: await openUnnamed(), batchBytes: [] };
      this.#files.set(kind, spooled);
      await spooled.file.appendFile(bytes);
      spooled.batchBytes.push(bytes.length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      throw tooBusy('the disk on which files are received is full');
    }
  }

  /** Returns the batches of one kind, in their order. */
  async *read(kind: RecordKind): AsyncGenerator<readonly SpooledRow[]> {
    const { file, batchBytes } = this.#files.get(kind) ?? { batchBytes: [] };
    let position = 0;
    for (const length of batchBytes) {
      const buffer = Buffer.allocUnsafe(length);
      for (let filled = 0; filled < length;) {
        const read = await file?.read(buffer, filled, length - filled, position + filled);
        if (read === undefined || read.bytesRead === 0) throw new Error('the spooled rows are incomplete');
        filled += read.bytesRead;
      }
      position += length;
      yield JSON.parse(buffer.toString()) as SpooledRow[];
    }
  }

  /** Gives the room on disk back. */
  async close(): Promise<void> {
    this.#space.release(this.#bytes);
    for (const { file } of this.#files.values()) await file.close();
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `ctx-import-${randomUUID()}`);
  const file = await open(path, 'ax+', 0o600);
  await unlink(path);
  return file;
}
