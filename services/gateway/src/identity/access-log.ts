/**
 * The access log: sign-ins, changes of passwords, passkeys, tokens and connected apps (decisions.md, "OAuth and settings"), files
 * and webhooks that were added or removed, and years that their user submitted (`app.log_submission` writes those).
 * Rows are added and never changed, except that repeated failed sign-ins share one row.
 */
import type { Logger } from '@ctx/platform/log';
import { type Client, type Pool, readAsUser } from '@ctx/platform/postgres';
import type { AccessOrigin } from './access-origin.ts';

export type AccessAction =
  | 'SIGNED_IN'
  | 'SIGN_IN_FAILED'
  | 'SIGNED_OUT'
  | 'SIGNED_OUT_EVERYWHERE'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGED'
  | 'LOGIN_LINKED'
  | 'LOGIN_UNLINKED'
  | 'PASSWORD_CLOSED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'RECOVERY_CODES_CREATED'
  | 'TOKEN_CREATED'
  | 'TOKEN_REVOKED'
  | 'APP_CONNECTED'
  | 'APP_REVOKED'
  | 'FILE_ADDED'
  | 'FILE_REMOVED'
  | 'YEAR_SUBMITTED'
  | 'INVITATION_CREATED'
  | 'WEBHOOK_ADDED'
  | 'WEBHOOK_REMOVED';

/** How a user signed in. A passkey or a recovery code comes after the password. */
export type SignInMethod = 'password' | 'passkey' | 'recovery-code' | 'provider';

/** Through what a user or an operator acted: a way of signing in, the pages, a token or connected app, a link of the operator, the app itself, or the `ctx` command. */
export type AccessVia = SignInMethod | 'settings' | 'api' | 'invitation' | 'app' | 'ctx';

export interface AccessEntry {
  readonly entryId: number;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly action: AccessAction;
  /** Name of the token, app, passkey or file, as its user or a third party wrote it. */
  readonly target: string | null;
  readonly via: string;
  /** Null if it is not known, and for failures from several places. */
  readonly browser: string | null;
  readonly network: string | null;
  /** How often it happened. Only failed sign-ins are counted in one entry. */
  readonly times: number;
  /** RFC 3339, UTC; null for an entry that happened once. */
  readonly lastAt: string | null;
}

/** Adds an entry to the access log. `client` is in a transaction of `userId` (writeAsUser) that also makes the logged change. */
export async function logAccess(
  client: Client,
  userId: number,
  action: AccessAction,
  via: AccessVia,
  target: string | null = null,
  origin: AccessOrigin | null = null,
): Promise<void> {
  await client.query({
    name: 'log-access',
    text: `INSERT INTO identity.access_log (user_id, action, target, via, browser, network)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [userId, action, target, via, origin?.browser ?? null, origin?.network ?? null],
  });
}

/** Rows for the failed sign-ins of one user in a day. The last row also counts all further failures. */
const FAILURE_ROWS_MAX = 5;

/** Logs a failed sign-in to the account of an e-mail address. Repeats share one entry. Returns the user, or null without an account. */
export async function logFailedSignIn(
  pool: Pool | Client,
  email: string,
  via: AccessVia,
  origin: AccessOrigin,
): Promise<number | null> {
  const { rows } = await pool.query<{ userId: number | null }>({
    name: 'log-failed-sign-in',
    text: 'SELECT identity.log_failed_sign_in($1, $2, $3, $4, $5) AS "userId"',
    values: [email, via, origin.browser, origin.network, FAILURE_ROWS_MAX],
  });
  return rows[0]?.userId ?? null;
}

/** Actions that are also written to the service log, so that the platform can notify the user (docs/observability.md, "Account events"). */
type AnnouncedAction = Extract<
  AccessAction,
  | 'SIGNED_IN'
  | 'SIGN_IN_FAILED'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGED'
  | 'LOGIN_LINKED'
  | 'LOGIN_UNLINKED'
  | 'TOKEN_CREATED'
  | 'APP_CONNECTED'
>;

/** Writes an account event to the service log. Call it after the transaction that made the change. */
export function announceAccess(
  log: Logger,
  userId: number,
  action: AnnouncedAction,
  via: AccessVia,
  origin: AccessOrigin | null = null,
): void {
  const { browser = null, network = null } = origin ?? {};
  log.info({ event: `account.${action.toLowerCase()}`, userId, via, browser, network }, 'account event');
}

/** Returns a page of a user's entries, newest first. `before` is the last `entryId` of the previous page, null for the first page. */
export async function listAccess(
  pool: Pool,
  userId: number,
  page: { readonly before: number | null; readonly size: number },
): Promise<readonly AccessEntry[]> {
  const [rows] = await readAsUser<[AccessEntry]>(pool, userId, {
    name: 'list-access',
    text: `SELECT entry_id AS "entryId", at, action, target, via, browser, network, times,
      last_at AS "lastAt" FROM identity.access_log
      WHERE user_id = $1 AND ($2::bigint IS NULL OR entry_id < $2) ORDER BY entry_id DESC LIMIT $3`,
    values: [userId, page.before, page.size],
  });
  return rows;
}
