/** Counts what apps ask of the OAuth server and how it ends, by the kind of app. */
import type Provider from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { METRICS } from '../metrics.ts';
import { GRANT_TYPES } from './registration.ts';

/** What is told apart of an app: how it proves itself, and where it sends people back to. */
export interface ClientKind {
  readonly client: 'public' | 'confidential' | 'metadata-document' | 'unknown';
  readonly redirect: 'loopback' | 'web' | 'custom' | 'unknown';
}

/** What tells the kind of an app. */
export interface KnownClient {
  readonly clientId: string;
  readonly method: string | undefined;
  readonly redirectUri: string | undefined;
}

/** The kind of an app; all unknown of one that nobody knows. */
export function clientKindOf(known: KnownClient | null): ClientKind {
  if (known === null) return { client: 'unknown', redirect: 'unknown' };
  return { client: proofOf(known), redirect: redirectOf(known.redirectUri) };
}

function proofOf({ clientId, method }: KnownClient): ClientKind['client'] {
  if (/^https?:/.test(clientId)) return 'metadata-document';
  return method === 'none' ? 'public' : 'confidential';
}

function redirectOf(uri: string | undefined): ClientKind['redirect'] {
  if (uri === undefined || !URL.canParse(uri)) return 'unknown';
  const { protocol } = new URL(uri);
  if (protocol === 'https:') return 'web';
  return protocol === 'http:' ? 'loopback' : 'custom';
}

// RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2, RFC 7009 §2.2.1; `too_many_requests` is our own.
const ERRORS: readonly string[] = [
  ...['invalid_request', 'unauthorized_client', 'access_denied', 'unsupported_response_type'],
  ...['invalid_scope', 'server_error', 'temporarily_unavailable', 'invalid_client', 'invalid_grant'],
  ...['unsupported_grant_type', 'invalid_redirect_uri', 'invalid_client_metadata', 'invalid_target'],
  ...['unsupported_token_type', 'login_required', 'consent_required', 'interaction_required'],
  'too_many_requests',
];

/** The OAuth error under which a failure is told; `other` for what no specification names. */
export function errorName(error: unknown): string {
  const { error: name } = error as { error?: unknown };
  return typeof name === 'string' && ERRORS.includes(name) ? name : 'other';
}

/** Counts from here on. */
export function countOutcomes(provider: Provider): void {
  provider.on('registration_create.success', (_context, client) => {
    METRICS.registrations.inc({ outcome: 'ok', ...clientKindOf(knownOf(client)) });
  });
  // What is no client has no kind.
  provider.on('registration_create.error', (_context, error) => {
    METRICS.registrations.inc({ outcome: errorName(error), ...clientKindOf(null) });
  });
  provider.on('authorization.success', (context) => {
    METRICS.authorizations.inc({ outcome: 'ok', ...kindIn(context) });
  });
  provider.on('authorization.error', (context, error) => {
    METRICS.authorizations.inc({ outcome: errorName(error), ...kindIn(context) });
  });
  provider.on('grant.success', (context) => {
    METRICS.grants.inc({ grant: grantOf(context), outcome: 'ok', ...kindIn(context) });
  });
  provider.on('grant.error', (context, error) => {
    METRICS.grants.inc({ grant: grantOf(context), outcome: errorName(error), ...kindIn(context) });
  });
  // The one success that has no event.
  provider.use(async (context, next) => {
    await next();
    const { oidc, status } = context as KoaContextWithOIDC;
    if (oidc.route === 'revocation' && status === 200)
      METRICS.revocations.inc({ outcome: 'ok', ...kindIn(context as KoaContextWithOIDC) });
  });
  provider.on('revocation.error', (context, error) => {
    METRICS.revocations.inc({ outcome: errorName(error), ...kindIn(context) });
  });
}

function kindIn({ oidc }: KoaContextWithOIDC): ClientKind {
  const client = (oidc as { client?: Client }).client;
  return clientKindOf(client === undefined ? null : knownOf(client));
}

function knownOf(client: Client): KnownClient {
  const { clientId, tokenEndpointAuthMethod: method, redirectUris } = client;
  return { clientId, method, redirectUri: redirectUris?.[0] };
}

function grantOf({ oidc }: KoaContextWithOIDC): string {
  const grant = (oidc.params as { grant_type?: unknown } | undefined)?.grant_type;
  return GRANT_TYPES.find((known) => known === grant) ?? 'other';
}
