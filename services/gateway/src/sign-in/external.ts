/** Sign-in at the platform's own OpenID provider, if one is configured (decisions.md, "OAuth and settings"). */
import { LIMITS } from '@ctx/domain/limits';
import type { Logger } from '@ctx/platform/log';
import type { Plan } from '@ctx/domain/vocabulary';
import type { Pool } from '@ctx/platform/postgres';
import type { UserCreationRule } from '@ctx/platform/setting-types';
import type { Request, Response } from 'express';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  type UserInfoResponse,
} from 'openid-client';
import { announceAccess } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { foldEmail } from '../identity/email.ts';
import {
  createExternalUser,
  type ExternalLogin,
  type ExternalPerson,
  findOrLinkExternalLogin,
} from '../identity/external-logins.ts';
import { beginFlow, type SignInFlow, resumeFlow } from './external-flow.ts';
import { planOfNewUser } from './new-users.ts';
import { SecretCookie } from './secret-cookie.ts';

/** Path to which the provider redirects the browser. Its address below BASE_URL is registered at the provider. */
export const CALLBACK_PATH = '/sign-in/callback';

export type ExternalResult = { readonly next: string } & (
  | { readonly outcome: 'SIGNED_IN'; readonly userId: number }
  /**
   * STRANGER: the person signed in at the provider and has no account here. OTHER_LOGIN: the account with the person's e-mail
   * address is linked to another login. DENIED: the person did not sign in at the provider. EXPIRED: the sign-in was started in another
   * browser or too long ago. UNAVAILABLE: the provider cannot be reached, or rejects our credentials.
   */
  | { readonly outcome: 'STRANGER' | 'OTHER_LOGIN' | FailedOutcome }
);

type FailedOutcome = 'DENIED' | 'EXPIRED' | 'UNAVAILABLE';

export interface ExternalSettings {
  readonly baseUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the button. */
  readonly label: string;
  /** Who gets a user at the first sign-in; without it, only the operator creates users. */
  readonly createUsers?: readonly UserCreationRule[];
}

/** A person, and the plan of the user that a first sign-in creates for them; null if it creates none. */
interface SignedInPerson extends ExternalPerson {
  readonly planOfNewUser: Plan | null;
}

const TIMEOUT_S = 5;
/** Where a browser is redirected whose sign-in is unknown. */
const START = '/overview';

export class ExternalSignIn {
  readonly label: string;
  readonly #pool: Pool;
  readonly #settings: ExternalSettings;
  readonly #log: Logger;
  readonly #cookie: SecretCookie;
  #provider: Promise<Configuration> | null = null;

  constructor(pool: Pool, settings: ExternalSettings, log: Logger) {
    this.label = settings.label;
    this.#pool = pool;
    this.#settings = settings;
    this.#log = log;
    const lifeSeconds = LIMITS.externalSignInMinutesMax * 60;
    this.#cookie = new SecretCookie(settings.baseUrl, 'ctx_sign_in', lifeSeconds);
  }

