/**
 * Every refusal once: REST, MCP, bulk items and the OpenAPI document read this table (service.md, "Errors").
 * `code` is what a client branches on; null where the status alone says it.
 */
export interface Rejection {
  readonly http: 400 | 402 | 404 | 405 | 409 | 500 | 503;
  readonly code: string | null;
  readonly upgrade: boolean;
  readonly message: string;
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

/** One faulty field of a request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}
