/** Signing in at the platform's own OpenID provider, where one is configured (decisions.md, "OAuth and settings"). */
import { LIMITS } from '@ctx/common/domain/limits';
import type { Logger } from '@ctx/common/platform/log';
import type { Pool } from '@ctx/common/platform/postgres';
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
import { type ExternalPerson, findOrLinkExternalLogin } from '../identity/external-logins.ts';
import { beginFlow, type Flow, resumeFlow } from './external-flow.ts';
import { SecretCookie } from './secret-cookie.ts';

/** Where the provider sends the browser back to; registered there below the base address. */
export const CALLBACK_PATH = '/sign-in/callback';

export type ExternalResult = { readonly next: string } & (
  | { readonly outcome: 'SIGNED_IN'; readonly userId: number }
  /**
   * STRANGER: signed in there, and no user here. OTHER_LOGIN: the user of that e-mail is linked to another person there. DENIED: not signed in there. EXPIRED: not begun in this browser, or too long
   * ago. UNAVAILABLE: the provider cannot be reached or does not take us.
   */
  | { readonly outcome: 'STRANGER' | 'OTHER_LOGIN' | Failed }
);

type Failed = 'DENIED' | 'EXPIRED' | 'UNAVAILABLE';

export interface ExternalSettings {
  readonly baseUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the button. */
  readonly label: string;
}

const TIMEOUT_S = 5;
/** Where a browser goes on of which nothing else is known. */
const START = '/settings';

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
   * Sends the browser to the provider; afterwards it goes on to `next`, a path of this site as the caller has made sure.
   * Where the provider cannot be reached it is sent to the callback as if the provider had said so (RFC 6749 §4.1.2.1).
   */
  async begin(request: Request, response: Response, next: string): Promise<void> {
    const secret = this.#cookie.set(response, this.#cookie.read(request) ?? undefined);
    const flow = beginFlow(secret, next, Date.now());
    response.redirect(303, await this.#addressOf(flow));
  }

  /**
   * What the browser came back with, at the callback. A user is known by issuer and subject alone (OpenID Connect Core §5.7).
   * A verified e-mail links them once, where the user has no login of this issuer yet.
   */
  async finish(request: Request, origin: AccessOrigin): Promise<ExternalResult> {
    const url = new URL(`${this.#settings.baseUrl}${CALLBACK_PATH}`);
    [, url.search = ''] = request.originalUrl.split('?');
    const secret = this.#cookie.read(request);
    const state = url.searchParams.get('state') ?? '';
    const flow = secret === null ? null : resumeFlow(secret, state, Date.now());
    if (flow === null) return { outcome: 'EXPIRED', next: START };
    const { next } = flow;
    if (flow.isOver) return { outcome: 'EXPIRED', next };
    const error = url.searchParams.get('error');
    if (error !== null) return { outcome: TEMPORARY.includes(error) ? 'UNAVAILABLE' : 'DENIED', next };
    const person = await this.#identify(url, flow);
    if (typeof person === 'string') return { outcome: person, next };
    const login = await findOrLinkExternalLogin(this.#pool, person, origin);
    if (login === null) return { outcome: 'STRANGER', next };
    const { userId, outcome } = login;
    if (outcome === 'LINKED') announceAccess(this.#log, userId, 'LOGIN_LINKED', 'provider', origin);
    if (outcome === 'OTHER_LOGIN') announceAccess(this.#log, userId, 'SIGN_IN_FAILED', 'provider', origin);
    return outcome === 'OTHER_LOGIN' ? { outcome, next } : { outcome: 'SIGNED_IN', userId, next };
  }

  async #addressOf(flow: Flow): Promise<string> {
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
      const answer = new URLSearchParams({ error: 'temporarily_unavailable', state: flow.state });
      return `${CALLBACK_PATH}?${answer.toString()}`;
    }
  }

  async #identify(url: URL, flow: Flow): Promise<ExternalPerson | Failed> {
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
      const told =
        claims['email'] === undefined
          ? await fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims;
      return { issuer: claims.iss, subject: claims.sub, verifiedEmail: verifiedEmailOf(told) };
    } catch (error) {
      this.#log.warn({ err: error }, 'sign-in with the OpenID provider failed');
      return outcomeOf(error);
    }
  }

  /** The provider's description, fetched when it is first needed and again after each failure. */
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
    // Of the ID token the signature too, although it came from the provider itself.
    execute: [enableNonRepudiationChecks, ...insecure],
  });
}

/** Basic, unless the provider says that it does not take it (OpenID Connect Discovery §3). */
function authentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

function verifiedEmailOf({ email, email_verified: isVerified }: IDToken | UserInfoResponse): string | null {
  return typeof email === 'string' && isVerified === true ? foldEmail(email) : null;
}

/** RFC 6749 §4.1.2.1: the fault is not the person's. */
const TEMPORARY: readonly string[] = ['temporarily_unavailable', 'server_error'];

/** What says that the answer is not the one to our question; the codes are those of oauth4webapi. */
const NOT_OURS: readonly (string | undefined)[] = [
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
];

function outcomeOf(error: unknown): Failed {
  // A code that is spent or too old, as after going back in the browser.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'EXPIRED';
  return error instanceof ClientError && NOT_OURS.includes(error.code) ? 'DENIED' : 'UNAVAILABLE';
}
