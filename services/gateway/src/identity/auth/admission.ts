/** Admission of requests: one statement, on the database's clock, finds the token's user and counts the request. */
import { LIMITS } from '@ctx/domain/limits';
import type { Beta, Plan, Scope } from '@ctx/domain/vocabulary';
import type { Pool } from '@ctx/platform/postgres';
import { Batches } from './admission-batches.ts';
import { networksOf } from './client-address.ts';
import { hashSecret } from './secret.ts';
import { isAppToken, isWellFormedToken } from './token.ts';

/** The user and token of an admitted request. */
export interface Identity {
  readonly userId: number;
  readonly tokenId: string;
  readonly tokenName: string;
  readonly scopes: readonly Scope[];
  readonly email: string | null;
  readonly plan: Plan;
  readonly betas: readonly Beta[];
  /**
   * Version of the user's facts, corrections and figures; never the same again after a change. It does not cover what depends on
   * the clock or on prices, which all users share. Null for a user without facts.
   */
  readonly version: string | null;
}

/** What is left of the rate limit: requests, and seconds until it renews. */
export interface Budget {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The outcome of an admission. `tokenSent` is false for a request without an Authorization header. */
export type Admission =
  | { readonly outcome: 'ADMITTED' | 'RATE_LIMITED'; readonly identity: Identity; readonly budget: Budget }
  | { readonly outcome: 'UNAUTHORIZED'; readonly tokenSent: boolean }
  | { readonly outcome: 'TOO_MANY_FAILURES'; readonly retryAfterSeconds: number };

interface AdmitRow {
  place: number;
  user_id: number;
  token_id: string;
  token_name: string;
  scopes: Scope[];
  email: string;
  plan: Plan;
  betas: Beta[];
  requests: number;
  reset_seconds: number;
  version: string | null;
}

function budgetOf({ requests, reset_seconds }: Pick<AdmitRow, 'requests' | 'reset_seconds'>): Budget {
  return { remaining: Math.max(0, LIMITS.ratePerMinuteMax - requests), resetSeconds: reset_seconds };
}

const BEARER = /^Bearer ([^\s,]+)$/i;
const REMEMBERED_NETWORKS_MAX = 10_000;

/** Admits the requests of one replica. The counts are in the database, so all replicas share them. */
export class Admitter {
  readonly #pool: Pool;
  readonly #batches: Batches<Buffer, AdmitRow | undefined>;
  readonly #expired: Batches<Buffer, boolean>;
  /**
   * Networks over their limit, with the time until which they are, in milliseconds of this process's clock. Requests without a
   * well-formed token from such a network cost no statement.
   */
  readonly #overLimit = new Map<string, number>();

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#batches = new Batches((hashes) => this.#admitAll(hashes));
    this.#expired = new Batches((hashes) => this.#areExpired(hashes));
  }

