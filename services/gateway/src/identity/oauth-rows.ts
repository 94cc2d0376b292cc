/**
 * Rows of the OAuth server (clients, grants, codes, tokens, interactions), in PostgreSQL. Each is found by the SHA-256 of an id that
 * only its holder knows.
 */
import type { Pool } from '@ctx/platform/postgres';
import { hashSecret } from './auth/secret.ts';

export interface NewOAuthRow {
  readonly model: string;
  readonly id: string;
  readonly payload: object;
  /** The connection's grant that the row depends on; null for a row without a connection. */
  readonly grantId: string | null;
  /** Seconds; null for a row without an expiry of its own. */
  readonly lifetimeSeconds: number | null;
  /** Whether the row counts as a use of its connection. */
  readonly isUse: boolean;
  /** Network of the caller in CIDR notation, for rows that anybody can create. */
  readonly network: string | null;
}

/**
 * Inserts or replaces a row. Returns false, and stores nothing, if its connection has ended. With a new access token, deletes those of
 * its connection that expired more than a day ago. The newest is kept as long as the connection, so that admission recognises it.
 */
export async function upsertOAuthRow(pool: Pool, row: NewOAuthRow): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'oauth-upsert',
    text: `WITH forgotten AS (
        DELETE FROM identity.oauth_rows o WHERE $1::text = 'AccessToken'
          AND o.model = 'AccessToken' AND o.grant_hash = $4::bytea AND o.expires_at < now() - interval '1 day')
      INSERT INTO identity.oauth_rows AS r (model, id_hash, payload, grant_hash, expires_at, network)
      SELECT $1::text, $2::bytea, $3::jsonb, $4::bytea, now() + make_interval(secs => $5::float8), $7::cidr
      WHERE NOT $6::boolean OR identity.use_connection($4::bytea)
      ON CONFLICT (model, id_hash) DO UPDATE SET
        payload = excluded.payload, expires_at = coalesce(excluded.expires_at, r.expires_at), created_at = now(),
        network = coalesce(excluded.network, r.network)`,
    values: [
      row.model,
      hashSecret(row.id),
      JSON.stringify(row.payload),
      row.grantId === null ? null : hashSecret(row.grantId),
      row.lifetimeSeconds,
      row.isUse,
      row.network,
    ],
  });
  return rowCount !== 0;
}

export interface OAuthRow {
  readonly payload: Record<string, unknown>;
  /** Unix seconds; null for a row without an expiry, and for a row whose connection has ended. */
  readonly expiresAt: number | null;
}

/** Returns a row that has not expired, or null. `expiresWithConnection`: the row's expiry is that of its connection. */
export async function findOAuthRow(
  pool: Pool,
  model: string,
  id: string,
  expiresWithConnection: boolean,
): Promise<OAuthRow | null> {
  const { rows } = await pool.query<OAuthRow>({
    name: 'oauth-find',
    text: `SELECT payload, extract(epoch FROM
          CASE WHEN $3 THEN identity.connection_expiry(grant_hash) ELSE expires_at END)::float8 AS "expiresAt"
      FROM identity.oauth_rows
      WHERE model = $1 AND id_hash = $2 AND (expires_at IS NULL OR expires_at > now())`,
    values: [model, hashSecret(id), expiresWithConnection],
  });
  return rows[0] ?? null;
}

/** Marks a row as used. Returns false if it was used before: of several parallel requests, one gets true. */
export async function consumeOAuthRow(pool: Pool, model: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'oauth-consume',
    text: `UPDATE identity.oauth_rows SET consumed_at = now()
      WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL`,
    values: [model, hashSecret(id)],
  });
  return rowCount !== 0;
}

/** Deletes a row. */
export async function deleteOAuthRow(pool: Pool, model: string, id: string): Promise<void> {
  await pool.query({
    name: 'oauth-destroy',
    text: 'DELETE FROM identity.oauth_rows WHERE model = $1 AND id_hash = $2',
    values: [model, hashSecret(id)],
  });
}

/** Ends the connection of a grant: all tokens issued under it stop working. */
export async function revokeGrant(pool: Pool, grantId: string): Promise<void> {
  await pool.query({
    name: 'oauth-revoke',
    text: 'SELECT identity.revoke_grant($1, $2)',
    values: [hashSecret(grantId), 'app'],
  });
}

/** Ends the connection under which a code or refresh token was issued, with all its tokens. */
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

/**
 * Stores a used client assertion. Returns false if it was used before, or if its client, which `payload.iss` names, has `rowsMax`
 * stored assertions.
 */
export async function insertAssertion(
  pool: Pool,
  assertion: {
    readonly id: string;
    readonly payload: object;
    readonly clientId: unknown;
    readonly lifetimeSeconds: number | null;
    readonly rowsMax: number;
  },
): Promise<boolean> {
  const { id, payload, clientId, lifetimeSeconds, rowsMax } = assertion;
  const { rowCount } = await pool.query({
    name: 'oauth-insert-assertion',
    text: `INSERT INTO identity.oauth_rows (model, id_hash, payload, expires_at)
      SELECT 'ReplayDetection', $1::bytea, $2::jsonb, now() + make_interval(secs => $3::float8)
      WHERE (SELECT count(*) FROM (
        SELECT FROM identity.oauth_rows WHERE model = 'ReplayDetection' AND payload ->> 'iss' = $4 LIMIT $5
      ) AS stored) < $5
      ON CONFLICT (model, id_hash) DO NOTHING`,
    values: [hashSecret(id), JSON.stringify(payload), lifetimeSeconds, clientId, rowsMax],
  });
  return rowCount !== 0;
}

/** Deletes the rows of a model beyond `rowsMax`, of the networks with the most rows first. Returns how many it deleted. */
export async function evictOAuthRows(pool: Pool, model: string, rowsMax: number): Promise<number> {
  const { rows } = await pool.query<{ evicted: number }>({
    name: 'oauth-make-room',
    text: 'SELECT identity.evict_oauth_rows($1, $2) AS evicted',
    values: [model, rowsMax],
  });
  return rows[0]?.evicted ?? 0;
}
