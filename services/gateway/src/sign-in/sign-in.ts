/** Signing in by e-mail and password, and changing the password (decisions.md, "OAuth and settings"). */
import { LIMITS } from '@ctx/common/domain/limits';
import type { Pool } from '@ctx/common/platform/postgres';
import { networksOf } from '../auth/client-address.ts';
import { hashSecret } from '../auth/secret.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { foldEmail } from '../identity/email.ts';
import {
  attemptPassword,
  countSignInFailure,
  findAccount,
  resetFailures,
  takeBackAttempt,
} from '../identity/password-attempts.ts';
import { listCredentials } from '../identity/passkeys.ts';
import { faultOfPassword, hashPassword, type PasswordFault, verifyPassword } from '../identity/passwords.ts';
import { NoTurn } from '../identity/turns.ts';
import { replacePassword } from '../identity/users.ts';
import { proofOf, withProof } from './known-browser.ts';
import type { WaitingSignIn } from './passkeys.ts';
import type { Session } from './sessions.ts';

export type SignInResult =
  /** SECOND_STEP: the password was right, and the account has passkeys. */
  | { readonly outcome: 'SECOND_STEP'; readonly userId: number }
  | { readonly outcome: 'SIGNED_IN'; readonly userId: number }
  | { readonly outcome: 'REJECTED' }
  | { readonly outcome: 'TOO_MANY'; readonly retryAfterSeconds: number };

/** TOO_MANY: wrong too often, or too many sign in right now; later it may be right. */
export type PasswordChange = 'CHANGED' | 'WRONG' | { readonly fault: PasswordFault | 'TOO_MANY' };

/** What failures are counted under, and how many of them are borne in 15 minutes. */
interface Counted {
  readonly key: Buffer;
  readonly max: number;
}

/** When threads are busy rather than somebody over a limit. */
const RETRY_BUSY_S = 2;

