/** The import of one file: atomic, safe to repeat, one run if anything changed (import-format.md, "The file: JSON Lines"). */
import { randomUUID } from 'node:crypto';
import { ENTERED_FORMAT } from '@ctx/converters/entered';
import { RECORD_KINDS, type RecordKind, type SourcedRecord } from '@ctx/converters/records';
import { noteEvent } from '@ctx/platform/note-event';
import { type Client, type Pool, lockUser, writeAsUser } from '@ctx/platform/postgres';
import type { UndoneTransactions } from '@ctx/proto/gen/ctx/v1/corrections';
import { LIMITS } from '@ctx/domain/limits';
import type { RecalcOutcome, RecalcStatus } from '@ctx/domain/vocabulary';
import {
  noteChange,
  prolongImportMarker,
  releaseImportMarker,
  requestRun,
  takeImportMarker,
} from '../store/recalc-state.ts';
import { holdLockedYears } from '../store/held-years.ts';
import { openDuplicates, refreshDuplicates } from './files/possible-duplicates.ts';
import { fileIdOf, type ImportedFile, storeFile } from './files/stored-files.ts';
import { accountId } from './kinds.ts';
import { eventsReadOtherwise } from './known-transactions.ts';
import { removeMoney } from './money.ts';
import { received } from './receive.ts';
import { removeEvents, requireSmallRemoval } from './removals.ts';
import { RejectedImport } from './rejected-import.ts';
import type { Spool, SpoolSpace } from './spool.ts';
import { type Counts, Staging } from './staging.ts';
import { eventsOf, takeUndone } from './undone-events.ts';
import type { WorkQueue } from './work-queue.ts';

/** The records of one file, whatever they were read from. */
export interface RecordsOfFile {
  readonly records: AsyncIterable<SourcedRecord>;
  /** Called when the file is complete: QUEUED until its turn, then MERGING. */
  readonly onPhase: (phase: 'QUEUED' | 'MERGING') => void;
  /** Aborts when the client disconnects: an import that waits for its turn then leaves the queue. */
  readonly signal: AbortSignal;
}

/** One file to import for a user. */
export interface ImportRequest extends RecordsOfFile {
  readonly userId: number;
  /** The account whose events the file replaces, and whether the caller confirmed a large removal. */
  readonly replace: { readonly accountRef: string; readonly isRemovalConfirmed: boolean } | null;
  /** The export that the records were converted from; null for any other file. */
  readonly file: ImportedFile | null;
  /** Whether the user sends the file, so that locked years keep their ranges. */
  readonly isByUser: boolean;
  /** Stores the response in the transaction of the import, under the user lock. What it throws undoes the import. */
  readonly keep?: (client: Client, outcome: ImportOutcome) => Promise<void>;
}

/** The outcome of a successful import. */
export interface ImportOutcome {
  readonly counts: Partial<Record<RecordKind, Counts>>;
  readonly recalc: RecalcOutcome;
  readonly status: RecalcStatus;
  /** The id of the stored file; null without one. */
  readonly fileId: string | null;
  /** What earlier files stored and this one takes back. */
  readonly undone: UndoneTransactions;
}

/** `long`: for statements that take minutes. `short`: for the statements of the import marker. */
export interface ImportPools {
  readonly long: Pool;
  readonly short: Pool;
  /** Room on disk for files that are being received. */
  readonly space: SpoolSpace;
}

const MARKER_LEASE_MS = 60_000;

/**
 * Imports one user's file. Rejects with RejectedImport, UnconfirmedRemoval, what the producer of the records throws, or RunningImport if
 * another import of the user is in progress.
 */
