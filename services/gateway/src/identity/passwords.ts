/** Password rules and hashes: argon2id with the parameters of OWASP's Password Storage Cheat Sheet (19 MiB, 2 passes, parallelism 1). */
import { LIMITS } from '@ctx/domain/limits';
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import { hash, verify } from '@node-rs/argon2';
import { isCommon, isPersonal } from './guessable-passwords.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of 32 random bytes that nobody knows, with the same parameters: for accounts that do not exist or have no password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$M0M5VNKkNHLY0qegKVpdgg$//CPfkafMfZyW7K1dmE/GyJhYYPtv+/B+j3W/6MP9sM';

// A hash takes one of node's four pool threads, 19 MiB and 25 to 70 ms. Two at a time leave half of the threads free.
const HASHES_AT_ONCE_MAX = 2;
const HASHES_WAITING_MAX = 32;
/** All hashes have one key, so that they run in order of arrival. */
const queue = new KeyedQueue<null>({
  all: { runningMax: HASHES_AT_ONCE_MAX, underWayMax: HASHES_AT_ONCE_MAX + HASHES_WAITING_MAX },
});

/** Returns the PHC string of a password. Rejects with QueueRejection if too many hashes are waiting. */
export function hashPassword(password: string): Promise<string> {
  return queue.run(null, () => hash(normalized(password), PARAMETERS));
}

/** Returns whether a password matches a hash. Without a hash it takes the same time and returns false. Rejects like `hashPassword`. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await queue.run(null, () => verify(passwordHash ?? DUMMY_HASH, normalized(password)));
  return isRight && passwordHash !== null;
}

export type PasswordFault = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON' | 'TOO_PERSONAL';

/**
 * Returns why a new password is not allowed, or null. The settings page and `ctx user` share these rules: 12 to 256 characters,
 * not easy to guess, not built from the e-mail address or the product's name; any kinds of characters (NIST SP 800-63B-4 §3.1.1.2).
 * Sign-in does not apply them, so that a shorter password from before still works.
 */
export async function faultOfPassword(password: string, email: string): Promise<PasswordFault | null> {
  if (isShort(password)) return 'TOO_SHORT';
  if (lengthOf(password) > LIMITS.passwordCharactersMax) return 'TOO_LONG';
  if (isPersonal(password, email)) return 'TOO_PERSONAL';
  return (await isCommon(password, email)) ? 'TOO_COMMON' : null;
}

/** Returns whether a password is shorter than a new one may be. */
export function isShort(password: string): boolean {
  return lengthOf(password) < LIMITS.passwordCharactersMin;
}

/** Returns the length in code points, as NIST SP 800-63B-4 §3.1.1.2 counts. */
function lengthOf(password: string): number {
  return [...normalized(password)].length;
}

// Some keyboards write é as one character, others as two (NIST SP 800-63B-4 §3.1.1.2).
function normalized(password: string): string {
  return password.normalize('NFKC');
}
