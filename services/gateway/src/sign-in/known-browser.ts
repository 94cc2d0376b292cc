/**
 * Browsers in which somebody has signed in before: their failures count apart from those of strangers (OWASP, "Slow Down
 * Online Guessing Attacks with Device Cookies"). The cookie holds a random name of the browser and, for each account that
 * signed in there, a proof: an HMAC of that name, keyed with the stored password hash. Nothing is stored, nobody can make
 * a proof without having had the password, and all proofs of an account end with its password.
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/common/domain/limits';
import { isSameSecret } from '../auth/secret.ts';
import { derive, SiteCookie } from './secret-cookie.ts';

const NAME_BYTES = 16;
const FORM = /^[\w-]{22}(?:\.[\w-]{43})+$/;
const DAY_S = 86_400;

/** The cookie of known browsers. Its value is a secret: with it somebody has the failures of that browser to guess with. */
export function knownBrowserCookie(baseUrl: string): SiteCookie {
  return new SiteCookie(baseUrl, 'ctx_browser', FORM, LIMITS.knownBrowserDaysMax * DAY_S);
}

/** The proof in a cookie's value that the account with this password hash signed in there; null without one. */
export function proofOf(browser: string | null, passwordHash: string | null): string | null {
  if (browser === null || passwordHash === null) return null;
  const [name = '', ...proofs] = browser.split('.');
  const proof = prove(name, passwordHash);
  return proofs.some((each) => isSameSecret(each, proof)) ? proof : null;
}

/** The cookie's value with a proof for this account as its first; the proofs of the accounts that were there last stay. */
export function withProof(browser: string | null, passwordHash: string): string {
  const [name = '', ...proofs] = browser?.split('.') ?? [randomBytes(NAME_BYTES).toString('base64url')];
  const proof = prove(name, passwordHash);
  const others = proofs.filter((each) => each !== proof);
  return [name, proof, ...others].slice(0, 1 + LIMITS.knownBrowserAccountsMax).join('.');
}

function prove(name: string, passwordHash: string): string {
  return derive(passwordHash, `known browser ${name}`);
}
