/** Connections, which let an app act for a user until they are revoked or unused for 90 days, in PostgreSQL. */
import type { Scope } from '@ctx/domain/vocabulary';
import { LIMITS } from '@ctx/domain/limits';
import { type Client, type Pool, readAsUser, writeAsUser } from '@ctx/platform/postgres';
import { type AccessVia, logAccess } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';
import { hashSecret } from './auth/secret.ts';
import { type LiveAndEndedRows, readLiveAndEnded } from './live-and-ended.ts';
import { lockUserRow } from './users.ts';

/** Instants are RFC 3339, UTC. */
export interface ConnectionRow {
  readonly connectionId: string;
  readonly userId: number;
  readonly appName: string;
  readonly clientId: string;
  readonly scopes: Scope[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** When the connection ends unless the app uses it before. */
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

/** A connection with the redirect URIs of the app's registration; null if the app is no longer registered. */
export interface ConnectionWithApp extends ConnectionRow {
  readonly redirectUris: readonly string[] | null;
}

const COLUMNS = `connection_id AS "connectionId", user_id AS "userId", app_name AS "appName",
  client_id AS "clientId", scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt"`;
const COLUMNS_WITH_APP = `${COLUMNS}, (SELECT r.payload -> 'redirect_uris' FROM identity.oauth_rows r
  WHERE r.model = 'Client' AND r.id_hash = sha256(convert_to(client_id, 'UTF8'))) AS "redirectUris"`;
/** SQL condition: neither revoked nor unused for too long. */
const IS_LIVE = 'revoked_at IS NULL AND expires_at > now()';
/** How long an app may take to fetch its first token, after which `LIMITS.connectionIdleDaysMax` applies. */
const FIRST_TOKEN_TIMEOUT = '10 minutes';

export interface NewConnection {
  readonly userId: number;
  readonly grantId: string;
  readonly clientId: string;
  readonly appName: string;
  readonly scopes: readonly Scope[];
  readonly origin: AccessOrigin;
}

/**
 * Stores a connection that a user allowed, and logs it. Insert it before its grant, which refers to it. Returns false, and stores
 * nothing, if the user already has `LIMITS.connectionsPerUserMax` connected apps.
 */
export async function insertConnection(pool: Pool, connection: NewConnection): Promise<boolean> {
  const { userId, grantId, clientId, appName, scopes, origin } = connection;
  return writeAsUser(pool, userId, async (client) => {
    if (!(await hasRoomForConnection(client, userId))) return false;
    await client.query(
      `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6::interval)`,
      [userId, hashSecret(grantId), clientId, appName, scopes, FIRST_TOKEN_TIMEOUT],
    );
    await logAccess(client, userId, 'APP_CONNECTED', 'settings', appName, origin);
    return true;
  });
}

async function hasRoomForConnection(client: Client, userId: number): Promise<boolean> {
  await lockUserRow(client, userId);
  const { rows } = await client.query<{ live: number }>(
    `SELECT count(*) AS live FROM identity.connections WHERE user_id = $1 AND ${IS_LIVE}`,
    [userId],
  );
  return (rows[0]?.live ?? 0) < LIMITS.connectionsPerUserMax;
}

/** Returns how many apps are connected to a user. */
export async function countConnections(pool: Pool, userId: number): Promise<number> {
  const [rows] = await readAsUser<[{ count: number }]>(pool, userId, {
    name: 'count-connections',
    text: `SELECT count(*)::integer AS count FROM identity.connections WHERE user_id = $1 AND ${IS_LIVE}`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}

/** Returns whether any user is connected to an app now. */
export async function isClientConnected(pool: Pool, clientId: string): Promise<boolean> {
  const { rows } = await pool.query<{ connected: boolean }>({
    name: 'oauth-is-client-connected',
    text: 'SELECT identity.is_client_connected($1) AS connected',
    values: [clientId],
  });
  return rows[0]?.connected === true;
}

/** Returns all connections of a user, newest first, including ended ones until cleanup deletes them. */
export async function listConnections(pool: Pool, userId: number): Promise<ConnectionRow[]> {
  const [rows] = await readAsUser<[ConnectionRow]>(pool, userId, {
    name: 'list-connections',
    text: `SELECT ${COLUMNS} FROM identity.connections WHERE user_id = $1 ORDER BY created_at DESC, connection_id`,
    values: [userId],
  });
  return rows;
}

/** Returns a user's live connections and the connections that ended most recently. */
export async function listLiveAndEndedConnections(
  pool: Pool,
  userId: number,
): Promise<LiveAndEndedRows<ConnectionWithApp>> {
  const table = {
    table: 'connections',
    columns: COLUMNS_WITH_APP,
    id: 'connection_id',
    isLive: IS_LIVE,
  } as const;
  return readLiveAndEnded(pool, userId, table);
}

/** Returns a live connection of a user, or null. */
export async function findLiveConnection(
  pool: Pool,
  userId: number,
  connectionId: string,
): Promise<ConnectionWithApp | null> {
  const [rows] = await readAsUser<[ConnectionWithApp]>(pool, userId, {
    name: 'find-live-connection',
    text: `SELECT ${COLUMNS_WITH_APP} FROM identity.connections WHERE user_id = $1 AND connection_id = $2 AND ${IS_LIVE}`,
    values: [userId, connectionId],
  });
  return rows[0] ?? null;
}

/** Returns the connection of any user, for the operator, or null. */
export async function findAnyConnection(pool: Pool, connectionId: string): Promise<ConnectionRow | null> {
  const { rows } = await pool.query<ConnectionRow>(`SELECT ${COLUMNS} FROM identity.find_connection($1)`, [
    connectionId,
  ]);
  return rows[0] ?? null;
}

/** Ends a user's own connection at once, with all tokens issued under it. Returns false if the user has no such connection. */
export async function revokeConnection(pool: Pool, userId: number, connectionId: string): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query(
      `SELECT identity.revoke_grant(grant_hash, 'settings') FROM identity.connections
       WHERE user_id = $1 AND connection_id = $2`,
      [userId, connectionId],
    );
    return rows.length > 0;
  });
}

/**
 * Ends one live connection of a user, or all of them, at once and on every replica, with all tokens issued under them. Logs each.
 * Returns the connections that this call ended.
 */
export async function revokeConnections(
  pool: Pool,
  userId: number,
  which: { readonly connectionId: string } | 'ALL',
  via: AccessVia,
): Promise<ConnectionRow[]> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows: found } = await client.query<{ connectionId: string; grantHash: Buffer }>(
      `SELECT connection_id AS "connectionId", grant_hash AS "grantHash" FROM identity.connections
       WHERE user_id = $1 AND ($2::uuid IS NULL OR connection_id = $2) AND ${IS_LIVE} ORDER BY connection_id`,
      [userId, which === 'ALL' ? null : which.connectionId],
    );
    await client.query(
      `SELECT identity.revoke_grant(grant_hash, $2) FROM unnest($1::bytea[]) AS grant_hash`,
      [found.map(({ grantHash }) => grantHash), via],
    );
    const { rows } = await client.query<ConnectionRow>(
      `SELECT ${COLUMNS} FROM identity.connections WHERE connection_id = ANY ($1::uuid[])
       ORDER BY created_at DESC, connection_id`,
      [found.map(({ connectionId }) => connectionId)],
    );
    return rows;
  });
}
