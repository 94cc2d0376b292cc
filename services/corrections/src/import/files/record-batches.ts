/**
 * Records on their way from the thread that converts a file, as structured clones of batches: they stay outside the heap until each batch is
 * read, so that a thread and its reader do not both hold the objects of a whole file.
 */
import { deserialize, serialize } from 'node:v8';
import type { SourcedRecord } from '@ctx/converters/records';

const BATCH_RECORDS = 1000;

/** Returns records in batches. */
export function batchesOf(records: Iterable<SourcedRecord>): Uint8Array[] {
  const batches: Uint8Array[] = [];
  let batch: SourcedRecord[] = [];
  for (const record of records) {
    if (batch.length === BATCH_RECORDS) {
      batches.push(serialize(batch));
      batch = [];
    }
    batch.push(record);
  }
  return [...batches, serialize(batch)];
}

/** Yields the records of batches, which `batchesOf` returned. */
export async function* recordsOfBatches(batches: readonly Uint8Array[]): AsyncGenerator<SourcedRecord> {
  for (const batch of batches) yield* await Promise.resolve(deserialize(batch) as SourcedRecord[]);
}
