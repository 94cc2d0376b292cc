/** Where the OAuth server answers, and as which operation each address counts. */
import { INTERACTION_PATH, ROUTES } from './configuration.ts';
import { RESOURCE_METADATA_PATHS } from './metadata.ts';
import type { BoundedModel } from './ceiling.ts';

export interface Endpoint {
  readonly path: string;
  /** Paths under which some clients look for it all the same. */
  readonly aliases: readonly string[];
  readonly method: 'GET' | 'POST';
  /** Pages of any origin may ask: browsers' apps register and fetch tokens by themselves. */
  readonly isOpen: boolean;
  /** Leaves a row behind, before anybody has signed in. */
  readonly leaves?: BoundedModel;
}

/** What oidc-provider answers. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/.well-known/oauth-authorization-server',
    aliases: ['/.well-known/oauth-authorization-server/mcp'],
    method: 'GET',
    isOpen: true,
  },
  {
    path: '/.well-known/openid-configuration',
    aliases: ['/.well-known/openid-configuration/mcp'],
    method: 'GET',
    isOpen: true,
  },
  { path: ROUTES.jwks, aliases: [], method: 'GET', isOpen: true },
  { path: ROUTES.registration, aliases: ['/register'], method: 'POST', isOpen: true, leaves: 'Client' },
  { path: ROUTES.token, aliases: ['/token'], method: 'POST', isOpen: true },
  { path: ROUTES.revocation, aliases: [], method: 'POST', isOpen: true },
  {
    path: ROUTES.authorization,
    aliases: ['/authorize'],
    method: 'GET',
    isOpen: false,
    leaves: 'Interaction',
  },
  { path: `${ROUTES.authorization}/:uid`, aliases: [], method: 'GET', isOpen: false },
];

/** All addresses of the server, each with the operation it counts as. */
export const OAUTH_ROUTES: readonly { readonly path: string; readonly operation: string }[] = [
  ...ENDPOINTS.flatMap(({ path, aliases }) =>
    [path, ...aliases].map((each) => ({ path: each, operation: path })),
  ),
  ...RESOURCE_METADATA_PATHS.map((path) => ({ path, operation: RESOURCE_METADATA_PATHS[0] })),
  { path: `${INTERACTION_PATH}/:uid`, operation: `${INTERACTION_PATH}/:uid` },
];
