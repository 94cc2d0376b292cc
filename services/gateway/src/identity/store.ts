/** Users and tokens in PostgreSQL. */
import type { Beta, Plan, Scope } from '@ctx/common/domain/vocabulary';
import { type Client, inTransaction, type Pool, writeAsUser } from '@ctx/common/platform/postgres';
import { LIMITS } from '@ctx/common/domain/limits';
import { logAccess } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';
import { forgetFailures } from './password-attempts.ts';

export interface UserRow {
  user_id: number;
  email: string;
  plan: Plan;
  betas: Beta[];
  created_at: string;
}

export interface TokenRow {
  token_id: string;
  user_id: number;
  name: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** The e-mail address belongs to a user already. */
export class EmailTaken extends Error {}

const USER_COLUMNS = 'user_id, email, plan, betas, created_at';
const TOKEN_COLUMNS = 'token_id, user_id, name, scopes, created_at, expires_at, last_used_at, revoked_at';
/** As SQL: neither revoked nor expired. */
export const TOKEN_LIVES = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
const UNIQUE_VIOLATION = '23505';

/** Creates a user. Throws EmailTaken. */
export async function createUser(
  pool: Pool,
  user: { email: string; plan: Plan; betas: readonly Beta[]; passwordHash: string | null },
): Promise<UserRow> {
  try {
    return await inTransaction(pool, 'BEGIN', async (client) => {
      const { rows: ids } = await client.query<{ user_id: number }>(
        `SELECT set_config('app.user_id', user_id::text, true), user_id FROM nextval('identity.users_user_id_seq') AS user_id`,
      );
      const { rows } = await client.query<UserRow>(
        `INSERT INTO identity.users (user_id, email, plan, betas, password_hash) OVERRIDING SYSTEM VALUE
         VALUES ($1, $2, $3, $4, $5) RETURNING ${USER_COLUMNS}`,
        [ids[0]?.user_id, user.email, user.plan, user.betas, user.passwordHash],
      );
      return rows[0] as UserRow;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION)
      throw new EmailTaken('this e-mail address has a user');
    throw error;
  }
}

/** Changes what is given, for the operator; another password ends all sessions. Null when there is no such user. */
export async function updateUser(
  pool: Pool,
  userId: number,
  changes: { plan: Plan | null; betas: readonly Beta[] | null; passwordHash: string | null },
): Promise<UserRow | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<UserRow>(
      `UPDATE identity.users SET plan = coalesce($2, plan), betas = coalesce($3, betas)
       WHERE user_id = $1 RETURNING ${USER_COLUMNS}`,
      [userId, changes.plan, changes.betas],
    );
    const [row] = rows;
    if (row !== undefined && changes.passwordHash !== null)
      await setPassword(client, { userId, passwordHash: changes.passwordHash, via: 'ctx' });
    return row ?? null;
  });
}

/**
 * Stores another password's hash within a transaction of the user, and ends the sessions, all but the one that began at
 * `keptSignedInAt`, and the sign-ins that wait for a passkey. Logged.
 */
export async function setPassword(
  client: Client,
  change: {
    userId: number;
    passwordHash: string;
    via: 'settings' | 'ctx';
    keptSignedInAt?: string;
    origin?: AccessOrigin | null;
  },
): Promise<void> {
  const { userId, passwordHash, via, keptSignedInAt = null, origin = null } = change;
  await client.query('UPDATE identity.users SET password_hash = $2 WHERE user_id = $1', [
    userId,
    passwordHash,
  ]);
  await forgetFailures(client, userId);
  await client.query(
    'DELETE FROM identity.sessions WHERE user_id = $1 AND created_at IS DISTINCT FROM $2::timestamptz',
    [userId, keptSignedInAt],
  );
  // A sign-in with the former password that still waits for its second step.
  await client.query('DELETE FROM identity.passkey_steps WHERE user_id = $1', [userId]);
  await logAccess(client, userId, 'PASSWORD_CHANGED', via, null, origin);
}

