/** Connects oidc-provider's models to the rows of the OAuth server (identity/oauth-rows.ts). */
import type { Pool } from '@ctx/platform/postgres';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashSecret } from '../identity/auth/secret.ts';
import {
  consumeOAuthRow,
  deleteOAuthRow,
  endConnectionOf,
  findOAuthRow,
  insertAssertion,
  revokeGrant,
  upsertOAuthRow,
} from '../identity/oauth-rows.ts';
import { lifetimeOf, type Model, modelOf, MODELS } from './models.ts';

/** Models that expire with their connection. */
const EXPIRE_WITH_CONNECTION: readonly string[] = ['Grant', 'RefreshToken'];
/** Models whose rows end when their connection ends. */
const BELONG_TO_CONNECTION: readonly string[] = [
  'AuthorizationCode',
  'AccessToken',
  ...EXPIRE_WITH_CONNECTION,
];
/** Models of which a new row counts as a use of the connection. */
const USES: readonly string[] = ['AccessToken', 'RefreshToken'];

/**
 * Returns the function that creates oidc-provider's adapter for a model. It throws for a model without bounds (models.ts).
 * `siteOfCaller` returns the network of the current request, or null outside of a request.
 */
export function createAdapters(pool: Pool, siteOfCaller: () => string | null): (model: string) => Adapter {
  return (name) => {
    // Everybody signs in through our own sessions. The library's session would outlive them and name the previous account.
    if (name === 'Session') return EMPTY_ADAPTER;
    return name === 'ReplayDetection'
      ? new AssertionAdapter(pool)
      : new PostgresAdapter(pool, name, siteOfCaller);
  };
}

class PostgresAdapter implements Adapter {
  readonly #pool: Pool;
  readonly #model: string;
  readonly #rules: Model;
  readonly #siteOfCaller: () => string | null;

  constructor(pool: Pool, model: string, siteOfCaller: () => string | null) {
    this.#pool = pool;
    this.#model = model;
    this.#rules = modelOf(model);
    this.#siteOfCaller = siteOfCaller;
  }

  /** Stores a row. Throws InvalidGrant if its connection has ended in the meantime. */
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const grantId = this.#model === 'Grant' ? id : payload.grantId;
    const connectionGrantId = BELONG_TO_CONNECTION.includes(this.#model) ? (grantId ?? null) : null;
    const isStored = await upsertOAuthRow(this.#pool, {
      model: this.#model,
      id,
      payload: withoutSecrets(payload),
      grantId: connectionGrantId,
      lifetimeSeconds: lifetimeOf(this.#rules, expiresIn),
      isUse: USES.includes(this.#model) && connectionGrantId !== null,
      network: this.#rules.rowsMax === undefined ? null : this.#siteOfCaller(),
    });
    if (!isStored) throw new errors.InvalidGrant('the connection has ended');
  }

  /** Returns a row's payload, or undefined if it has expired or its connection has ended. */
  async find(id: string): Promise<AdapterPayload | undefined> {
    const expiresWithConnection = EXPIRE_WITH_CONNECTION.includes(this.#model);
    const row = await findOAuthRow(this.#pool, this.#model, id, expiresWithConnection);
    if (row === null || (row.expiresAt === null && expiresWithConnection)) return undefined;
    return {
      ...row.payload,
      ...(this.#model === 'Client' ? {} : { jti: id }),
      ...(row.expiresAt === null ? {} : { exp: Math.floor(row.expiresAt) }),
    };
  }

  /**
   * Spends a code. Only the first request succeeds; any other, also at the same moment, ends the connection (RFC 6749 §4.1.2).
   * `find` does not report spent rows, so that this statement alone decides. Refresh tokens are spent in rotation.ts.
   */
  async consume(id: string): Promise<void> {
    if (await consumeOAuthRow(this.#pool, this.#model, id)) return;
    await endConnectionOf(this.#pool, 'AuthorizationCode', id);
    throw new errors.InvalidGrant('authorization code already used');
  }

  destroy(id: string): Promise<void> {
    return deleteOAuthRow(this.#pool, this.#model, id);
  }

  /** Ends the connection of a grant, with everything that was issued under it. */
  revokeByGrantId(grantId: string): Promise<void> {
    return revokeGrant(this.#pool, grantId);
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/**
 * Stores used client assertions in one statement. The library looks one up and stores it in two steps, which two requests could
 * interleave.
 */
class AssertionAdapter extends PostgresAdapter {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super(pool, 'ReplayDetection', () => null);
    this.#pool = pool;
  }

  /** Throws InvalidClient if a parallel request used the assertion, or if its client has too many stored assertions. */
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { rowsPerClientMax } = MODELS.ReplayDetection;
    const isStored = await insertAssertion(this.#pool, {
      id,
      payload: withoutSecrets(payload),
      clientId: payload['iss'],
      lifetimeSeconds: lifetimeOf(MODELS.ReplayDetection, expiresIn),
      rowsMax: rowsPerClientMax,
    });
    if (!isStored)
      throw new errors.InvalidClient(
        `a client assertion may be used once, and at most ${String(rowsPerClientMax)} in five minutes`,
      );
  }
}

const resolveUndefined = (): Promise<undefined> => Promise.resolve(undefined);
/** Stores nothing and finds nothing. */
const EMPTY_ADAPTER: Adapter = {
  upsert: resolveUndefined,
  find: resolveUndefined,
  findByUid: resolveUndefined,
  findByUserCode: resolveUndefined,
  consume: resolveUndefined,
  destroy: resolveUndefined,
  revokeByGrantId: resolveUndefined,
};

/** Removes `jti`, the id that only its holder may know, and replaces a client's secret by its hash. */
function withoutSecrets({ jti: _id, client_secret: secret, ...rest }: AdapterPayload): AdapterPayload {
  return secret === undefined ? rest : { ...rest, client_secret: hashSecret(secret).toString('base64url') };
}
