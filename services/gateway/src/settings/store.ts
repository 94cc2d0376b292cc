/** Personal tokens and connections of the user who is signed in; each change is logged with it. */
import type { Scope } from '@ctx/common/domain/vocabulary';
import { type Pool, readAsUser, writeAsUser } from '@ctx/common/platform/postgres';
import { CONNECTION_LIVES } from '../identity/connections.ts';
import { hasRoomForToken, TOKEN_LIVES } from '../identity/store.ts';
import type { TokenView } from '../pages/tokens.ts';
import { logAccess } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';

const ENDED_MAX = 20;

const TOKEN = `token_id AS "tokenId", name, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

export interface Lists<Row> {
  /** Newest first. */
  readonly live: readonly Row[];
  /** Those that ended last, latest first. */
  readonly ended: readonly Row[];
}

/** A user's tokens. */
export async function listTokens(pool: Pool, userId: number): Promise<Lists<TokenView>> {
  const [live, ended] = await readAsUser<[TokenView, TokenView]>(
    pool,
    userId,
    {
      name: 'live-tokens',
      text: `SELECT ${TOKEN} FROM identity.tokens WHERE user_id = $1 AND ${TOKEN_LIVES}
        ORDER BY created_at DESC, token_id`,
      values: [userId],
    },
    {
      name: 'ended-tokens',
      text: `SELECT ${TOKEN} FROM identity.tokens WHERE user_id = $1 AND NOT (${TOKEN_LIVES})
        ORDER BY least(revoked_at, expires_at) DESC, token_id LIMIT $2`,
      values: [userId, ENDED_MAX],
    },
  );
  return { live, ended };
}

export interface NewToken {
  readonly tokenId: string;
  readonly userId: number;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  /** RFC 3339. */
  readonly expiresAt: string | null;
  readonly origin: AccessOrigin;
}

/** Stores a token. EXISTS when one of this id was made before, TOO_MANY when the user has as many as there can be. */
export async function insertToken(pool: Pool, token: NewToken): Promise<'MADE' | 'EXISTS' | 'TOO_MANY'> {
  const { tokenId, userId, name, secretHash, scopes, expiresAt, origin } = token;
  return writeAsUser(pool, userId, async (client) => {
    const hasRoom = await hasRoomForToken(client, userId);
    const { rows: made } = await client.query({
      name: 'token-was-made',
      text: 'SELECT FROM identity.tokens WHERE user_id = $1 AND token_id = $2',
      values: [userId, tokenId],
    });
    if (made.length > 0) return 'EXISTS';
    if (!hasRoom) return 'TOO_MANY';
    const { rowCount } = await client.query({
      name: 'make-token',
      text: `INSERT INTO identity.tokens (token_id, user_id, name, secret_hash, scopes, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (token_id) DO NOTHING`,
      values: [tokenId, userId, name, secretHash, scopes, expiresAt],
    });
    if (rowCount === 0) return 'EXISTS';
    await logAccess(client, userId, 'TOKEN_CREATED', 'settings', name, origin);
    return 'MADE';
  });
}

/** The user's token that still works, or null. */
export async function findToken(pool: Pool, userId: number, tokenId: string): Promise<TokenView | null> {
  const [rows] = await readAsUser<[TokenView]>(pool, userId, {
    name: 'find-token',
    text: `SELECT ${TOKEN} FROM identity.tokens WHERE user_id = $1 AND token_id = $2 AND ${TOKEN_LIVES}`,
    values: [userId, tokenId],
  });
  return rows[0] ?? null;
}

/** Revokes at once. False when the user has no such token; one that ended before stays as it is. */
export async function revokeToken(pool: Pool, userId: number, tokenId: string): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<{ name: string; live: boolean }>(
      `SELECT name, ${TOKEN_LIVES} AS live FROM identity.tokens WHERE user_id = $1 AND token_id = $2 FOR UPDATE`,
      [userId, tokenId],
    );
    const [token] = rows;
    if (token?.live === true) {
      await client.query(
        'UPDATE identity.tokens SET revoked_at = now() WHERE user_id = $1 AND token_id = $2',
        [userId, tokenId],
      );
      await logAccess(client, userId, 'TOKEN_REVOKED', 'settings', token.name);
    }
    return token !== undefined;
  });
}

export interface ConnectionRow {
  readonly connectionId: string;
  readonly appName: string;
  readonly clientId: string;
  /** Of the app's registration; null where it is gone. */
  readonly redirectUris: readonly string[] | null;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

const CONNECTION = `connection_id AS "connectionId", app_name AS "appName", client_id AS "clientId", scopes,
  (SELECT r.payload -> 'redirect_uris' FROM identity.oauth_rows r
   WHERE r.model = 'Client' AND r.id_hash = sha256(convert_to(client_id, 'UTF8'))) AS "redirectUris",
  created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

/** A user's connections. */
export async function listConnections(pool: Pool, userId: number): Promise<Lists<ConnectionRow>> {
  const [live, ended] = await readAsUser<[ConnectionRow, ConnectionRow]>(
    pool,
    userId,
    {
      name: 'live-connections',
      text: `SELECT ${CONNECTION} FROM identity.connections WHERE user_id = $1 AND ${CONNECTION_LIVES}
        ORDER BY created_at DESC, connection_id`,
      values: [userId],
    },
    {
      name: 'ended-connections',
      text: `SELECT ${CONNECTION} FROM identity.connections WHERE user_id = $1 AND NOT (${CONNECTION_LIVES})
        ORDER BY least(revoked_at, expires_at) DESC, connection_id LIMIT $2`,
      values: [userId, ENDED_MAX],
    },
  );
  return { live, ended };
}

/** The user's connection that still works, or null. */
export async function findConnection(
  pool: Pool,
  userId: number,
  connectionId: string,
): Promise<ConnectionRow | null> {
  const [rows] = await readAsUser<[ConnectionRow]>(pool, userId, {
    name: 'find-connection',
    text: `SELECT ${CONNECTION} FROM identity.connections
      WHERE user_id = $1 AND connection_id = $2 AND ${CONNECTION_LIVES}`,
    values: [userId, connectionId],
  });
  return rows[0] ?? null;
}

/** Ends a connection and all issued under it, at once. False when the user has no such connection. */
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
