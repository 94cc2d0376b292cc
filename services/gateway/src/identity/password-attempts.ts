/**
 * The limit on consecutive failed passwords of an account: at 100, the password is disabled (NIST SP 800-63B-4 §3.2.2). Anybody can
 * cause that many failures, so the limit closes the password only to browsers that never signed in to the account. A sign-in from a
 * known browser opens the password again, and so does a new password.
 */
import { LIMITS } from '@ctx/domain/limits';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';

export interface Account {
  readonly userId: number;
  /** Null for an account without a password. */
  readonly passwordHash: string | null;
}

export interface PasswordAttempt extends Account {
  /** Whether a browser that has not signed in to the account before may use the password. */
  readonly isOpen: boolean;
}

/** Returns the account of a folded e-mail address, or null. */
export async function findAccount(pool: Pool, email: string): Promise<Account | null> {
  const { rows } = await pool.query<Account>({
    name: 'find-sign-in',
    text: `SELECT user_id AS "userId", password_hash AS "passwordHash" FROM identity.find_sign_in($1)`,
    values: [email],
  });
  return rows[0] ?? null;
}

/** Counts a failed attempt of an account before its password is compared. Returns null if there is no such account. */
export async function attemptPassword(pool: Pool, email: string): Promise<PasswordAttempt | null> {
  const { rows } = await pool.query<Account & { failures: number }>({
    name: 'attempt-password',
    text: `SELECT user_id AS "userId", password_hash AS "passwordHash", failures FROM identity.attempt_password($1, $2)`,
    values: [email, LIMITS.passwordFailuresMax],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { userId, passwordHash, failures } = row;
  return { userId, passwordHash, isOpen: failures <= LIMITS.passwordFailuresMax };
}

/** Undoes the count of an attempt whose password was never compared. */
export async function takeBackAttempt(pool: Pool, userId: number): Promise<void> {
  await writeAsUser(pool, userId, (client) =>
    client.query(
      'UPDATE identity.users SET password_failures = greatest(0, password_failures - 1) WHERE user_id = $1',
      [userId],
    ),
  );
}

/** Sets an account's consecutive failures to 0, after its right password. */
export async function resetFailures(pool: Pool, userId: number): Promise<void> {
  await writeAsUser(pool, userId, (client) =>
    client.query('UPDATE identity.users SET password_failures = 0 WHERE user_id = $1', [userId]),
  );
}

export interface FailureCount {
  readonly failures: number;
  readonly retryAfterSeconds: number;
}

/**
 * Counts a failed sign-in under a key (change 1), or takes one back (change -1). Returns the failures of the last
 * `LIMITS.signInFailuresMinutes` minutes and the seconds until that period ends.
 */
export async function countSignInFailure(pool: Pool, key: Buffer, change: 1 | -1): Promise<FailureCount> {
  const { rows } = await pool.query<FailureCount>({
    name: 'count-sign-in-failure',
    text: `SELECT failures, retry_after_seconds AS "retryAfterSeconds"
      FROM identity.count_sign_in_failure($1, $2, make_interval(mins => $3))`,
    values: [key, change, LIMITS.signInFailuresMinutes],
  });
  return rows[0] ?? { failures: 0, retryAfterSeconds: 1 };
}
