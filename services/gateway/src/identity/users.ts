/** Users, in PostgreSQL. */
import type { Beta, Plan } from '@ctx/domain/vocabulary';
import { type Client, inTransaction, type Pool, setUser, writeAsUser } from '@ctx/platform/postgres';
import { logAccess } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';

export interface UserRow {
  readonly userId: number;
  readonly email: string;
  readonly plan: Plan;
  readonly betas: Beta[];
  /** RFC 3339, UTC. */
  readonly createdAt: string;
}

/** The e-mail address already belongs to a user. */
export class TakenEmail extends Error {}

const COLUMNS = 'user_id AS "userId", email, plan, betas, created_at AS "createdAt"';
const UNIQUE_VIOLATION = '23505';

/** Creates a user. Throws TakenEmail. */
export async function createUser(
  pool: Pool,
  user: { email: string; plan: Plan; betas: readonly Beta[]; passwordHash: string | null },
): Promise<UserRow> {
  try {
    return await inTransaction(pool, 'BEGIN', async (client) => {
      const { rows: ids } = await client.query<Pick<UserRow, 'userId'>>(
        `SELECT nextval('identity.users_user_id_seq') AS "userId"`,
      );
      const { userId } = ids[0] as Pick<UserRow, 'userId'>;
      await client.query(setUser(userId));
      const { rows } = await client.query<UserRow>(
        `INSERT INTO identity.users (user_id, email, plan, betas, password_hash) OVERRIDING SYSTEM VALUE
         VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
        [userId, user.email, user.plan, user.betas, user.passwordHash],
      );
      return rows[0] as UserRow;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION)
      throw new TakenEmail('this e-mail address has a user');
    throw error;
  }
}

/**
 * Changes the given fields of a user, for the operator. A new password ends all sessions. Returns null if there is no such user.
 */
export async function updateUser(
  pool: Pool,
  userId: number,
  changes: { plan: Plan | null; betas: readonly Beta[] | null; passwordHash: string | null },
): Promise<UserRow | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<UserRow>(
      `UPDATE identity.users SET plan = coalesce($2, plan), betas = coalesce($3, betas)
       WHERE user_id = $1 RETURNING ${COLUMNS}`,
      [userId, changes.plan, changes.betas],
    );
    const [row] = rows;
    if (row !== undefined && changes.passwordHash !== null)
      await storePassword(client, { userId, passwordHash: changes.passwordHash, via: 'ctx' });
    return row ?? null;
  });
}

export interface PasswordReplacement {
  readonly userId: number;
  readonly passwordHash: string;
  readonly via: 'settings' | 'invitation' | 'ctx';
  /** When the session that stays open began (RFC 3339). Without it, all sessions end. */
  readonly keptSignedInAt?: string;
  readonly origin?: AccessOrigin | null;
}

/** Replaces a user's password and ends other sessions and sign-ins that wait for a passkey. Logs the change. */
export async function replacePassword(pool: Pool, replacement: PasswordReplacement): Promise<void> {
  await writeAsUser(pool, replacement.userId, (client) => storePassword(client, replacement));
}

/** Does what `replacePassword` does in a transaction of the user. */
export async function storePassword(client: Client, replacement: PasswordReplacement): Promise<void> {
  const { userId, passwordHash, via, keptSignedInAt = null, origin = null } = replacement;
  await client.query(
    'UPDATE identity.users SET password_hash = $2, password_failures = 0 WHERE user_id = $1',
    [userId, passwordHash],
  );
  await client.query(
    'DELETE FROM identity.sessions WHERE user_id = $1 AND created_at IS DISTINCT FROM $2::timestamptz',
    [userId, keptSignedInAt],
  );
  // A sign-in with the former password that still waits for its second step.
  await client.query('DELETE FROM identity.passkey_steps WHERE user_id = $1', [userId]);
  // A link that somebody else may have could otherwise replace the new password.
  await client.query('DELETE FROM identity.invitations WHERE user_id = $1', [userId]);
  await logAccess(client, userId, 'PASSWORD_CHANGED', via, null, origin);
}

/** Returns a user, or null. */
export async function findUser(pool: Pool, userId: number): Promise<UserRow | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<UserRow>(`SELECT ${COLUMNS} FROM identity.users WHERE user_id = $1`, [
      userId,
    ]);
    return rows[0] ?? null;
  });
}

const USERS_PAGE = 500;

/** Returns all users in the order of their ids. Reads them a page at a time. */
export async function* listUsers(pool: Pool): AsyncGenerator<UserRow> {
  for (let after = 0; ;) {
    const { rows } = await pool.query<UserRow>(`SELECT ${COLUMNS} FROM identity.list_users($1, $2)`, [
      after,
      USERS_PAGE,
    ]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < USERS_PAGE) return;
    after = last.userId;
  }
}

/**
 * Locks a user's row until the transaction ends. Changes of the same user's tokens, connections and passkeys wait for it, so that
 * a count of them stays correct.
 */
export async function lockUserRow(client: Client, userId: number): Promise<void> {
  await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
}
