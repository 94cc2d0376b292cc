/**
 * Rotation of refresh tokens (RFC 9700 §4.14.2). Each token has one successor, derived from it. Requests with the same token
 * therefore get the same successor from every replica, and nobody can start a second chain of tokens.
 */
import { createHmac } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { Pool } from '@ctx/platform/postgres';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { hashSecret } from '../identity/auth/secret.ts';
import { endConnectionOf } from '../identity/oauth-rows.ts';
import { countRefresh, isNewRefreshToken, spendRefreshToken } from '../identity/refresh-tokens.ts';

/** The methods of the library's refresh tokens that are replaced, as no option configures them. Tests cover them. */
interface RefreshTokenMethods {
  consume: (this: { readonly jti: string }) => Promise<void>;
  generateTokenId: (this: object) => string;
}

/** Decides when refresh tokens are replaced, and by which. */
export class Rotation {
  readonly #pool: Pool;
  readonly #keys: readonly Buffer[];

  /** `keys` derive successors: the first derives new ones, all are tried to find one that another replica derived. */
  constructor(pool: Pool, keys: readonly Buffer[]) {
    this.#pool = pool;
    this.#keys = keys;
  }

  /** Makes a provider derive refresh tokens from their predecessors. */
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
   * Returns whether the refresh token of a request is replaced now. A token younger than the grace period is not: while some of a
   * client's parallel requests still use its predecessor and others already use it, all of them must end up with one token.
   * Throws TooManyRefreshes, and sets Retry-After, beyond `LIMITS.refreshesPerHourMax` of the connection.
   */
  async isDue(context: KoaContextWithOIDC): Promise<boolean> {
    const { RefreshToken: token, Grant: grant } = context.oidc.entities;
    const count = await countRefresh(this.#pool, grant?.jti ?? '');
    if (count === null) throw new errors.InvalidGrant('the connection has ended');
    if (count.refreshes > LIMITS.refreshesPerHourMax) {
      context.set('Retry-After', String(count.retryAfterSeconds));
      throw new TooManyRefreshes();
    }
    return !(await isNewRefreshToken(this.#pool, token?.jti ?? ''));
  }

  /**
   * Spends a refresh token and returns its successor. A spent token is accepted again for a grace period, as clients refresh in
   * parallel and responses get lost. After that, ends the connection and throws InvalidGrant.
   */
  async #spend(token: string): Promise<string> {
    const candidates = this.#keys.map((key) => createHmac('sha256', key).update(token).digest('base64url'));
    const successorHash = await spendRefreshToken(this.#pool, token, candidates[0] ?? '');
    if (successorHash === null) {
      await endConnectionOf(this.#pool, 'RefreshToken', token);
      throw new errors.InvalidGrant('refresh token already used');
    }
    const successor = candidates.find((each) => hashSecret(each).equals(successorHash));
    if (successor === undefined) throw new errors.InvalidGrant('refresh token spent under an unknown key');
    return successor;
  }
}

/** A 429 response, with the error name that the MCP SDKs know. */
class TooManyRefreshes extends errors.OIDCProviderError {
  override error_description = 'too many refreshes of this connection; use the access token until it expires';

  constructor() {
    super(429, 'too_many_requests');
  }
}
