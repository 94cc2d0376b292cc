/** Counts the requests to the OAuth server by outcome and kind of app. */
import type Provider from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { METRICS } from '../metrics.ts';
import { GRANT_TYPES } from './registration.ts';

/** Metric labels of an app: how it authenticates, and the kind of its redirect URI. */
export interface ClientKind {
  readonly client: 'public' | 'confidential' | 'metadata-document' | 'unknown';
  readonly redirect: 'loopback' | 'web' | 'custom' | 'unknown';
}

/** The properties of an app that decide its kind. */
export interface ClientProperties {
  readonly clientId: string;
  readonly method: string | undefined;
  readonly redirectUri: string | undefined;
}

/** Returns the kind of an app; null stands for an unknown app. */
export function clientKindOf(client: ClientProperties | null): ClientKind {
  if (client === null) return { client: 'unknown', redirect: 'unknown' };
  return { client: authenticationKindOf(client), redirect: redirectKindOf(client.redirectUri) };
}

function authenticationKindOf({ clientId, method }: ClientProperties): ClientKind['client'] {
  if (/^https?:/.test(clientId)) return 'metadata-document';
  return method === 'none' ? 'public' : 'confidential';
}

function redirectKindOf(uri: string | undefined): ClientKind['redirect'] {
  if (uri === undefined || !URL.canParse(uri)) return 'unknown';
  const { protocol } = new URL(uri);
  if (protocol === 'https:') return 'web';
  return protocol === 'http:' ? 'loopback' : 'custom';
}

// RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2, RFC 7009 §2.2.1; `too_many_requests` is our own.
const ERRORS: readonly string[] = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_target',
  'unsupported_token_type',
  'login_required',
  'consent_required',
  'interaction_required',
  'too_many_requests',
];

/** Returns the OAuth error code of a failure, or `other` for a code that no specification defines. */
export function errorName(error: unknown): string {
  const { error: name } = error as { error?: unknown };
  return typeof name === 'string' && ERRORS.includes(name) ? name : 'other';
}

/** Starts counting the outcomes of a provider's requests. */
export function countOutcomes(provider: Provider): void {
  provider.on('registration_create.success', (_context, client) => {
    METRICS.registrations.inc({ outcome: 'ok', ...clientKindOf(propertiesOf(client)) });
  });
  // A rejected registration has no client.
  provider.on('registration_create.error', (_context, error) => {
    METRICS.registrations.inc({ outcome: errorName(error), ...clientKindOf(null) });
  });
  provider.on('authorization.success', (context) => {
    METRICS.authorizations.inc({ outcome: 'ok', ...kindOfClientIn(context) });
  });
  provider.on('authorization.error', (context, error) => {
    METRICS.authorizations.inc({ outcome: errorName(error), ...kindOfClientIn(context) });
  });
  provider.on('grant.success', (context) => {
    METRICS.grants.inc({ grant: grantTypeOf(context), outcome: 'ok', ...kindOfClientIn(context) });
  });
  provider.on('grant.error', (context, error) => {
    METRICS.grants.inc({
      grant: grantTypeOf(context),
      outcome: errorName(error),
      ...kindOfClientIn(context),
    });
  });
  // The library has no event for a successful revocation.
  provider.use(async (context, next) => {
    await next();
    const { oidc, status } = context as KoaContextWithOIDC;
    if (oidc.route === 'revocation' && status === 200)
      METRICS.revocations.inc({ outcome: 'ok', ...kindOfClientIn(context as KoaContextWithOIDC) });
  });
  provider.on('revocation.error', (context, error) => {
    METRICS.revocations.inc({ outcome: errorName(error), ...kindOfClientIn(context) });
  });
}

function kindOfClientIn({ oidc }: KoaContextWithOIDC): ClientKind {
  const client = (oidc as { client?: Client }).client;
  return clientKindOf(client === undefined ? null : propertiesOf(client));
}

function propertiesOf(client: Client): ClientProperties {
  const { clientId, tokenEndpointAuthMethod: method, redirectUris } = client;
  return { clientId, method, redirectUri: redirectUris?.[0] };
}

function grantTypeOf({ oidc }: KoaContextWithOIDC): string {
  const grant = (oidc.params as { grant_type?: unknown } | undefined)?.grant_type;
  return GRANT_TYPES.find((known) => known === grant) ?? 'other';
}
