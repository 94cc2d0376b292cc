/** A real OpenID provider (oidc-provider) on the loopback, with people that a test defines. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type Interaction, type JWK } from 'oidc-provider';

export const CLIENT = { client_id: 'ctx', client_secret: 'of the client' };

export interface TestProvider {
  readonly issuer: string;
  /** The person who signs in next, with their claims; null denies the sign-in. */
  person: { readonly sub: string; readonly [claim: string]: unknown } | null;
  /** Handlers that replace the provider's, by path. */
  readonly overrides: Map<string, RequestListener>;
  /** Received requests, as path and authentication scheme. */
  readonly requests: string[];
  stop(): Promise<void>;
  /** Starts the provider again on the same port. */
  start(): Promise<void>;
}

/** Starts a provider. `redirectUri` is the only address to which it redirects browsers. */
export async function startProvider(redirectUri: string, more: Configuration = {}): Promise<TestProvider> {
  let server = createServer();
  let handle: RequestListener = () => undefined;
  const overrides = new Map<string, RequestListener>();
  const requests: string[] = [];
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server = createServer((request, response) => {
        const [path = ''] = (request.url ?? '').split('?');
        const [scheme = 'none'] = (request.headers.authorization ?? 'none').split(' ');
        requests.push(`${path} ${scheme}`);
        (overrides.get(path) ?? handle)(request, response);
      });
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const started: TestProvider = {
    issuer: `http://127.0.0.1:${String(port)}`,
    person: null,
    overrides,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
  const provider = createProvider(started, redirectUri, more);
  handle = (request, response) => {
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '') ?? [];
    if (uid === undefined) {
      void provider.callback()(request, response);
      return;
    }
    const { person } = started;
    const result =
      person === null ? { error: 'access_denied' } : { login: { accountId: person.sub, remember: false } };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  return started;
}

function createProvider(of: TestProvider, redirectUri: string, more: Configuration): Provider {
  const provider: Provider = new Provider(of.issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'groups', 'customer'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: Interaction) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...of.person, sub: of.person?.sub ?? sub }),
    }),
    // Grants the scopes without a consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [newKeyPair('of the provider').privateJwk] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    ...more,
  });
  return provider;
}

/** Returns a key pair that signs ID tokens, as JWKs. */
export function newKeyPair(kid: string): { readonly privateJwk: JWK; readonly publicJwk: JWK } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const more = { kid, use: 'sig', alg: 'RS256' } as const;
  const [privateJwk, publicJwk] = [privateKey, publicKey].map((key) => ({
    ...key.export({ format: 'jwk' }),
    ...more,
  })) as [JWK, JWK];
  return { privateJwk, publicJwk };
}
