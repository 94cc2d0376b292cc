/** Personal tokens, in PostgreSQL. Each change is written to the access log in the same transaction. */
import { LIMITS } from '@ctx/domain/limits';
import type { Scope } from '@ctx/domain/vocabulary';
import { type Client, inTransaction, type Pool, readAsUser, writeAsUser } from '@ctx/platform/postgres';
import { type AccessVia, logAccess } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';
import { hashSecret } from './auth/secret.ts';
import { tokenPrefix } from './auth/token.ts';
import { type LiveAndEndedRows, readLiveAndEnded } from './live-and-ended.ts';
import { lockUserRow } from './users.ts';

/** Instants are RFC 3339, UTC. */
export interface TokenRow {
  readonly tokenId: string;
  readonly userId: number;
  readonly name: string;
  /** The first characters of the token (`tokenPrefix`). */
  readonly prefix: string;
  readonly scopes: Scope[];
  readonly createdAt: string;
  /** Null for a token without an end. */
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

const COLUMNS = `token_id AS "tokenId", user_id AS "userId", name, prefix, scopes,
  created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;
/** SQL condition: neither revoked nor expired. */
const IS_LIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

export interface NewToken {
  /** UUID. A second insert with the same id is reported as EXISTS. */
  readonly tokenId: string;
  readonly userId: number;
  readonly name: string;
  /** The token itself, of which only the hash and the first characters are stored. */
  readonly token: string;
  readonly scopes: readonly Scope[];
  /** RFC 3339, or null for a token without an end. */
  readonly expiresAt: string | null;
  readonly via: AccessVia;
  readonly origin?: AccessOrigin;
}

/** Stores a token by its hash and its first characters. TOO_MANY: the user has `LIMITS.tokensPerUserMax` live tokens. */
export async function insertToken(pool: Pool, created: NewToken): Promise<'CREATED' | 'EXISTS' | 'TOO_MANY'> {
  const { tokenId, userId, name, scopes, expiresAt, via, origin = null } = created;
  const [secretHash, prefix] = [hashSecret(created.token), tokenPrefix(created.token)];
  return writeAsUser(pool, userId, async (client) => {
    const hasRoom = await hasRoomForToken(client, userId);
    const { rows: existing } = await client.query({
      name: 'token-exists',
      text: 'SELECT FROM identity.tokens WHERE user_id = $1 AND token_id = $2',
      values: [userId, tokenId],
    });
    if (existing.length > 0) return 'EXISTS';
    if (!hasRoom) return 'TOO_MANY';
    const { rowCount } = await client.query({
      name: 'insert-token',
      text: `INSERT INTO identity.tokens (token_id, user_id, name, secret_hash, prefix, scopes, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (token_id) DO NOTHING`,
      values: [tokenId, userId, name, secretHash, prefix, scopes, expiresAt],
    });
    if (rowCount === 0) return 'EXISTS';
    await logAccess(client, userId, 'TOKEN_CREATED', via, name, origin);
    return 'CREATED';
  });
}

async function hasRoomForToken(client: Client, userId: number): Promise<boolean> {
  await lockUserRow(client, userId);
  const { rows } = await client.query<{ live: number }>(
    `SELECT count(*) AS live FROM identity.tokens WHERE user_id = $1 AND ${IS_LIVE}`,
    [userId],
  );
  return (rows[0]?.live ?? 0) < LIMITS.tokensPerUserMax;
}

/** Returns all tokens of a user, oldest first, revoked and expired ones included. */
export async function listTokens(pool: Pool, userId: number): Promise<TokenRow[]> {
  const [rows] = await readAsUser<[TokenRow]>(pool, userId, {
    name: 'list-tokens',
    text: `SELECT ${COLUMNS} FROM identity.tokens WHERE user_id = $1 ORDER BY created_at, token_id`,
    values: [userId],
  });
  return rows;
}

/** Returns a user's live tokens and the tokens that ended most recently. */
export async function listLiveAndEndedTokens(
  pool: Pool,
  userId: number,
): Promise<LiveAndEndedRows<TokenRow>> {
  const table = { table: 'tokens', columns: COLUMNS, id: 'token_id', isLive: IS_LIVE } as const;
  return readLiveAndEnded(pool, userId, table);
}

/** Returns a live token of a user, or null. */
export async function findLiveToken(pool: Pool, userId: number, tokenId: string): Promise<TokenRow | null> {
  const [rows] = await readAsUser<[TokenRow]>(pool, userId, {
    name: 'find-live-token',
    text: `SELECT ${COLUMNS} FROM identity.tokens WHERE user_id = $1 AND token_id = $2 AND ${IS_LIVE}`,
    values: [userId, tokenId],
  });
  return rows[0] ?? null;
}

/** Revokes a user's own token at once. Returns false if the user has no such token; a token that has ended stays as it is. */
export async function revokeToken(pool: Pool, userId: number, tokenId: string): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<{ name: string; isLive: boolean }>(
      `SELECT name, ${IS_LIVE} AS "isLive" FROM identity.tokens WHERE user_id = $1 AND token_id = $2 FOR UPDATE`,
      [userId, tokenId],
    );
    const [token] = rows;
    if (token?.isLive === true) {
      await client.query(
        'UPDATE identity.tokens SET revoked_at = now() WHERE user_id = $1 AND token_id = $2',
        [userId, tokenId],
      );
      await logAccess(client, userId, 'TOKEN_REVOKED', 'settings', token.name);
    }
    return token !== undefined;
  });
}

/**
 * Revokes the token of any user at once, for the operator, and returns it. Returns null if there is no such token. Revoking a
 * token again changes nothing.
 */
export async function revokeAnyToken(pool: Pool, tokenId: string): Promise<TokenRow | null> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    const { rows } = await client.query<TokenRow & { isNew: boolean }>(
      // now() is when this transaction began, also for the function that sets revoked_at.
      `SELECT ${COLUMNS}, revoked_at = now() AS "isNew", set_config('app.user_id', user_id::text, true)
       FROM identity.revoke_token($1)`,
      [tokenId],
    );
    const [row] = rows;
    if (row?.isNew === true) await logAccess(client, row.userId, 'TOKEN_REVOKED', 'ctx', row.name);
    return row ?? null;
  });
}
