/** Limits on client assertions, with which an app authenticates by `private_key_jwt` (RFC 7523 §3). */
import { errors } from 'oidc-provider';
import { ASSERTION_SECONDS_MAX, CLOCK_TOLERANCE_SECONDS } from './models.ts';

const JTI_CHARACTERS_MAX = 200;

/** Claims of an assertion. The library has checked its signature, `iss`, `sub` and `aud`. */
export interface AssertionClaims {
  readonly iat?: unknown;
  readonly exp?: unknown;
  readonly jti?: unknown;
}

/**
 * Throws InvalidClient (400) for an assertion that is valid for more than five minutes, has no `iat`, or has a long `jti`. Each used
 * assertion is stored until it expires: without these limits an app would decide how much is stored, and for how long. Rejects
 * registered apps, as anybody can register any number of them; the operator decides which hosts may publish metadata documents.
 */
export function checkAssertion(
  clientId: string,
  { iat, exp, jti }: AssertionClaims,
  nowSeconds = Date.now() / 1000,
): void {
  if (!clientId.startsWith('https://'))
    throw new errors.InvalidClient('private_key_jwt is for apps with a client id metadata document');
  if (!isTime(iat)) throw new errors.InvalidClient('the client assertion must have an iat');
  if (!isTime(exp) || exp - iat > ASSERTION_SECONDS_MAX)
    throw new errors.InvalidClient(
      `the client assertion must expire at most ${String(ASSERTION_SECONDS_MAX)} seconds after its iat`,
    );
  if (iat > nowSeconds + CLOCK_TOLERANCE_SECONDS)
    throw new errors.InvalidClient('the iat of the client assertion must not be in the future');
  if (typeof jti !== 'string' || jti.length > JTI_CHARACTERS_MAX)
    throw new errors.InvalidClient(
      `the jti of the client assertion must have at most ${String(JTI_CHARACTERS_MAX)} characters`,
    );
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(Math.trunc(value));
}
