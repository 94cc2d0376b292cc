/** Connections, the apps that act for users: what is seen and ended of them. */
import type { Scope } from '@ctx/common/domain/vocabulary';
import { LIMITS } from '@ctx/common/domain/limits';
import { type Client, type Pool, readAsUser, writeAsUser } from '@ctx/common/platform/postgres';
import type { AccessVia } from './access-log.ts';
import { lockUser } from './store.ts';

export interface ConnectionRow {
  connection_id: string;
  user_id: number;
  app_name: string;
  client_id: string;
  scopes: Scope[];
  created_at: string;
  last_used_at: string | null;
  /** Unless it is used before. */
  expires_at: string;
  revoked_at: string | null;
}

const COLUMNS =
  'connection_id, user_id, app_name, client_id, scopes, created_at, last_used_at, expires_at, revoked_at';
/** As SQL: neither revoked nor unused for too long. */
export const CONNECTION_LIVES = 'revoked_at IS NULL AND expires_at > now()';

/** A user's connections, newest first; those that ended too, as long as they are kept. */
export async function listConnections(pool: Pool, userId: number): Promise<readonly ConnectionRow[]> {
  const [rows] = await readAsUser<[ConnectionRow]>(pool, userId, {
    text: `SELECT ${COLUMNS} FROM identity.connections WHERE user_id = $1 ORDER BY created_at DESC, connection_id`,
    values: [userId],
  });
  return rows;
}

/** How many apps act for a user. */
export async function countConnections(pool: Pool, userId: number): Promise<number> {
  const [rows] = await readAsUser<[{ count: number }]>(pool, userId, {
    text: `SELECT count(*)::integer AS count FROM identity.connections WHERE user_id = $1 AND ${CONNECTION_LIVES}`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}

/** Locks the user; returns whether the user may connect one more app. */
export async function hasRoomForConnection(client: Client, userId: number): Promise<boolean> {
  await lockUser(client, userId);
  const { rows } = await client.query<{ live: number }>(
    `SELECT count(*) AS live FROM identity.connections WHERE user_id = $1 AND ${CONNECTION_LIVES}`,
    [userId],
  );
  return (rows[0]?.live ?? 0) < LIMITS.connectionsPerUserMax;
}

/** A connection by its id alone; null when there is none. */
export async function findConnection(pool: Pool, connectionId: string): Promise<ConnectionRow | null> {
  const { rows } = await pool.query<ConnectionRow>(`SELECT ${COLUMNS} FROM identity.find_connection($1)`, [
    connectionId,
  ]);
  return rows[0] ?? null;
}

/**
 * Ends a user's connections at once, on every replica, with all tokens issued under them: one, or all that live. Logged.
 * Answers those it ended; none where it has ended before or is not the user's.
 */
export async function revokeConnections(
  pool: Pool,
  userId: number,
  which: { readonly connectionId: string } | 'ALL',
  via: AccessVia,
): Promise<readonly ConnectionRow[]> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows: found } = await client.query<{ connection_id: string; grant_hash: Buffer }>(
      `SELECT connection_id, grant_hash FROM identity.connections
       WHERE user_id = $1 AND ($2::uuid IS NULL OR connection_id = $2) AND ${CONNECTION_LIVES} ORDER BY connection_id`,
      [userId, which === 'ALL' ? null : which.connectionId],
    );
    await client.query(
      `SELECT identity.revoke_grant(grant_hash, $2) FROM unnest($1::bytea[]) AS grant_hash`,
      [found.map(({ grant_hash: grantHash }) => grantHash), via],
    );
    const { rows } = await client.query<ConnectionRow>(
      `SELECT ${COLUMNS} FROM identity.connections WHERE connection_id = ANY ($1::uuid[])
       ORDER BY created_at DESC, connection_id`,
      [found.map(({ connection_id: id }) => id)],
    );
    return rows;
  });
}
