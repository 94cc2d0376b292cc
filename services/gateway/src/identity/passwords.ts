/** Passwords: argon2id with the parameters that OWASP's Password Storage Cheat Sheet names (19 MiB, 2 passes, 1 lane). */
import { LIMITS } from '@ctx/common/domain/limits';
import { hash, verify } from '@node-rs/argon2';
import { isCommon, isPersonal } from './guessable-passwords.ts';
import { Turns } from './turns.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the same parameters, and of 32 random bytes that nobody kept: for accounts that do not exist or have no password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$M0M5VNKkNHLY0qegKVpdgg$//CPfkafMfZyW7K1dmE/GyJhYYPtv+/B+j3W/6MP9sM';

// Each takes a thread of node's pool of four, 19 MiB and 25 to 70 ms: half of the threads stay free for all else.
const turns = new Turns(2, 32);

/** The PHC string to store. Rejects with NoTurn when too many are hashed. */
export function hashPassword(password: string): Promise<string> {
  return turns.take(() => hash(normalized(password), PARAMETERS));
}

/** Whether the password is that of the hash; without one the same work is done, for nothing. Rejects with NoTurn. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await turns.take(() => verify(passwordHash ?? DUMMY_HASH, normalized(password)));
  return isRight && passwordHash !== null;
}

export type PasswordFault = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON' | 'TOO_PERSONAL';

/**
 * Returns what is wrong with a password that somebody chooses, or null. The one place of these rules, for the page and for
 * `ctx user`: 12 to 256 characters, not a common one, not built from the e-mail address or the product's name. Nothing is asked
 * of its kinds of characters (NIST SP 800-63B-4 §3.1.1.2). Signing in does not ask: a shorter password from before still works.
 */
export async function faultOfPassword(password: string, email: string): Promise<PasswordFault | null> {
  if (isShort(password)) return 'TOO_SHORT';
  if (lengthOf(password) > LIMITS.passwordCharactersMax) return 'TOO_LONG';
  if (isPersonal(password, email)) return 'TOO_PERSONAL';
  return (await isCommon(password)) ? 'TOO_COMMON' : null;
}

/** Whether a password is shorter than one that may be chosen today. */
export function isShort(password: string): boolean {
  return lengthOf(password) < LIMITS.passwordCharactersMin;
}

/** In code points, as NIST SP 800-63B-4 §3.1.1.2 counts. */
function lengthOf(password: string): number {
  return [...normalized(password)].length;
}

// One keyboard writes é as one character, another as two (NIST SP 800-63B-4 §3.1.1.2).
function normalized(password: string): string {
  return password.normalize('NFKC');
}
