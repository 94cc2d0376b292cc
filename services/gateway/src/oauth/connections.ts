/** Connections: what lets an app act for a user, until it is revoked or unused for 90 days. */
import type { Scope } from '@ctx/common/domain/vocabulary';
import { type Pool, writeAsUser } from '@ctx/common/platform/postgres';
import { logAccess } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { hasRoomForConnection } from '../identity/connections.ts';
import { hashSecret } from '../auth/secret.ts';

/** How long an app may take to fetch its first token; then the days count. */
const PENDING = '10 minutes';

export interface NewConnection {
  readonly userId: number;
  readonly grantId: string;
  readonly clientId: string;
  readonly appName: string;
  readonly scopes: readonly Scope[];
  readonly origin: AccessOrigin;
}

/**
 * Keeps what a user allowed, and logs it. Comes before the grant itself, which belongs to it. False, and nothing is kept, when
 * the user has as many connected apps as there can be.
 */
export async function insertConnection(pool: Pool, connection: NewConnection): Promise<boolean> {
  const { userId, grantId, clientId, appName, scopes, origin } = connection;
  return writeAsUser(pool, userId, async (client) => {
    if (!(await hasRoomForConnection(client, userId))) return false;
    await client.query(
      `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6::interval)`,
      [userId, hashSecret(grantId), clientId, appName, scopes, PENDING],
    );
    await logAccess(client, userId, 'APP_CONNECTED', 'settings', appName, origin);
    return true;
  });
}

/** Ends the connection under which a code or refresh token was issued, with every token of it. */
export async function endConnectionOf(
  pool: Pool,
  model: 'AuthorizationCode' | 'RefreshToken',
  id: string,
): Promise<void> {
  await pool.query({
    name: 'oauth-end-connection',
    text: `SELECT identity.revoke_grant(grant_hash, 'app') FROM identity.oauth_rows
      WHERE model = $1 AND id_hash = $2 AND grant_hash IS NOT NULL`,
    values: [model, hashSecret(id)],
  });
}

/** Whether any user is connected to an app now. */
export async function isClientConnected(pool: Pool, clientId: string): Promise<boolean> {
  const { rows } = await pool.query<{ connected: boolean }>({
    name: 'oauth-is-client-connected',
    text: 'SELECT identity.is_client_connected($1) AS connected',
    values: [clientId],
  });
  return rows[0]?.connected === true;
}

/** Whether this is the first answer to an interaction: a second click changes nothing. */
export async function claimInteraction(pool: Pool, uid: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE identity.oauth_rows SET consumed_at = now()
     WHERE model = 'Interaction' AND id_hash = $1 AND consumed_at IS NULL`,
    [hashSecret(uid)],
  );
  return rowCount === 1;
}
