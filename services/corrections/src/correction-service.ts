/** The rpcs of corrections: parsed by the contract's schemas, carried out by the pipeline, told as the contract's refusals. */
import { CORRECTION_OPERATIONS } from '@ctx/common/contract/correction-operations';
import { ExactNumber, exactFields, parseRequest } from '@ctx/common/contract/parse-input';
import { LIMITS } from '@ctx/common/domain/limits';
import { rejectionMessage, REJECTIONS, type Refusal } from '@ctx/common/domain/rejections';
import { CALL_METADATA, IDEMPOTENCY_METADATA, PREVIOUS_ATTEMPTS_METADATA } from '@ctx/common/platform/caller';
import {
  type CallContext,
  GrpcRefusal,
  type GrpcServerSettings,
  refusalCode,
  unary,
} from '@ctx/common/platform/grpc-server';
import type { Pool } from '@ctx/common/platform/postgres';
import {
  BulkDeleteRequest,
  BulkOverrideRequest,
  BulkResponse,
  type CorrectionServiceServer,
  DeleteResponse,
  DeleteRuleRequest,
  OverrideRequest,
  OverrideResponse,
  RefusedFields,
  RemoveOverrideRequest,
  RuleRequest,
  RuleResponse,
  TransferMatchRequest,
  TransferMatchResponse,
  UnmatchTransferRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { type handleUnaryCall, type Metadata, status } from '@grpc/grpc-js';
import type { z } from 'zod';
import { type Attempt, type Corrected, type Correction, correct, IN_PROGRESS } from './correct.ts';
import { isRefused } from './decide/decision.ts';
import {
  applyOverride,
  bulkApplyOverrides,
  bulkDeleteOverrides,
  createRule,
  deleteRule,
  matchTransfers,
  removeOverride,
  unmatchTransfer,
} from './operations.ts';
import { countCorrection } from './metrics.ts';
import type { Relay } from './relay.ts';
import type { AnswerKey } from './store/answers.ts';
import { Turns, TurnTimeout } from './turns.ts';

/** As long as a turn taken in another process is waited for. */
const TURN_MS_MAX = 2000;

/** Takes the user's turn in this process; a second request under a client's key does not wait for the first. */
function turnsOf(turns: Turns) {
  const keys = new Set<string>();
  return async <Response>(
    { caller: { userId }, key, isRetry: isAgain }: Attempt,
    work: () => Promise<Corrected<Response>>,
  ): Promise<Corrected<Response>> => {
    if (key?.isClients !== true) return turns.take(userId, work).catch(unavailableAfterTimeout);
    const name = `${String(userId)} ${key.key}`;
    if (keys.has(name) && !isAgain) return { answer: IN_PROGRESS, status: null };
    keys.add(name);
    return turns
      .take(userId, work)
      .catch(unavailableAfterTimeout)
      .finally(() => keys.delete(name));
  };
}

function unavailableAfterTimeout(error: unknown): never {
  if (!(error instanceof TurnTimeout)) throw error;
  throw new GrpcRefusal(status.UNAVAILABLE, 'other changes of this user are under way');
}

interface Codec<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Message;
}