export async function importFacts(
  pools: ImportPools,
  queue: WorkQueue,
  request: ImportRequest,
): Promise<ImportOutcome> {
  const { userId } = request;
  const importId = randomUUID();
  await writeAsUser(pools.short, userId, (client) =>
    takeImportMarker(client, userId, importId, MARKER_LEASE_MS),
  );
  const heartbeat = setInterval(() => {
    // The lease lasts three heartbeats, so a failed one does no harm.
    writeAsUser(pools.short, userId, (client) =>
      prolongImportMarker(client, userId, importId, MARKER_LEASE_MS),
    ).catch(() => undefined);
  }, MARKER_LEASE_MS / 3);
  try {
    return await received(pools.space, userId, request.records, (spool) => {
      request.onPhase('QUEUED');
      return queue.inTurn(request.signal, () => {
        request.onPhase('MERGING');
        return writeAsUser(pools.long, userId, async (client) => {
          const outcome = await stageAndMerge(client, request, spool, importId);
          const { fileId, recalc } = outcome;
          await noteEvent(client, userId, 'import.finished', { fileId, recalc });
          await request.keep?.(client, outcome);
          return outcome;
        });
      });
    });
  } catch (error) {
    // If this fails too, the lease of the marker expires.
    await writeAsUser(pools.short, userId, (client) =>
      releaseImportMarker(client, userId, importId, 'FAILED'),
    ).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

async function stageAndMerge(
  client: Client,
  { userId, replace, file, isByUser }: ImportRequest,
  spool: Spool,
  importId: string,
): Promise<ImportOutcome> {
  const staging = await Staging.of(client, userId, spool);
  const replaced = replace === null ? null : accountId(userId, replace.accountRef);
  if (replaced !== null) await requireAccount(client, userId, replaced, 'replace');
  const ofFile = file === null ? null : accountId(userId, file.accountRef);
  if (ofFile !== null) await requireAccount(client, userId, ofFile, 'file');
  // The user lock serialises imports, corrections, freezing and plan changes of one user from here on.
  await lockUser(client, userId);
  // An entered transaction brings no account: one that is connected stays so.
  if (ofFile !== null && file?.format !== ENTERED_FORMAT) await requireAccountOfFiles(client, userId, ofFile);
  await (file === null ? staging.meetFormer() : staging.meetKnown(file.accountRef));
  const { eventIds: undoneIds, transactions: undone } = await takeUndone(client, userId);
  if (replace !== null && !replace.isRemovalConfirmed)
    await requireSmallRemoval(client, userId, replace.accountRef);
  const leaving = [eventsOf(userId, undoneIds)];
  const fileId = file === null ? null : fileIdOf(userId, file);
  if (fileId !== null && ofFile !== null) leaving.push(eventsReadOtherwise(userId, ofFile, fileId));
  if (isByUser) {
    await holdLockedYears(client, userId, staging.changedTimes());
    for (const events of leaving) await holdLockedYears(client, userId, events);
  }
  const questions = await openDuplicates(client, userId);
  const changedEvents = await staging.changedEvents(replaced, LIMITS.changedEventsMax + 1);
  const counts: Partial<Record<RecordKind, Counts>> = {};
  const removedMoney = await removeMoney(client, userId, { replaced, undoneEvents: undoneIds, fileId });
  let isReadOtherwise = false;
  for (const kind of RECORD_KINDS) {
    const merged = await staging.merge(kind);
    const removedEvents = kind === 'event' ? await removeEvents(client, userId, replaced, leaving) : 0;
    const removed = kind === 'money' ? removedMoney : removedEvents;
    // The events of a replaced account are among the changed ones.
    isReadOtherwise ||= undoneIds.length > 0 || (replaced === null && removedEvents > 0);
    if (merged.added + merged.changed + merged.unchanged + removed > 0) counts[kind] = { ...merged, removed };
  }
  const { added = 0, removed = 0 } = counts.event ?? {};
  await touchAccounts(client, userId, replaced, added + removed > 0);
  if (added + removed > 0) await markOrphans(client, userId);
  if (file !== null) await storeFile(client, userId, file, counts.event);
  const imported = fileId === null ? 'JSON_LINES' : { fileId };
  const isOtherwiseAlike = await refreshDuplicates(client, userId, questions, imported);
  await staging.close();
  const changed = changedKinds(counts);
  if (changed.includes('money')) await noteChange(client, userId);
  const released = await releaseImportMarker(client, userId, importId, 'STORED');
  // No figure is made of money.
  if (!isOtherwiseAlike && changed.every((kind) => kind === 'money'))
    return { counts, recalc: 'NOT_NEEDED', status: released, fileId, undone };
  return {
    counts,
    fileId,
    undone,
    ...(await requestRun(
      client,
      userId,
      isReadOtherwise || isOtherwiseAlike ? 'EVERYTHING' : reachOf(counts, changedEvents),
    )),
  };
}

function changedKinds(counts: ImportOutcome['counts']): string[] {
  return Object.entries(counts).flatMap(([kind, { added, changed, removed }]) =>
    added + changed + removed > 0 ? [kind] : [],
  );
}

/** Kinds of records that the engine does not read. */
const WITHOUT_FIGURES: readonly RecordKind[] = ['money', 'position', 'note', 'attachment'];

/** Returns what the run must recalculate: the added, changed and removed events if nothing else changed, otherwise everything. */
function reachOf(
  counts: ImportOutcome['counts'],
  changedEvents: readonly string[],
): readonly string[] | 'EVERYTHING' {
  const isOnlyEvents = Object.entries(counts).every(
    ([kind, { added, changed, removed }]) =>
      kind === 'event' ||
      WITHOUT_FIGURES.includes(kind as RecordKind) ||
      // A new account affects figures only through its events.
      (changed + removed === 0 && (kind === 'account' || added === 0)),
  );
  return isOnlyEvents && changedEvents.length <= LIMITS.changedEventsMax ? changedEvents : 'EVERYTHING';
}

async function requireAccount(
  client: Client,
  userId: number,
  account: string,
  field: 'replace' | 'file',
): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `SELECT EXISTS (SELECT FROM facts.stage_account WHERE user_id = $1 AND account_id = $2)
       OR EXISTS (SELECT FROM facts.accounts WHERE user_id = $1 AND account_id = $2) AS known`,
    [userId, account],
  );
  if (rows[0]?.known !== true)
    throw new RejectedImport([
      { line: 0, field, reason: 'is not the ref of an account in this file or an earlier one' },
    ]);
}

