/** Sessions of people in a browser, for settings and consent (decisions.md, "OAuth and settings"; reliability.md, "Pages"). */
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import type { Request, Response } from 'express';
import { announceAccess, type SignInMethod } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { hashSecret, isSameSecret } from '../identity/auth/secret.ts';
import {
  endAllSessions,
  endSession,
  findSession,
  insertSession,
  type SessionRow,
} from '../identity/sessions.ts';
import { derive, SecretCookie } from './secret-cookie.ts';

export interface Session extends SessionRow {
  /** The value of the hidden field `csrf` in every form of this session. */
  readonly csrfToken: string;
}

const CSRF_PURPOSE = 'csrf of a session';
const FORM_PURPOSE = 'csrf of a form before sign-in';
const SIGNATURE_PURPOSE = 'signature of a session: ';
const FORM_SECONDS = 3600;

/** Starts, finds and ends the session of a browser. A session ends 12 hours after the sign-in, or after an hour without a request. */
export class Sessions {
  readonly #pool: Pool;
  readonly #cookie: SecretCookie;
  readonly #formCookie: SecretCookie;
  /** The form secret that a response sets: the forms of one page share it. */
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

  /** Returns the session of a request's cookie, or null if there is none or it has ended. */
  async find(request: Request): Promise<Session | null> {
    const secret = this.#cookie.read(request);
    const row = secret === null ? null : await findSession(this.#pool, secret);
    return secret === null || row === null ? null : { ...row, csrfToken: derive(secret, CSRF_PURPOSE) };
  }

  /** Whether a request has the cookie of a session, which may have ended. A browser that signed out has none. */
  hasCookie(request: Request): boolean {
    return this.#cookie.read(request) !== null;
  }

  /** Signs a user in with a new secret. Ends the browser's previous session, and the user's oldest beyond 20. Logs the sign-in. */
  async start(request: Request, response: Response, userId: number, via: SignInMethod): Promise<void> {
    await this.#endHere(request);
    const secret = this.#cookie.set(response);
    const origin = this.#originOf(request);
    await insertSession(this.#pool, { userId, secret, via, origin });
    announceAccess(this.#log, userId, 'SIGNED_IN', via, origin);
  }

  /** Signs out in this browser. */
  async end(request: Request, response: Response): Promise<void> {
    this.#cookie.clear(response);
    await this.#endHere(request);
  }

  /** Signs a user out in every browser. */
  async endAll(request: Request, response: Response, userId: number): Promise<void> {
    this.#cookie.clear(response);
    await endAllSessions(this.#pool, userId, this.#originOf(request));
  }

  /** Returns whether a form's `csrf` value belongs to a session, and the session to the request. Takes constant time. */
  isGenuine(request: Request, session: Session, posted: unknown): boolean {
    const secret = this.#cookie.read(request);
    return (
      secret !== null &&
      isSameSecret(posted, session.csrfToken) &&
      isSameSecret(derive(secret, CSRF_PURPOSE), session.csrfToken)
    );
  }

  /**
   * Returns the hash of a session that may have ended, if a form's `csrf` value belongs to it; null otherwise. Reads no row: only a page of that
   * session contains the value. Takes constant time.
   */
  hashOfFormSession(request: Request, posted: unknown): Buffer | null {
    const secret = this.#cookie.read(request);
    return secret !== null && isSameSecret(posted, derive(secret, CSRF_PURPOSE)) ? hashSecret(secret) : null;
  }

  /** Signs a text with the secret of the browser's session, which no page of the session contains; null without a session. */
  sign(request: Request, text: string): string | null {
    const secret = this.#cookie.read(request);
    return secret === null ? null : derive(secret, SIGNATURE_PURPOSE + text);
  }

  /** Returns the `csrf` value for a form before sign-in. It is bound to a short-lived cookie, which is set if it is missing. */
  formToken(request: Request, response: Response): string {
    let secret = this.#formSecrets.get(response);
    if (secret === undefined) {
      secret = this.#formCookie.set(response, this.#formCookie.read(request) ?? undefined);
      this.#formSecrets.set(response, secret);
    }
    return derive(secret, FORM_PURPOSE);
  }

  /** Returns whether the `csrf` value of a form before sign-in belongs to this browser. Takes constant time. */
  isGenuineForm(request: Request, posted: unknown): boolean {
    const secret = this.#formCookie.read(request);
    return secret !== null && isSameSecret(posted, derive(secret, FORM_PURPOSE));
  }

  async #endHere(request: Request): Promise<void> {
    const session = await this.find(request);
    const secret = this.#cookie.read(request);
    if (session === null || secret === null) return;
    await endSession(this.#pool, session.userId, secret, this.#originOf(request));
  }
}
