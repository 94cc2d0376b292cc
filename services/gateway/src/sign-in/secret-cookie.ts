/** Cookies of this site, with and without a secret as their value. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A cookie that scripts cannot read, with a checked form of its value. */
export class SiteCookie {
  readonly #name: string;
  readonly #form: RegExp;
  readonly #options: CookieOptions;

  /**
   * Under https, the name gets the prefix `__Host-` and the cookie is Secure, so that no other host of the domain can set it (RFC
   * 6265bis, "Cookie Name Prefixes"). Without `lifeSeconds`, the cookie ends when the browser closes.
   */
  constructor(baseUrl: string, name: string, form: RegExp, lifeSeconds?: number) {
    const secure = baseUrl.startsWith('https:');
    this.#name = secure ? `__Host-${name}` : name;
    this.#form = form;
    this.#options = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      ...(lifeSeconds === undefined ? {} : { maxAge: lifeSeconds * 1000 }),
    };
  }

  /** Returns the cookie's value in a request. Null for no value, an invalid one, or two, as one of them is not ours. */
  read(request: IncomingMessage): string | null {
    const prefix = `${this.#name}=`;
    const values = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length));
    const [value] = values;
    return values.length === 1 && value !== undefined && this.#form.test(value) ? value : null;
  }

  /** Sets the cookie and returns its value. */
  set(response: Response, value: string): string {
    response.cookie(this.#name, value, this.#options);
    return value;
  }

  /** Deletes the cookie. */
  clear(response: Response): void {
    response.clearCookie(this.#name, this.#options);
  }
}

/** A cookie whose value is a secret of 256 bits. */
export class SecretCookie extends SiteCookie {
  constructor(baseUrl: string, name: string, lifeSeconds?: number) {
    super(baseUrl, name, SECRET, lifeSeconds);
  }

  /** Sets the cookie to `secret`, or to a new secret, and returns it. */
  override set(response: Response, secret = randomBytes(SECRET_BYTES).toString('base64url')): string {
    return super.set(response, secret);
  }
}

/** Derives a secret for one purpose (HMAC-SHA-256). The original secret cannot be computed from it. */
export function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
