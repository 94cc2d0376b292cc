/** Limits on failed attempts, counted before each attempt is checked, so that parallel attempts cannot exceed them. */
import type { Pool } from '@ctx/platform/postgres';
import { networksOf } from '../identity/auth/client-address.ts';
import { hashSecret } from '../identity/auth/secret.ts';
import { countSignInFailure } from '../identity/password-attempts.ts';

/** A key under which failures are counted, and how many of them are allowed in 15 minutes. */
export interface FailureLimit {
  readonly key: Buffer;
  readonly max: number;
}

/** Returns the limits of the networks of an address, the widest in front. `max` is for one client. Keys are hashed, so that none shows an address. */
export function limitsOfNetworks(name: string, address: string, max: number): FailureLimit[] {
  return networksOf(address).map(({ name: network, clients }) => ({
    key: hashSecret(`${name}:${network}`),
    max: clients * max,
  }));
}

/** Counts a failed attempt under each key. Stops at the first key over its limit and returns the seconds to wait, else null. */
export async function countAttempt(pool: Pool, limits: readonly FailureLimit[]): Promise<number | null> {
  for (const { key, max } of limits) {
    const { failures, retryAfterSeconds } = await countSignInFailure(pool, key, 1);
    if (failures > max) return retryAfterSeconds;
  }
  return null;
}

/** Undoes the count of an attempt that did not fail. */
export async function takeBack(pool: Pool, limits: readonly FailureLimit[]): Promise<void> {
  await Promise.all(limits.map(({ key }) => countSignInFailure(pool, key, -1)));
}
