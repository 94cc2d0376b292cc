/** Who answers an operation: the gateway itself, or the rpc of its name in the service behind it. */
import { randomUUID } from 'node:crypto';
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import { compileRenderer } from '@ctx/common/contract/render';
import { CALL_METADATA, IDEMPOTENCY_METADATA } from '@ctx/common/platform/caller';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import type { Tls } from '@ctx/common/platform/tls';
import { CorrectionServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import type { Identity } from '../auth/admission.ts';
import { type Body, KeptBodies } from './kept-bodies.ts';
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

/** The same as the JSON text of the contract. */
export type AnswerBody = (asking: Asking, input: Readonly<Record<string, unknown>>) => Promise<Body>;

const READ_MS_MAX = 10_000;
const CORRECTION_MS_MAX = 15_000;

type UnaryCall = Parameters<typeof callUnary<object, object>>[0];

export interface Answers {
  readonly of: Record<OperationId, Answer>;
  readonly bodyOf: Record<OperationId, AnswerBody>;
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
  const of = Object.fromEntries(entries) as Answers['of'];
  return {
    of,
    bodyOf: bodiesOf(of),
    close: () => {
      read.close();
      corrections.close();
    },
  };
}

/** The answers as bodies; those that cannot have changed since are as they were. */
export function bodiesOf(of: Answers['of']): Answers['bodyOf'] {
  const kept = new KeptBodies();
  const entries = OPERATIONS.map((operation) => [operation.id, bodyOf(operation, of[operation.id], kept)]);
  return Object.fromEntries(entries) as Answers['bodyOf'];
}

function bodyOf(operation: Operation, answer: Answer, kept: KeptBodies): AnswerBody {
  const render = compileRenderer(operation.response);
  const make: AnswerBody = async (asking, input) => ({
    bytes: Buffer.from(render(await answer(asking, input))),
  });
  if (operation.versioned !== true) return make;
  return (asking, input) => {
    const { userId, version } = asking.identity;
    if (version === null) return make(asking, input);
    // Parsed input has its fields in the order of the schema, and defaults where nothing was given.
    const key = `${String(userId)} ${operation.id} ${JSON.stringify(input)}`;
    return kept.get(key, version, () => make(asking, input));
  };
}
