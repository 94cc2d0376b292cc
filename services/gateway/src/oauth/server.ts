/** The OAuth server: oidc-provider behind our own routes, refusals and bounds (decisions.md, "OAuth and settings"). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@ctx/common/platform/log';
import type { Pool } from '@ctx/common/platform/postgres';
import { createToken } from '../auth/token.ts';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import Provider from 'oidc-provider';
import { refuseMethod, type RefusalSettings } from '../bodies/refusals.ts';
import { corsForAll, MCP_REQUEST_HEADERS } from '../cors.ts';
import { hashSecret, isSameSecret } from '../auth/secret.ts';
import { type BoundedModel, RowCeilings } from './ceiling.ts';
import { configurationOf, type OAuthSettings, ROUTES, SCOPES } from './configuration.ts';
import { holdBackErrors } from './error-page.ts';
import { RESOURCE_METADATA_PATHS, resourceMetadata } from './metadata.ts';
import { limitNetwork } from './network-budget.ts';
import { countOutcomes } from './outcomes.ts';
import { Rotation } from './rotation.ts';
import { ENDPOINTS } from './routes.ts';

export interface OAuthParts extends OAuthSettings {
  readonly pool: Pool;
  readonly settings: RefusalSettings;
  readonly log: Logger;
  /** The address a request counts against. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** The provider; its faults are logged, and nothing it prints. */
export function createProvider(parts: OAuthParts): Provider {
  const rotation = new Rotation(parts.pool, parts.keys.refreshTokenKeys);
  const provider = new Provider(parts.baseUrl, configurationOf(parts, rotation));
  rotation.applyTo(provider);
  // The public address is set on each request (see `underOwnName`).
  provider.proxy = true;
  provider.use(async (context, next) => {
    await next();
    const body = context.body as Partial<ServerMetadata> | undefined;
    if (body?.scopes_supported !== undefined) completeMetadata(body);
  });
  // No option gives access tokens a form; tests hold it.
  const prototype = provider.AccessToken.prototype as unknown as {
    generateTokenId: (this: object) => string;
  };
  const { generateTokenId } = prototype;
  function generateOwnTokenId(this: object): string {
    // Its own also notes the format on the token.
    generateTokenId.call(this);
    return createToken('cto_');
  }
  prototype.generateTokenId = generateOwnTokenId;
  provider.Client.prototype.compareClientSecret = compareHashes;
  provider.on('server_error', (_context: unknown, error: Error) => {
    parts.log.error({ err: error }, 'OAuth request failed');
  });
  const logRefusal = (_context: unknown, error: Error): void => {
    parts.log.info({ error: error.message }, 'OAuth request rejected');
  };
  provider.on('authorization.error', logRefusal);
  provider.on('grant.error', logRefusal);
  provider.on('registration_create.error', logRefusal);
  provider.on('revocation.error', logRefusal);
  countOutcomes(provider);
  holdBackErrors(provider, parts.pool);
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
 * Corrects the server metadata (RFC 8414) that the library writes. Apps get no ID tokens, so `openid` is not offered. The library
 * authenticates clients at the revocation endpoint as at the token endpoint, but does not say so; RFC 8414 reads the omission as
 * `client_secret_basic` only, which would keep public clients from revoking their tokens.
 */
function completeMetadata(metadata: Partial<ServerMetadata>): void {
  metadata.scopes_supported = [...SCOPES];
  for (const suffix of ['auth_methods_supported', 'auth_signing_alg_values_supported'] as const) {
    const values = metadata[`token_endpoint_${suffix}`];
    if (values !== undefined) metadata[`revocation_endpoint_${suffix}`] = values;
  }
}

/** The routes of the server, besides the page on which a person decides (consent.ts). */
export function oauthRouter(provider: Provider, parts: OAuthParts): Router {
  const { settings, baseUrl, pool, log, addressOf } = parts;
  const router = express.Router({ caseSensitive: true, strict: true });
  const cors = corsForAll(MCP_REQUEST_HEADERS);
  const answer = provider.callback();
  const own = new URL(baseUrl);
  const ceilings = new RowCeilings(pool, log);
  const document = JSON.stringify(resourceMetadata(baseUrl));
  for (const path of RESOURCE_METADATA_PATHS)
    router
      .route(path)
      .all(cors)
      .get((_request, response) => {
        response.type('json').send(document);
      })
      .all((_request, response) => {
        refuseMethod(response, settings, ['GET']);
      });
  for (const { path, aliases, method, isOpen, leaves } of ENDPOINTS) {
    const bounds = leaves === undefined ? [] : [limitNetwork(addressOf), makeRoom(ceilings, leaves)];
    for (const each of [path, ...aliases]) {
      const route = router.route(each);
      if (isOpen) route.all(cors);
      route.all((request, response, next) => {
        if (request.method === method) next();
        else refuseMethod(response, settings, [method]);
      });
      if (bounds.length > 0) route.all(...bounds);
      route.all(async (request, response) => {
        if (each !== path) request.url = request.url.replace(each, path);
        if (path === ROUTES.authorization) askForScopes(request);
        if (path.startsWith(ROUTES.authorization)) response.set('Content-Security-Policy', POLICY);
        underOwnName(request, own);
        withoutSessionCookie(response);
        await answer(request, response);
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

/** Of an answer that posts itself to the app (`response_mode=form_post`): the provider adds the hash of its script. */
const POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * A client that names no scope wants both, and the user unticks one; who writes reads. Others are left out: some clients ask
 * for what no metadata of ours names.
 */
function askForScopes(request: Request): void {
  const [path = '', query = ''] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  if (parameters.getAll('scope').length > 1) return;
  const asked = (parameters.get('scope') ?? '').split(' ');
  const scopes = new Set<string>(SCOPES.filter((scope) => asked.includes(scope)));
  if (!scopes.has('read') && !scopes.has('write')) scopes.add('read').add('write');
  if (scopes.has('write')) scopes.add('read');
  parameters.set('scope', [...scopes].join(' '));
  request.url = `${path}?${parameters.toString()}`;
}

/** Only the hash of a secret is kept. */
function compareHashes(this: { readonly clientSecret?: string | undefined }, actual: string): boolean {
  return isSameSecret(hashSecret(actual).toString('base64url'), this.clientSecret ?? '');
}

/** Whatever name we were reached under, addresses in answers are the public one's. */
function underOwnName(request: Request, own: URL): void {
  delete request.headers['x-forwarded-host'];
  request.headers.host = own.host;
  request.headers['x-forwarded-proto'] = own.protocol.slice(0, -1);
}

/** The provider's own session is never kept (adapter.ts): its cookie would only be litter. */
function withoutSessionCookie(response: Response): void {
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
