/** Error responses in the document. Responses of the layer in front of the API are components; responses of the API list their codes. */
import { fieldMessage } from '@ctx/contract/fault-messages';
import { edgeStatusesOf, type Operation, OPERATIONS, rejectionsOf } from '@ctx/contract/operations';
import { ApiError, EdgeError, RateLimitError } from '@ctx/contract/rejection-records';
import { codeOf, type FieldError, type RejectionName, REJECTIONS } from '@ctx/domain/rejections';
import { edgeBody, rejectionBody } from '../../http/rejections.ts';
import { type HeaderName, headersOf } from './headers.ts';
import { type Json, jsonContent } from './json.ts';
import { referenceTo } from './schemas.ts';

type EdgeStatus = ReturnType<typeof edgeStatusesOf>[number];

interface EdgeResponse {
  readonly name: string;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  readonly schema: typeof EdgeError | typeof RateLimitError;
  readonly example: object;
}

const RATE_LIMIT_HEADERS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];

const EDGE_RESPONSES: Readonly<Record<EdgeStatus, EdgeResponse>> = {
  401: {
    name: 'Unauthorized',
    description: 'The token is missing, unknown, revoked or expired.',
    headers: ['WWW-Authenticate'],
    schema: EdgeError,
    example: edgeBody('TOKEN_INVALID'),
  },
  403: {
    name: 'Forbidden',
    description: 'The token has only the scope `read`.',
    headers: ['WWW-Authenticate', ...RATE_LIMIT_HEADERS],
    schema: EdgeError,
    example: edgeBody('WRITE_NEEDED'),
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is larger than 1 MiB.',
    headers: RATE_LIMIT_HEADERS,
    schema: EdgeError,
    example: edgeBody('CONTENT_TOO_LARGE'),
  },
  429: {
    name: 'TooManyRequests',
    description:
      'Rate limit reached, or too many failed authentications from one address. Wait `Retry-After` seconds.',
    headers: ['Retry-After', ...RATE_LIMIT_HEADERS],
    schema: RateLimitError,
    example: { error: 'too many requests', retryAfterSeconds: 42 },
  },
};

/** Returns the error responses of the layer in front of the API, for `components`. */
export function edgeResponses(): Json {
  return Object.fromEntries(
    Object.values(EDGE_RESPONSES).map(({ name, description, headers, schema, example }) => [
      name,
      {
        description,
        headers: headersOf('Link', ...headers),
        content: jsonContent({ schema: referenceTo(schema), example }),
      },
    ]),
  );
}

/** Returns every error response of an operation, by status. */
export function rejectionResponses(operation: Operation): Json {
  const byStatus = Map.groupBy(rejectionsOf(operation), (name) => REJECTIONS[name].http);
  const apiResponses = [...byStatus].map(([status, names]): [number, Json] => [status, responseOf(names)]);
  const edgeReferences = edgeStatusesOf(operation).map((status): [number, Json] => [
    status,
    { $ref: `#/components/responses/${EDGE_RESPONSES[status].name}` },
  ]);
  return Object.fromEntries([...apiResponses, ...edgeReferences]);
}

/** Returns the response that stands for all rejections of one status. */
function responseOf(names: readonly RejectionName[]): Json {
  const headers = names.includes('UNAVAILABLE') ? (['Retry-After'] as const) : [];
  return {
    description: names.map((name) => textOf(name)).join('\n'),
    headers: headersOf('Link', ...RATE_LIMIT_HEADERS, ...headers),
    content: jsonContent({
      schema: referenceTo(ApiError),
      examples: Object.fromEntries(names.map((name) => [name, { value: bodyOf(name) }])),
    }),
  };
}

function textOf(name: RejectionName): string {
  const { message } = REJECTIONS[name];
  const code = codeOf(name);
  return code === null ? message : `\`${code}\`: ${message}`;
}

const { query: QUERY } = OPERATIONS.find(({ id }) => id === 'listTransactions') as Operation;
/** Field errors in the examples of rejections that have them. */
const FIELD_ERRORS: Partial<Record<RejectionName, readonly FieldError[]>> = {
  INVALID: [{ field: 'year', message: fieldMessage(QUERY, ['year'], true) }],
  ALREADY_MATCHED: [
    { field: 'inTaxEventId', message: 'is a leg of match 9a1e4c7d-2b6f-5d38-8c05-7e41f2a90b63' },
  ],
};

function bodyOf(name: RejectionName): object {
  const upgradeUrl = REJECTIONS[name].upgrade ? 'https://tax.example/pricing' : null;
  return rejectionBody(name, upgradeUrl, FIELD_ERRORS[name] ?? null);
}
