/**
 * Known browsers: browsers in which a user has signed in before. Their failed sign-ins count separately from those of other browsers
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie holds a random name of the browser and, for each
 * account that signed in there, a proof: an HMAC of the name, keyed with the stored password hash. The server stores nothing,
 * nobody can create a proof without the right password, and a new password invalidates all proofs of an account.
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { isSameSecret } from '../identity/auth/secret.ts';
import { derive, SiteCookie } from './secret-cookie.ts';

const NAME_BYTES = 16;
const FORM = /^[\w-]{22}(?:\.[\w-]{43})+$/;
const DAY_S = 86_400;

/** Creates the cookie of known browsers. Its value is a secret, as it gives access to the separate failure count of that browser. */
export function knownBrowserCookie(baseUrl: string): SiteCookie {
  return new SiteCookie(baseUrl, 'ctx_browser', FORM, LIMITS.knownBrowserDaysMax * DAY_S);
}

/** Returns the proof, from a cookie's value, that the account with a password hash signed in before; null without one. */
export function proofOf(browser: string | null, passwordHash: string | null): string | null {
  if (browser === null || passwordHash === null) return null;
  const [name = '', ...proofs] = browser.split('.');
  const proof = prove(name, passwordHash);
  return proofs.some((each) => isSameSecret(each, proof)) ? proof : null;
}

/** Returns the cookie's value with a proof for an account in front. Keeps the proofs of the accounts that signed in most recently. */
export function withProof(browser: string | null, passwordHash: string): string {
  const [name = '', ...proofs] = browser?.split('.') ?? [randomBytes(NAME_BYTES).toString('base64url')];
  const proof = prove(name, passwordHash);
  const others = proofs.filter((each) => each !== proof);
  return [name, proof, ...others].slice(0, 1 + LIMITS.knownBrowserAccountsMax).join('.');
}

function prove(name: string, passwordHash: string): string {
  return derive(passwordHash, `known browser ${name}`);
}
