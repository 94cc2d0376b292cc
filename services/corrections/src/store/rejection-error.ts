/** Rejections of the contract, as the gRPC errors that the gateway translates. */
import { rejectionMessage, REJECTIONS, type Rejection } from '@ctx/domain/rejections';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { RejectedFields } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';

const STATUSES: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  402: status.FAILED_PRECONDITION,
  404: status.NOT_FOUND,
  409: status.FAILED_PRECONDITION,
};
const FIELDS_MAX = 20;

/** Returns the error for a rejection: its name is in `refusal-code`, its fields are in `refusal-fields-bin`. */
export function rejectionError({ rejected, fieldErrors }: Rejection): GrpcRejection {
  const { http } = REJECTIONS[rejected];
  const message = rejectionMessage(rejected, fieldErrors ?? null);
  const metadata = rejectionCode(rejected);
  if (fieldErrors !== undefined) {
    const fields = fieldErrors.slice(0, FIELDS_MAX).map((each) => ({ ...each }));
    metadata.set('refusal-fields-bin', Buffer.from(RejectedFields.encode({ fields }).finish()));
  }
  return new GrpcRejection(STATUSES[http] ?? status.INTERNAL, message, metadata);
}
