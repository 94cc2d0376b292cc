/** Addresses of the OAuth server, and the operation that each counts as in metrics. */
import { MCP_PATHS } from '../api/mcp/paths.ts';
import type { BoundedModel } from './ceiling.ts';
import { INTERACTION_PATH, ROUTES } from './configuration.ts';
import { RESOURCE_METADATA, RESOURCE_METADATA_PATH } from './metadata.ts';

export interface Endpoint {
  readonly path: string;
  /** Further paths that some clients use. */
  readonly aliases: readonly string[];
  readonly method: 'GET' | 'POST';
  /** Whether pages of any origin may call it: apps in a browser register and fetch tokens themselves. */
  readonly isOpen: boolean;
  /** The model of which a request stores a row before anybody has signed in. */
  readonly stores?: BoundedModel;
}

/** Returns a well-known path followed by that of each resource, where some clients look for the document. */
const forResources = (path: string): string[] => MCP_PATHS.map((resource) => `${path}${resource.path}`);

/** Endpoints of oidc-provider. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/.well-known/oauth-authorization-server',
    aliases: forResources('/.well-known/oauth-authorization-server'),
    method: 'GET',
    isOpen: true,
  },
  {
    path: '/.well-known/openid-configuration',
    aliases: forResources('/.well-known/openid-configuration'),
    method: 'GET',
    isOpen: true,
  },
  { path: ROUTES.jwks, aliases: [], method: 'GET', isOpen: true },
  { path: ROUTES.registration, aliases: ['/register'], method: 'POST', isOpen: true, stores: 'Client' },
  { path: ROUTES.token, aliases: ['/token'], method: 'POST', isOpen: true },
  { path: ROUTES.revocation, aliases: [], method: 'POST', isOpen: true },
  {
    path: ROUTES.authorization,
    aliases: ['/authorize'],
    method: 'GET',
    isOpen: false,
    stores: 'Interaction',
  },
  { path: `${ROUTES.authorization}/:uid`, aliases: [], method: 'GET', isOpen: false },
];

/** All addresses of the OAuth server, each with the operation that it counts as. */
export const OAUTH_ROUTES: readonly { readonly path: string; readonly operation: string }[] = [
  ...ENDPOINTS.flatMap(({ path, aliases }) =>
    [path, ...aliases].map((each) => ({ path: each, operation: path })),
  ),
  ...RESOURCE_METADATA.map(({ path }) => ({ path, operation: RESOURCE_METADATA_PATH })),
  { path: `${INTERACTION_PATH}/:uid`, operation: `${INTERACTION_PATH}/:uid` },
];
