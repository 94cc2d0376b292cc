/** Who answers an operation: the gateway itself or an rpc of the read service. One line an operation. */
import type { OperationId } from '@ctx/common/contract/operations';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import type { Metadata } from '@grpc/grpc-js';
import type { Identity } from '../auth/admission.ts';

/** The message an operation answers with; its shape is the operation's response schema. */
export type Answer = (identity: Identity, requestId: string, input: never) => Promise<object>;

const READ_MS_MAX = 10_000;

type ReadMethod =
  'listAccounts' | 'listYears' | 'listTransactions' | 'getSummary' | 'getYearSummary' | 'getRecalcStatus';
type UnaryCall = Parameters<typeof callUnary<object, object>>[0];

export interface Answers {
  readonly of: Record<OperationId, Answer>;
  close(): void;
}

/** Answers of all operations; reads go to the service at `readAddress`. */
export function createAnswers(readAddress: string, callerKey: Buffer): Answers {
  const read = createGrpcClient(ReadServiceClient, readAddress);
  const metadataFor = (identity: Identity, requestId: string): Metadata =>
    callerMetadata({ userId: identity.userId, scope: 'read', via: identity.tokenName, requestId }, callerKey);
  const fromRead =
    (name: ReadMethod): Answer =>
    (identity, requestId, input) => {
      const method = (read[name] as UnaryCall).bind(read);
      return callUnary(method, input, metadataFor(identity, requestId), READ_MS_MAX);
    };
  return {
    of: {
      getMe: (identity) =>
        Promise.resolve({ userId: identity.userId, scopes: identity.scopes, email: identity.email }),
      listAccounts: fromRead('listAccounts'),
      listYears: fromRead('listYears'),
      listTransactions: fromRead('listTransactions'),
      getSummary: fromRead('getSummary'),
      getYearSummary: fromRead('getYearSummary'),
      getRecalcStatus: fromRead('getRecalcStatus'),
    },
    close: () => {
      read.close();
    },
  };
}
