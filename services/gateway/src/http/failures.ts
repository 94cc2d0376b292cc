/** Translates errors to rejections of the contract. Details of an error go to the log, never to the client. */
import type { FieldError, RejectionName } from '@ctx/domain/rejections';
import type { Logger } from '@ctx/platform/log';
import { isDatabaseUnavailable } from '@ctx/platform/postgres';
import type { NextFunction, Request, Response } from 'express';
import { reject, type RejectionSettings } from './rejections.ts';
import { rejectionOf } from './rejection-of-status.ts';
import { locals } from './steps.ts';

/** The rejection that a client gets for an error. */
export interface Failure {
  readonly rejected: RejectionName;
  readonly fieldErrors: readonly FieldError[] | null;
}

/**
 * Returns the rejection for an error: the one that a service behind the gateway chose, UNAVAILABLE where a dependency is down,
 * else INTERNAL. The last two are logged with the error.
 */
export function failureOf(thrown: unknown, log: Logger, requestId: string): Failure {
  // JavaScript can also throw undefined or null.
  const error: unknown = thrown ?? new TypeError(`${String(thrown)} was thrown`);
  const rejection = rejectionOf(error);
  if (rejection !== null) return { rejected: rejection.rejected, fieldErrors: rejection.fieldErrors ?? null };
  if (isUnavailable(error)) {
    log.warn({ err: error, requestId }, 'dependency unavailable');
    return { rejected: 'UNAVAILABLE', fieldErrors: null };
  }
  log.error({ err: error, requestId }, 'request failed');
  return { rejected: 'INTERNAL', fieldErrors: null };
}

/** Returns the Express error handler, which responds to errors that a middleware or handler has thrown. */
export function errorHandler(settings: RejectionSettings, log: Logger) {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    // The client closed the connection: there is nobody to respond to, and nothing of ours failed.
    if (response.destroyed) return;
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof URIError || (error as { status?: unknown }).status === 400) {
      reject(response, settings, 'INVALID', [{ field: 'path', message: 'is not a valid percent-encoding' }]);
      return;
    }
    const { rejected, fieldErrors } = failureOf(error, log, locals(response).requestId);
    reject(response, settings, rejected, fieldErrors);
  };
}

// gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE.
const UNAVAILABLE_GRPC = new Set<unknown>([4, 8, 14]);

function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE_GRPC.has((error as { code?: unknown }).code) || isDatabaseUnavailable(error);
}
