/** Gives staged events and money the references under which they are stored, so that they keep their ids. */
import { digestOf } from '@ctx/platform/cells';
import type { Client } from '@ctx/platform/postgres';
import { accountId, moneyRowUnder, rowUnder, STORED_KINDS } from './kinds.ts';
import type { Spool, SpooledRow } from './spool.ts';
import { stageOf, writeRows } from './stage-rows.ts';

/** The reference of staged events, and the one that they get. */
export interface Rename {
  readonly staged: string;
  readonly stored: string;
}

/** The account of the events. */
interface Owner {
  readonly userId: number;
  readonly accountRef: string;
}

/** Renames the staged events of an account. Money, notes and attachments of the same file stay with their events. */
export async function renameStaged(
  client: Client,
  spool: Spool,
  owner: Owner,
  renames: readonly Rename[],
): Promise<void> {
  if (renames.length === 0) return;
  await renameStagedMoney(client, spool, owner, renames);
  const { userId } = owner;
  const references = await takeStaged(client, 'event', owner, renames);
  const eventIds = new Map<string, string>();
  for await (const rows of spool.read('event')) {
    const renamed = rows.flatMap((row) => renamedRow(row, references, owner, eventIds));
    if (renamed.length > 0) await writeRows(client, userId, 'event', renamed);
  }
  for (const kind of ['note', 'attachment'] as const) {
    await client.query(`DELETE FROM ${stageOf(kind)} WHERE user_id = $1 AND event_id = ANY ($2)`, [
      userId,
      [...eventIds.keys()],
    ]);
    for await (const rows of spool.read(kind)) {
      const moved = rows.flatMap((row) => movedRow(row, eventIds));
      if (moved.length > 0) await writeRows(client, userId, kind, moved);
    }
  }
}

/** Renames the staged money of an account. */
export async function renameStagedMoney(
  client: Client,
  spool: Spool,
  owner: Owner,
  renames: readonly Rename[],
): Promise<void> {
  if (renames.length === 0) return;
  const references = await takeStaged(client, 'money', owner, renames);
  for await (const rows of spool.read('money')) {
    const renamed = rows.flatMap(([line = 0, ...cells]): SpooledRow[] => {
      const row = cells.slice(0, STORED_KINDS.money.columns.length);
      const reference = referenceOf(row, 'money', references, owner);
      if (reference === undefined) return [];
      const moved = moneyRowUnder(row, reference, owner);
      return [[line, ...moved, digestOf(moved), ...cells.slice(row.length + 1)]];
    });
    if (renamed.length > 0) await writeRows(client, owner.userId, 'money', renamed);
  }
}

/** Deletes the staged rows that get other references, and returns the references of rows by those in the file. */
async function takeStaged(
  client: Client,
  kind: 'event' | 'money',
  { userId, accountRef }: Owner,
  renames: readonly Rename[],
): Promise<ReadonlyMap<string, string>> {
  const references = new Map(renames.map(({ staged, stored }) => [staged, stored]));
  await client.query(
    `DELETE FROM ${stageOf(kind)} WHERE user_id = $1 AND account_id = $2 AND reference_id = ANY ($3)`,
    [userId, accountId(userId, accountRef), [...references.keys()]],
  );
  return references;
}

/** Returns the reference that a row gets; undefined if its transaction is not known, or of another account. */
function referenceOf(
  row: SpooledRow,
  kind: 'event' | 'money',
  references: ReadonlyMap<string, string>,
  { userId, accountRef }: Owner,
): string | undefined {
  const { columns } = STORED_KINDS[kind];
  const isOfAccount = row[columns.indexOf('account_id')] === accountId(userId, accountRef);
  return isOfAccount ? references.get(String(row[columns.indexOf('reference_id')])) : undefined;
}

/** Returns a spooled event, and notes its new id, under the reference of its stored transaction; an empty list if its transaction is not known, or of another account. */
function renamedRow(
  [line = 0, ...cells]: SpooledRow,
  references: ReadonlyMap<string, string>,
  owner: Owner,
  eventIds: Map<string, string>,
): SpooledRow[] {
  const { columns } = STORED_KINDS.event;
  const row = cells.slice(0, columns.length);
  const reference = referenceOf(row, 'event', references, owner);
  if (reference === undefined) return [];
  const renamed = rowUnder(row, reference, owner);
  eventIds.set(String(row[0]), String(renamed[0]));
  return [[line, ...renamed, digestOf(renamed), ...cells.slice(columns.length + 1)]];
}

/** Returns a spooled note or attachment with the new id of its event; an empty list if its event keeps its id. */
function movedRow(
  [line = 0, eventId, ...cells]: SpooledRow,
  eventIds: ReadonlyMap<string, string>,
): SpooledRow[] {
  const moved = eventIds.get(String(eventId));
  if (moved === undefined) return [];
  const row = [moved, ...cells.slice(0, -1)];
  return [[line, ...row, digestOf(row)]];
}
