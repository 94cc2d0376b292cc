/** Passkeys as the second step of a sign-in with a password (WebAuthn Level 3): registration and authentication. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { LIMITS } from '@ctx/domain/limits';
import { parseStrictJson } from '@ctx/domain/strict-json';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Request, Response } from 'express';
import {
  addPasskey,
  beginStep,
  type Credential,
  endStep,
  findWaitingSignIn,
  listCredentials,
  notePasskeyUse,
  passkeyHandleOf,
  setChallenge,
  takeChallenge,
  useRecoveryCode,
} from '../identity/passkeys.ts';
import { SecretCookie } from './secret-cookie.ts';
import type { Session } from './sessions.ts';

/** A passkey that is being added: the secret of its form, and the creation options for the browser, as JSON. */
export interface PasskeyCreation {
  readonly secret: string;
  readonly options: string;
}

/** A sign-in with the right password that waits for the second step. */
export interface WaitingSignIn {
  readonly userId: number;
  readonly email: string;
  readonly secret: string;
}

/** The password is the first factor. A key without a PIN suffices as the second (NIST SP 800-63B-4 §2.2). */
const USER_VERIFICATION = 'preferred';
const TIMEOUT_MS = LIMITS.passkeyStepMinutesMax * 60_000;

export class Passkeys {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #cookie: SecretCookie;
  readonly #origin: string;
  /** The host of the base address, to which passkeys are bound. Null for an IP address, to which they cannot be bound. */
  readonly #rpId: string | null;

  constructor(pool: Pool, settings: { readonly baseUrl: string }, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#cookie = new SecretCookie(settings.baseUrl, 'ctx_second_step', LIMITS.passkeyStepMinutesMax * 60);
    const { origin, hostname } = new URL(settings.baseUrl);
    this.#origin = origin;
    this.#rpId = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null;
  }

  /** Whether passkeys can be created and used at this address. */
  get isPossible(): boolean {
    return this.#rpId !== null;
  }

  /** Starts to add a passkey with a name. Returns null if passkeys cannot be used at this address. */
  async beginAdding(session: Session, name: string, productName: string): Promise<PasskeyCreation | null> {
    if (this.#rpId === null) return null;
    const { userId, email } = session;
    const options = await generateRegistrationOptions({
      rpName: productName,
      rpID: this.#rpId,
      userID: new Uint8Array(await passkeyHandleOf(this.#pool, userId)),
      userName: email,
      userDisplayName: email,
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      // A resident key can synchronize between the user's devices, so that it is not lost with one of them.
      authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
      excludeCredentials: (await listCredentials(this.#pool, userId)).map(descriptorOf),
    });
    const secret = newSecret();
    await beginStep(this.#pool, userId, { kind: 'ADD', secret, challenge: options.challenge, name });
    return { secret, options: JSON.stringify(options) };
  }

  /**
   * Adds the passkey that the browser created. With the user's first passkey, returns recovery codes. REJECTED: the browser's
   * response does not match the challenge, or it comes too late or twice.
   */
  async finishAdding(
    userId: number,
    secret: string,
    posted: string,
  ): Promise<{ readonly codes: readonly string[] | null } | 'REJECTED' | 'TOO_MANY'> {
    const step = await endStep(this.#pool, userId, 'ADD', secret);
    if (step?.challenge == null || step.name === null || this.#rpId === null) return 'REJECTED';
    const { challenge: expectedChallenge, name } = step;
    const [expectedOrigin, expectedRPID] = [this.#origin, this.#rpId];
    const credential = await this.#verify('passkey not added', async () => {
      const response = parseStrictJson(posted) as RegistrationResponseJSON;
      const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false };
      return (await verifyRegistrationResponse({ response, ...expected })).registrationInfo?.credential;
    });
    if (credential === undefined) return 'REJECTED';
    const outcome = await addPasskey(this.#pool, userId, {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: (credential.transports ?? [])
        .filter((each) => TRANSPORT.test(each))
        .slice(0, TRANSPORTS_MAX),
      name,
    });
    return outcome === 'EXISTS' ? 'REJECTED' : outcome;
  }

  /** Makes the sign-in of a user wait for the second step in this browser. */
  async beginSignIn(response: Response, userId: number): Promise<void> {
    await beginStep(this.#pool, userId, { kind: 'SIGN_IN', secret: this.#cookie.set(response) });
  }

  /** Returns the sign-in that waits in a request's browser, or null. */
  async findWaiting(request: Request): Promise<WaitingSignIn | null> {
    const secret = this.#cookie.read(request);
    const found = secret === null ? null : await findWaitingSignIn(this.#pool, secret);
    return secret === null || found === null ? null : { ...found, secret };
  }

  /** Returns the request options for the browser, as JSON, with a new challenge. Null if passkeys cannot be used at this address. */
  async createChallenge({ userId, secret }: WaitingSignIn): Promise<string | null> {
    if (this.#rpId === null) return null;
    const options = await generateAuthenticationOptions({
      rpID: this.#rpId,
      allowCredentials: (await listCredentials(this.#pool, userId)).map(descriptorOf),
      timeout: TIMEOUT_MS,
      userVerification: USER_VERIFICATION,
    });
    await setChallenge(this.#pool, userId, secret, options.challenge);
    return JSON.stringify(options);
  }

  /** Returns whether a posted response is from a passkey of the user and answers the last challenge. Uses up the challenge. */
  async isRightPasskey({ userId, secret }: WaitingSignIn, posted: string): Promise<boolean> {
    const expectedChallenge = await takeChallenge(this.#pool, userId, secret);
    const expectedRPID = this.#rpId;
    if (expectedChallenge === null || expectedRPID === null) return false;
    const credentials = await listCredentials(this.#pool, userId);
    const used = await this.#verify('passkey rejected', async () => {
      const response = parseStrictJson(posted) as AuthenticationResponseJSON;
      const credential = credentials.find(
        ({ credentialId }) => credentialId.toString('base64url') === response.id,
      );
      if (credential === undefined) throw new Error('not a passkey of this user');
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID,
        credential: {
          id: response.id,
          publicKey: new Uint8Array(credential.publicKey),
          counter: credential.signCount,
        },
        requireUserVerification: false,
      });
      return verified ? { ...credential, signCount: authenticationInfo.newCounter } : undefined;
    });
    if (used === undefined) return false;
    await notePasskeyUse(this.#pool, userId, used);
    return true;
  }

  /** Returns whether a code is an unused recovery code of the user. Uses up the code. */
  isRightCode({ userId }: WaitingSignIn, code: string): Promise<boolean> {
    return useRecoveryCode(this.#pool, userId, code);
  }

  /** Ends a waiting sign-in. Returns false if it has ended before: of two right responses at the same time, one signs in. */
  async finishSignIn(response: Response, { userId, secret }: WaitingSignIn): Promise<boolean> {
    this.#cookie.clear(response);
    return (await endStep(this.#pool, userId, 'SIGN_IN', secret)) !== null;
  }

  /** Runs a verification. What the library throws is about the posted text: it is logged, and the result is undefined. */
  async #verify<Result>(
    event: string,
    verify: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    try {
      return await verify();
    } catch (error) {
      this.#log.info({ reason: (error as Error).message.slice(0, REASON_CHARACTERS_MAX) }, event);
      return undefined;
    }
  }
}

const TRANSPORT = /^[a-z-]{1,20}$/;
const TRANSPORTS_MAX = 8;
const REASON_CHARACTERS_MAX = 200;

function descriptorOf({ credentialId, transports }: Credential): { id: string; transports: string[] } {
  return { id: credentialId.toString('base64url'), transports: [...transports] };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
