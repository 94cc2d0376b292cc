/** Rejections of the service as classes, by their status. */

/** What is wrong with one field of a request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What a response says of its rejection, whichever part of the service rejected. */
interface Rejection {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly fieldErrors: readonly FieldError[];
  readonly requestId: string | null;
  readonly helpUrl: string | null;
  readonly retryAfterSeconds: number | null;
  readonly upgradeUrl: string | null;
}

/** The service rejected the request. Branch on the class and on `code`, never on `message`: its wording can change. */
export class ApiError extends Error {
  readonly status: number;
  /** Code of the rejection, such as `CHANGED_SINCE`; null where the status says it all. Later releases add codes. */
  readonly code: string | null;
  /** What is wrong with each field; empty if no field is at fault. */
  readonly fieldErrors: readonly FieldError[];
  /** Id of the request. Quote it when you report a problem. */
  readonly requestId: string | null;
  /** Page that says what causes the rejection and what to do about it. */
  readonly helpUrl: string | null;
  /** Seconds after which the same request may succeed; null if waiting does not help. */
  readonly retryAfterSeconds: number | null;
  /** Page with the plans, for a rejection that a plan would lift. */
  readonly upgradeUrl: string | null;

  constructor(rejection: Rejection) {
    super(messageOf(rejection));
    this.name = new.target.name;
    this.status = rejection.status;
    this.code = rejection.code;
    this.fieldErrors = rejection.fieldErrors;
    this.requestId = rejection.requestId;
    this.helpUrl = rejection.helpUrl;
    this.retryAfterSeconds = rejection.retryAfterSeconds;
    this.upgradeUrl = rejection.upgradeUrl;
  }
}

/** 400: the request is not valid; `fieldErrors` lists the invalid fields. */
export class BadRequestError extends ApiError {}
/** 401: the token is missing, unknown, revoked or expired. */
export class UnauthorizedError extends ApiError {}
/** 402: the user needs a plan; `upgradeUrl` has the plans. */
export class PlanRequiredError extends ApiError {}
/** 403: the token or the state of the year does not allow it. */
export class ForbiddenError extends ApiError {}
/** 404: nothing of this user has the id. */
export class NotFoundError extends ApiError {}
/** 409: the request contradicts the present state; `code` says how. */
export class ConflictError extends ApiError {}
/** 413: the body is too large. */
export class ContentTooLargeError extends ApiError {}
/** 429: too many requests; `retryAfterSeconds` is the time to wait. */
export class RateLimitError extends ApiError {}
/** 503: a part of the service is not available; `retryAfterSeconds` is the time to wait. */
export class UnavailableError extends ApiError {}

/** No response came: the service could not be reached, or the connection was lost. `cause` has the reason. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: PlanRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: ContentTooLargeError,
  429: RateLimitError,
  503: UnavailableError,
};

/** Returns the error of a response that is a rejection. Its body is read. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const body = await jsonOf(response);
  const text = (name: string): string | null => (typeof body[name] === 'string' ? body[name] : null);
  const ErrorClass = CLASSES[status] ?? ApiError;
  return new ErrorClass({
    status,
    message: text('message') ?? text('error') ?? 'the service gave no reason',
    code: text('code'),
    fieldErrors: Array.isArray(body['fieldErrors']) ? (body['fieldErrors'] as FieldError[]) : [],
    requestId: headers.get('x-request-id'),
    helpUrl: helpUrlOf(response),
    retryAfterSeconds: retryAfterOf(response) ?? numberOf(body['retryAfterSeconds']),
    upgradeUrl: text('upgradeUrl'),
  });
}

/** Returns the seconds that a response asks its client to wait, or null. */
export function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Returns the body of a rejection. A proxy between client and service may answer with text. */
export async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

/** Returns the whole address with `rel="help"` of the Link header, or null. */
function helpUrlOf({ headers, url }: Response): string | null {
  const links = (headers.get('link') ?? '').split(',');
  const address = links.map((link) => /^\s*<([^<>]+)>; rel="help"$/.exec(link)?.[1]).find(Boolean);
  if (address === undefined) return null;
  return URL.canParse(address, url) ? new URL(address, url).href : address;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function messageOf({ status, code, message, fieldErrors }: Rejection): string {
  const fields = fieldErrors.map((each) => `${each.field} ${each.message}`);
  return [`${[status, code].filter(Boolean).join(' ')}: ${message}`, ...fields].join('; ');
}
