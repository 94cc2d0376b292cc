/** Who answers an operation: the gateway itself, or the rpc of its name in the service behind it. */
import { randomUUID } from 'node:crypto';
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import { toMessage } from '@ctx/common/contract/request-message';
import { Me } from '@ctx/common/contract/schemas';
import { compileTranscoder } from '@ctx/common/contract/transcode';
import { CALL_METADATA, IDEMPOTENCY_METADATA } from '@ctx/common/platform/caller';
import { callerMetadata, callUnary, createGrpcClient, rawMethod } from '@ctx/common/platform/grpc-client';
import { loadResponseTypes } from '@ctx/common/platform/message-types';
import type { Tls } from '@ctx/common/platform/tls';
import { CorrectionServiceClient, CorrectionServiceService } from '@ctx/proto/gen/ctx/v1/corrections';
import { ReadServiceClient, ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import type { Client, Metadata, MethodDefinition } from '@grpc/grpc-js';
import type { Identity } from '../auth/admission.ts';
import { type Body, KeptBodies } from './kept-bodies.ts';

/** Who asks, and under which names. */
export interface Asking {
  readonly identity: Identity;
  readonly requestId: string;
  /** The client's own name of a correction. */
  readonly idempotencyKey: string | null;
}

/** What an operation answers: the JSON text of the contract. */
export type AnswerBody = (asking: Asking, input: Readonly<Record<string, unknown>>) => Promise<Body>;

const READ_MS_MAX = 10_000;
const CORRECTION_MS_MAX = 15_000;

export interface Answers {
  readonly bodyOf: Record<OperationId, AnswerBody>;
  close(): void;
}

export interface Backends {
  readonly readAddress: string;
  readonly correctionsAddress: string;
  readonly callerKey: Buffer;
  readonly tls: Tls | null;
}

type Rpc = MethodDefinition<object, unknown>;
/** One rpc, answered as a body. */
type Call = (message: object, metadata: Metadata, msMax: number) => Promise<Body>;

/** Answers of all operations. */
export function createAnswers({ readAddress, correctionsAddress, callerKey, tls }: Backends): Answers {
  const read = createGrpcClient(ReadServiceClient, readAddress, tls);
  const corrections = createGrpcClient(CorrectionServiceClient, correctionsAddress, tls);
  const responseOf = loadResponseTypes(['read.proto', 'corrections.proto']);
  const callOf = (operation: Operation, client: Client, rpc: Rpc): Call => {
    const method = rawMethod(client, rpc);
    const transcode = compileTranscoder(operation.response, responseOf(rpc.path));
    return async (message, metadata, msMax) => ({
      bytes: transcode(await callUnary(method, message, metadata, msMax)),
    });
  };
  const fromRead = (operation: Operation): AnswerBody => {
    const rpc = ReadServiceService[operation.id as keyof typeof ReadServiceService] as Rpc;
    const call = callOf(operation, read, rpc);
    return ({ identity, requestId }, input) => {
      const caller = { userId: identity.userId, scope: 'read', via: identity.tokenName, requestId } as const;
      return call(input, callerMetadata(caller, callerKey), READ_MS_MAX);
    };
  };
  const fromCorrections = (operation: Operation): AnswerBody => {
    const rpc = CorrectionServiceService[operation.id as keyof typeof CorrectionServiceService] as Rpc;
    const call = callOf(operation, corrections, rpc);
    return ({ identity, requestId, idempotencyKey }, input) => {
      const caller = { userId: identity.userId, scope: 'write', via: identity.tokenName, requestId } as const;
      const metadata = callerMetadata(caller, callerKey);
      // Not the request's id, which a client may choose and use twice: attempts of this one call share it.
      metadata.set(CALL_METADATA, randomUUID());
      if (idempotencyKey !== null) metadata.set(IDEMPOTENCY_METADATA, idempotencyKey);
      return call(toMessage(operation.body ?? operation.pathParameters, input), metadata, CORRECTION_MS_MAX);
    };
  };
  const bodyOf = (operation: Operation): AnswerBody => {
    if (operation.answeredBy === 'gateway') return getMe;
    return operation.answeredBy === 'read' ? fromRead(operation) : fromCorrections(operation);
  };
  return {
    bodyOf: keepingBodies(bodyOf),
    close: () => {
      read.close();
      corrections.close();
    },
  };
}

const getMe: AnswerBody = ({ identity: { userId, scopes, email } }) =>
  Promise.resolve({ bytes: Buffer.from(JSON.stringify(Me.parse({ userId, scopes, email }))) });

/** The answers of all operations; those that cannot have changed since are as they were. */
export function keepingBodies(bodyOf: (operation: Operation) => AnswerBody): Answers['bodyOf'] {
  const kept = new KeptBodies();
  const entries = OPERATIONS.map((operation) => [operation.id, keeping(operation, bodyOf(operation), kept)]);
  return Object.fromEntries(entries) as Answers['bodyOf'];
}

function keeping(operation: Operation, make: AnswerBody, kept: KeptBodies): AnswerBody {
  if (operation.versioned !== true) return make;
  return (asking, input) => {
    const { userId, version } = asking.identity;
    if (version === null) return make(asking, input);
    // Parsed input has its fields in the order of the schema, and defaults where nothing was given.
    const key = `${String(userId)} ${operation.id} ${JSON.stringify(input)}`;
    return kept.get(key, version, () => make(asking, input));
  };
}
