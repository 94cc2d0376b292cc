/** Sign-in with e-mail address and password, and changes of the password (decisions.md, "OAuth and settings"). */
import { LIMITS } from '@ctx/domain/limits';
import { QueueRejection } from '@ctx/platform/keyed-queue';
import type { Pool } from '@ctx/platform/postgres';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { hashSecret } from '../identity/auth/secret.ts';
import { foldEmail } from '../identity/email.ts';
import { listCredentials } from '../identity/passkeys.ts';
import {
  attemptPassword,
  findAccount,
  resetFailures,
  takeBackAttempt,
} from '../identity/password-attempts.ts';
import { faultOfPassword, hashPassword, type PasswordFault, verifyPassword } from '../identity/passwords.ts';
import { replacePassword } from '../identity/users.ts';
import { countAttempt, type FailureLimit, limitsOfNetworks, takeBack } from './failure-limits.ts';
import { proofOf, withProof } from './known-browser.ts';
import type { WaitingSignIn } from './passkeys.ts';
import type { Session } from './sessions.ts';

export type SignInResult =
  /** SECOND_STEP: the password is right, and the account has passkeys. */
  | { readonly outcome: 'SECOND_STEP'; readonly userId: number }
  | { readonly outcome: 'SIGNED_IN'; readonly userId: number }
  | { readonly outcome: 'REJECTED' }
  | { readonly outcome: 'TOO_MANY'; readonly retryAfterSeconds: number };

/** TOO_MANY: too many wrong passwords, or too many sign-ins at the same time. The same request may succeed later. */
export type PasswordChange = 'CHANGED' | 'WRONG' | { readonly fault: PasswordFault | 'TOO_MANY' };

/** Wait when all hashing threads are busy, and nobody is over a limit. */
const RETRY_WHEN_BUSY_SECONDS = 2;

