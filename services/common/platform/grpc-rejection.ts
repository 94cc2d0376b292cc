/** Rejections that callers of gRPC may see, and what they see of other errors. */
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { REJECTION_METADATA } from './caller.ts';
import type { Logger } from './log.ts';
import { isDatabaseUnavailable, mayRepeatAtOnce, PoolExhaustion } from './postgres.ts';
import { isUnknownUser } from './unknown-user.ts';

/** Returns metadata with a code, for rejections that callers must tell apart; `rejectionCodeOf` of their client reads it. */
export function rejectionCode(code: string): Metadata {
  const metadata = new Metadata();
  metadata.set(REJECTION_METADATA, code);
  return metadata;
}

/** A rejection that the caller may see: a gRPC status and a message without internals. */
export class GrpcRejection extends Error {
  readonly status: status;
  readonly metadata: Metadata;
  constructor(code: status, message: string, metadata = new Metadata()) {
    super(message);
    this.status = code;
    this.metadata = metadata;
  }
}

/** Returns the rejection of a call whose client disconnected. */
export function clientGone(): GrpcRejection {
  return new GrpcRejection(status.CANCELLED, 'the client disconnected');
}

/** Returns the error that a client may see: the message of a rejection, never that of another error, which is logged. */
export function toServiceError(
  error: unknown,
  log: Logger,
  requestId: string | undefined,
): Partial<ServiceError> {
  if (error instanceof GrpcRejection)
    return error.status === status.UNAVAILABLE
      ? unavailable(error.message, false)
      : { code: error.status, details: error.message, metadata: error.metadata };
  if (isUnknownUser(error)) return { code: status.NOT_FOUND, details: 'there is no such user' };
  if (error instanceof PoolExhaustion) {
    log.warn({ err: error, requestId }, 'database connections exhausted');
    return unavailable(error.message, false);
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error, requestId }, 'database unavailable');
    return unavailable('the database is not available', mayRepeatAtOnce(error));
  }
  log.error({ err: error, requestId }, 'rpc failed');
  return { code: status.INTERNAL, details: 'internal error' };
}

/** Clients retry what is unavailable, as where a pod is killed, unless the server asks them not to (gRFC A6). */
function unavailable(details: string, mayRetry: boolean): Partial<ServiceError> {
  const metadata = new Metadata();
  if (!mayRetry) metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: status.UNAVAILABLE, details, metadata };
}
