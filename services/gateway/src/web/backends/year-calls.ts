/** The pages' call that submits a year. */
import type { SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary, createGrpcClient, rejectionCodeOf } from '@ctx/platform/grpc-client';
import type { Tls } from '@ctx/platform/tls';
import { YearServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { SubmitYearRequest } from '@ctx/proto/gen/ctx/v1/recalc';

/** Freezing reads everything of a user. Longer than the corrections service waits for it. */
const SUBMISSION_MS_MAX = 65_000;

/** Why a year is not submitted: it is locked, a recalculation is pending, or its figures are not those that the user saw. */
const REJECTIONS = ['YEAR_LOCKED', 'NOT_IDLE', 'FIGURES_CHANGED'] as const;

/** SUBMITTED_BEFORE: nothing happened, as the year is submitted. */
export type Submission = 'SUBMITTED' | 'SUBMITTED_BEFORE' | (typeof REJECTIONS)[number];

/** Calls for a user. */
export interface YearCalls {
  readonly submit: (
    caller: { readonly userId: number; readonly requestId: string },
    request: SubmitYearRequest,
  ) => Promise<Submission>;
}

/** Returns the calls, signed with `via` as their origin. */
export function createYearCalls(settings: {
  readonly correctionsAddress: string;
  readonly callerKey: SigningKey;
  readonly tls: Tls | null;
  readonly via: string;
}): YearCalls & { close(): void } {
  const { correctionsAddress, callerKey, tls, via } = settings;
  const client = createGrpcClient(YearServiceClient, correctionsAddress, tls);
  const submitYear = client.submitYear.bind(client);
  return {
    submit: async (caller, request) => {
      try {
        const metadata = callerMetadata({ ...caller, scope: 'write', via }, callerKey);
        const { submitted } = await callUnary(submitYear, request, metadata, SUBMISSION_MS_MAX);
        return submitted ? 'SUBMITTED' : 'SUBMITTED_BEFORE';
      } catch (error) {
        const rejected = REJECTIONS.find((each) => each === rejectionCodeOf(error));
        if (rejected === undefined) throw error;
        return rejected;
      }
    },
    close: () => {
      client.close();
    },
  };
}
