/**
 * The cap on consecutive failures of an account's password (NIST SP 800-63B-4 §3.2.2: no more than 100, then the password is
 * disabled). A stranger could reach the cap to lock a person out. So it closes the password to browsers that have never signed in
 * to the account; one that has still signs in with it, which opens the password again, and so does another password.
 */
import { LIMITS } from '@ctx/common/domain/limits';
import type { Client, Pool } from '@ctx/common/platform/postgres';

export interface PasswordAttempt {
  readonly userId: number;
  readonly passwordHash: string | null;
  /** Whether the password is open to a browser that has not signed in to the account before. */
  readonly isOpen: boolean;
}

/** Counts an attempt of the account as failed, before its password is compared. Null where there is no such account. */
export async function attemptPassword(pool: Pool, email: string): Promise<PasswordAttempt | null> {
  const { rows } = await pool.query<{ userId: number; passwordHash: string | null; failures: number }>({
    name: 'attempt-password',
    text: `SELECT user_id AS "userId", password_hash AS "passwordHash", failures FROM identity.attempt_password($1, $2)`,
    values: [email, LIMITS.passwordFailuresMax],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { userId, passwordHash, failures } = row;
  return { userId, passwordHash, isOpen: failures <= LIMITS.passwordFailuresMax };
}

/** The attempt was never compared: it is taken back. In a transaction of the user. */
export async function takeBackAttempt(client: Client, userId: number): Promise<void> {
  await client.query(
    'UPDATE identity.users SET password_failures = greatest(0, password_failures - 1) WHERE user_id = $1',
    [userId],
  );
}

/** The password was right, or is another one: failures begin at 0. In a transaction of the user. */
export async function forgetFailures(client: Client, userId: number): Promise<void> {
  await client.query('UPDATE identity.users SET password_failures = 0 WHERE user_id = $1', [userId]);
}
