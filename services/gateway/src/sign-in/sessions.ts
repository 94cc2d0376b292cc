/** Sessions of people in a browser, for settings and consent (decisions.md, "OAuth and settings"; reliability.md, "Pages"). */
import { LIMITS } from '@ctx/common/domain/limits';
import type { Beta, Plan } from '@ctx/common/domain/vocabulary';
import { type Pool, writeAsUser } from '@ctx/common/platform/postgres';
import type { Logger } from '@ctx/common/platform/log';
import type { Request, Response } from 'express';
import { announceAccess, logAccess, type SignInWay } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { hashSecret, isSameSecret } from '../auth/secret.ts';
import { derive, SecretCookie } from './secret-cookie.ts';

export interface Session {
  readonly userId: number;
  readonly email: string;
  readonly plan: Plan;
  readonly betas: readonly Beta[];
  readonly hasPassword: boolean;
  /** RFC 3339, UTC. */
  readonly signedInAt: string;
  /** Belongs in a hidden field `csrf` of every form of this session. */
  readonly csrfToken: string;
}

interface SessionRow {
  user_id: number;
  email: string;
  plan: Plan;
  betas: Beta[];
  has_password: boolean;
  signed_in_at: string;
}

const CSRF = 'csrf of a session';
const FORM = 'csrf of a form before sign-in';
const FORM_SECONDS = 3600;

/**
 * A session is a row under SHA-256 of what its cookie holds: whoever reads the table has no session. It ends 12 hours after
 * the sign-in, or after an hour without a request.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #cookie: SecretCookie;
  readonly #formCookie: SecretCookie;
  /** What an answer under way hands out: a page may hold several forms. */
  readonly #formSecrets = new WeakMap<Response, string>();
  readonly #originOf: (request: Request) => AccessOrigin;
  readonly #log: Logger;

  constructor(
    pool: Pool,
    settings: {
      readonly baseUrl: string;
      readonly originOf: (request: Request) => AccessOrigin;
      readonly log: Logger;
    },
  ) {
    this.#pool = pool;
    this.#originOf = settings.originOf;
    this.#log = settings.log;
    this.#cookie = new SecretCookie(settings.baseUrl, 'ctx_session');
    this.#formCookie = new SecretCookie(settings.baseUrl, 'ctx_form', FORM_SECONDS);
  }

  /** The session of a request's cookie; null where there is none, it is over or was idle too long. */
  async find(request: Request): Promise<Session | null> {
    const secret = this.#cookie.read(request);
    if (secret === null) return null;
    const { rows } = await this.#pool.query<SessionRow>({
      name: 'find-session',
      text: 'SELECT * FROM identity.find_session($1, make_interval(mins => $2))',
      values: [hashSecret(secret), LIMITS.sessionIdleMinutesMax],
    });
    const [row] = rows;
    if (row === undefined) return null;
    return {
      userId: row.user_id,
      email: row.email,
      plan: row.plan,
      betas: row.betas,
      hasPassword: row.has_password,
      signedInAt: row.signed_in_at,
      csrfToken: derive(secret, CSRF),
    };
  }

  /** Signs in: a new id, an earlier one of this browser ends, and the oldest of more than 20 of the user. Logged. */
  async start(request: Request, response: Response, userId: number, via: SignInWay): Promise<void> {
    await this.#endHere(request);
    const secret = this.#cookie.set(response);
    const origin = this.#originOf(request);
    await writeAsUser(this.#pool, userId, async (client) => {
      await client.query(
        `INSERT INTO identity.sessions (secret_hash, user_id, expires_at)
         VALUES ($1, $2, now() + make_interval(hours => $3))`,
        [hashSecret(secret), userId, LIMITS.sessionHoursMax],
      );
      await client.query(
        `DELETE FROM identity.sessions WHERE user_id = $1 AND secret_hash IN (
           SELECT s.secret_hash FROM identity.sessions s WHERE s.user_id = $1
           ORDER BY s.created_at DESC OFFSET $2)`,
        [userId, LIMITS.sessionsMax],
      );
      await logAccess(client, userId, 'SIGNED_IN', via, null, origin);
    });
    announceAccess(this.#log, userId, 'SIGNED_IN', via, origin);
  }

  /** Signs out here. */
  async end(request: Request, response: Response): Promise<void> {
    this.#cookie.clear(response);
    await this.#endHere(request);
  }

  /** Signs out everywhere. */
  async endAll(request: Request, response: Response, userId: number): Promise<void> {
    this.#cookie.clear(response);
    await writeAsUser(this.#pool, userId, async (client) => {
      await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
      await logAccess(client, userId, 'SIGNED_OUT_EVERYWHERE', 'settings', null, this.#originOf(request));
    });
  }

  /** Whether the posted `csrf` is this session's, and the session this request's. Constant time. */
  isGenuine(request: Request, session: Session, posted: unknown): boolean {
    const secret = this.#cookie.read(request);
    return (
      secret !== null &&
      isSameSecret(posted, session.csrfToken) &&
      isSameSecret(derive(secret, CSRF), session.csrfToken)
    );
  }

  /** For forms before sign-in: a token bound to a short-lived cookie that is set where missing, else lives on. */
  formToken(request: Request, response: Response): string {
    let secret = this.#formSecrets.get(response);
    if (secret === undefined) {
      secret = this.#formCookie.set(response, this.#formCookie.read(request) ?? undefined);
      this.#formSecrets.set(response, secret);
    }
    return derive(secret, FORM);
  }

  /** Whether what a form before sign-in posted belongs to this browser. Constant time. */
  isGenuineForm(request: Request, posted: unknown): boolean {
    const secret = this.#formCookie.read(request);
    return secret !== null && isSameSecret(posted, derive(secret, FORM));
  }

  async #endHere(request: Request): Promise<void> {
    const session = await this.find(request);
    const secret = this.#cookie.read(request);
    if (session === null || secret === null) return;
    await writeAsUser(this.#pool, session.userId, async (client) => {
      await client.query('DELETE FROM identity.sessions WHERE secret_hash = $1', [hashSecret(secret)]);
      await logAccess(client, session.userId, 'SIGNED_OUT', 'settings', null, this.#originOf(request));
    });
  }
}