export class SignIn {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Checks an e-mail address and password. REJECTED, after the same work, for an unknown account, a wrong password and an account
   * without a password, and after 100 consecutive failures of the account. TOO_MANY, even for the right password and for accounts
   * that do not exist, after 10 failures of an account or 50 of a network (500 of an IPv6 /48) in 15 minutes. A known browser of the
   * account has its own limit of 10 instead, so that others cannot lock it out. `address` is the client's address, `browser` the
   * value of the cookie of known browsers.
   */
  async withPassword(
    email: string,
    password: string,
    address: string,
    browser: string | null = null,
  ): Promise<SignInResult> {
    const folded = foldEmail(email);
    const proof = await this.#proofOf(folded, browser);
    const limits = proof === null ? unknownBrowserLimits(folded ?? email, address) : [browserLimit(proof)];
    const secondsLeft = await countAttempt(this.#pool, limits);
    if (secondsLeft !== null) return { outcome: 'TOO_MANY', retryAfterSeconds: secondsLeft };
    const account = await attemptPassword(this.#pool, folded ?? '');
    const mayTry = account !== null && (account.isOpen || proof !== null);
    const verdict = await compare(mayTry ? account.passwordHash : null, password);
    if (verdict === 'BUSY') {
      await takeBack(this.#pool, limits);
      if (account !== null) await takeBackAttempt(this.#pool, account.userId);
      return { outcome: 'TOO_MANY', retryAfterSeconds: RETRY_WHEN_BUSY_SECONDS };
    }
    if (verdict === 'WRONG' || account === null) return { outcome: 'REJECTED' };
    const { userId } = account;
    await resetFailures(this.#pool, userId);
    // The attempt counts as failed until the second step is done. Knowing the password gives nobody further attempts.
    if ((await listCredentials(this.#pool, userId)).length > 0) return { outcome: 'SECOND_STEP', userId };
    await takeBack(this.#pool, limits);
    return { outcome: 'SIGNED_IN', userId };
  }

  /**
   * Counts a failed attempt at the second step before it is checked. Returns the seconds to wait if there are too many, else null.
   * Attempts count for this sign-in and not for the account, so that others cannot block the owner's second step.
   */
  async attemptSecondStep(
    waiting: WaitingSignIn,
    address: string,
    browser: string | null,
  ): Promise<number | null> {
    const proof = await this.#proofOf(waiting.email, browser);
    return countAttempt(this.#pool, [...(proof === null ? networkLimits(address) : []), stepLimit(waiting)]);
  }

  /** Undoes the counts of a sign-in whose second step was right: of that step and of the attempt with the password. */
  async takeBackSecondStep(waiting: WaitingSignIn, address: string, browser: string | null): Promise<void> {
    const proof = await this.#proofOf(waiting.email, browser);
    await takeBack(this.#pool, [...(proof === null ? networkLimits(address) : []), stepLimit(waiting)]);
    const email = waiting.email.toLowerCase();
    await takeBack(this.#pool, proof === null ? unknownBrowserLimits(email, address) : [browserLimit(proof)]);
  }

  /**
   * Checks the password of the signed-in user. Failures count for the session: a session that was left open cannot be used to guess
   * the password, and failed sign-ins of others do not block the owner.
   */
  async confirmPassword(session: Session, current: string): Promise<'RIGHT' | 'WRONG' | 'TOO_MANY'> {
    const limits = [sessionLimit(session)];
    if ((await countAttempt(this.#pool, limits)) !== null) return 'TOO_MANY';
    // The user has signed in in this browser, so the limit on consecutive failures does not close the password here.
    const account = await attemptPassword(this.#pool, session.email);
    const verdict = await compare(account?.passwordHash ?? null, current);
    if (verdict === 'WRONG') return 'WRONG';
    await takeBack(this.#pool, limits);
    if (verdict === 'BUSY') {
      await takeBackAttempt(this.#pool, session.userId);
      return 'TOO_MANY';
    }
    await resetFailures(this.#pool, session.userId);
    return 'RIGHT';
  }

  /**
   * Changes the password of the signed-in user, ends all other sessions, and logs it. Checks the current password as confirmPassword
   * does.
   */
  async changePassword(
    session: Session,
    current: string,
    next: string,
    origin: AccessOrigin | null = null,
  ): Promise<PasswordChange> {
    const fault = await faultOfPassword(next, session.email);
    if (fault !== null) return { fault };
    const confirmed = await this.confirmPassword(session, current);
    if (confirmed !== 'RIGHT') return confirmed === 'WRONG' ? 'WRONG' : { fault: 'TOO_MANY' };
    const nextHash = await unlessBusy(hashPassword(next));
    if (nextHash === null) return { fault: 'TOO_MANY' };
    const { userId, signedInAt: keptSignedInAt } = session;
    const replacement = { userId, passwordHash: nextHash, via: 'settings', keptSignedInAt, origin } as const;
    await replacePassword(this.#pool, replacement);
    return 'CHANGED';
  }

  /** Returns the new value of the cookie of known browsers after an account has signed in with its password. */
  async addKnownBrowser(email: string, browser: string | null): Promise<string | null> {
    const account = await findAccount(this.#pool, foldEmail(email) ?? '');
    const passwordHash = account?.passwordHash ?? null;
    return passwordHash === null ? browser : withProof(browser, passwordHash);
  }

  /** Returns the proof that an account has signed in before in the browser with a cookie, or null. */
  async #proofOf(email: string | null, browser: string | null): Promise<string | null> {
    const account = await findAccount(this.#pool, email ?? '');
    return proofOf(browser, account?.passwordHash ?? null);
  }
}

async function compare(passwordHash: string | null, password: string): Promise<'RIGHT' | 'WRONG' | 'BUSY'> {
  const isRight = await unlessBusy(verifyPassword(passwordHash, password));
  if (isRight === null) return 'BUSY';
  return isRight ? 'RIGHT' : 'WRONG';
}

async function unlessBusy<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QueueRejection) return null;
    throw error;
  }
}

function networkLimits(address: string): FailureLimit[] {
  return limitsOfNetworks('network', address, LIMITS.signInFailuresOfNetworkMax);
}

// Networks come first, the widest in front, so that a network over its limit stores no row for each account that it tries.
function unknownBrowserLimits(email: string, address: string): readonly FailureLimit[] {
  return [...networkLimits(address), accountLimit(email)];
}

function stepLimit({ secret }: WaitingSignIn): FailureLimit {
  return { key: hashSecret(`second step:${secret}`), max: LIMITS.signInFailuresOfAccountMax };
}

// Keys are hashed, so that a password typed into the e-mail field is not stored.
function accountLimit(email: string): FailureLimit {
  return { key: hashSecret(`account:${email}`), max: LIMITS.signInFailuresOfAccountMax };
}

function browserLimit(proof: string): FailureLimit {
  return { key: hashSecret(`browser:${proof}`), max: LIMITS.signInFailuresOfBrowserMax };
}

function sessionLimit({ csrfToken }: Session): FailureLimit {
  return { key: hashSecret(`session:${csrfToken}`), max: LIMITS.passwordFailuresOfSessionMax };
}
