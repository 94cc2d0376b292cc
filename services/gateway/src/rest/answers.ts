/** Who answers an operation: the gateway itself, or the rpc of its name in the read service. */
import { type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import type { Metadata } from '@grpc/grpc-js';
import type { Identity } from '../auth/admission.ts';

/** The message an operation answers with; its shape is the operation's response schema. */
export type Answer = (identity: Identity, requestId: string, input: never) => Promise<object>;

const READ_MS_MAX = 10_000;

type ReadOperation = Extract<(typeof OPERATIONS)[number], { answeredBy: 'read' }>['id'];
type UnaryCall = Parameters<typeof callUnary<object, object>>[0];

const READ_OPERATIONS = OPERATIONS.flatMap((operation) =>
  operation.answeredBy === 'read' ? [operation.id] : [],
);

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
    (name: ReadOperation): Answer =>
    (identity, requestId, input) => {
      const method = (read[name] as UnaryCall).bind(read);
      return callUnary(method, input, metadataFor(identity, requestId), READ_MS_MAX);
    };
  return {
    of: {
      getMe: (identity) =>
        Promise.resolve({ userId: identity.userId, scopes: identity.scopes, email: identity.email }),
      ...fromEvery(READ_OPERATIONS, fromRead),
    },
    close: () => {
      read.close();
    },
  };
}

function fromEvery<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
}
