/** Who signed in or tried to, made or revoked a token, connected or revoked an app (decisions.md, "OAuth and settings"); append-only. */
import type { Logger } from '@ctx/common/platform/log';
import { type Client, type Pool, readAsUser } from '@ctx/common/platform/postgres';
import type { AccessOrigin } from './access-origin.ts';

export type AccessAction =
  | 'SIGNED_IN'
  | 'SIGN_IN_FAILED'
  | 'SIGNED_OUT'
  | 'SIGNED_OUT_EVERYWHERE'
  | 'PASSWORD_CHANGED'
  | 'LOGIN_LINKED'
  | 'LOGIN_UNLINKED'
  | 'PASSWORD_CLOSED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'RECOVERY_CODES_CREATED'
  | 'TOKEN_CREATED'
  | 'TOKEN_REVOKED'
  | 'APP_CONNECTED'
  | 'APP_REVOKED';

/** How somebody signed in; a passkey or a recovery code comes after the password. */
export type SignInWay = 'password' | 'passkey' | 'recovery-code' | 'provider';

/** Where it was done: the way of a sign-in, the pages, the app itself, or the operator's command. */
export type AccessVia = SignInWay | 'settings' | 'app' | 'ctx';

export interface AccessEntry {
  readonly entryId: number;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly action: AccessAction;
  /** Name of the token, the app or the passkey; written by its user or by a third party. */
  readonly target: string | null;
  readonly via: string;
  /** Null where it is not known, and for failures from several places. */
  readonly browser: string | null;
  readonly network: string | null;
  /** More than once for sign-ins that failed. */
  readonly times: number;
  readonly lastAt: string | null;
}

/** Adds an entry within a transaction of `userId` (writeAsUser), so that it stands exactly when what it tells of does. */
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

/** Of one person in a day; the last of them stands for all others. */
const FAILURE_ROWS_MAX = 5;

/** Logs a failed sign-in of the user of an e-mail address, repeats in one entry; answers the user, null where there is none. */
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

/** What the platform may tell a person (docs/observability.md, "Account events"). */
type AnnouncedAction = Extract<
  AccessAction,
  | 'SIGNED_IN'
  | 'SIGN_IN_FAILED'
  | 'PASSWORD_CHANGED'
  | 'LOGIN_LINKED'
  | 'LOGIN_UNLINKED'
  | 'TOKEN_CREATED'
  | 'APP_CONNECTED'
>;

/** Writes an account event to the service log, once it has happened. */
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

/** A user's newest entries, newest first; `before` is the `entryId` the page before ended with. */
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
