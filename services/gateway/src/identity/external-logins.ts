/** Logins of users at external OpenID providers, in PostgreSQL. */
import type { Plan } from '@ctx/domain/vocabulary';
import { inTransaction, type Pool, writeAsUser } from '@ctx/platform/postgres';
import { logAccess, logFailedSignIn } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';
import { createUser, TakenIdentity } from './users.ts';

export interface ExternalLoginRow {
  readonly issuer: string;
  readonly subject: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
}

/** A person that an external provider has identified. */
export interface ExternalPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Null if the provider did not verify the e-mail address. */
  readonly verifiedEmail: string | null;
}

/** Creates the user of a person with a verified e-mail address, unless another sign-in just did. Returns the id of a new user. */
export async function createExternalUser(pool: Pool, email: string, plan: Plan): Promise<number | null> {
  try {
    return (await createUser(pool, { email, plan, betas: [], passwordHash: null })).userId;
  } catch (error) {
    if (error instanceof TakenIdentity) return null;
    throw error;
  }
}

export interface ExternalLogin {
  readonly userId: number;
  /**
   * KNOWN: the login was linked before. LINKED: this call linked it. OTHER_LOGIN: the user with that e-mail address is linked to
   * another login of the same issuer.
   */
  readonly outcome: 'KNOWN' | 'LINKED' | 'OTHER_LOGIN';
}

/**
 * Finds the user of an external login, and links it to the user with the verified e-mail address if that user has no login of the
 * issuer yet. Logs a new link and a mismatch. Returns null for a person without an account.
 */
export async function findOrLinkExternalLogin(
  pool: Pool,
  { issuer, subject, verifiedEmail }: ExternalPerson,
  origin: AccessOrigin,
): Promise<ExternalLogin | null> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    const { rows } = await client.query<ExternalLogin>({
      name: 'find-external-login',
      text: `SELECT user_id AS "userId", outcome, set_config('app.user_id', user_id::text, true)
        FROM identity.find_external_login($1, $2, $3)`,
      values: [issuer, subject, verifiedEmail],
    });
    const [login = null] = rows;
    if (login?.outcome === 'LINKED')
      await logAccess(client, login.userId, 'LOGIN_LINKED', 'provider', null, origin);
    if (login?.outcome === 'OTHER_LOGIN')
      await logFailedSignIn(client, verifiedEmail ?? '', 'provider', origin);
    return login;
  });
}

/**
 * Removes a user's external logins, all or the one with the given subject, and ends the user's sessions. Logs it. Returns the
 * removed logins.
 */
export async function unlinkLogins(
  pool: Pool,
  userId: number,
  subject: string | null,
): Promise<ExternalLoginRow[]> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<ExternalLoginRow>(
      `SELECT issuer, subject, created_at AS "createdAt" FROM identity.unlink_external_logins($1, $2)
       ORDER BY issuer, subject`,
      [userId, subject],
    );
    if (rows.length === 0) return rows;
    await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
    await logAccess(client, userId, 'LOGIN_UNLINKED', 'ctx');
    return rows;
  });
}
