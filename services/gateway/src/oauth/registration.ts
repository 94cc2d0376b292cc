/** Rules for the registration of apps (RFC 7591). Anybody may register an app, and users are redirected to the addresses in it. */
import { createHash, randomUUID } from 'node:crypto';
import { presentText } from '@ctx/domain/third-party-text';
import { errors } from 'oidc-provider';
import { z } from 'zod';
import { isReservedName } from '../identity/reserved-name.ts';

export const REDIRECT_URIS_MAX = 10;
const URI_CHARACTERS_MAX = 2048;
const NAME_CHARACTERS_MAX = 100;
/** Largest body of a registration. */
const BYTES_MAX = 8192;
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
/** Custom schemes of known apps. Any other scheme must hold a dot, like a reversed domain name (RFC 8252 §7.1). */
const KNOWN_SCHEMES: readonly string[] = ['cursor:', 'vscode:', 'vscode-insiders:'];
const FORBIDDEN_SCHEMES: readonly string[] = ['javascript:', 'data:', 'file:', 'blob:'];

/** Ways in which a registered app may authenticate. `private_key_jwt` requires a client id metadata document (ADR 14). */
export const AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic'] as const;
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

const redirectUri = z
  .string()
  .max(URI_CHARACTERS_MAX)
  .superRefine((uri, context) => {
    const fault = faultOfRedirectUri(uri);
    if (fault !== null) context.addIssue(fault);
  });

/** Accepted fields. Others are dropped: jwks_uri, sector_identifier_uri and logo_uri would make the server fetch or show any address. */
const METADATA = z.object({
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(redirectUri).min(1).max(REDIRECT_URIS_MAX),
  token_endpoint_auth_method: z.enum(AUTH_METHODS).default('none'),
  grant_types: z
    .array(z.string().max(100))
    .max(20)
    .default([...GRANT_TYPES]),
  response_types: z
    .array(z.string().max(100))
    .max(20)
    .refine((types) => types.includes('code'), 'must include code')
    .optional(),
});

/** The stored metadata of a client, without its id and secret. */
export interface AcceptedMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: (typeof AUTH_METHODS)[number];
  readonly grant_types: readonly (typeof GRANT_TYPES)[number][];
  readonly response_types: readonly ['code'];
  readonly application_type: 'native' | 'web';
}

/**
 * Validates the body of a registration and returns the metadata to store. `bytes` is the length of the body.
 * @throws InvalidClientMetadata or InvalidRedirectUri of oidc-provider, which become 400 responses (RFC 7591 §3.2.2)
 */
export function acceptRegistration(
  sent: unknown,
  bytes = Buffer.byteLength(JSON.stringify(sent)),
): AcceptedMetadata {
  if (bytes > BYTES_MAX)
    throw new errors.InvalidClientMetadata(`a registration must be at most ${String(BYTES_MAX)} bytes`);
  const parsed = METADATA.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [field = 'body'] = issue?.path ?? [];
    const description = `${String(field)} ${issue?.message ?? 'is not valid'}`;
    throw new errors.InvalidClientMetadata(description);
  }
  const { client_name: name, redirect_uris: uris, token_endpoint_auth_method: method } = parsed.data;
  const grants = parsed.data.grant_types.filter((type) => (GRANT_TYPES as readonly string[]).includes(type));
  if (!grants.includes('authorization_code'))
    throw new errors.InvalidClientMetadata('grant_types must include authorization_code');
  return {
    client_name: nameOf(name, uris),
    redirect_uris: [...new Set(uris)],
    token_endpoint_auth_method: method,
    grant_types: [...GRANT_TYPES].filter((type) => grants.includes(type)),
    response_types: ['code'],
    // A native app may use any port of its loopback address (RFC 8252 §7.3).
    application_type: uris.some(isOnUserDevice) ? 'native' : 'web',
  };
}

/**
 * Returns the id of a client. A client without a secret gets the same id for the same metadata, so that apps that register at each
 * start do not fill the table. A client with a secret gets a new id each time.
 */
export function clientIdOf(metadata: AcceptedMetadata): string {
  if (metadata.token_endpoint_auth_method !== 'none') return randomUUID();
  const digest = createHash('sha256').update(JSON.stringify(metadata)).digest();
  return `app_${digest.subarray(0, 24).toString('base64url')}`;
}

/** Returns why a redirect URI is not allowed, or null. */
export function faultOfRedirectUri(uri: string): string | null {
  if (!URL.canParse(uri) || /[*\\\s]/.test(uri)) return 'must hold absolute addresses without wildcards';
  const { protocol, hostname, username, password, href } = new URL(uri);
  if (FORBIDDEN_SCHEMES.includes(protocol)) return `must not use ${protocol}`;
  if (username !== '' || password !== '') return 'must not hold user names';
  if (href.includes('#')) return 'must not hold fragments';
  if (protocol === 'https:')
    return LOOPBACK_HOSTS.includes(hostname) ? 'must use http for a loopback address' : null;
  if (protocol === 'http:')
    return LOOPBACK_HOSTS.includes(hostname) ? null : 'must use https, or http for a loopback address';
  return KNOWN_SCHEMES.includes(protocol) || /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(protocol)
    ? null
    : 'must use https, http on a loopback address, or a scheme that holds a dot';
}

/** Returns whether a redirect URI leads to a program on the user's own device. */
export function isOnUserDevice(uri: string): boolean {
  return new URL(uri).protocol !== 'https:';
}

/** Returns the host of a redirect URI as users see it, or the scheme if that is the app's own. */
export function redirectHostOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}

/** Returns the name of an app to store and show: its own, cleaned and shortened, or the host of its first redirect URI. */
export function nameOf(given: string | undefined, [first = '']: readonly string[]): string {
  const name = presentText((given ?? '').trim(), NAME_CHARACTERS_MAX);
  return name === '' || isReservedName(name) ? presentText(redirectHostOf(first), NAME_CHARACTERS_MAX) : name;
}
