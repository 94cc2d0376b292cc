/** Who answers an operation: the gateway itself, or the rpc of its name in the service behind it. */
import { randomUUID } from 'node:crypto';
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import { CALL_METADATA, IDEMPOTENCY_METADATA } from '@ctx/common/platform/caller';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import type { Tls } from '@ctx/common/platform/tls';
import { CorrectionServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import type { Identity } from '../auth/admission.ts';
import { toMessage } from './message.ts';

/** Who asks, and under which names. */
export interface Asking {
  readonly identity: Identity;
  readonly requestId: string;
  /** The client's own name of a correction. */
  readonly idempotencyKey: string | null;
}

/** The message an operation answers with; its shape is the operation's response schema. */
export type Answer = (asking: Asking, input: Readonly<Record<string, unknown>>) => Promise<object>;

const READ_MS_MAX = 10_000;
const CORRECTION_MS_MAX = 15_000;

type UnaryCall = Parameters<typeof callUnary<object, object>>[0];

export interface Answers {
  readonly of: Record<OperationId, Answer>;
  close(): void;
}

export interface Backends {
  readonly readAddress: string;
  readonly correctionsAddress: string;
  readonly callerKey: Buffer;
  readonly tls: Tls | null;
}

/** Answers of all operations. */
export function createAnswers({ readAddress, correctionsAddress, callerKey, tls }: Backends): Answers {
  const read = createGrpcClient(ReadServiceClient, readAddress, tls);
  const corrections = createGrpcClient(CorrectionServiceClient, correctionsAddress, tls);
  const fromRead = (name: keyof ReadServiceClient): Answer => {
    const method = (read[name] as UnaryCall).bind(read);
    return ({ identity, requestId }, input) => {
      const caller = { userId: identity.userId, scope: 'read', via: identity.tokenName, requestId } as const;
      return callUnary(method, input, callerMetadata(caller, callerKey), READ_MS_MAX);
    };
  };
  const fromCorrections = (operation: Operation): Answer => {
    const name = operation.id as keyof CorrectionServiceClient;
    const method = (corrections[name] as UnaryCall).bind(corrections);
    return ({ identity, requestId, idempotencyKey }, input) => {
      const caller = { userId: identity.userId, scope: 'write', via: identity.tokenName, requestId } as const;
      const metadata = callerMetadata(caller, callerKey);
      // Not the request's id, which a client may choose and use twice: attempts of this one call share it.
      metadata.set(CALL_METADATA, randomUUID());
      if (idempotencyKey !== null) metadata.set(IDEMPOTENCY_METADATA, idempotencyKey);
      return callUnary(method, toMessage(operation.body, input), metadata, CORRECTION_MS_MAX);
    };
  };
  const getMe: Answer = ({ identity: { userId, scopes, email } }) =>
    Promise.resolve({ userId, scopes, email });
  const answerOf = (operation: Operation): Answer => {
    if (operation.answeredBy === 'gateway') return getMe;
    return operation.answeredBy === 'read'
      ? fromRead(operation.id as keyof ReadServiceClient)
      : fromCorrections(operation);
  };
  const entries = OPERATIONS.map((operation) => [operation.id, answerOf(operation)]);
  return {
    of: Object.fromEntries(entries) as Record<OperationId, Answer>,
    close: () => {
      read.close();
      corrections.close();
    },
  };
}
