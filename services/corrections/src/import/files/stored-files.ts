/** The exports that were imported, and which events and money each holds. */
import { LIMITS } from '@ctx/domain/limits';
import { stableId } from '@ctx/domain/stable-id';
import { presentText } from '@ctx/domain/third-party-text';
import { type Client, type Pool, readAsUser } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import type { FileBalances, FileLeftOut, StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import { accountId } from '../kinds.ts';
import { deleteMoneyOfFile, storeMoneyOfFile } from '../money.ts';
import type { Counts } from '../staging.ts';

/** An export of an exchange, wallet or tax program whose rows are imported. */
export interface ImportedFile {
  readonly accountRef: string;
  readonly name: string;
  readonly platform: string;
  /** Id of the format, such as `kraken-ledgers`. */
  readonly format: string;
  /** Digest of the unpacked file, in hexadecimal. */
  readonly sha256: string;
  readonly rowCount: number;
  /** Name of the page or command. */
  readonly via: string;
  /** What the balances of the file prove to be missing; null if it states none. */
  readonly balances: FileBalances | null;
  /** The rows that are to be checked. */
  readonly leftOut: readonly FileLeftOut[];
}

/** Returns a file's name as it is stored: without folders and invisible characters, and not too long. */
export function fileName(text: string): string {
  const base = text.split(/[/\\]/).at(-1) ?? '';
  return presentText(base, LIMITS.fileNameCharactersMax).trim() || 'file';
}

/** Returns the id of a file: the same bytes in the same account are the same file. */
export function fileIdOf(userId: number, { accountRef, sha256 }: ImportedFile): string {
  return stableId('file', String(userId), accountId(userId, accountRef), sha256);
}

/**
 * Stores a file and the staged events and money as its own. Requires the user lock, and that they are merged. The same file in the same account
 * again is the same row.
 */
export async function storeFile(
  client: Client,
  userId: number,
  file: ImportedFile,
  counts: Counts | undefined,
): Promise<void> {
  const { accountRef, platform, format, sha256, rowCount, via, balances, leftOut } = file;
  const account = accountId(userId, accountRef);
  const fileId = fileIdOf(userId, file);
  const { added = 0, changed = 0, unchanged = 0 } = counts ?? {};
  await client.query(
    `INSERT INTO facts.files
       (user_id, file_id, account_id, name, platform, format, sha256, row_count, event_count, added, changed, via, balances, left_out)
     VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (user_id, file_id) DO UPDATE SET name = excluded.name, platform = excluded.platform, format = excluded.format,
       row_count = excluded.row_count, event_count = excluded.event_count, added = excluded.added, changed = excluded.changed,
       imported_at = excluded.imported_at, via = excluded.via,
       balances = excluded.balances, left_out = excluded.left_out`,
    [
      userId,
      fileId,
      account,
      fileName(file.name),
      platform,
      format,
      sha256,
      rowCount,
      added + changed + unchanged,
      added,
      changed,
      via,
      balances === null ? null : JSON.stringify(balances),
      JSON.stringify(leftOut),
    ],
  );
  await client.query(
    `UPDATE facts.files f SET (first_at, last_at) =
       (SELECT min(s.occurred_at), max(s.occurred_at) FROM facts.stage_event s WHERE s.user_id = $1)
     WHERE f.user_id = $1 AND f.file_id = $2`,
    [userId, fileId],
  );
  await client.query(
    `INSERT INTO facts.file_events (user_id, file_id, event_id)
     SELECT DISTINCT s.user_id, $2::uuid, s.event_id FROM facts.stage_event s WHERE s.user_id = $1 ON CONFLICT DO NOTHING`,
    [userId, fileId],
  );
  await storeMoneyOfFile(client, userId, fileId);
}

const FILE_COLUMNS = `f.file_id AS id, f.name, f.platform, f.format, a.ref AS "accountRef",
  coalesce(a.label, a.ref) AS "accountLabel", f.row_count AS rows, f.event_count AS events, f.added, f.changed,
  f.imported_at AS "importedAt", f.first_at AS "firstAt", f.last_at AS "lastAt", f.account_id AS "accountId", f.via, f.balances, coalesce(f.left_out, '[]') AS "leftOut"`;
const OWN_FILES = `FROM facts.files f JOIN facts.accounts a ON a.user_id = f.user_id AND a.account_id = f.account_id
  WHERE f.user_id = $1`;

/** Returns the newest files of a user. */
export async function listFiles(pool: Pool, userId: number): Promise<StoredFile[]> {
  const [files] = await readAsUser<[FileRow]>(pool, userId, {
    name: 'list-files',
    text: `SELECT ${FILE_COLUMNS} ${OWN_FILES} ORDER BY f.imported_at DESC, f.file_id LIMIT $2`,
    values: [userId, LIMITS.filesShownMax],
  });
  return files.map(withMessages);
}

/** Returns one file of a user, with the number of events that leave with it; an empty list if the user has no such file. */
export async function findFile(pool: Pool, userId: number, fileId: string): Promise<StoredFile[]> {
  const [files] = await readAsUser<[FileRow]>(pool, userId, {
    name: 'find-file',
    text: `SELECT ${FILE_COLUMNS}, (SELECT count(*) FROM facts.file_events h
        WHERE h.user_id = $1 AND h.file_id = f.file_id AND ${IN_NO_OTHER_FILE}) AS "ownEvents"
      ${OWN_FILES} AND f.file_id = $2`,
    values: [userId, fileId],
  });
  return files.map(withMessages);
}

/** A file whose rows may have been stored before there were codes, and then have no messages. */
type FileRow = Omit<StoredFile, 'leftOut'> & {
  readonly leftOut: readonly (Omit<FileLeftOut, 'messages'> & Partial<Pick<FileLeftOut, 'messages'>>)[];
};

function withMessages(file: FileRow): StoredFile {
  return { ...file, leftOut: file.leftOut.map(({ messages = [], ...row }) => ({ ...row, messages })) };
}

/** SQL condition on a row `h` of the events of a file. */
const IN_NO_OTHER_FILE = `NOT EXISTS (SELECT FROM facts.file_events o
  WHERE o.user_id = $1 AND o.event_id = h.event_id AND o.file_id <> h.file_id)`;

/** An account of a user, with the name that the user gave it. */
export interface NamedAccount {
  readonly id: string;
  readonly ref: string;
  readonly label: string | null;
  readonly kind: 'wallet' | 'exchange' | 'file';
}

/** Returns the accounts of a user. */
export async function listAccounts(pool: Pool, userId: number): Promise<NamedAccount[]> {
  const [accounts] = await readAsUser<[NamedAccount]>(pool, userId, {
    name: 'list-accounts-of-files',
    text: `SELECT account_id AS id, ref, label, kind FROM facts.accounts WHERE user_id = $1 ORDER BY ref COLLATE "C"`,
    values: [userId],
  });
  return accounts;
}

/** Returns SQL that selects the ids and times of the events that leave with a file. */
export function eventsOnlyIn(userId: number, fileId: string): Sql {
  return sql`SELECT h.event_id, e.occurred_at FROM facts.file_events h
    JOIN facts.events e ON e.user_id = ${userId} AND e.event_id = h.event_id
    WHERE h.user_id = ${userId} AND h.file_id = ${fileId} AND NOT EXISTS (SELECT FROM facts.file_events o
      WHERE o.user_id = ${userId} AND o.event_id = h.event_id AND o.file_id <> h.file_id)`;
}

/** What left with a file. */
export interface RemovedFile {
  readonly name: string;
  readonly removedEvents: number;
  /** Their ids, at most one more than a recalculation request may name. */
  readonly eventIds: readonly string[];
  readonly isAccountRemoved: boolean;
  /** Whether rows of money left. */
  readonly isMoneyRemoved: boolean;
}

/**
 * Removes a file, the events and the money that no other file holds, and its account if nothing is left in it. Requires the user lock. Returns
 * null if the user has no such file.
 */
export async function deleteFile(
  client: Client,
  userId: number,
  fileId: string,
): Promise<RemovedFile | null> {
  const { rows: gone } = await client.query<{ removed: number; ids: string[] | null }>(
    `WITH gone AS (
       DELETE FROM facts.events e WHERE e.user_id = $1 AND e.event_id IN (
         SELECT h.event_id FROM facts.file_events h WHERE h.user_id = $1 AND h.file_id = $2 AND ${IN_NO_OTHER_FILE})
       RETURNING e.event_id)
     SELECT count(*) AS removed, (array_agg(event_id::text))[1:$3] AS ids FROM gone`,
    [userId, fileId, LIMITS.changedEventsMax + 1],
  );
  const isMoneyRemoved = (await deleteMoneyOfFile(client, userId, fileId)) > 0;
  const { rows: files } = await client.query<{ name: string; account: string }>(
    'DELETE FROM facts.files WHERE user_id = $1 AND file_id = $2 RETURNING name, account_id AS account',
    [userId, fileId],
  );
  const [file] = files;
  if (file === undefined) return null;
  const { removed = 0, ids = [] } = gone[0] ?? {};
  return {
    name: file.name,
    removedEvents: removed,
    eventIds: ids ?? [],
    isMoneyRemoved,
    isAccountRemoved: await countOrDeleteAccount(client, userId, file.account),
  };
}

/**
 * Counts the events of an account again. Deletes one of kind `file` that has no events, money or files left, and returns whether. It
 * stays for a user with a submitted year, whose summary names the platforms of all accounts.
 */
async function countOrDeleteAccount(client: Client, userId: number, account: string): Promise<boolean> {
  await client.query(
    `UPDATE facts.accounts a SET event_count = (
       SELECT count(*) FROM facts.events e WHERE e.user_id = $1 AND e.account_id = a.account_id)
     WHERE a.user_id = $1 AND a.account_id = $2`,
    [userId, account],
  );
  const submitted = await client.query(
    'SELECT FROM facts.years WHERE user_id = $1 AND submitted_at IS NOT NULL LIMIT 1',
    [userId],
  );
  if (submitted.rowCount !== 0) return false;
  const { rowCount } = await client.query(
    `DELETE FROM facts.accounts a WHERE a.user_id = $1 AND a.account_id = $2 AND a.kind = 'file' AND a.event_count = 0
       AND NOT EXISTS (SELECT FROM facts.files f WHERE f.user_id = $1 AND f.account_id = $2)
       AND NOT EXISTS (SELECT FROM facts.money m WHERE m.user_id = $1 AND m.account_id = $2)`,
    [userId, account],
  );
  return rowCount === 1;
}
