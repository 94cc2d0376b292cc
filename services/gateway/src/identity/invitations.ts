/** Links with which users set their own password, in PostgreSQL. A user has one at a time; a new password ends it (ADR 58). */
import { LIMITS } from '@ctx/domain/limits';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import { logAccess } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';
import { hashSecret, newLinkSecret } from './auth/secret.ts';
import { storePassword } from './users.ts';

/** A new link's secret, which only the link contains, and its end (RFC 3339). */
export interface NewInvitation {
  readonly secret: string;
  readonly expiresAt: string;
}

/** The user of a link that works. */
export interface Invitee {
  readonly userId: number;
  readonly email: string;
}

/** Creates a link for a user, in place of an earlier one, and logs it. */
export async function createInvitation(pool: Pool, userId: number): Promise<NewInvitation> {
  const secret = newLinkSecret();
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<Pick<NewInvitation, 'expiresAt'>>(
      `INSERT INTO identity.invitations (user_id, secret_hash, expires_at) VALUES ($1, $2, now() + make_interval(hours => $3))
       ON CONFLICT (user_id) DO UPDATE
         SET secret_hash = excluded.secret_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
       RETURNING expires_at AS "expiresAt"`,
      [userId, hashSecret(secret), LIMITS.invitationHoursMax],
    );
    await logAccess(client, userId, 'INVITATION_CREATED', 'ctx');
    return { secret, ...(rows[0] as Pick<NewInvitation, 'expiresAt'>) };
  });
}

/** Returns the user of a link; null for one that was used or replaced, has expired or never existed. */
export async function findInvitation(pool: Pool, secret: string): Promise<Invitee | null> {
  const { rows } = await pool.query<Invitee>({
    name: 'find-invitation',
    text: 'SELECT user_id AS "userId", email FROM identity.find_invitation($1)',
    values: [hashSecret(secret)],
  });
  return rows[0] ?? null;
}

/** Uses up a link and stores the password, in one transaction. Returns false for a link that no longer works: of two uses, one succeeds. */
export async function useInvitation(
  pool: Pool,
  {
    userId,
    secret,
    passwordHash,
    origin,
  }: {
    readonly userId: number;
    readonly secret: string;
    readonly passwordHash: string;
    readonly origin: AccessOrigin;
  },
): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rowCount } = await client.query(
      'DELETE FROM identity.invitations WHERE user_id = $1 AND secret_hash = $2 AND expires_at > now()',
      [userId, hashSecret(secret)],
    );
    if (rowCount === 0) return false;
    await storePassword(client, { userId, passwordHash, via: 'invitation', origin });
    return true;
  });
}
