import { LIMITS } from './limits.ts';

/**
 * A rejection by the API. REST, MCP, bulk items and the OpenAPI document use the same table (service.md, "Errors").
 * Clients branch on its code: see codeOf.
 */
export interface RejectionRow {
  readonly http: 400 | 402 | 404 | 405 | 409 | 500 | 503;
  readonly upgrade: boolean;
  readonly message: string;
  /** Set if the message also includes the error of each field. */
  readonly namesFields?: boolean;
}

export const REJECTIONS = {
  INVALID: {
    http: 400,
    upgrade: false,
    message: 'The request is not valid. fieldErrors lists the invalid fields.',
  },
  PRO_REQUIRED: {
    http: 402,
    upgrade: true,
    message: 'The API and the MCP server need the Pro plan.',
  },
  NOT_FOUND: { http: 404, upgrade: false, message: 'Not found.' },
  YEAR_LOCKED: {
    http: 402,
    upgrade: true,
    message: 'The account has no paid plan for this year, so its events cannot be corrected.',
  },
  REPORT_YEAR_LOCKED: {
    http: 402,
    upgrade: true,
    message: 'The account has no paid plan for this year, so its report is not available.',
  },
  REPORT_CHANGED: {
    http: 409,
    upgrade: false,
    message: 'The figures changed while the report was read. Read it again from its first page.',
  },
  REPORT_TOO_LARGE: {
    http: 409,
    upgrade: false,
    message: 'The report has more rows than a workbook can have here. Request another form, such as csv-be.',
  },
  YEAR_FROZEN: {
    http: 409,
    upgrade: false,
    message: 'This year was submitted, so its figures cannot change.',
  },
  ALREADY_MATCHED: {
    http: 409,
    upgrade: false,
    message: 'One of the two events is already matched with another event. Remove that match first.',
    namesFields: true,
  },
  NOT_A_DISPOSITION: {
    http: 400,
    upgrade: false,
    message: 'The outgoing leg must be a DISPOSITION.',
  },
  NOT_AN_ACQUISITION: {
    http: 400,
    upgrade: false,
    message: 'The incoming leg must be an ACQUISITION.',
  },
  OWN_WALLET_REQUIRED: {
    http: 400,
    upgrade: false,
    message:
      'A SELF_TRANSFER needs the outgoing leg marked as own wallet first: apply an override with overriddenTreatment TRANSFER_OUT_OWN_WALLET to it, then match.',
  },
  ASSETS_DIFFER: {
    http: 400,
    upgrade: false,
    message:
      'SELF_TRANSFER and MIGRATION need two events with the same asset or symbol, or a known rename. WRAP joins any two assets.',
  },
  MONEY_IS_NO_ASSET: {
    http: 400,
    upgrade: false,
    message:
      'Money stays money: a transaction in a currency cannot become one in a crypto asset, and a crypto asset cannot become a currency. Correct the file or enter the transaction again.',
  },
  CANNOT_JOIN: {
    http: 400,
    upgrade: false,
    message: 'The pair cannot join this match.',
    namesFields: true,
  },
  CLEAR_CONFLICT: {
    http: 400,
    upgrade: false,
    message: 'A field named in clear must not also have a value.',
  },
  NOTHING_TO_APPLY: {
    http: 400,
    upgrade: false,
    message: 'The request neither sets nor clears a field.',
  },
  TOO_MANY_BALANCES: {
    http: 400,
    upgrade: false,
    message: 'Limit of stated balances reached. Remove one of the account first.',
  },
  TOO_MANY_TOTALS: {
    http: 400,
    upgrade: false,
    message: 'Limit of stated totals reached. Remove some of the year first.',
  },
  TOO_MANY_RULES: {
    http: 400,
    upgrade: false,
    message: 'Rule limit reached. Delete a rule first.',
  },
  TOO_MANY_PRICES: {
    http: 400,
    upgrade: false,
    message: 'Price limit reached. Remove a price first.',
  },
  CHANGED_SINCE: {
    http: 409,
    upgrade: false,
    message:
      'Something changed the same fields after this entry. Undo the later entry first, where one is named.',
    namesFields: true,
  },
  UNDO_UNAVAILABLE: {
    http: 409,
    upgrade: false,
    message:
      'This entry is from an earlier release and lacks what undoing it needs. Make a new correction instead.',
  },
  FILE_REJECTED: {
    http: 400,
    upgrade: false,
    message: 'The file cannot be read, so nothing was stored. fieldErrors says what is wrong with it.',
  },
  FILE_WITHOUT_TRANSACTIONS: {
    http: 400,
    upgrade: false,
    message:
      'The file has no transactions, so nothing was stored. A dry run lists the rows that are left out.',
  },
  POSSIBLE_DUPLICATES: {
    http: 409,
    upgrade: false,
    message:
      'Transactions of the file look like those of another source, so nothing was stored. If they are different, add it with acceptPossibleDuplicates.',
    namesFields: true,
  },
  UPLOAD_EMPTY: {
    http: 409,
    upgrade: false,
    message: 'No file has arrived at the address of this upload yet, so nothing was read.',
  },
  TOO_MANY_UPLOADS: {
    http: 409,
    upgrade: false,
    message: `The user has ${String(LIMITS.uploadsPerUserMax)} uploads that were not added. Add one of them, or wait until one expires.`,
  },
  TOO_MANY_WEBHOOKS: {
    http: 409,
    upgrade: false,
    message: `The user has ${String(LIMITS.webhooksMax)} webhooks, which is the most there can be. Remove one first.`,
  },
  WEBHOOKS_OFF: {
    http: 409,
    upgrade: false,
    message: 'The operator of this service has not turned webhooks on.',
  },
  IMPORT_RUNNING: {
    http: 409,
    upgrade: false,
    message:
      'Another file of this user is being read, or another change is being stored. Try again in a few seconds.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    http: 400,
    upgrade: false,
    message: 'This Idempotency-Key was used for another request within the last 24 hours. Use a new key.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    http: 409,
    upgrade: false,
    message: 'A request with this Idempotency-Key is still in progress. Repeat it in a moment.',
  },
  RECALC_RUNNING: {
    http: 409,
    upgrade: false,
    message:
      'A recalculation is running, and a preview needs its figures. Wait until the recalculation status is IDLE, then try again.',
  },
  PREVIEW_TOO_LARGE: {
    http: 409,
    upgrade: false,
    message: 'This change concerns more events than a preview can compute. Nothing was saved.',
  },
  /** For MCP tools of a beta feature that the account does not have. Over REST its paths do not exist. */
  FEATURE_UNAVAILABLE: {
    http: 404,
    upgrade: false,
    message: 'This feature is in beta and not available to this account.',
  },
  METHOD_NOT_ALLOWED: {
    http: 405,
    upgrade: false,
    message: 'This path does not support this method. The Allow header lists the supported methods.',
  },
  INTERNAL: {
    http: 500,
    upgrade: false,
    message: 'Something went wrong on our side. Quote the X-Request-Id header when you report it.',
  },
  DOCUMENTS_BUSY: {
    http: 503,
    upgrade: false,
    message:
      'Another document of this account is being prepared, or as many of other accounts as the service prepares at once. Try again after the number of seconds in the Retry-After header.',
  },
  UNAVAILABLE: {
    http: 503,
    upgrade: false,
    message:
      'A part of the service is not available. Try again after the number of seconds in the Retry-After header.',
  },
} as const satisfies Record<string, RejectionRow>;

