/**
 * Rotation of refresh tokens (RFC 9700 §4.14.2). A token has one successor, derived from it, so that requests with the same
 * token get the same one from every replica, and nobody can start a second chain of tokens.
 */
import { createHmac } from 'node:crypto';
import { LIMITS } from '@ctx/common/domain/limits';
import type { Pool } from '@ctx/common/platform/postgres';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { hashSecret } from '../auth/secret.ts';
import { endConnectionOf } from './connections.ts';

const COUNTED_SECONDS = 3600;

/** The methods of the library's refresh tokens that no option changes; tests hold them. */
interface RefreshTokenMethods {
  consume: (this: { readonly jti: string }) => Promise<void>;
  generateTokenId: (this: object) => string;
}

/** Decides when refresh tokens are replaced, and by which. */
export class Rotation {
  readonly #pool: Pool;
  readonly #keys: readonly Buffer[];

  /** `keys` derive successors: the first for new ones, all to find one that another replica derived. */
  constructor(pool: Pool, keys: readonly Buffer[]) {
    this.#pool = pool;
    this.#keys = keys;
  }

  /** Makes a provider derive refresh tokens. */
  applyTo(provider: Provider): void {
    const successors = new WeakMap<object, string>();
    const prototype = provider.RefreshToken.prototype as unknown as RefreshTokenMethods;
    const { generateTokenId } = prototype;
    const spend = (token: string): Promise<string> => this.#spend(token);
    async function consume(this: { readonly jti: string }): Promise<void> {
      successors.set(this, await spend(this.jti));
    }
    function generateSuccessor(this: object): string {
      const spent = Provider.ctx?.oidc.entities.RotatedRefreshToken;
      return (spent && successors.get(spent)) ?? generateTokenId.call(this);
    }
    prototype.consume = consume;
    prototype.generateTokenId = generateSuccessor;
  }

  /**
   * Returns whether the refresh token of a request is replaced now. One that is younger than the grace period is not: while some
   * of a client's parallel requests still use its predecessor, and others already use it, all of them must end up with one token.
   * Throws TooManyRefreshes, with Retry-After set, beyond the limit of the connection.
   */
  async isDue(context: KoaContextWithOIDC): Promise<boolean> {
    const { RefreshToken: token, Grant: grant } = context.oidc.entities;
    const retryAfterSeconds = await this.#count(grant?.jti ?? '');
    if (retryAfterSeconds !== null) {
      context.set('Retry-After', String(retryAfterSeconds));
      throw new TooManyRefreshes();
    }
    const { rowCount } = await this.#pool.query({
      name: 'oauth-is-rotation-due',
      text: `SELECT FROM identity.oauth_rows
        WHERE model = 'RefreshToken' AND id_hash = $1 AND created_at > now() - make_interval(secs => $2)`,
      values: [hashSecret(token?.jti ?? ''), LIMITS.refreshGraceSeconds],
    });
    return rowCount === 0;
  }

  /**
   * Spends a refresh token and returns its successor. A spent token is accepted again for a grace period, as clients refresh in
   * parallel and answers get lost. Throws InvalidGrant after that, and ends the connection.
   */
  async #spend(token: string): Promise<string> {
    const candidates = this.#keys.map((key) => createHmac('sha256', key).update(token).digest('base64url'));
    const { rows } = await this.#pool.query<{ successor_hash: Buffer }>({
      name: 'oauth-spend-refresh-token',
      text: `UPDATE identity.oauth_rows SET
          consumed_at = coalesce(consumed_at, now()),
          expires_at = coalesce(expires_at, now() + make_interval(days => $4)),
          successor_hash = coalesce(successor_hash, $2)
        WHERE model = 'RefreshToken' AND id_hash = $1
          AND (consumed_at IS NULL OR consumed_at > now() - make_interval(secs => $3))
        RETURNING successor_hash`,
      values: [
        hashSecret(token),
        hashSecret(candidates[0] ?? ''),
        LIMITS.refreshGraceSeconds,
        LIMITS.spentRefreshTokenDays,
      ],
    });
    const [row] = rows;
    if (row === undefined) {
      await endConnectionOf(this.#pool, 'RefreshToken', token);
      throw new errors.InvalidGrant('refresh token already used');
    }
    const successor = candidates.find((each) => hashSecret(each).equals(row.successor_hash));
    if (successor === undefined) throw new errors.InvalidGrant('refresh token spent under an unknown key');
    return successor;
  }

  /** Counts a refresh of a connection; returns how many seconds it must wait, or null where it need not. */
  async #count(grantId: string): Promise<number | null> {
    const { rows } = await this.#pool.query<{ refreshes: number; retry_after_seconds: number }>({
      name: 'oauth-count-refresh',
      text: `UPDATE identity.oauth_rows AS r SET
          refreshes = CASE WHEN r.refreshes_since > now() - make_interval(secs => $2)
            THEN least(r.refreshes, $3) + 1 ELSE 1 END,
          refreshes_since = CASE WHEN r.refreshes_since > now() - make_interval(secs => $2)
            THEN r.refreshes_since ELSE now() END
        WHERE r.model = 'Grant' AND r.id_hash = $1
        RETURNING r.refreshes,
          greatest(1, ceil(extract(epoch FROM r.refreshes_since - now()) + $2))::integer AS retry_after_seconds`,
      values: [hashSecret(grantId), COUNTED_SECONDS, LIMITS.refreshesPerHourMax],
    });
    const [row] = rows;
    if (row === undefined) throw new errors.InvalidGrant('the connection has ended');
    return row.refreshes > LIMITS.refreshesPerHourMax ? row.retry_after_seconds : null;
  }
}

/** Answered as 429, with the error name that the MCP SDKs know. */
class TooManyRefreshes extends errors.OIDCProviderError {
  override error_description = 'too many refreshes of this connection; use the access token until it expires';

  constructor() {
    super(429, 'too_many_requests');
  }
}
