/** Says what the import of an export would do, and stores nothing. */
import { FORMATS } from '@ctx/converters/formats';
import type { SourcedRecord } from '@ctx/converters/records';
import { type Client, lockUser } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import type {
  EarlierFile,
  Lookalikes as LookalikesMessage,
  UndoneTransactions,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { accountId } from './kinds.ts';
import type { ImportPools } from './import-facts.ts';
import { findLookalikes, type Lookalikes } from './lookalikes.ts';
import { asUserUndone, type MergedFile, MergedFiles } from './merged-files.ts';
import { received } from './receive.ts';
import type { Spool, SpoolSpace } from './spool.ts';
import { Staging, type TransactionCounts } from './staging.ts';
import { takeUndone } from './undone-events.ts';
import type { WorkQueue } from './work-queue.ts';

/** An export that could be imported. */
export interface ComparedExport {
  readonly accountRef: string;
  /** Id of the format. */
  readonly format: string;
  readonly records: AsyncIterable<SourcedRecord>;
}

interface ComparisonSettings {
  readonly userId: number;
  /** Called when the files are complete: QUEUED until their turn, then MERGING. */
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

/** What an import would do if those of the files before it were done. */
export interface ComparisonTogether extends Comparison {
  readonly earlier: readonly EarlierFile[];
}

/**
 * Compares the transactions of an export with those that are stored: it stages them as the import does, and undoes that. Rejects with
 * RejectedImport, or what the producer of the records throws.
 */
export async function compareFacts(
  pools: ImportPools,
  queue: WorkQueue,
  { accountRef, format, records, ...settings }: ComparisonSettings & ComparedExport,
): Promise<Comparison> {
  const files = [{ accountRef, format, records }];
  const [found] = await compareTogether(pools, queue, { ...settings, files });
  if (found === undefined) throw new Error('the export was not compared');
  const { added, known, changed, lookalikes, undone } = found;
  return { added, known, changed, lookalikes, undone };
}

/** Compares exports that are chosen together: each with what is stored, and with those before it. Rejects as `compareFacts` does. */
export async function compareTogether(
  { long, space }: ImportPools,
  queue: WorkQueue,
  { userId, files, onPhase, signal }: ComparisonSettings & { readonly files: readonly ComparedExport[] },
): Promise<readonly ComparisonTogether[]> {
  return allReceived(space, userId, files, (spools) => {
    onPhase('QUEUED');
    return queue.inTurn(signal, () => {
      onPhase('MERGING');
      return asUserUndone(long, userId, (client) => compareAll(client, userId, files, spools));
    });
  });
}

/** Receives the records of files one after the other. */
function allReceived<Result>(
  space: SpoolSpace,
  userId: number,
  files: readonly ComparedExport[],
  work: (spools: readonly Spool[]) => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = files;
  if (first === undefined) return work([]);
  return received(space, userId, first.records, (spool) =>
    allReceived(space, userId, others, (spools) => work([spool, ...spools])),
  );
}

async function compareAll(
  client: Client,
  userId: number,
  files: readonly ComparedExport[],
  spools: readonly Spool[],
): Promise<ComparisonTogether[]> {
  const merged = new MergedFiles(client, userId);
  const found: ComparisonTogether[] = [];
  // What is merged must not meet an import of the same events.
  if (files.length > 1) await lockUser(client, userId);
  for (const [place, spool] of spools.entries()) {
    const { accountRef, format } = files[place] ?? { accountRef: '', format: '' };
    const staging = await Staging.of(client, userId, spool);
    await staging.meetKnown(accountRef);
    const file = { accountId: accountId(userId, accountRef), format };
    const { transactions: undone } = await takeUndone(client, userId);
    const { same, ...counts } = await staging.countTransactions(file.accountId, merged.ids);
    const isNew = counts.added > 0;
    const lookalikes = isNew ? await stagedLookalikes(client, userId, file, merged.isOfNone) : [];
    const earlier: EarlierFile[] = [];
    for (const [index, id] of merged.ids.entries()) {
      const sources = isNew ? await findStaged(client, userId, file, merged.isOf(id)) : [];
      const alike = sources.reduce((sum, { transactions }) => sum + transactions, 0);
      const each = { file: index, same: same[id] ?? 0, alike };
      if (each.same + alike > 0) earlier.push(each);
    }
    found.push({ ...counts, lookalikes, undone, earlier });
    if (place < spools.length - 1) await merged.add(staging, file);
    await staging.close();
  }
  return found;
}

function findStaged(
  client: Client,
  userId: number,
  file: MergedFile,
  isCompared: Sql,
): Promise<Lookalikes[]> {
  return findLookalikes(client, userId, {
    ...file,
    events: sql`SELECT DISTINCT ON (s.event_id) s.*, e.event_id IS NULL AS is_new FROM facts.stage_event s
      LEFT JOIN facts.events e ON e.user_id = ${userId} AND e.event_id = s.event_id
      WHERE s.user_id = ${userId} AND s.account_id = ${file.accountId}`,
    isCompared,
  });
}

async function stagedLookalikes(
  client: Client,
  userId: number,
  file: MergedFile,
  isCompared: Sql,
): Promise<LookalikesMessage[]> {
  return named(client, userId, await findStaged(client, userId, file, isCompared));
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
