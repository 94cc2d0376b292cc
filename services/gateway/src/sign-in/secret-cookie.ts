/** Cookies of this site: those that hold a secret, from which what is stored or shown is derived, and others. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A cookie that no script reads and whose value has one form. */
export class SiteCookie {
  readonly #name: string;
  readonly #form: RegExp;
  readonly #options: CookieOptions;

  /**
   * Under https it is `__Host-` and Secure, so that no other host of the domain can set it (RFC 6265bis, "Cookie Name
   * Prefixes"). Without `lifeSeconds` it goes with the browser.
   */
  constructor(baseUrl: string, name: string, form: RegExp, lifeSeconds?: number) {
    const secure = baseUrl.startsWith('https:');
    this.#name = secure ? `__Host-${name}` : name;
    this.#form = form;
    this.#options = {
      ...{ path: '/', httpOnly: true, sameSite: 'lax', secure },
      ...(lifeSeconds === undefined ? {} : { maxAge: lifeSeconds * 1000 }),
    };
  }

  /** The value that a request carries; null for none, for one of another form, and for two, of which one is not ours. */
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

  /** Hands out `value` and returns it. */
  set(response: Response, value: string): string {
    response.cookie(this.#name, value, this.#options);
    return value;
  }

  clear(response: Response): void {
    response.clearCookie(this.#name, this.#options);
  }
}

/** A cookie that holds nothing but a secret of 256 bits. */
export class SecretCookie extends SiteCookie {
  constructor(baseUrl: string, name: string, lifeSeconds?: number) {
    super(baseUrl, name, SECRET, lifeSeconds);
  }

  /** Hands out `secret`, or a new one, and returns it. */
  override set(response: Response, secret = randomBytes(SECRET_BYTES).toString('base64url')): string {
    return super.set(response, secret);
  }
}

/** Another secret for one purpose, from which the first cannot be told. */
export function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
