/** A cookie that holds nothing but a secret of 256 bits; what is stored or shown is derived from it. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export class SecretCookie {
  readonly #name: string;
  readonly #options: CookieOptions;

  /**
   * Under https it is `__Host-` and Secure, so that no other host of the domain can set it (RFC 6265bis, "Cookie Name
   * Prefixes"). Without `lifeSeconds` it goes with the browser.
   */
  constructor(baseUrl: string, name: string, lifeSeconds?: number) {
    const secure = baseUrl.startsWith('https:');
    this.#name = secure ? `__Host-${name}` : name;
    this.#options = {
      ...{ path: '/', httpOnly: true, sameSite: 'lax', secure },
      ...(lifeSeconds === undefined ? {} : { maxAge: lifeSeconds * 1000 }),
    };
  }

  /** The secret that a request carries; null for none, for one of another form, and for two, of which one is not ours. */
  read(request: IncomingMessage): string | null {
    const prefix = `${this.#name}=`;
    const values = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length));
    const [value] = values;
    return values.length === 1 && value !== undefined && SECRET.test(value) ? value : null;
  }

  /** Hands out `secret`, or a new one, and returns it. */
  set(response: Response, secret = randomBytes(SECRET_BYTES).toString('base64url')): string {
    response.cookie(this.#name, secret, this.#options);
    return secret;
  }

  clear(response: Response): void {
    response.clearCookie(this.#name, this.#options);
  }
}

/** Another secret for one purpose, from which the first cannot be told. */
export function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
