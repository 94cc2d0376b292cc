/** Client id metadata documents: what may be fetched for them, and what they may contain. */
import { type Client, errors } from 'oidc-provider';
import { faultOfRedirectUri, REDIRECT_URIS_MAX } from './registration.ts';

type Fetch = (address: string | URL | Request, options?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that reaches only `hosts`, only by https, and follows no redirect. The OAuth server uses it for all its
 * requests: documents, and the `jwks_uri` of a document.
 */
export function fetchFrom(hosts: readonly string[]): Fetch {
  return async (address, options) => {
    const { href } = new URL(address instanceof Request ? address.url : address);
    if (!isListed(href, hosts)) throw new Error('the OAuth server fetches from CLIENT_METADATA_HOSTS alone');
    return globalThis.fetch(href, { ...options, redirect: 'error' });
  };
}

/** Throws InvalidClient (400) for a document with a redirect URI or key address that is not allowed. */
export function checkDocument(client: Client, hosts: readonly string[]): void {
  const { redirectUris = [], jwksUri, sectorIdentifierUri } = client;
  if (redirectUris.length > REDIRECT_URIS_MAX)
    throw new errors.InvalidClient(`redirect_uris must hold at most ${String(REDIRECT_URIS_MAX)} addresses`);
  for (const uri of redirectUris) {
    const fault = faultOfRedirectUri(uri);
    if (fault !== null) throw new errors.InvalidClient(`redirect_uris ${fault}`);
  }
  for (const [field, uri] of Object.entries({
    jwks_uri: jwksUri,
    sector_identifier_uri: sectorIdentifierUri,
  }))
    if (uri !== undefined && !isListed(uri, hosts))
      throw new errors.InvalidClient(`${field} must be on a host whose documents the platform accepts`);
}

function isListed(address: string, hosts: readonly string[]): boolean {
  const { protocol, host } = new URL(address);
  return protocol === 'https:' && hosts.includes(host);
}
