/** Metadata of the protected resource (RFC 9728), which the challenge of a 401 response names. */
import { MCP_PATHS } from '../api/mcp/paths.ts';
import type { OperatorLinks } from '../ui/operator.ts';

/** The path of the metadata documents, followed by the path of the resource. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

const [{ path: DEFAULT_PATH }] = MCP_PATHS;

/** Each metadata document's path, with the path of its resource. The default resource's is at the root too: clients look for either. */
export const RESOURCE_METADATA: readonly { readonly path: string; readonly resourcePath: string }[] = [
  { path: RESOURCE_METADATA_PATH, resourcePath: DEFAULT_PATH },
  ...MCP_PATHS.map(({ path }) => ({ path: `${RESOURCE_METADATA_PATH}${path}`, resourcePath: path })),
];

/** Returns the metadata document of a resource. Clients compare `resource` with the address that they call (RFC 9728 §3.3). */
export function resourceMetadata(
  baseUrl: string,
  resourcePath: string,
  { privacyUrl, termsUrl }: OperatorLinks,
): object {
  return {
    resource: `${baseUrl}${resourcePath}`,
    authorization_servers: [baseUrl],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Belgian crypto tax',
    resource_documentation: `${baseUrl}/docs`,
    ...(privacyUrl !== null && { resource_policy_uri: privacyUrl }),
    ...(termsUrl !== null && { resource_tos_uri: termsUrl }),
  };
}
