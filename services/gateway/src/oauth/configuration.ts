/** Configuration of oidc-provider: OAuth 2.1 for one resource, the MCP server (service.md, "Authentication" 8; ADR 14). */
import { LIMITS } from '@ctx/domain/limits';
import {
  type AccessToken,
  type Adapter,
  type Client,
  type ClientCredentials,
  type Configuration,
  type ErrorOut,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider';
import { MCP_PATHS } from '../api/mcp/paths.ts';
import type { OperatorLinks } from '../ui/operator.ts';
import { PATHS } from '../ui/paths.ts';
import { checkAssertion } from './assertions.ts';
import { checkDocument, fetchFrom } from './documents.ts';
import type { OAuthKeys } from './keys.ts';
import { CLOCK_TOLERANCE_SECONDS, CODE_SECONDS, INTERACTION_SECONDS } from './models.ts';
import { acceptRegistration, AUTH_METHODS, clientIdOf } from './registration.ts';
import type { Rotation } from './rotation.ts';

const DOCUMENT_BYTES_MAX = 5120;
const KEYS_BYTES_MAX = 65_536;
const IDLE_SECONDS = LIMITS.connectionIdleDaysMax * 86_400;

/** Paths of the OAuth server (decisions.md, "OAuth and settings"). */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** Scopes that an app may request. */
export const SCOPES = ['offline_access', 'read', 'write'] as const;

/** Path of the page on which a user allows or denies a request. */
export const INTERACTION_PATH = PATHS.consent;

export interface OAuthSettings {
  /** Public address without path and trailing slash, which is also the issuer. */
  readonly baseUrl: string;
  readonly keys: OAuthKeys;
  readonly operator: OperatorLinks;
  readonly adapters: (model: string) => Adapter;
  /** Hosts from which client id metadata documents and their keys may be fetched. Without hosts the feature is off. */
  readonly clientMetadataHosts: readonly string[];
  /** Shows an error to the person in the browser. */
  readonly renderError: (context: KoaContextWithOIDC, out: ErrorOut, error: Error) => void;
}

/**
 * Returns the addresses of the MCP server, the audience of all tokens first. Each is followed by its form with a trailing slash,
 * which some clients send. They are one resource: a token for any of them is valid for all.
 */
export function resourcesOf(baseUrl: string): readonly [string, ...string[]] {
  const [{ path: first }, ...others] = MCP_PATHS;
  const rest = others.flatMap(({ path }) => [`${baseUrl}${path}`, `${baseUrl}${path}/`]);
  return [`${baseUrl}${first}`, `${baseUrl}${first}/`, ...rest];
}

/** Returns the configuration. ADR 14 has the reason of each value that differs from the default. */
export function configurationOf(settings: OAuthSettings, rotation: Rotation): Configuration {
  const { baseUrl, keys, adapters, operator, clientMetadataHosts: hosts } = settings;
  return {
    adapter: adapters,
    jwks: keys.jwks,
    cookies: {
      keys: [...keys.cookieKeys],
      names: { session: 'oauth_session', interaction: 'oauth_interaction', resume: 'oauth_resume' },
    },
    routes: ROUTES,
    discovery: {
      service_documentation: `${baseUrl}/docs`,
      ui_locales_supported: ['en', 'nl', 'fr'],
      ...(operator.privacyUrl !== null && { op_policy_uri: operator.privacyUrl }),
      ...(operator.termsUrl !== null && { op_tos_uri: operator.termsUrl }),
    },
    clientBasedCORS: () => true,
    renderError: settings.renderError,
    clientAuthMethods: [...AUTH_METHODS, ...(hosts.length > 0 ? (['private_key_jwt'] as const) : [])],
    fetch: fetchFrom(hosts),
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_BYTES_MAX,
      jwks_uri: KEYS_BYTES_MAX,
    },
    ...REQUESTS,
    ...LIFETIMES,
    rotateRefreshToken: (context) => rotation.isDue(context),
    ...PEOPLE,
    features: features(settings),
  };
}

/** What apps may request, and how they authenticate. */
const REQUESTS = {
  scopes: [...SCOPES],
  claims: {},
  responseTypes: ['code'],
  subjectTypes: ['public'],
  pkce: { required: () => true },
  clockTolerance: CLOCK_TOLERANCE_SECONDS,
  assertJwtClientAuthClaimsAndHeader: (_context, claims, _header, { clientId }) => {
    checkAssertion(clientId, claims);
  },
  clientDefaults: {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'Ed25519',
  },
  enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
  allowOmittingSingleRegisteredRedirectUri: false,
  // Subjects are public (above), so the document at a sector_identifier_uri has no effect. It is never fetched.
  sectorIdentifierUriValidate: () => false,
} satisfies Configuration;

const LIFETIMES = {
  ttl: {
    AccessToken: LIMITS.accessTokenSeconds,
    AuthorizationCode: CODE_SECONDS,
    Interaction: INTERACTION_SECONDS,
    Session: INTERACTION_SECONDS,
    // Both expire with their connection (adapter.ts).
    Grant: IDLE_SECONDS,
    RefreshToken: IDLE_SECONDS,
  },
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  // A connection does not end with the session in which it was allowed.
  expiresWithSession: () => false,
} satisfies Configuration;

const PEOPLE = {
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // Only the grant of this consent: each connection has its own grant, and a denied request can be sent again.
  loadExistingGrant: async ({ oidc }) => {
    const grantId = oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
  },
  interactions: { url: (_context, { uid }) => `${INTERACTION_PATH}/${uid}` },
} satisfies Configuration;

const OFF = { enabled: false };

/**
 * Tells whether an app may revoke a token: only its own. A public app learns nothing of another's (RFC 7009 §2.1). The library's
 * own function does the same, and writes a line to the log that is not JSON.
 * @throws InvalidRequest for an app with a secret or a key
 */
const isOwnToken = (
  _context: unknown,
  { clientId, clientAuthMethod }: Client,
  token: AccessToken | ClientCredentials | RefreshToken,
): boolean => {
  if (token.clientId === clientId) return true;
  if (clientAuthMethod === 'none') return false;
  throw new errors.InvalidRequest('client is not authorized to revoke the presented token');
};

function features({ baseUrl, clientMetadataHosts }: OAuthSettings): Configuration['features'] {
  const resources = resourcesOf(baseUrl);
  return {
    devInteractions: OFF,
    userinfo: OFF,
    rpInitiatedLogout: OFF,
    pushedAuthorizationRequests: OFF,
    dPoP: OFF,
    revocation: { enabled: true, allowedPolicy: isOwnToken },
    // Registrations cannot be changed: an app registers again instead.
    registration: { enabled: true, idFactory: prepareRegistration, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resources[0],
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, resource) => {
        if (!resources.includes(resource)) throw new errors.InvalidTarget();
        return {
          scope: 'read write',
          audience: resources[0],
          accessTokenTTL: LIMITS.accessTokenSeconds,
          accessTokenFormat: 'opaque',
        };
      },
    },
    clientIdMetadataDocument: {
      enabled: clientMetadataHosts.length > 0,
      ack: 'draft-02',
      allowFetch: (_context, clientId) => clientMetadataHosts.includes(new URL(clientId).host),
      allowClient: (_context, client) => {
        checkDocument(client, clientMetadataHosts);
        return true;
      },
    },
  };
}

/** Replaces the body of a registration by the metadata that we accept, before the library stores it. Returns the client's id. */
function prepareRegistration(context: KoaContextWithOIDC): string {
  const metadata = acceptRegistration(context.oidc.body, context.request.length);
  (context.oidc as { body: object }).body = metadata;
  return clientIdOf(metadata);
}
