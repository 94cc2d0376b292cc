/** The OAuth server: oidc-provider behind our own routes, rejections and limits (decisions.md, "OAuth and settings"). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import { createToken } from '../identity/auth/token.ts';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import Provider from 'oidc-provider';
import { rejectMethod, type RejectionSettings } from '../http/rejections.ts';
import { corsForAll, MCP_REQUEST_HEADERS } from '../http/cors.ts';
import { hashSecret, isSameSecret } from '../identity/auth/secret.ts';
import { type BoundedModel, RowCeilings } from './ceiling.ts';
import { configurationOf, type OAuthSettings, ROUTES, SCOPES } from './configuration.ts';
import { restrictErrorRedirects } from './error-page.ts';
import { RESOURCE_METADATA, resourceMetadata } from './metadata.ts';
import { limitNetwork } from './network-budget.ts';
import { countOutcomes } from './outcomes.ts';
import { Rotation } from './rotation.ts';
import { ENDPOINTS } from './routes.ts';

export interface OAuthParts extends OAuthSettings {
  readonly pool: Pool;
  readonly settings: RejectionSettings;
  readonly log: Logger;
  /** Returns the client address of a request, for rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Creates the provider. Its errors go to the service log. */
export function createProvider(parts: OAuthParts): Provider {
  const rotation = new Rotation(parts.pool, parts.keys.refreshTokenKeys);
  const provider = new Provider(parts.baseUrl, configurationOf(parts, rotation));
  rotation.applyTo(provider);
  // Makes the library use the forwarded address, which `setPublicAddress` sets on each request.
  provider.proxy = true;
  provider.use(async (context, next) => {
    await next();
    const body = context.body as Partial<ServerMetadata> | undefined;
    if (body?.scopes_supported !== undefined) completeMetadata(body);
  });
  // The library has no option for the form of access tokens. Tests cover this replacement.
  const prototype = provider.AccessToken.prototype as unknown as {
    generateTokenId: (this: object) => string;
  };
  const { generateTokenId } = prototype;
  function generateOwnTokenId(this: object): string {
    // The original method also sets the token's format.
    generateTokenId.call(this);
    return createToken('cto_');
  }
  prototype.generateTokenId = generateOwnTokenId;
  provider.Client.prototype.compareClientSecret = compareHashes;
  provider.on('server_error', (_context: unknown, error: Error) => {
    parts.log.error({ err: error }, 'OAuth request failed');
  });
  const logRejection = (_context: unknown, error: Error): void => {
    parts.log.info({ error: error.message }, 'OAuth request rejected');
  };
  provider.on('authorization.error', logRejection);
  provider.on('grant.error', logRejection);
  provider.on('registration_create.error', logRejection);
  provider.on('revocation.error', logRejection);
  countOutcomes(provider);
  restrictErrorRedirects(provider, parts.pool);
  return provider;
}

interface ServerMetadata {
  scopes_supported: readonly string[];
  token_endpoint_auth_methods_supported: readonly string[];
  token_endpoint_auth_signing_alg_values_supported: readonly string[];
  revocation_endpoint_auth_methods_supported: readonly string[];
  revocation_endpoint_auth_signing_alg_values_supported: readonly string[];
}

/**
 * Corrects the library's server metadata (RFC 8414). Removes `openid`, as apps get no ID tokens. Adds the authentication methods of
 * the revocation endpoint, which are those of the token endpoint: without them, RFC 8414 assumes `client_secret_basic` only, and
 * public clients would not revoke their tokens.
 */
function completeMetadata(metadata: Partial<ServerMetadata>): void {
  metadata.scopes_supported = [...SCOPES];
  for (const suffix of ['auth_methods_supported', 'auth_signing_alg_values_supported'] as const) {
    const values = metadata[`token_endpoint_${suffix}`];
    if (values !== undefined) metadata[`revocation_endpoint_${suffix}`] = values;
  }
}

/** Returns the routes of the OAuth server, except the consent page (consent.ts). */
export function oauthRouter(provider: Provider, parts: OAuthParts): Router {
  const { settings, baseUrl, operator, pool, log, addressOf } = parts;
  const router = express.Router({ caseSensitive: true, strict: true });
  const cors = corsForAll(MCP_REQUEST_HEADERS);
  const handle = provider.callback();
  const publicUrl = new URL(baseUrl);
  const ceilings = new RowCeilings(pool, log);
  for (const { path, resourcePath } of RESOURCE_METADATA) {
    const document = JSON.stringify(resourceMetadata(baseUrl, resourcePath, operator));
    router
      .route(path)
      .all(cors)
      .get((_request, response) => {
        response.type('json').send(document);
      })
      .all((_request, response) => {
        rejectMethod(response, settings, ['GET']);
      });
  }
  for (const { path, aliases, method, isOpen, stores } of ENDPOINTS) {
    const limits = stores === undefined ? [] : [limitNetwork(addressOf), makeRoom(ceilings, stores)];
    for (const each of [path, ...aliases]) {
      const route = router.route(each);
      if (isOpen) route.all(cors);
      route.all((request, response, next) => {
        if (request.method === method) next();
        else rejectMethod(response, settings, [method]);
      });
      if (limits.length > 0) route.all(...limits);
      route.all(async (request, response) => {
        if (each !== path) request.url = request.url.replace(each, path);
        if (path === ROUTES.authorization) completeScopes(request);
        if (path.startsWith(ROUTES.authorization)) response.set('Content-Security-Policy', POLICY);
        setPublicAddress(request, publicUrl);
        removeSessionCookie(response);
        await handle(request, response);
      });
    }
  }
  return router;
}

function makeRoom(ceilings: RowCeilings, model: BoundedModel): RequestHandler {
  return async (_request, _response, next) => {
    await ceilings.makeRoom(model);
    next();
  };
}

/** For a response that posts itself to the app (`response_mode=form_post`). The provider adds the hash of its script. */
const POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Completes the scopes of an authorization request. Without a scope, the app gets both, and the user can untick `write`; `write`
 * includes `read`. Removes unknown scopes, as some clients request scopes that our metadata does not offer.
 */
function completeScopes(request: Request): void {
  const [path = '', query = ''] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  if (parameters.getAll('scope').length > 1) return;
  const requested = (parameters.get('scope') ?? '').split(' ');
  const scopes = new Set<string>(SCOPES.filter((scope) => requested.includes(scope)));
  if (!scopes.has('read') && !scopes.has('write')) scopes.add('read').add('write');
  if (scopes.has('write')) scopes.add('read');
  parameters.set('scope', [...scopes].join(' '));
  request.url = `${path}?${parameters.toString()}`;
}

/** Compares a client secret with the stored hash. */
function compareHashes(this: { readonly clientSecret?: string | undefined }, actual: string): boolean {
  return isSameSecret(hashSecret(actual).toString('base64url'), this.clientSecret ?? '');
}

/** Sets the request's host to the public one, so that the library builds public addresses for every host name. */
function setPublicAddress(request: Request, publicUrl: URL): void {
  delete request.headers['x-forwarded-host'];
  request.headers.host = publicUrl.host;
  request.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
}

/** Removes the cookie of the provider's own session, which is never stored (adapter.ts). */
function removeSessionCookie(response: Response): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const writeHeadWithout = (...parameters: unknown[]): ServerResponse => {
    const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String);
    const kept = cookies.filter((cookie) => !cookie.startsWith('oauth_session'));
    if (kept.length > 0) response.setHeader('Set-Cookie', kept);
    else response.removeHeader('Set-Cookie');
    return writeHead(...parameters);
  };
  response.writeHead = writeHeadWithout as typeof response.writeHead;
}
