/** The response headers in the document (decisions.md, Requests 5). */
import type { Json } from './json.ts';

const HEADERS = {
  'X-Request-Id': {
    description:
      'Id of this request. A request may bring its own (`[A-Za-z0-9_-]{1,64}`), which is then used.',
    schema: { type: 'string' },
    example: '7f9c2ba4-e88f-4a2b-9c3d-0f1e2d3c4b5a',
  },
  'RateLimit-Policy': {
    description: 'Quota: `q` requests in a window of `w` seconds.',
    schema: { type: 'string' },
    example: '"minute";q=120;w=60',
  },
  RateLimit: {
    description: 'Requests left (`r`) and seconds until the window ends (`t`).',
    schema: { type: 'string' },
    example: '"minute";r=117;t=42',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  ETag: {
    description: 'Version of this body. Send it as `If-None-Match` to get a 304 while nothing has changed.',
    schema: { type: 'string' },
    example: 'W/"1b-Zk3l0sQ"',
  },
  'Idempotent-Replayed': {
    description:
      'Only on the response to a repeated request: this is the stored response to the first request with the `Idempotency-Key`, also if that was a rejection. Nothing was changed.',
    schema: { type: 'string' },
    example: 'true',
  },
  'WWW-Authenticate': {
    description:
      'A Bearer challenge that points OAuth clients to the metadata of the protected resource (RFC 9728).',
    schema: { type: 'string' },
    example:
      'Bearer error="invalid_token", resource_metadata="https://tax.example/.well-known/oauth-protected-resource/mcp", scope="read write"',
  },
  Link: {
    description:
      'The explanation of the rejection in the documentation (`rel="help"`), relative to this service.',
    schema: { type: 'string' },
    example: '</docs/errors#INVALID>; rel="help"',
  },
} as const satisfies Record<string, Json>;

/** A header that responses may have. */
export type HeaderName = keyof typeof HEADERS;

/** Returns all headers, for `components`. */
export function headerComponents(): Json {
  return HEADERS;
}

/** Returns references to the named headers and to X-Request-Id, which every response has. */
export function headersOf(...names: readonly HeaderName[]): Json {
  const all: readonly HeaderName[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