  /**
   * Admits a request by its Authorization headers. Two headers count as none. `address` is the client's, which failed
   * authentications count against, but for the expired access token of a live connection (decisions.md, Requests 6).
   */
  async admit(headers: readonly string[], address: string): Promise<Admission> {
    const token = headers.length === 1 ? BEARER.exec(headers[0] ?? '')?.[1] : undefined;
    if (token === undefined || !isWellFormedToken(token))
      return this.#countFailure(address, headers.length > 0);
    const hash = hashSecret(token);
    const row = await this.#batches.load(hash);
    if (row === undefined) {
      const isExpired = isAppToken(token) && (await this.#expired.load(hash));
      return isExpired ? { outcome: 'UNAUTHORIZED', tokenSent: true } : this.#countFailure(address, true);
    }
    return {
      outcome: row.requests > LIMITS.ratePerMinuteMax ? 'RATE_LIMITED' : 'ADMITTED',
      identity: {
        userId: row.user_id,
        tokenId: row.token_id,
        tokenName: row.token_name,
        scopes: row.scopes,
        email: row.email,
        plan: row.plan,
        betas: row.betas,
        version: row.version,
      },
      budget: budgetOf(row),
    };
  }

  /**
   * Counts an admitted request as `requests` of its token's budget. Returns what is left; `isEnough` is false if it was less than
   * that, and then nothing is left.
   */
  async charge(
    { tokenId }: Pick<Identity, 'tokenId'>,
    requests: number,
  ): Promise<{ readonly isEnough: boolean; readonly budget: Budget }> {
    const { rows } = await this.#pool.query<Pick<AdmitRow, 'requests' | 'reset_seconds'>>({
      name: 'charge-request',
      text: 'SELECT * FROM identity.charge_request($1, $2, $3)',
      values: [tokenId, requests - 1, LIMITS.ratePerMinuteMax],
    });
    const [row = { requests: 0, reset_seconds: 0 }] = rows;
    return { isEnough: row.requests <= LIMITS.ratePerMinuteMax, budget: budgetOf(row) };
  }

  async #admitAll(hashes: readonly Buffer[]): Promise<(AdmitRow | undefined)[]> {
    const { rows } = await this.#pool.query<AdmitRow>({
      name: 'admit',
      text: 'SELECT * FROM identity.admit_all($1, $2)',
      values: [hashes, LIMITS.ratePerMinuteMax],
    });
    const admitted = new Array<AdmitRow | undefined>(hashes.length);
    for (const row of rows) admitted[row.place - 1] = row;
    return admitted;
  }

  /** Returns which of the access tokens have expired while their connection lives, so that their app can refresh them. */
  async #areExpired(hashes: readonly Buffer[]): Promise<boolean[]> {
    const { rows } = await this.#pool.query<{ place: number }>({
      name: 'expired-app-tokens',
      text: 'SELECT place FROM identity.expired_app_tokens($1) AS place',
      values: [hashes],
    });
    const places = new Set(rows.map(({ place }) => place));
    return hashes.map((_hash, index) => places.has(index + 1));
  }

  /** Counts a failed authentication against the networks of an address. */
  async #countFailure(address: string, tokenSent: boolean): Promise<Admission> {
    const networks = networksOf(address);
    const remembered = Math.max(...networks.map(({ name }) => this.#secondsLeft(name)));
    if (remembered > 0) return { outcome: 'TOO_MANY_FAILURES', retryAfterSeconds: remembered };
    const maxima = networks.map(({ clients }) => clients * LIMITS.failedAuthenticationsPerMinuteMax);
    const { rows } = await this.#pool.query<{ failures: number; retry_after_seconds: number }>({
      name: 'count-failures',
      text: 'SELECT * FROM identity.count_failures($1, $2, $3)',
      values: [address, networks.map(({ bits }) => bits), maxima],
    });
    let retryAfterSeconds = 0;
    for (const [index, row] of rows.entries()) {
      if (row.failures <= (maxima[index] ?? 0)) continue;
      retryAfterSeconds = Math.max(retryAfterSeconds, row.retry_after_seconds);
      this.#remember(networks[index]?.name ?? '', row.retry_after_seconds);
    }
    return retryAfterSeconds === 0
      ? { outcome: 'UNAUTHORIZED', tokenSent }
      : { outcome: 'TOO_MANY_FAILURES', retryAfterSeconds };
  }

  /** Returns how many seconds a network is still over its limit, as far as this replica remembers; 0 if it is not. */
  #secondsLeft(network: string): number {
    const until = this.#overLimit.get(network);
    if (until === undefined) return 0;
    const seconds = Math.ceil((until - performance.now()) / 1000);
    if (seconds <= 0) this.#overLimit.delete(network);
    return Math.max(0, seconds);
  }

  #remember(network: string, seconds: number): void {
    if (this.#overLimit.size < REMEMBERED_NETWORKS_MAX)
      this.#overLimit.set(network, performance.now() + seconds * 1000);
  }

  /** Forgets networks whose minute has ended. Returns how many. */
  forgetOld(): number {
    const before = this.#overLimit.size;
    for (const [network, until] of this.#overLimit)
      if (until <= performance.now()) this.#overLimit.delete(network);
    return before - this.#overLimit.size;
  }
}