  /**
   * Redirects the browser to the provider. Afterwards it is redirected to `next`; the caller ensures that this is a path of this site.
   * If the provider cannot be reached, redirects to the callback with the error `temporarily_unavailable` (RFC 6749 §4.1.2.1).
   */
  async begin(request: Request, response: Response, next: string): Promise<void> {
    const secret = this.#cookie.set(response, this.#cookie.read(request) ?? undefined);
    const flow = beginFlow(secret, next, Date.now());
    response.redirect(303, await this.#providerAddress(flow));
  }

  /**
   * Handles the callback of the provider. A user is identified by issuer and subject only (OpenID Connect Core §5.7). A verified
   * e-mail address links a login once, if its user has no login of this issuer yet. Where the settings allow it, the first sign-in of a
   * person without a user creates the user.
   */
  async finish(request: Request, origin: AccessOrigin): Promise<ExternalResult> {
    const url = new URL(`${this.#settings.baseUrl}${CALLBACK_PATH}`);
    [, url.search = ''] = request.originalUrl.split('?');
    const secret = this.#cookie.read(request);
    const state = url.searchParams.get('state') ?? '';
    const flow = secret === null ? null : resumeFlow(secret, state, Date.now());
    if (flow === null) return { outcome: 'EXPIRED', next: START };
    const { next } = flow;
    if (flow.isExpired) return { outcome: 'EXPIRED', next };
    const error = url.searchParams.get('error');
    if (error !== null) return { outcome: TEMPORARY.includes(error) ? 'UNAVAILABLE' : 'DENIED', next };
    const person = await this.#identify(url, flow);
    if (typeof person === 'string') return { outcome: person, next };
    const login = await this.#login(person, origin);
    if (login === null) return { outcome: 'STRANGER', next };
    const { userId, outcome } = login;
    if (outcome === 'LINKED') announceAccess(this.#log, userId, 'LOGIN_LINKED', 'provider', origin);
    if (outcome === 'OTHER_LOGIN') announceAccess(this.#log, userId, 'SIGN_IN_FAILED', 'provider', origin);
    return outcome === 'OTHER_LOGIN' ? { outcome, next } : { outcome: 'SIGNED_IN', userId, next };
  }

  async #login(person: SignedInPerson, origin: AccessOrigin): Promise<ExternalLogin | null> {
    const login = await findOrLinkExternalLogin(this.#pool, person, origin);
    const { verifiedEmail, planOfNewUser: plan } = person;
    if (login !== null || verifiedEmail === null || plan === null) return login;
    const userId = await createExternalUser(this.#pool, verifiedEmail, plan);
    if (userId !== null) this.#log.info({ userId, plan }, 'user created at the first sign-in');
    return findOrLinkExternalLogin(this.#pool, person, origin);
  }

  async #providerAddress(flow: SignInFlow): Promise<string> {
    try {
      const provider = await this.#discover();
      return buildAuthorizationUrl(provider, {
        redirect_uri: `${this.#settings.baseUrl}${CALLBACK_PATH}`,
        scope: 'openid email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    } catch (error) {
      this.#log.warn({ err: error }, 'OpenID provider unreachable');
      const query = new URLSearchParams({ error: 'temporarily_unavailable', state: flow.state });
      return `${CALLBACK_PATH}?${query.toString()}`;
    }
  }

  async #identify(url: URL, flow: SignInFlow): Promise<SignedInPerson | FailedOutcome> {
    try {
      const provider = await this.#discover();
      const tokens = await authorizationCodeGrant(provider, url, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return 'DENIED';
      const { createUsers = [] } = this.#settings;
      const needed = ['email', ...createUsers.map(({ claim }) => claim)];
      const profile = needed.some((claim) => claims[claim] === undefined)
        ? await fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {};
      const all = { ...claims, ...profile };
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: verifiedEmailOf(claims['email'] === undefined ? profile : claims),
        planOfNewUser: planOfNewUser(createUsers, all),
      };
    } catch (error) {
      this.#log.warn({ err: error }, 'sign-in with the OpenID provider failed');
      return outcomeOf(error);
    }
  }

  /** Returns the provider's configuration. Fetches it at the first use, and again after a failure. */
  #discover(): Promise<Configuration> {
    this.#provider ??= discoverProvider(this.#settings).catch((error: unknown) => {
      this.#provider = null;
      throw error;
    });
    return this.#provider;
  }
}

function discoverProvider({ issuer, clientId, clientSecret }: ExternalSettings): Promise<Configuration> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only for an issuer on the loopback (platform/config)
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  return discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    timeout: TIMEOUT_S,
    // Also checks the signature of the ID token, although the token comes directly from the provider.
    execute: [enableNonRepudiationChecks, ...insecure],
  });
}

/** Authenticates with HTTP Basic unless the provider does not support it (OpenID Connect Discovery §3). */
function authentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

function verifiedEmailOf({
  email,
  email_verified: isVerified,
}: Partial<IDToken | UserInfoResponse>): string | null {
  return typeof email === 'string' && isVerified === true ? foldEmail(email) : null;
}

/** Error codes of a temporary failure of the provider (RFC 6749 §4.1.2.1). */
const TEMPORARY: readonly string[] = ['temporarily_unavailable', 'server_error'];

/** Error codes of oauth4webapi for a response that does not belong to our request. */
const RESPONSE_MISMATCH: readonly (string | undefined)[] = [
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
];

function outcomeOf(error: unknown): FailedOutcome {
  // The code was used before or has expired, for example after going back in the browser.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'EXPIRED';
  return error instanceof ClientError && RESPONSE_MISMATCH.includes(error.code) ? 'DENIED' : 'UNAVAILABLE';
}
