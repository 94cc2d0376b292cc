/** Sessions of people in a browser, in PostgreSQL. A row holds the SHA-256 of the cookie's secret, so that reading it opens no session. */
import { LIMITS } from '@ctx/domain/limits';
import type { Beta, Plan } from '@ctx/domain/vocabulary';
import { type Pool, readAsUser, writeAsUser } from '@ctx/platform/postgres';
import { logAccess, type SignInMethod } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';
import { hashSecret } from './auth/secret.ts';

export interface SessionRow {
  readonly userId: number;
  readonly email: string;
  readonly plan: Plan;
  readonly betas: readonly Beta[];
  readonly hasPassword: boolean;
  /** RFC 3339, UTC. */
  readonly signedInAt: string;
}

/** Returns the session of a secret and notes its use. Returns null if it has ended, expired or been idle for too long. */
export async function findSession(pool: Pool, secret: string): Promise<SessionRow | null> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-session',
    text: `SELECT user_id AS "userId", email, plan, betas, has_password AS "hasPassword",
        signed_in_at AS "signedInAt"
      FROM identity.find_session($1, make_interval(mins => $2))`,
    values: [hashSecret(secret), LIMITS.sessionIdleMinutesMax],
  });
  return rows[0] ?? null;
}

/** Returns whether a user has a session, which may be idle or expired but was not signed out. */
export async function hasSession(pool: Pool, userId: number, secretHash: Buffer): Promise<boolean> {
  const [rows] = await readAsUser<[object]>(pool, userId, {
    name: 'has-session',
    text: 'SELECT FROM identity.sessions WHERE secret_hash = $1',
    values: [secretHash],
  });
  return rows.length > 0;
}

export interface NewSession {
  readonly userId: number;
  readonly secret: string;
  readonly via: SignInMethod;
  readonly origin: AccessOrigin;
}

/** Starts a session for `LIMITS.sessionHoursMax` and logs the sign-in. Beyond `LIMITS.sessionsMax`, the user's oldest sessions end. */
export async function insertSession(pool: Pool, session: NewSession): Promise<void> {
  const { userId, secret, via, origin } = session;
  await writeAsUser(pool, userId, async (client) => {
    await client.query(
      `INSERT INTO identity.sessions (secret_hash, user_id, expires_at)
       VALUES ($1, $2, now() + make_interval(hours => $3))`,
      [hashSecret(secret), userId, LIMITS.sessionHoursMax],
    );
    await client.query(
      `DELETE FROM identity.sessions WHERE user_id = $1 AND secret_hash IN (
         SELECT s.secret_hash FROM identity.sessions s WHERE s.user_id = $1
         ORDER BY s.created_at DESC OFFSET $2)`,
      [userId, LIMITS.sessionsMax],
    );
    await logAccess(client, userId, 'SIGNED_IN', via, null, origin);
  });
}

/** Ends one session of a user and logs it. */
export async function endSession(
  pool: Pool,
  userId: number,
  secret: string,
  origin: AccessOrigin,
): Promise<void> {
  await writeAsUser(pool, userId, async (client) => {
    await client.query('DELETE FROM identity.sessions WHERE secret_hash = $1', [hashSecret(secret)]);
    await logAccess(client, userId, 'SIGNED_OUT', 'settings', null, origin);
  });
}

/** Ends all sessions of a user and logs it. */
export async function endAllSessions(pool: Pool, userId: number, origin: AccessOrigin): Promise<void> {
  await writeAsUser(pool, userId, async (client) => {
    await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
    await logAccess(client, userId, 'SIGNED_OUT_EVERYWHERE', 'settings', null, origin);
  });
}
