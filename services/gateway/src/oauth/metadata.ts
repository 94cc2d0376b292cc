/** Metadata of the protected resource (RFC 9728), which the challenge of a 401 response names. */
import { resourcesOf } from './configuration.ts';

/** The document is at the root and at the resource's own path, as clients look for either. */
export const RESOURCE_METADATA_PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
] as const;

/** Returns the metadata document. */
export function resourceMetadata(baseUrl: string): object {
  return {
    resource: resourcesOf(baseUrl)[0],
    authorization_servers: [baseUrl],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Belgian crypto tax',
    resource_documentation: `${baseUrl}/docs`,
  };
}
