/** Who signed in, made or revoked a token, connected or revoked an app (decisions.md, "OAuth and settings"); append-only. */
import { type Client, type Pool, readAsUser } from '@ctx/common/platform/postgres';

export type AccessAction =
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'SIGNED_OUT_EVERYWHERE'
  | 'PASSWORD_CHANGED'
  | 'LOGIN_LINKED'
  | 'LOGIN_UNLINKED'
  | 'TOKEN_CREATED'
  | 'TOKEN_REVOKED'
  | 'APP_CONNECTED'
  | 'APP_REVOKED';

/** Where it was done: the way of a sign-in, the pages, the app itself, or the operator's command. */
export type AccessVia = 'password' | 'provider' | 'settings' | 'app' | 'ctx';

export interface AccessEntry {
  readonly entryId: number;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly action: AccessAction;
  /** Name of the token or the app; written by its user or by a third party. */
  readonly target: string | null;
  readonly via: string;
}

/** Adds an entry within a transaction of `userId` (writeAsUser), so that it stands exactly when what it tells of does. */
export async function logAccess(
  client: Client,
  userId: number,
  action: AccessAction,
  via: AccessVia,
  target: string | null = null,
): Promise<void> {
  await client.query({
    name: 'log-access',
    text: 'INSERT INTO identity.access_log (user_id, action, target, via) VALUES ($1, $2, $3, $4)',
    values: [userId, action, target, via],
  });
}

/** A user's newest entries, newest first; `before` is the `entryId` the page before ended with. */
export async function listAccess(
  pool: Pool,
  userId: number,
  page: { readonly before: number | null; readonly size: number },
): Promise<readonly AccessEntry[]> {
  const [rows] = await readAsUser<[AccessEntry]>(pool, userId, {
    name: 'list-access',
    text: `SELECT entry_id AS "entryId", at, action, target, via FROM identity.access_log
      WHERE user_id = $1 AND ($2::bigint IS NULL OR entry_id < $2) ORDER BY entry_id DESC LIMIT $3`,
    values: [userId, page.before, page.size],
  });
  return rows;
}
