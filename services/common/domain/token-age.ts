/** Ages of personal tokens. */
import { LIMITS } from './limits.ts';

const DAY_MS = 86_400_000;

/** The end of a new token for which nobody chose one, in ms since 1970. */
export function defaultTokenEndMs(nowMs: number): number {
  return nowMs + LIMITS.tokenDaysDefault * DAY_MS;
}

/** Whether a token that works was not used for 90 days, or never since it was made so long ago. Instants are RFC 3339. */
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