/** Rejects an export for an account that is connected: it would become an account of files, and removing the file could remove it. */
async function requireAccountOfFiles(client: Client, userId: number, account: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM facts.accounts WHERE user_id = $1 AND account_id = $2 AND kind <> 'file'`,
    [userId, account],
  );
  if (rowCount !== 0)
    throw new RejectedImport([
      { line: 0, field: 'file', reason: 'is for an account that is connected: name another account' },
    ]);
}

/** Updates the import time of the file's accounts, and their number of events if events were added or removed. */
async function touchAccounts(
  client: Client,
  userId: number,
  replaced: string | null,
  isCountChanged: boolean,
): Promise<void> {
  const count = `, event_count = (SELECT count(*) FROM facts.events e
    WHERE e.user_id = $1 AND e.account_id = a.account_id)`;
  await client.query(
    `UPDATE facts.accounts a SET imported_at = now() ${isCountChanged ? count : ''}
     WHERE a.user_id = $1 AND (a.account_id = $2
       OR a.account_id IN (SELECT account_id FROM facts.stage_account WHERE user_id = $1)
       OR a.account_id IN (SELECT account_id FROM facts.stage_event WHERE user_id = $1)
       OR a.account_id IN (SELECT account_id FROM facts.stage_money WHERE user_id = $1))`,
    [userId, replaced],
  );
}

/** Sets `orphaned_since` on overrides whose event was removed, and clears it when the event returns. */
export async function markOrphans(client: Client, userId: number): Promise<void> {
  await client.query(
    `UPDATE corrections.overrides o SET orphaned_since = CASE WHEN o.orphaned_since IS NULL THEN $2::timestamptz END
     WHERE o.user_id = $1 AND (o.orphaned_since IS NULL) <> EXISTS (
       SELECT FROM facts.events e WHERE e.user_id = $1 AND e.event_id = o.event_id)`,
    [userId, new Date().toISOString()],
  );
}