export type RejectionName = keyof typeof REJECTIONS;

/** Returns the `code` of a rejection, which is its name; null for a request that is not valid, as `fieldErrors` says what is wrong. */
export function codeOf(name: RejectionName): string | null {
  return name === 'INVALID' ? null : name;
}

/** Returns what an item of a bulk response says of its rejection. */
export function failureOf(name: RejectionName): { readonly code: string | null; readonly message: string } {
  return { code: codeOf(name), message: REJECTIONS[name].message };
}

/** Returns the message of a rejection, which is the same over REST, MCP and gRPC. */
export function rejectionMessage(name: RejectionName, fieldErrors: readonly FieldError[] | null): string {
  const { message, namesFields = false }: RejectionRow = REJECTIONS[name];
  if (!namesFields || fieldErrors === null) return message;
  return [message, ...fieldErrors.map(({ field, message: fault }) => `${field} ${fault}.`)].join(' ');
}

/** Rejections before the API is reached (service.md, "Body shapes"). */
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
  READ_NEEDED: { http: 403, error: 'forbidden', message: 'This request needs a token with the scope read.' },
  WRITE_NEEDED: {
    http: 403,
    error: 'forbidden',
    message: 'This request needs a token with the scope write.',
  },
  ORIGIN_FOREIGN: {
    http: 403,
    error: 'forbidden',
    message: 'This origin is not allowed to call this service.',
  },
  HOST_FOREIGN: {
    http: 403,
    error: 'forbidden',
    message: 'The Host header does not name a host of this service.',
  },
  CONTENT_TOO_LARGE: {
    http: 413,
    error: 'content too large',
    message: `A request body can have at most ${String(LIMITS.bodyBytesMax)} bytes. Send a larger file packed with gzip or zip, or in parts.`,
  },
} as const;

/** A rejection as a value that a decision returns. */
export interface Rejection {
  readonly rejected: RejectionName;
  readonly fieldErrors?: readonly FieldError[];
}

/** The error of one field of a request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** The entry of the history to undo first, which gave the field its present value. */
  readonly laterEntryId?: string | null | undefined;
}
