/** Says what the import of an export would do, and stores nothing. */
import { FORMATS } from '@ctx/converters/formats';
import type { SourcedRecord } from '@ctx/converters/records';
import { type Client, writeAsUser } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import type { Lookalikes as LookalikesMessage, UndoneTransactions } from '@ctx/proto/gen/ctx/v1/corrections';
import { accountId } from './kinds.ts';
import type { ImportPools } from './import-facts.ts';
import { findLookalikes, type Lookalikes } from './lookalikes.ts';
import { received } from './receive.ts';
import { Staging, type TransactionCounts } from './staging.ts';
import { takeUndone } from './undone-events.ts';
import type { WorkQueue } from './work-queue.ts';

/** An export that could be imported. */
export interface ComparisonRequest {
  readonly userId: number;
  readonly accountRef: string;
  /** Id of the format. */
  readonly format: string;
  readonly records: AsyncIterable<SourcedRecord>;
  /** Called when the file is complete: QUEUED until its turn, then MERGING. */
  readonly onPhase: (phase: 'QUEUED' | 'MERGING') => void;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** What an import would do to the transactions of an export. */
export interface Comparison extends TransactionCounts {
  /** The sources that transactions look like which are not stored. */
  readonly lookalikes: LookalikesMessage[];
  readonly undone: UndoneTransactions;
}

/**
 * Compares the transactions of an export with those that are stored: it stages them as the import does, and deletes them again. Rejects with
 * RejectedImport, or what the producer of the records throws.
 */
export async function compareFacts(
  { long, space }: ImportPools,
  queue: WorkQueue,
  { userId, accountRef, format, records, onPhase, signal }: ComparisonRequest,
): Promise<Comparison> {
  return received(space, userId, records, (spool) => {
    onPhase('QUEUED');
    return queue.inTurn(signal, () => {
      onPhase('MERGING');
      return writeAsUser(long, userId, async (client) => {
        const staging = await Staging.of(client, userId, spool);
        await staging.meetKnown(accountRef);
        const ofFile = accountId(userId, accountRef);
        const { transactions: undone } = await takeUndone(client, userId);
        const counts = await staging.countTransactions(ofFile);
        const lookalikes = counts.added === 0 ? [] : await stagedLookalikes(client, userId, ofFile, format);
        await staging.close();
        return { ...counts, lookalikes, undone };
      });
    });
  });
}

async function stagedLookalikes(
  client: Client,
  userId: number,
  account: string,
  format: string,
): Promise<LookalikesMessage[]> {
  const found = await findLookalikes(client, userId, {
    accountId: account,
    format,
    events: sql`SELECT DISTINCT ON (s.event_id) s.*, e.event_id IS NULL AS is_new FROM facts.stage_event s
      LEFT JOIN facts.events e ON e.user_id = ${userId} AND e.event_id = s.event_id
      WHERE s.user_id = ${userId} AND s.account_id = ${account}`,
    isCompared: sql`true`,
  });
  return named(client, userId, found);
}

async function named(
  client: Client,
  userId: number,
  found: readonly Lookalikes[],
): Promise<LookalikesMessage[]> {
  const { rows } = await client.query<{ id: string; ref: string; label: string | null }>(
    'SELECT account_id AS id, ref, label FROM facts.accounts WHERE user_id = $1 AND account_id = ANY ($2)',
    [userId, found.map((each) => each.accountId)],
  );
  const accounts = new Map(rows.map((row) => [row.id, row]));
  return found.map(({ accountId: id, format, transactions }) => {
    const { ref = '', label = null } = accounts.get(id) ?? {};
    return {
      accountRef: ref,
      accountLabel: label ?? ref,
      format,
      formatTitle: FORMATS.find((each) => each.id === format)?.title ?? null,
      transactions,
    };
  });
}
