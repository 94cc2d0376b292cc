/** A cookie that holds nothing but a secret of 256 bits; what is stored or shown is derived from it. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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

/** What is stored of a secret: SHA-256. It has 256 bits, so that it needs no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Another secret for one purpose, from which the first cannot be told. */
export function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Whether what was posted is the secret text, in a time that does not tell how much of it is. */
export function isSameSecret(posted: unknown, secret: string): boolean {
  if (typeof posted !== 'string') return false;
  const [given, wanted] = [Buffer.from(posted), Buffer.from(secret)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
