/** Removes a whole file: its events leave, corrections of them become orphaned, and the figures are recalculated. */
import type { RecalcOutcome, RecalcStatus } from '@ctx/domain/vocabulary';
import { LIMITS } from '@ctx/domain/limits';
import { lockUser, type Pool, writeAsUser } from '@ctx/platform/postgres';
import { requestRun } from '../../store/recalc-state.ts';
import { holdLockedYears } from '../../store/held-years.ts';
import { allowNestedLoops, avoidNestedLoops } from '../nested-loops.ts';
import { openDuplicates, refreshDuplicates } from './possible-duplicates.ts';
import { deleteFile, eventsOnlyIn } from './stored-files.ts';
import { markOrphans } from '../import-facts.ts';

export interface FileRemoval {
  readonly userId: number;
  readonly fileId: string;
  /** Whether the user removes it, so that locked years keep their ranges. */
  readonly isByUser: boolean;
}

/** The outcome of a removal. `status` is null if no recalculation was requested. */
export interface FileRemovalOutcome {
  readonly name: string;
  readonly removedEvents: number;
  readonly recalc: RecalcOutcome;
  readonly status: RecalcStatus | null;
}

/** Removes a file in one transaction. Returns null if the user has no such file. `pool` is for statements that take minutes. */
export async function removeFile(
  pool: Pool,
  { userId, fileId, isByUser }: FileRemoval,
): Promise<FileRemovalOutcome | null> {
  return writeAsUser(pool, userId, async (client) => {
    await lockUser(client, userId);
    await avoidNestedLoops(client);
    const questions = await openDuplicates(client, userId);
    if (isByUser) await holdLockedYears(client, userId, eventsOnlyIn(userId, fileId));
    const removed = await deleteFile(client, userId, fileId);
    if (removed === null) return null;
    const { name, removedEvents, eventIds, isAccountRemoved } = removed;
    const isOtherwiseAlike = await refreshDuplicates(client, userId, questions, null);
    await allowNestedLoops(client);
    if (removedEvents === 0 && !isAccountRemoved && !isOtherwiseAlike)
      return { name, removedEvents, recalc: 'NOT_NEEDED', status: null };
    await markOrphans(client, userId);
    const isSmall = eventIds.length <= LIMITS.changedEventsMax && !isAccountRemoved && !isOtherwiseAlike;
    return { name, removedEvents, ...(await requestRun(client, userId, isSmall ? eventIds : 'EVERYTHING')) };
  });
}
