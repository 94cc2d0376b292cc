/** Says what the import of an export would do, and stores nothing. */
import type { SourcedRecord } from '@ctx/converters/records';
import { writeAsUser } from '@ctx/platform/postgres';
import { accountId } from './kinds.ts';
import type { ImportPools } from './import-facts.ts';
import { received } from './receive.ts';
import { Staging, type TransactionCounts } from './staging.ts';
import type { WorkQueue } from './work-queue.ts';

/** An export that could be imported. */
export interface ComparisonRequest {
  readonly userId: number;
  readonly accountRef: string;
  readonly records: AsyncIterable<SourcedRecord>;
  /** Called when the file is complete: QUEUED until its turn, then MERGING. */
  readonly onPhase: (phase: 'QUEUED' | 'MERGING') => void;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Compares the transactions of an export with those that are stored: it stages them as the import does, and deletes them again. Rejects with
 * RejectedImport, or what the producer of the records throws.
 */
export async function compareFacts(
  { long, space }: ImportPools,
  queue: WorkQueue,
  { userId, accountRef, records, onPhase, signal }: ComparisonRequest,
): Promise<TransactionCounts> {
  return received(space, userId, records, (spool) => {
    onPhase('QUEUED');
    return queue.inTurn(signal, () => {
      onPhase('MERGING');
      return writeAsUser(long, userId, async (client) => {
        const staging = await Staging.of(client, userId, spool);
        await staging.meetKnown(accountRef);
        const counts = await staging.countTransactions(accountId(userId, accountRef));
        await staging.close();
        return counts;
      });
    });
  });
}
