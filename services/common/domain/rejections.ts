import { LIMITS } from './limits.ts';

/**
 * Every refusal once: REST, MCP, bulk items and the OpenAPI document read this table (service.md, "Errors").
 * `code` is what a client branches on; null where the status alone says it.
 */
export interface Rejection {
  readonly http: 400 | 402 | 404 | 405 | 409 | 500 | 503;
  readonly code: string | null;
  readonly upgrade: boolean;
  readonly message: string;
  /** Whether the message also says what is wrong with each field. */
  readonly namesFields?: boolean;
}

export const REJECTIONS = {
  INVALID: {
    http: 400,
    code: null,
    upgrade: false,
    message: 'The request is not valid; fieldErrors names the fields.',
  },
  PRO_REQUIRED: {
    http: 402,
    code: 'PRO_REQUIRED',
    upgrade: true,
    message: 'The API and the MCP server need the Pro plan.',
  },
  NOT_FOUND: { http: 404, code: 'NOT_FOUND', upgrade: false, message: 'Not found.' },
  YEAR_LOCKED: {
    http: 402,
    code: 'YEAR_LOCKED',
    upgrade: true,
    message: 'The account has no paid plan for this year; its events cannot be corrected.',
  },
  YEAR_FROZEN: {
    http: 409,
    code: 'YEAR_FROZEN',
    upgrade: false,
    message: 'This year was submitted; its numbers cannot change.',
  },
  ALREADY_MATCHED: {
    http: 409,
    code: 'ALREADY_MATCHED',
    upgrade: false,
    message: 'One of the two events is matched with another one; remove that match first.',
    namesFields: true,
  },
  NOT_A_DISPOSITION: {
    http: 400,
    code: 'NOT_A_DISPOSITION',
    upgrade: false,
    message: 'The outgoing leg must be a DISPOSITION.',
  },
  NOT_AN_ACQUISITION: {
    http: 400,
    code: 'NOT_AN_ACQUISITION',
    upgrade: false,
    message: 'The incoming leg must be an ACQUISITION.',
  },
  OWN_WALLET_REQUIRED: {
    http: 400,
    code: 'OWN_WALLET_REQUIRED',
    upgrade: false,
    message:
      'A SELF_TRANSFER needs the outgoing leg marked as own wallet first: apply an override with overriddenTreatment TRANSFER_OUT_OWN_WALLET to it, then match.',
  },
  ASSETS_DIFFER: {
    http: 400,
    code: null,
    upgrade: false,
    message: 'SELF_TRANSFER and MIGRATION join events of the same asset or symbol.',
  },
  CLEAR_CONFLICT: {
    http: 400,
    code: 'CLEAR_CONFLICT',
    upgrade: false,
    message: 'A field named in clear may not also carry a value.',
  },
  NOTHING_TO_APPLY: {
    http: 400,
    code: 'NOTHING_TO_APPLY',
    upgrade: false,
    message: 'The request sets no field and clears none.',
  },
  TOO_MANY_RULES: {
    http: 400,
    code: null,
    upgrade: false,
    message: 'The account has as many rules as it can have; delete one first.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    http: 400,
    code: 'IDEMPOTENCY_KEY_REUSED',
    upgrade: false,
    message: 'This Idempotency-Key was used for another request within the last 24 hours; use a new one.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    http: 409,
    code: 'IDEMPOTENCY_IN_PROGRESS',
    upgrade: false,
    message: 'A request with this Idempotency-Key is still being answered; repeat it in a moment.',
  },
  /** A tool of a feature the account does not take part in; over REST its paths do not exist. */
  FEATURE_UNAVAILABLE: {
    http: 404,
    code: 'FEATURE_UNAVAILABLE',
    upgrade: false,
    message: 'This feature is in beta and not available to this account.',
  },
  METHOD_NOT_ALLOWED: {
    http: 405,
    code: 'METHOD_NOT_ALLOWED',
    upgrade: false,
    message: 'This path does not offer that method; the Allow header lists those it does.',
  },
  INTERNAL: {
    http: 500,
    code: 'INTERNAL',
    upgrade: false,
    message: 'Something went wrong on our side; quote the X-Request-Id header when you report it.',
  },
  UNAVAILABLE: {
    http: 503,
    code: 'UNAVAILABLE',
    upgrade: false,
    message: 'A part of the service is not available; try again after the Retry-After seconds.',
  },
} as const satisfies Record<string, Rejection>;

export type RejectionName = keyof typeof REJECTIONS;

/** The message of a rejection, the same over REST, MCP and gRPC. */
export function rejectionMessage(name: RejectionName, fieldErrors: readonly FieldError[] | null): string {
  const { message, namesFields = false }: Rejection = REJECTIONS[name];
  if (!namesFields || fieldErrors === null) return message;
  return [message, ...fieldErrors.map(({ field, message: fault }) => `${field} ${fault}.`)].join(' ');
}

/** Refusals of the layer in front of the API (service.md, "Body shapes"). */
export const EDGE_REJECTIONS = {
  TOKEN_MISSING: {
    http: 401,
    error: 'unauthorized',
    message: 'Send a token in the header Authorization: Bearer <ACCESS_TOKEN>.',
  },
  TOKEN_INVALID: {
    http: 401,
    error: 'unauthorized',
    message: 'The token is not valid: unknown, revoked or expired.',
  },
  READ_NEEDED: { http: 403, error: 'forbidden', message: 'This needs a token with the scope read.' },
  WRITE_NEEDED: { http: 403, error: 'forbidden', message: 'This needs a token with the scope write.' },
  ORIGIN_FOREIGN: { http: 403, error: 'forbidden', message: 'Pages of this origin may not call this.' },
  HOST_FOREIGN: { http: 403, error: 'forbidden', message: 'This is not the host of this service.' },
  CONTENT_TOO_LARGE: {
    http: 413,
    error: 'content too large',
    message: `A request body has at most ${String(LIMITS.bodyBytesMax)} bytes.`,
  },
} as const;

/** A refusal as a value, which a decision returns. */
export interface Refusal {
  readonly refused: RejectionName;
  readonly fieldErrors?: readonly FieldError[];
}

/** One faulty field of a request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}
