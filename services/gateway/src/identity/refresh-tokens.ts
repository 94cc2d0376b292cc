/** Refresh tokens of connected apps, in PostgreSQL: their age, their successors and how often a connection uses them. */
import { LIMITS } from '@ctx/domain/limits';
import type { Pool } from '@ctx/platform/postgres';
import { hashSecret } from './auth/secret.ts';

const REFRESHES_COUNTED_SECONDS = 3600;

/** Returns whether a refresh token was issued less than `LIMITS.refreshGraceSeconds` ago. */
export async function isNewRefreshToken(pool: Pool, token: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'oauth-is-new-refresh-token',
    text: `SELECT FROM identity.oauth_rows
      WHERE model = 'RefreshToken' AND id_hash = $1 AND created_at > now() - make_interval(secs => $2)`,
    values: [hashSecret(token), LIMITS.refreshGraceSeconds],
  });
  return rowCount !== 0;
}

/**
 * Spends a refresh token and stores the hash of its successor, unless one is stored. Returns the stored hash. A spent token can be
 * spent again for `LIMITS.refreshGraceSeconds`; after that this returns null.
 */
export async function spendRefreshToken(
  pool: Pool,
  token: string,
  successor: string,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ successorHash: Buffer }>({
    name: 'oauth-spend-refresh-token',
    text: `UPDATE identity.oauth_rows SET
        consumed_at = coalesce(consumed_at, now()),
        expires_at = coalesce(expires_at, now() + make_interval(days => $4)),
        successor_hash = coalesce(successor_hash, $2)
      WHERE model = 'RefreshToken' AND id_hash = $1
        AND (consumed_at IS NULL OR consumed_at > now() - make_interval(secs => $3))
      RETURNING successor_hash AS "successorHash"`,
    values: [
      hashSecret(token),
      hashSecret(successor),
      LIMITS.refreshGraceSeconds,
      LIMITS.spentRefreshTokenDays,
    ],
  });
  return rows[0]?.successorHash ?? null;
}

export interface RefreshCount {
  /** Refreshes of the connection in the current hour, this one included; counting stops at one above the limit. */
  readonly refreshes: number;
  readonly retryAfterSeconds: number;
}

/** Counts a refresh of the connection of a grant. Returns null if the connection has ended. */
export async function countRefresh(pool: Pool, grantId: string): Promise<RefreshCount | null> {
  const { rows } = await pool.query<RefreshCount>({
    name: 'oauth-count-refresh',
    text: `UPDATE identity.oauth_rows AS r SET
        refreshes = CASE WHEN r.refreshes_since > now() - make_interval(secs => $2)
          THEN least(r.refreshes, $3) + 1 ELSE 1 END,
        refreshes_since = CASE WHEN r.refreshes_since > now() - make_interval(secs => $2)
          THEN r.refreshes_since ELSE now() END
      WHERE r.model = 'Grant' AND r.id_hash = $1
      RETURNING r.refreshes,
        greatest(1, ceil(extract(epoch FROM r.refreshes_since - now()) + $2))::integer AS "retryAfterSeconds"`,
    values: [hashSecret(grantId), REFRESHES_COUNTED_SECONDS, LIMITS.refreshesPerHourMax],
  });
  return rows[0] ?? null;
}