/** The user, or null. */
export async function findUser(pool: Pool, userId: number): Promise<UserRow | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<UserRow>(
      `SELECT ${USER_COLUMNS} FROM identity.users WHERE user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  });
}

export interface ExternalLoginRow {
  issuer: string;
  subject: string;
  created_at: string;
}

/** Takes a user's logins at external providers away, all or the one of a subject, and ends the user's sessions. Logged. */
export async function unlinkLogins(
  pool: Pool,
  userId: number,
  subject: string | null,
): Promise<ExternalLoginRow[]> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<ExternalLoginRow>(
      'SELECT issuer, subject, created_at FROM identity.unlink_external_logins($1, $2) ORDER BY issuer, subject',
      [userId, subject],
    );
    if (rows.length === 0) return rows;
    await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
    await logAccess(client, userId, 'LOGIN_UNLINKED', 'ctx');
    return rows;
  });
}

const USERS_PAGE = 500;

/** Every user, by id, a page at a time. */
export async function* listUsers(pool: Pool): AsyncGenerator<UserRow> {
  for (let after = 0; ;) {
    const { rows } = await pool.query<UserRow>(`SELECT ${USER_COLUMNS} FROM identity.list_users($1, $2)`, [
      after,
      USERS_PAGE,
    ]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < USERS_PAGE) return;
    after = last.user_id;
  }
}

/** Makes others who change this user's tokens, connections or passkeys wait until the transaction ends, so that a count of them holds. */
export async function lockUser(client: Client, userId: number): Promise<void> {
  await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
}

/** Locks the user; returns whether the user may have one more token. */
export async function hasRoomForToken(client: Client, userId: number): Promise<boolean> {
  await lockUser(client, userId);
  const { rows } = await client.query<{ live: number }>(
    `SELECT count(*) AS live FROM identity.tokens WHERE user_id = $1 AND ${TOKEN_LIVES}`,
    [userId],
  );
  return (rows[0]?.live ?? 0) < LIMITS.tokensPerUserMax;
}

/** Stores a token by the hash of its secret, for the operator. Logged. Null when the user has as many as there can be. */
export async function insertToken(
  pool: Pool,
  token: {
    userId: number;
    name: string;
    secretHash: Buffer;
    scopes: readonly Scope[];
    expiresAt: string | null;
  },
): Promise<TokenRow | null> {
  return writeAsUser(pool, token.userId, async (client) => {
    if (!(await hasRoomForToken(client, token.userId))) return null;
    const { rows } = await client.query<TokenRow>(
      `INSERT INTO identity.tokens (user_id, name, secret_hash, scopes, expires_at)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${TOKEN_COLUMNS}`,
      [token.userId, token.name, token.secretHash, token.scopes, token.expiresAt],
    );
    await logAccess(client, token.userId, 'TOKEN_CREATED', 'ctx', token.name);
    return rows[0] as TokenRow;
  });
}

/** A user's tokens, oldest first, revoked ones too. */
export async function listTokens(pool: Pool, userId: number): Promise<TokenRow[]> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<TokenRow>(
      `SELECT ${TOKEN_COLUMNS} FROM identity.tokens WHERE user_id = $1 ORDER BY created_at, token_id`,
      [userId],
    );
    return rows;
  });
}

/**
 * Revokes at once, for the operator, who need not know whose it is; revoking again changes nothing. Logged. Null when there
 * is no such token.
 */
export async function revokeToken(pool: Pool, tokenId: string): Promise<TokenRow | null> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    const { rows } = await client.query<TokenRow & { is_new: boolean }>(
      // Both are the time at which this transaction began.
      `SELECT ${TOKEN_COLUMNS}, revoked_at = now() AS is_new,
         set_config('app.user_id', user_id::text, true) FROM identity.revoke_token($1)`,
      [tokenId],
    );
    const [row] = rows;
    if (row?.is_new === true) await logAccess(client, row.user_id, 'TOKEN_REVOKED', 'ctx', row.name);
    return row ?? null;
  });
}
