/** `ctx audit --follow`: prints new entries of the log as JSON Lines until a signal ends the process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEntry } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Connection } from './connect.ts';

const POLL_MS = 1000;
const PAGE = 1000;

/** Passes each entry that a user makes from now on to `take`, oldest first, until `signal` is aborted. */
export async function followAudit(
  connection: Connection,
  userId: number,
  signal: AbortSignal,
  take: (entry: AuditEntry) => void,
): Promise<void> {
  const list = connection.audit.listAuditEntries.bind(connection.audit);
  const newest = await connection.call(list, { limit: 1, beforeId: 0 }, userId);
  let afterId = newest.entries[0]?.id ?? 0;
  while (!signal.aborted) {
    const { entries } = await connection.call(list, { limit: PAGE, beforeId: 0, afterId }, userId);
    entries.forEach(take);
    afterId = entries.at(-1)?.id ?? afterId;
    if (entries.length < PAGE) await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
