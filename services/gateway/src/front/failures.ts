/** What went wrong, as the contract says it: what a step or an answer threw never shows. */
import type { FieldError, RejectionName } from '@ctx/common/domain/rejections';
import type { Logger } from '@ctx/common/platform/log';
import { isDatabaseUnavailable } from '@ctx/common/platform/postgres';
import type { NextFunction, Request, Response } from 'express';
import { refuse, type RefusalSettings } from '../bodies/refusals.ts';
import { refusalOf } from './refusal-of-status.ts';
import { locals } from './steps.ts';

export interface Failure {
  readonly refused: RejectionName;
  readonly fieldErrors: readonly FieldError[] | null;
}

/** A refusal of a service; UNAVAILABLE for a dependency that is down; else INTERNAL, and the log has the rest. */
export function failureOf(thrown: unknown, log: Logger, requestId: string): Failure {
  // Nothing at all can be thrown too.
  const error: unknown = thrown ?? new TypeError(`${String(thrown)} was thrown`);
  const refusal = refusalOf(error);
  if (refusal !== null) return { refused: refusal.refused, fieldErrors: refusal.fieldErrors ?? null };
  if (isUnavailable(error)) {
    log.warn({ err: error, requestId }, 'dependency unavailable');
    return { refused: 'UNAVAILABLE', fieldErrors: null };
  }
  log.error({ err: error, requestId }, 'request failed');
  return { refused: 'INTERNAL', fieldErrors: null };
}

/** The last resort for what a step or an answer threw. */
export function errorHandler(settings: RefusalSettings, log: Logger) {
  // Express knows an error handler by its four parameters.
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    // The client is gone: nobody to answer, and no fault of ours.
    if (response.destroyed) return;
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof URIError || (error as { status?: unknown }).status === 400) {
      refuse(response, settings, 'INVALID', [{ field: 'path', message: 'is not a valid percent-encoding' }]);
      return;
    }
    const { refused, fieldErrors } = failureOf(error, log, locals(response).requestId);
    refuse(response, settings, refused, fieldErrors);
  };
}

// gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE.
const UNAVAILABLE_GRPC = new Set<unknown>([4, 8, 14]);

function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE_GRPC.has((error as { code?: unknown }).code) || isDatabaseUnavailable(error);
}
