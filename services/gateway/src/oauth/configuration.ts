/** How oidc-provider is set up: OAuth 2.1 for one resource, the MCP server (service.md, "Authentication" 8; ADR 14). */
import { LIMITS } from '@ctx/common/domain/limits';
import {
  type Adapter,
  type Configuration,
  type ErrorOut,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { checkAssertion } from './assertions.ts';
import { checkDocument, fetchFrom } from './documents.ts';
import type { OAuthKeys } from './keys.ts';
import { CLOCK_TOLERANCE_SECONDS, CODE_SECONDS, INTERACTION_SECONDS } from './models.ts';
import { acceptRegistration, AUTH_METHODS, clientIdOf } from './registration.ts';
import type { Rotation } from './rotation.ts';

const DOCUMENT_BYTES_MAX = 5120;
const KEYS_BYTES_MAX = 65_536;
const IDLE_SECONDS = LIMITS.connectionIdleDaysMax * 86_400;

/** Where the parts of the server are (decisions.md, "OAuth and settings"). */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** What an app may ask for. */
export const SCOPES = ['offline_access', 'read', 'write'] as const;

/** Where a person decides on a request. */
export const INTERACTION_PATH = '/oauth/interaction';

export interface OAuthSettings {
  /** Public address, without path and trailing slash: also the issuer. */
  readonly baseUrl: string;
  readonly keys: OAuthKeys;
  readonly adapters: (model: string) => Adapter;
  /** Hosts from which client id metadata documents, and the keys that they name, are fetched; none: the feature is off. */
  readonly clientMetadataHosts: readonly string[];
  /** Shows an error to whoever is in the browser. */
  readonly renderError: (context: KoaContextWithOIDC, out: ErrorOut, error: Error) => void;
}

/** The one resource, and its form with a trailing slash, which some clients name. */
export function resourcesOf(baseUrl: string): readonly [string, string] {
  return [`${baseUrl}/mcp`, `${baseUrl}/mcp/`];
}

/** The configuration; each line that is not a default has its reason in ADR 14. */
export function configurationOf(settings: OAuthSettings, rotation: Rotation): Configuration {
  const { baseUrl, keys, adapters, clientMetadataHosts: hosts } = settings;
  return {
    adapter: adapters,
    jwks: keys.jwks,
    cookies: {
      keys: [...keys.cookieKeys],
      names: { session: 'oauth_session', interaction: 'oauth_interaction', resume: 'oauth_resume' },
    },
    routes: ROUTES,
    discovery: { service_documentation: `${baseUrl}/docs`, ui_locales_supported: ['en', 'nl', 'fr'] },
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

/** What apps may ask for, and how they prove themselves. */
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
  // Subjects are public (above), so the document at a sector_identifier_uri would change nothing: it is never fetched.
  sectorIdentifierUriValidate: () => false,
} satisfies Configuration;

const LIFETIMES = {
  ttl: {
    AccessToken: LIMITS.accessTokenSeconds,
    AuthorizationCode: CODE_SECONDS,
    Interaction: INTERACTION_SECONDS,
    Session: INTERACTION_SECONDS,
    // Both live as long as their connection (adapter.ts).
    Grant: IDLE_SECONDS,
    RefreshToken: IDLE_SECONDS,
  },
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  // A connection outlives the session in which it was allowed.
  expiresWithSession: () => false,
} satisfies Configuration;

const PEOPLE = {
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // The grant just consented to, or none: each connection has one of its own, and no refusal is remembered.
  loadExistingGrant: async ({ oidc }) => {
    const grantId = oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
  },
  interactions: { url: (_context, { uid }) => `${INTERACTION_PATH}/${uid}` },
} satisfies Configuration;

const OFF = { enabled: false };

function features({ baseUrl, clientMetadataHosts }: OAuthSettings): Configuration['features'] {
  const resources = resourcesOf(baseUrl);
  return {
    devInteractions: OFF,
    userinfo: OFF,
    rpInitiatedLogout: OFF,
    pushedAuthorizationRequests: OFF,
    dPoP: OFF,
    revocation: { enabled: true },
    // Nobody manages a registration: who registers again gets what it asks for.
    registration: { enabled: true, idFactory: registerAs, issueRegistrationAccessToken: false },
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

/** Called before what was sent becomes a client: what it becomes is ours to say. */
function registerAs(context: KoaContextWithOIDC): string {
  const metadata = acceptRegistration(context.oidc.body, context.request.length);
  (context.oidc as { body: object }).body = metadata;
  return clientIdOf(metadata);
}
