/** Reads the rejection of a service from the status and the metadata of its gRPC error. */
import { type Rejection, rejectionMessage, type RejectionName, REJECTIONS } from '@ctx/domain/rejections';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import { RejectedFields } from '@ctx/proto/gen/ctx/v1/corrections';
import { type Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** A rejection that the gateway itself decides on. */
export class OperationRejection extends Error {
  readonly rejection: Rejection;
  constructor(rejection: Rejection) {
    super(rejectionMessage(rejection.rejected, rejection.fieldErrors ?? null));
    this.rejection = rejection;
  }
}

/** Returns the rejection that the metadata names, or NOT_FOUND for that gRPC status; null for an error that is not a rejection. */
export function rejectionOf(error: unknown): Rejection | null {
  if (error instanceof OperationRejection) return error.rejection;
  const name = rejectionCodeOf(error);
  if (name !== null && name in REJECTIONS)
    return { rejected: name as RejectionName, ...fieldErrorsOf((error as ServiceError).metadata) };
  return (error as { code?: unknown }).code === status.NOT_FOUND ? { rejected: 'NOT_FOUND' } : null;
}

function fieldErrorsOf(metadata: Metadata): Pick<Rejection, 'fieldErrors'> {
  const [bytes] = metadata.get('refusal-fields-bin');
  if (!(bytes instanceof Buffer)) return {};
  // The body has the field only where there is an entry to undo.
  const fields = RejectedFields.decode(bytes).fields.map(({ laterEntryId, ...error }) =>
    laterEntryId == null ? error : { ...error, laterEntryId },
  );
  return { fieldErrors: fields };
}