export class SignIn {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * REFUSED alike, after the same work, for an unknown account, a wrong password and an account without one. TOO_MANY after
   * 10 failures of an account or 50 of a network (500 of an IPv6 /48) in 15 minutes, whether or not the account exists; the
   * right password does not help then. After 100 consecutive failures of the account, REFUSED too. A browser in which the
   * account has signed in before counts its own 10 instead of all these: strangers do not lock it out. `address` is the
   * client's, `browser` the value of the cookie of known browsers.
   */
  async withPassword(
    email: string,
    password: string,
    address: string,
    browser: string | null = null,
  ): Promise<SignInResult> {
    const folded = foldEmail(email);
    const known = await this.#proof(folded, browser);
    const counts = known === null ? strangerCounts(folded ?? email, address) : [browserCount(known)];
    const secondsLeft = await this.#countAttempt(counts);
    if (secondsLeft !== null) return { outcome: 'TOO_MANY', retryAfterSeconds: secondsLeft };
    const account = await attemptPassword(this.#pool, folded ?? '');
    const mayTry = account !== null && (account.isOpen || known !== null);
    const verdict = await compare(mayTry ? account.passwordHash : null, password);
    if (verdict === 'BUSY') {
      await this.#takeBack(counts);
      if (account !== null) await takeBackAttempt(this.#pool, account.userId);
      return { outcome: 'TOO_MANY', retryAfterSeconds: RETRY_BUSY_S };
    }
    if (verdict === 'WRONG' || account === null) return { outcome: 'REJECTED' };
    const { userId } = account;
    await resetFailures(this.#pool, userId);
    // Until the second step is done the attempt counts as failed: a person who knows the password has no more attempts than others.
    if ((await listCredentials(this.#pool, userId)).length > 0) return { outcome: 'SECOND_STEP', userId };
    await this.#takeBack(counts);
    return { outcome: 'SIGNED_IN', userId };
  }

  /**
   * Counts an attempt at the second step as failed, before it is looked at. The seconds to wait when there are too many, else null.
   * They count for this sign-in, not for the account: nobody else can keep its owner from the second step.
   */
  async attemptSecondStep(
    waiting: WaitingSignIn,
    address: string,
    browser: string | null,
  ): Promise<number | null> {
    const known = await this.#proof(waiting.email, browser);
    return this.#countAttempt([...(known === null ? networkCounts(address) : []), stepCount(waiting)]);
  }

  /** The second step was right: neither it nor the attempt with the password failed. */
  async takeBackSecondStep(waiting: WaitingSignIn, address: string, browser: string | null): Promise<void> {
    const known = await this.#proof(waiting.email, browser);
    await this.#takeBack([...(known === null ? networkCounts(address) : []), stepCount(waiting)]);
    const email = waiting.email.toLowerCase();
    await this.#takeBack(known === null ? strangerCounts(email, address) : [browserCount(known)]);
  }

  /**
   * Whether the password is that of who is signed in. A wrong one counts for the session: one that was left open lets nobody
   * guess it, and strangers who fail to sign in do not keep the owner from it.
   */
  async confirmPassword(session: Session, current: string): Promise<'RIGHT' | 'WRONG' | 'TOO_MANY'> {
    const counts = [sessionCount(session)];
    if ((await this.#countAttempt(counts)) !== null) return 'TOO_MANY';
    // Who has a session signed in before: the cap on consecutive failures does not close the password here.
    const account = await attemptPassword(this.#pool, session.email);
    const verdict = await compare(account?.passwordHash ?? null, current);
    if (verdict === 'WRONG') return 'WRONG';
    await this.#takeBack(counts);
    if (verdict === 'BUSY') {
      await takeBackAttempt(this.#pool, session.userId);
      return 'TOO_MANY';
    }
    await resetFailures(this.#pool, session.userId);
    return 'RIGHT';
  }

  /** Changes the password of who is signed in, and ends all other sessions. Logged. A wrong current password counts as above. */
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

  /** The value of the cookie of known browsers, after this account has signed in with its password. */
  async knownBrowser(email: string, browser: string | null): Promise<string | null> {
    const account = await findAccount(this.#pool, foldEmail(email) ?? '');
    const passwordHash = account?.passwordHash ?? null;
    return passwordHash === null ? browser : withProof(browser, passwordHash);
  }

  /** The proof that the account has signed in before in the browser with this cookie; null where there is none. */
  async #proof(email: string | null, browser: string | null): Promise<string | null> {
    const account = await findAccount(this.#pool, email ?? '');
    return proofOf(browser, account?.passwordHash ?? null);
  }

  /** Counts an attempt as failed under each key until one is over its limit: the seconds until that ends, else null. */
  async #countAttempt(counts: readonly Counted[]): Promise<number | null> {
    for (const { key, max } of counts) {
      const { failures, retryAfterSeconds } = await countSignInFailure(this.#pool, key, 1);
      if (failures > max) return retryAfterSeconds;
    }
    return null;
  }

  /** The attempt did not fail. */
  async #takeBack(counts: readonly Counted[]): Promise<void> {
    await Promise.all(counts.map(({ key }) => countSignInFailure(this.#pool, key, -1)));
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
    if (error instanceof NoTurn) return null;
    throw error;
  }
}

// Hashed, so that what somebody typed into the wrong field is not kept.
function networkCounts(address: string): Counted[] {
  return networksOf(address).map(({ name, clients }) => ({
    key: hashSecret(`network:${name}`),
    max: clients * LIMITS.signInFailuresOfNetworkMax,
  }));
}

// Networks first, the widest before all: one that is over its limit leaves no row for each account it tries.
function strangerCounts(email: string, address: string): readonly Counted[] {
  return [...networkCounts(address), accountCount(email)];
}

function stepCount({ secret }: WaitingSignIn): Counted {
  return { key: hashSecret(`second step:${secret}`), max: LIMITS.signInFailuresOfAccountMax };
}

function accountCount(email: string): Counted {
  return { key: hashSecret(`account:${email}`), max: LIMITS.signInFailuresOfAccountMax };
}

function browserCount(proof: string): Counted {
  return { key: hashSecret(`browser:${proof}`), max: LIMITS.signInFailuresOfBrowserMax };
}

function sessionCount({ csrfToken }: Session): Counted {
  return { key: hashSecret(`session:${csrfToken}`), max: LIMITS.passwordFailuresOfSessionMax };
}
