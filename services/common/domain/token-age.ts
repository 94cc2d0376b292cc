/** Expiry and use of personal tokens. */
import { LIMITS } from './limits.ts';
import { DAY_MS } from './time-units.ts';

/** Returns the default expiry of a new token, in ms since 1970. */
export function defaultTokenEndMs(nowMs: number): number {
  return nowMs + LIMITS.tokenDaysDefault * DAY_MS;
}

/** Returns whether a valid token has not been used for 90 days, or since its creation if it was never used. Instants are RFC 3339. */
export function isTokenUnused(
  token: {
    readonly createdAt: string;
    readonly lastUsedAt?: string | null | undefined;
    readonly expiresAt?: string | null | undefined;
    readonly revokedAt?: string | null | undefined;
  },
  nowMs: number,
): boolean {
  const { createdAt, lastUsedAt, expiresAt, revokedAt } = token;
  if ((revokedAt ?? null) !== null) return false;
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= nowMs) return false;
  return nowMs - Date.parse(lastUsedAt ?? createdAt) > LIMITS.tokenUnusedDays * DAY_MS;
}
