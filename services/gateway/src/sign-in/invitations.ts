/** Links with which users set their own password: the limit on wrong ones, and the password that ends a link. */
import { LIMITS } from '@ctx/domain/limits';
import { QueueRejection } from '@ctx/platform/keyed-queue';
import type { Pool } from '@ctx/platform/postgres';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { findInvitation, type Invitee, useInvitation } from '../identity/invitations.ts';
import { faultOfPassword, hashPassword, type PasswordFault } from '../identity/passwords.ts';
import { countAttempt, limitsOfNetworks, takeBack } from './failure-limits.ts';

/** A link that works with its user, or why it does not. */
export type OpenedInvitation = Invitee | 'UNUSABLE' | { readonly retryAfterSeconds: number };

/** UNUSABLE: the link no longer works. TOO_MANY: all hashing threads are busy. */
export type PasswordChoice = 'SET' | 'UNUSABLE' | { readonly fault: PasswordFault | 'TOO_MANY' };

export class Invitations {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Returns the user of a link, which stays usable: programs that check the links of mails open them too. `address` is the client's address. */
  async open(secret: string, address: string): Promise<OpenedInvitation> {
    const limits = limitsOfNetworks('invitation', address, LIMITS.invitationFailuresOfNetworkMax);
    const retryAfterSeconds = await countAttempt(this.#pool, limits);
    if (retryAfterSeconds !== null) return { retryAfterSeconds };
    const invitee = await findInvitation(this.#pool, secret);
    if (invitee === null) return 'UNUSABLE';
    await takeBack(this.#pool, limits);
    return invitee;
  }

  /** Sets the password of a link's user, ends the link and all sessions of the user, and logs it. */
  async setPassword(
    { userId, email }: Invitee,
    secret: string,
    password: string,
    origin: AccessOrigin,
  ): Promise<PasswordChoice> {
    const fault = await faultOfPassword(password, email);
    if (fault !== null) return { fault };
    try {
      const passwordHash = await hashPassword(password);
      return (await useInvitation(this.#pool, { userId, secret, passwordHash, origin })) ? 'SET' : 'UNUSABLE';
    } catch (error) {
      if (error instanceof QueueRejection) return { fault: 'TOO_MANY' };
      throw error;
    }
  }
}
