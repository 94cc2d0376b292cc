/** What the OAuth server keeps, in PostgreSQL: rows found by the SHA-256 of an id that only its holder knows. */
import type { Pool } from '@ctx/common/platform/postgres';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashSecret } from '../auth/secret.ts';
import { endConnectionOf } from './connections.ts';
import { lifetimeOf, type Model, modelOf, MODELS } from './models.ts';

interface Row {
  payload: AdapterPayload;
  /** Unix seconds; of the connection where the row lives as long as that, null where that has ended. */
  exp: number | null;
}

/** Live as long as their connection: their own expiry is that. */
const AS_CONNECTION: readonly string[] = ['Grant', 'RefreshToken'];
/** Go when their connection goes. */
const UNDER_A_GRANT: readonly string[] = ['AuthorizationCode', 'AccessToken', ...AS_CONNECTION];
/** Whose issue is a use of the connection. */
const USES: readonly string[] = ['AccessToken', 'RefreshToken'];

/**
 * Returns the adapters of oidc-provider, one a model; throws for a model without bounds (models.ts). `siteOfCaller` returns the
 * network of the request under way, or null.
 */
export function createAdapters(pool: Pool, siteOfCaller: () => string | null): (model: string) => Adapter {
  return (name) => {
    // Everybody signs in by our own sessions: the server's own would outlive them and name the account before.
    if (name === 'Session') return NOTHING_KEPT;
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

  /** Throws InvalidGrant where it belongs to a connection that ended meanwhile. */
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const grantId = this.#model === 'Grant' ? id : payload.grantId;
    const isUnder = UNDER_A_GRANT.includes(this.#model);
    const grantHash = isUnder && grantId !== undefined ? hashSecret(grantId) : null;
    const { rowCount } = await this.#pool.query({
      name: 'oauth-upsert',
      text: `INSERT INTO identity.oauth_rows AS r (model, id_hash, payload, grant_hash, expires_at, network)
        SELECT $1::text, $2::bytea, $3::jsonb, $4::bytea, now() + make_interval(secs => $5::float8), $7::cidr
        WHERE NOT $6::boolean OR identity.use_connection($4::bytea)
        ON CONFLICT (model, id_hash) DO UPDATE SET
          payload = excluded.payload, expires_at = coalesce(excluded.expires_at, r.expires_at), created_at = now(),
          network = coalesce(excluded.network, r.network)`,
      values: [
        this.#model,
        hashSecret(id),
        JSON.stringify(withoutSecrets(payload)),
        grantHash,
        lifetimeOf(this.#rules, expiresIn),
        USES.includes(this.#model) && grantHash !== null,
        this.#rules.rowsMax === undefined ? null : this.#siteOfCaller(),
      ],
    });
    if (rowCount === 0) throw new errors.InvalidGrant('the connection has ended');
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<Row>({
      name: 'oauth-find',
      text: `SELECT payload,
          extract(epoch FROM CASE WHEN $3 THEN identity.connection_expiry(grant_hash) ELSE expires_at END)::float8 AS exp
        FROM identity.oauth_rows
        WHERE model = $1 AND id_hash = $2 AND (expires_at IS NULL OR expires_at > now())`,
      values: [this.#model, hashSecret(id), AS_CONNECTION.includes(this.#model)],
    });
    const [row] = rows;
    if (row === undefined || (row.exp === null && AS_CONNECTION.includes(this.#model))) return undefined;
    return {
      ...row.payload,
      ...(this.#model === 'Client' ? {} : { jti: id }),
      ...(row.exp === null ? {} : { exp: Math.floor(row.exp) }),
    };
  }

  /**
   * Spends a code. Only the first request succeeds; any other, also at the same moment, ends the connection (RFC 6749 §4.1.2).
   * `find` does not report spent rows, so that this statement alone decides. Refresh tokens are spent in rotation.ts.
   */
  async consume(id: string): Promise<void> {
    const { rowCount } = await this.#pool.query({
      name: 'oauth-consume',
      text: `UPDATE identity.oauth_rows SET consumed_at = now()
        WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL`,
      values: [this.#model, hashSecret(id)],
    });
    if (rowCount !== 0) return;
    await endConnectionOf(this.#pool, 'AuthorizationCode', id);
    throw new errors.InvalidGrant('authorization code already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query({
      name: 'oauth-destroy',
      text: 'DELETE FROM identity.oauth_rows WHERE model = $1 AND id_hash = $2',
      values: [this.#model, hashSecret(id)],
    });
  }

  /** Ends the connection: nothing issued under it works from here on. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#pool.query({
      name: 'oauth-revoke',
      text: 'SELECT identity.revoke_grant($1, $2)',
      values: [hashSecret(grantId), 'app'],
    });
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** Used client assertions: the library looks for one and keeps it in two steps, of which only one may succeed. */
class AssertionAdapter extends PostgresAdapter {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super(pool, 'ReplayDetection', () => null);
    this.#pool = pool;
  }

  /** Throws InvalidClient where the assertion was used at the same moment, or the client has as many as it may. */
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { rowsPerClientMax } = MODELS.ReplayDetection;
    const { rowCount } = await this.#pool.query({
      name: 'oauth-keep-assertion',
      text: `INSERT INTO identity.oauth_rows (model, id_hash, payload, expires_at)
        SELECT 'ReplayDetection', $1::bytea, $2::jsonb, now() + make_interval(secs => $3::float8)
        WHERE (SELECT count(*) FROM (
          SELECT FROM identity.oauth_rows WHERE model = 'ReplayDetection' AND payload ->> 'iss' = $4 LIMIT $5
        ) AS kept) < $5
        ON CONFLICT (model, id_hash) DO NOTHING`,
      values: [
        hashSecret(id),
        JSON.stringify(withoutSecrets(payload)),
        lifetimeOf(MODELS.ReplayDetection, expiresIn),
        payload['iss'],
        rowsPerClientMax,
      ],
    });
    if (rowCount === 0)
      throw new errors.InvalidClient(
        `a client assertion may be used once, and at most ${String(rowsPerClientMax)} in five minutes`,
      );
  }
}

const done = (): Promise<undefined> => Promise.resolve(undefined);
const NOTHING_KEPT: Adapter = {
  upsert: done,
  find: done,
  findByUid: done,
  findByUserCode: done,
  consume: done,
  destroy: done,
  revokeByGrantId: done,
};

/** `jti` is the id itself, which nobody may read here; a client's secret is compared by its hash. */
function withoutSecrets({ jti: _id, client_secret: secret, ...rest }: AdapterPayload): AdapterPayload {
  return secret === undefined ? rest : { ...rest, client_secret: hashSecret(secret).toString('base64url') };
}
