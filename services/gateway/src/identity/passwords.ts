/** Passwords: argon2id with the parameters that OWASP's Password Storage Cheat Sheet names (19 MiB, 2 passes, 1 lane). */
import { LIMITS } from '@ctx/common/domain/limits';
import { hash, verify } from '@node-rs/argon2';
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

export type PasswordFault = 'TOO_SHORT' | 'TOO_LONG';

/** What is wrong with a password that somebody chooses; null for nothing. Length is the only rule (NIST SP 800-63B §3.1.1.2). */
export function faultOfPassword(password: string): PasswordFault | null {
  const characters = [...normalized(password)].length;
  if (characters < LIMITS.passwordCharactersMin) return 'TOO_SHORT';
  return characters > LIMITS.passwordCharactersMax ? 'TOO_LONG' : null;
}

// One keyboard writes é as one character, another as two (NIST SP 800-63B §3.1.1.2).
function normalized(password: string): string {
  return password.normalize('NFKC');
}
