/**
 * A client of the REST API of the Belgian crypto tax data service. Paths, parameters, bodies and responses are those of the
 * interface description, so a call that the service would reject for its shape does not compile.
 */
export { CryptoTaxClient, type CryptoTaxSettings } from './crypto-tax-client.ts';
export {
  ApiError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ContentTooLargeError,
  type FieldError,
  ForbiddenError,
  NotFoundError,
  PlanRequiredError,
  RateLimitError,
  UnauthorizedError,
  UnavailableError,
} from './errors.ts';
export { type ApiClient, type ClientSettings, createClient, type Schema } from './fetch-client.ts';
export type { RetrySettings } from './retries.ts';
export type { AddFileOptions, FileContent, ReportFormat } from './crypto-tax-client.ts';
