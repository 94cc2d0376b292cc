/** The submission of a year by its user: decided here as a correction of that year would be, carried out by the recalc service. */
import type { Caller, SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary, createGrpcClient, rejectionCodeOf } from '@ctx/platform/grpc-client';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import type { Tls } from '@ctx/platform/tls';
import {
  SubmissionServiceClient,
  type SubmitYearRequest,
  type SubmitYearResponse,
} from '@ctx/proto/gen/ctx/v1/recalc';
import { type ServiceError, status } from '@grpc/grpc-js';
import { rejectionOfYears } from '../decide/years.ts';
import { readYears } from '../store/correction-facts.ts';

/** Freezing reads everything of a user, as a run from nothing does. */
const SUBMISSION_MS_MAX = 60_000;

/** Submits years by the recalc service. */
export interface Submissions {
  submit(caller: Caller, request: SubmitYearRequest): Promise<SubmitYearResponse>;
  /** Closes the connection. */
  close(): void;
}

/** Connects to the recalc service at `address`. */
export function connectSubmissions(address: string, callerKey: SigningKey, tls: Tls | null): Submissions {
  const client = createGrpcClient(SubmissionServiceClient, address, tls);
  const method = client.submitYear.bind(client);
  return {
    submit: ({ userId, via, requestId }, request) => {
      const metadata = callerMetadata({ userId, via, requestId, scope: 'write' }, callerKey);
      return callUnary(method, request, metadata, SUBMISSION_MS_MAX).catch(passOn);
    },
    close: () => {
      client.close();
    },
  };
}

/**
 * Submits a year for its user. A year that was submitted before stays as it is. Rejects with YEAR_LOCKED, and with NOT_IDLE and FIGURES_CHANGED of the
 * recalc service.
 */
export async function submitYear(
  { pool, submissions }: { readonly pool: Pool; readonly submissions: Submissions },
  request: SubmitYearRequest,
  caller: Caller,
): Promise<SubmitYearResponse> {
  const { userId } = caller;
  const years = await snapshotAsUser(pool, userId, (client) => readYears(client, userId));
  const rejected = rejectionOfYears([request.year], years)?.rejected;
  if (rejected === 'YEAR_FROZEN') return { submitted: false };
  if (rejected !== undefined)
    throw new GrpcRejection(status.FAILED_PRECONDITION, 'the year is not paid for', rejectionCode(rejected));
  return submissions.submit(caller, request);
}

const UNAVAILABLE: readonly unknown[] = [status.DEADLINE_EXCEEDED, status.UNAVAILABLE];

function passOn(error: unknown): never {
  const { code, details = '' } = error as Partial<ServiceError>;
  if (UNAVAILABLE.includes(code))
    throw new GrpcRejection(status.UNAVAILABLE, 'years cannot be submitted now');
  const rejected = rejectionCodeOf(error);
  if (rejected === null) throw error;
  throw new GrpcRejection(status.FAILED_PRECONDITION, details, rejectionCode(rejected));
}
