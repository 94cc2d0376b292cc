/** Removes a whole file: its events leave, corrections of them become orphaned, and the figures are recalculated. */
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import { LIMITS } from '@ctx/domain/limits';
import { type Client, lockUser, type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { FileRemoval as FileRemovalMessage } from '@ctx/proto/gen/ctx/v1/corrections';
import { noteChange, requestRun } from '../../store/recalc-state.ts';
import { holdLockedYears } from '../../store/held-years.ts';
import { allowNestedLoops, avoidNestedLoops } from '../nested-loops.ts';
import { openDuplicates, refreshDuplicates } from './possible-duplicates.ts';
import type { RepeatableRequest } from './repeated-requests.ts';
import { deleteFile, eventsOnlyIn } from './stored-files.ts';
import { markOrphans } from '../import-facts.ts';

interface FileRemoval {
  readonly userId: number;
  readonly fileId: string;
  readonly request: RepeatableRequest<FileRemovalMessage>;
  /** Whether the user removes it, so that locked years keep their ranges. */
  readonly isByUser: boolean;
}

/** The outcome of a removal. `status` is null if no recalculation was requested. */
interface FileRemovalOutcome {
  readonly removal: FileRemovalMessage;
  readonly status: RecalcStatus | null;
}

/** Removes a file in one transaction. Returns null if the user has no such file. `pool` is for statements that take minutes. */
export async function removeFile(pool: Pool, removal: FileRemoval): Promise<FileRemovalOutcome | null> {
  const { userId, request } = removal;
  return writeAsUser(pool, userId, async (client) => {
    await lockUser(client, userId);
    const first = await request.find(client);
    if (first !== null) return { removal: first, status: null };
    const outcome = await remove(client, removal);
    if (outcome !== null) await request.keep(client, outcome.removal);
    return outcome;
  });
}

async function remove(
  client: Client,
  { userId, fileId, isByUser }: FileRemoval,
): Promise<FileRemovalOutcome | null> {
  await avoidNestedLoops(client);
  const questions = await openDuplicates(client, userId);
  if (isByUser) await holdLockedYears(client, userId, eventsOnlyIn(userId, fileId));
  const removed = await deleteFile(client, userId, fileId);
  if (removed === null) return null;
  const { name, removedEvents, eventIds, isAccountRemoved, isMoneyRemoved } = removed;
  const isOtherwiseAlike = await refreshDuplicates(client, userId, questions, null);
  await allowNestedLoops(client);
  if (removedEvents === 0 && !isAccountRemoved && !isOtherwiseAlike) {
    if (isMoneyRemoved) await noteChange(client, userId);
    return { removal: { name, removedEvents, recalc: 'NOT_NEEDED' }, status: null };
  }
  await markOrphans(client, userId);
  const isSmall = eventIds.length <= LIMITS.changedEventsMax && !isAccountRemoved && !isOtherwiseAlike;
  const { recalc, status } = await requestRun(client, userId, isSmall ? eventIds : 'EVERYTHING');
  return { removal: { name, removedEvents, recalc }, status };
}