/** CorrectionService over the pool for short statements. */
export function correctionService(
  pool: Pool,
  relay: Relay,
  settings: GrpcServerSettings,
): CorrectionServiceServer {
  const oneAtATime = turnsOf(new Turns(TURN_MS_MAX));
  const rpc = <Request extends object, Response extends object>(
    requests: Codec<Request>,
    responses: Codec<Response>,
    decide: Correction<Request, Response>['decide'],
  ): handleUnaryCall<Request, Response> => {
    const { name } = decide;
    const schema = schemaOf(name);
    const correction: Correction<Request, Response> = {
      name,
      decide,
      requestBytes: (request) => requests.encode(request).finish(),
      responseBytes: {
        encode: (response) => responses.encode(response).finish(),
        decode: (bytes) => responses.decode(bytes),
      },
    };
    return unary(
      settings,
      async (request, { caller, metadata }) => {
        const parsed = parseRequest(schema, valuesOf(request, schema));
        if ('fieldErrors' in parsed) {
          countCorrection(name, 'INVALID');
          throw refusalError({ refused: 'INVALID', fieldErrors: parsed.fieldErrors });
        }
        const attempt = { caller, key: keyOf(metadata), isRetry: isRetry(metadata) };
        const { answer, status: changed } = await oneAtATime(attempt, () =>
          correct(pool, correction, request, attempt),
        );
        if (changed !== null) relay.wake(caller.userId, changed);
        if (isRefused(answer)) {
          countCorrection(name, answer.refused);
          throw refusalError(answer);
        }
        countCorrection(name, changed === null ? 'unchanged' : 'accepted');
        return answer;
      },
      'write',
    );
  };
  return {
    applyOverride: rpc(OverrideRequest, OverrideResponse, applyOverride),
    bulkApplyOverrides: rpc(BulkOverrideRequest, BulkResponse, bulkApplyOverrides),
    bulkDeleteOverrides: rpc(BulkDeleteRequest, BulkResponse, bulkDeleteOverrides),
    removeOverride: rpc(RemoveOverrideRequest, DeleteResponse, removeOverride),
    createRule: rpc(RuleRequest, RuleResponse, createRule),
    deleteRule: rpc(DeleteRuleRequest, DeleteResponse, deleteRule),
    matchTransfers: rpc(TransferMatchRequest, TransferMatchResponse, matchTransfers),
    unmatchTransfer: rpc(UnmatchTransferRequest, DeleteResponse, unmatchTransfer),
  };
}

/** What the contract says of an operation's request: its body, or its path parameters where it has none. */
function schemaOf(name: string): z.ZodObject {
  const operation = CORRECTION_OPERATIONS.find(({ id }) => id === name);
  if (operation === undefined) throw new TypeError(`no operation ${name}`);
  return 'body' in operation ? operation.body : operation.pathParameters;
}

/** The message as the schema knows it: decimals that keep their digits, lists that may be absent. */
function valuesOf(message: object, schema: z.ZodObject): Record<string, unknown> {
  const exact = exactFields(schema);
  return Object.fromEntries(
    Object.entries(message).map(([name, value]: [string, unknown]) => {
      if (exact.includes(name) && typeof value === 'string') return [name, new ExactNumber(value)];
      return [name, isTextList(value) ? value.values : value];
    }),
  );
}

function isTextList(value: unknown): value is { readonly values: readonly string[] } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'values' in value;
}

function keyOf(metadata: Metadata): AnswerKey | null {
  const key = textOf(metadata, IDEMPOTENCY_METADATA, LIMITS.idempotencyKeyCharactersMax);
  if (key !== null) return { key: `key:${key}`, isClients: true };
  const call = textOf(metadata, CALL_METADATA, LIMITS.idempotencyKeyCharactersMax);
  return call === null ? null : { key: `call:${call}`, isClients: false };
}

function textOf(metadata: Metadata, name: string, charactersMax: number): string | null {
  const [value] = metadata.get(name);
  return typeof value === 'string' && value.length <= charactersMax ? value : null;
}

const isRetry = (metadata: CallContext['metadata']): boolean =>
  metadata.get(PREVIOUS_ATTEMPTS_METADATA).length > 0;

const STATUSES: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  402: status.FAILED_PRECONDITION,
  404: status.NOT_FOUND,
  409: status.FAILED_PRECONDITION,
};
const FIELDS_MAX = 20;

function refusalError({ refused, fieldErrors }: Refusal): GrpcRefusal {
  const { http } = REJECTIONS[refused];
  const message = rejectionMessage(refused, fieldErrors ?? null);
  const metadata = refusalCode(refused);
  if (fieldErrors !== undefined) {
    const fields = fieldErrors.slice(0, FIELDS_MAX).map((each) => ({ ...each }));
    metadata.set('refusal-fields-bin', Buffer.from(RefusedFields.encode({ fields }).finish()));
  }
  return new GrpcRefusal(STATUSES[http] ?? status.INTERNAL, message, metadata);
}
