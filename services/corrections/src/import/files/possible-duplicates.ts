/**
 * Transactions that were imported although they look like those of another source. Each group, of one file and one other source, is a question in
 * the inbox until the file is removed or the user says that they are different.
 */
import { isDeepStrictEqual } from 'node:util';
import { stableId } from '@ctx/domain/stable-id';
import type { RecalcOutcome, RecalcStatus } from '@ctx/domain/vocabulary';
import { lockUser, type Client, type Pool, writeAsUser } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { requestRun } from '../../store/recalc-state.ts';
import { findLookalikes, type Lookalikes } from '../lookalikes.ts';

interface StoredSource {
  readonly fileId: string;
  readonly accountId: string;
  readonly format: string;
}

/** The ids of the groups that are questions in the inbox. */
export type OpenDuplicates = readonly string[];

/** The id of an export that was imported; or JSON Lines, whose rows are staged still; null for a removal. */
export type ImportedSource = { readonly fileId: string } | 'JSON_LINES' | null;

/** Returns the ids of the questions, sorted. */
export async function openDuplicates(client: Client, userId: number): Promise<OpenDuplicates> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT duplicate_id AS id FROM facts.possible_duplicates WHERE user_id = $1 AND dismissed_at IS NULL ORDER BY 1',
    [userId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Finds the groups of the imported transactions, and looks at all other groups again, as the facts are now. Only the later of two files gets a group. JSON
 * Lines are no file that could be removed: a file that looks like them gets the group. Returns whether the questions differ from those before.
 * Requires the user lock.
 */
export async function refreshDuplicates(
  client: Client,
  userId: number,
  before: OpenDuplicates,
  imported: ImportedSource,
): Promise<boolean> {
  const fileId = imported === null || imported === 'JSON_LINES' ? null : imported.fileId;
  const [near, accounts] =
    imported === 'JSON_LINES'
      ? [await filesNearStaged(client, userId), await stagedAccounts(client, userId)]
      : [[], []];
  const { rows: files } = await client.query<StoredSource>(
    `SELECT f.file_id AS "fileId", f.account_id AS "accountId", f.format FROM facts.files f WHERE f.user_id = $1
       AND (f.file_id = $2 OR f.file_id = ANY ($3) OR EXISTS (SELECT FROM facts.possible_duplicates d WHERE d.user_id = $1 AND d.file_id = f.file_id))
     ORDER BY f.file_id = $2, f.file_id`,
    [userId, fileId, near],
  );
  for (const file of files) {
    const found = await lookalikesOf(client, userId, file);
    const isOfStaged = ({ accountId, format }: Lookalikes): boolean =>
      format === null && accounts.includes(accountId);
    await storeGroups(client, userId, file, {
      found,
      isNew: (group) => file.fileId === fileId || isOfStaged(group),
    });
  }
  return !isDeepStrictEqual(before, await openDuplicates(client, userId));
}

/** Returns the ids of the files that hold an amount of an asset near the time of a staged event that no file holds. */
async function filesNearStaged(client: Client, userId: number): Promise<string[]> {
  const { rows } = await client.query<{ fileId: string }>(
    sql`WITH near AS MATERIALIZED (
        SELECT DISTINCT upper(s.asset_symbol) AS asset, date_trunc('minute', s.occurred_at) + shifts.minutes * interval '1 minute' AS minute
        FROM facts.stage_event s CROSS JOIN (VALUES (-1), (0), (1)) AS shifts (minutes)
        WHERE s.user_id = ${userId} AND NOT s.asset_fiat AND EXISTS (SELECT FROM facts.files f WHERE f.user_id = ${userId})
          AND NOT EXISTS (SELECT FROM facts.file_events h WHERE h.user_id = ${userId} AND h.event_id = s.event_id)),
      period AS (SELECT min(minute) AS first, max(minute) + interval '1 minute' AS last FROM near)
      SELECT DISTINCT h.file_id AS "fileId" FROM period p
      JOIN facts.events e ON e.user_id = ${userId} AND e.occurred_at >= p.first AND e.occurred_at < p.last
      JOIN near n ON n.asset = upper(e.asset_symbol) AND n.minute = date_trunc('minute', e.occurred_at)
      JOIN facts.file_events h ON h.user_id = ${userId} AND h.event_id = e.event_id`,
  );
  return rows.map(({ fileId }) => fileId);
}

async function stagedAccounts(client: Client, userId: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT DISTINCT account_id AS id FROM facts.stage_event WHERE user_id = $1',
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Two files that look like each other are one group, that of the later file: what a file has that was named before is not compared again. */
async function lookalikesOf(client: Client, userId: number, file: StoredSource): Promise<Lookalikes[]> {
  const { fileId, accountId, format } = file;
  const { rows: named } = await client.query<{ fileId: string }>(
    sql`SELECT d.file_id AS "fileId" FROM facts.possible_duplicates d
      JOIN facts.files g ON g.user_id = ${userId} AND g.file_id = d.file_id
      LEFT JOIN facts.possible_duplicates o ON o.user_id = ${userId} AND o.file_id = ${fileId}
        AND o.other_account_id = g.account_id AND o.other_format = g.format
      WHERE d.user_id = ${userId} AND d.other_account_id = ${accountId} AND d.other_format = ${format}
        AND d.found_at < coalesce(o.found_at, 'infinity')`,
  );
  return findLookalikes(client, userId, {
    accountId,
    format,
    events: sql`SELECT e.*, true AS is_new FROM facts.file_events h
      JOIN facts.events e ON e.user_id = ${userId} AND e.event_id = h.event_id
      WHERE h.user_id = ${userId} AND h.file_id = ${fileId}`,
    isCompared: sql`NOT EXISTS (SELECT FROM facts.file_events n
      WHERE n.user_id = ${userId} AND n.event_id = e.event_id AND n.file_id = ANY (${named.map((each) => each.fileId)}))`,
  });
}

async function storeGroups(
  client: Client,
  userId: number,
  { fileId, accountId, format }: StoredSource,
  { found, isNew }: { readonly found: readonly Lookalikes[]; readonly isNew: (group: Lookalikes) => boolean },
): Promise<void> {
  const { rows: known } = await client.query<{ id: string }>(
    'SELECT duplicate_id AS id FROM facts.possible_duplicates WHERE user_id = $1 AND file_id = $2',
    [userId, fileId],
  );
  const groups = found
    .map((each) => ({
      ...each,
      otherFormat: each.format ?? '',
      id: stableId('possible duplicate', fileId, each.accountId, each.format ?? ''),
    }))
    .filter((group) => isNew(group) || known.some(({ id }) => id === group.id));
  // What the user said of a group is kept, in case the other source comes back.
  await client.query(
    `DELETE FROM facts.possible_duplicates WHERE user_id = $1 AND file_id = $2 AND dismissed_at IS NULL AND duplicate_id <> ALL ($3)`,
    [userId, fileId, groups.map(({ id }) => id)],
  );
  for (const { id, accountId: otherAccountId, otherFormat, transactions, firstAt, lastAt } of groups)
    await client.query(
      sql`INSERT INTO facts.possible_duplicates AS d
          (user_id, duplicate_id, file_id, other_account_id, other_format, transaction_count, first_at, last_at, dismissed_at)
        VALUES (${userId}, ${id}, ${fileId}, ${otherAccountId}, ${otherFormat}, ${transactions}, ${firstAt}, ${lastAt},
          ${await dismissedAt(client, userId, [
            { accountId, format },
            { accountId: otherAccountId, format: otherFormat },
          ])})
        ON CONFLICT (user_id, duplicate_id) DO UPDATE SET transaction_count = excluded.transaction_count,
          first_at = excluded.first_at, last_at = excluded.last_at`,
    );
}

type Side = Pick<StoredSource, 'accountId' | 'format'>;

/** Returns when the user said of two sources that their transactions are different; null if never. It holds for later files too. */
async function dismissedAt(
  client: Client,
  userId: number,
  [one, other]: readonly [Side, Side],
): Promise<string | null> {
  const { rows } = await client.query<{ at: string | null }>(
    sql`SELECT min(d.dismissed_at) AS at FROM facts.possible_duplicates d
      JOIN facts.files f ON f.user_id = ${userId} AND f.file_id = d.file_id
      WHERE d.user_id = ${userId} AND (
        (f.account_id = ${one.accountId} AND f.format = ${one.format} AND d.other_account_id = ${other.accountId} AND d.other_format = ${other.format})
        OR (f.account_id = ${other.accountId} AND f.format = ${other.format} AND d.other_account_id = ${one.accountId} AND d.other_format = ${one.format}))`,
  );
  return rows[0]?.at ?? null;
}

/** The outcome of keeping a group. `status` is null if no recalculation was requested. */
export interface KeptDuplicates {
  readonly recalc: RecalcOutcome;
  readonly status: RecalcStatus | null;
}

/** Notes that the transactions of a group, and of all groups of the same two sources, are different. Returns null if there is no such group. */
export async function keepDuplicates(
  pool: Pool,
  userId: number,
  duplicateId: string,
): Promise<KeptDuplicates | null> {
  return writeAsUser(pool, userId, async (client) => {
    await lockUser(client, userId);
    const before = await openDuplicates(client, userId);
    const { rows } = await client.query<Side & { otherAccountId: string; otherFormat: string }>(
      `SELECT f.account_id AS "accountId", f.format, d.other_account_id AS "otherAccountId", d.other_format AS "otherFormat"
       FROM facts.possible_duplicates d JOIN facts.files f ON f.user_id = $1 AND f.file_id = d.file_id
       WHERE d.user_id = $1 AND d.duplicate_id = $2`,
      [userId, duplicateId],
    );
    const [group] = rows;
    if (group === undefined) return null;
    const { accountId, format, otherAccountId, otherFormat } = group;
    await client.query(
      `UPDATE facts.possible_duplicates d SET dismissed_at = now() FROM facts.files f
       WHERE d.user_id = $1 AND f.user_id = $1 AND f.file_id = d.file_id AND d.dismissed_at IS NULL AND (
         (f.account_id = $2 AND f.format = $3 AND d.other_account_id = $4 AND d.other_format = $5)
         OR (f.account_id = $4 AND f.format = $5 AND d.other_account_id = $2 AND d.other_format = $3))`,
      [userId, accountId, format, otherAccountId, otherFormat],
    );
    const after = await openDuplicates(client, userId);
    if (isDeepStrictEqual(before, after)) return { recalc: 'NOT_NEEDED', status: null };
    return requestRun(client, userId, 'EVERYTHING');
  });
}
