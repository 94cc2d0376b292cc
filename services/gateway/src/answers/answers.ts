/**
 * Answers every operation of the contract, for REST, MCP and the pages alike: in the gateway itself, or by the rpc of the same
 * name in the service behind it.
 */
import { randomUUID } from 'node:crypto';
import {
  type Operation,
  type OperationId,
  operationNamed,
  OPERATIONS,
  requestSchemaOf,
} from '@ctx/contract/operations';
import { toMessage } from '@ctx/contract/request-message';
import { Me } from '@ctx/contract/schemas';
import { CALL_METADATA, IDEMPOTENCY_METADATA, type SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary, createGrpcClient, rawMethod } from '@ctx/platform/grpc-client';
import type { Tls } from '@ctx/platform/tls';
import { CorrectionServiceClient, CorrectionServiceService } from '@ctx/proto/gen/ctx/v1/corrections';
import { EventServiceClient } from '@ctx/proto/gen/ctx/v1/events';
import { ReadServiceClient, ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import type { Client, Metadata, MethodDefinition } from '@grpc/grpc-js';
import { type Addresses, withAddresses } from './addresses.ts';
import { type AssetNames, assetNames } from './asset-names.ts';
import type { FileCalls } from './files/file-calls.ts';
import { fileHandlers, type FileNote } from './files/file-handlers.ts';
import { priceFileHandlers } from './files/price-file-handlers.ts';
import { uploadHandlers, type Uploads } from './files/upload-handlers.ts';
import { getLaw } from './law.ts';
import type { OperationHandler } from './operation-handler.ts';
import { type PageAnswers, pageAnswers } from './page-answers.ts';
import { ResponseCache, type ResponseBody } from './response-cache.ts';
import { loadResponseTypes } from './transcode/message-types.ts';
import { compileTranscoder } from './transcode/transcode.ts';
import { type EventCalls, eventCalls } from './webhooks/event-calls.ts';
import { webhookHandlers, type WebhookNote } from './webhooks/webhook-handlers.ts';
import { withDryRunMark } from './dry-run-mark.ts';
import { waitInSteps } from './wait-in-steps.ts';

/** Deadlines of calls to the services behind, in milliseconds. */
const READ_MS_MAX = 10_000;
const CORRECTION_MS_MAX = 15_000;

/** Performs the operations of the contract. */
export interface Answers extends PageAnswers {
  /** The handler of each operation, by the operation's id. */
  readonly handlers: Readonly<Record<OperationId, OperationHandler>>;
  /** Finds the asset that the input of an operation names. */
  readonly assetNames: AssetNames;
  /** The calls of MCP clients about events. */
  readonly events: EventCalls;
  /** Closes the connections to the services behind. */
  close(): void;
}

/** How to reach the services behind the gateway. */
export interface AnswersSettings {
  readonly readAddress: string;
  readonly correctionsAddress: string;
  readonly callerKey: SigningKey;
  readonly tls: Tls | null;
  /** The addresses of pages, which only the rooms above know. */
  readonly addresses: Addresses;
  /** Converts, stores and removes files. */
  readonly files: FileCalls;
  readonly noteFile: FileNote;
  readonly noteWebhook: WebhookNote;
  /** Files that are sent to an address of their own. */
  readonly uploads: Uploads;
  /** Whether the process is shutting down, which ends waits. */
  readonly isDraining: () => boolean;
}

type Rpc = MethodDefinition<object, unknown>;
/** Calls one rpc and returns its response as a JSON body. */
type RpcCall = (
  message: object,
  metadata: Metadata,
  msMax: number,
  signal?: AbortSignal,
  onReplayed?: () => void,
) => Promise<ResponseBody>;

/** Connects to the services behind the gateway and returns a handler for every operation. */
export function createAnswers(settings: AnswersSettings): Answers {
  const { readAddress, correctionsAddress, callerKey, tls } = settings;
  const readClient = createGrpcClient(ReadServiceClient, readAddress, tls);
  const correctionsClient = createGrpcClient(CorrectionServiceClient, correctionsAddress, tls);
  const responseTypeOf = loadResponseTypes(['read.proto', 'corrections.proto']);
  const compileCall = (operation: Operation, client: Client, rpc: Rpc): RpcCall => {
    const method = rawMethod(client, rpc);
    const transcode = compileTranscoder(operation.response, responseTypeOf(rpc.path));
    return async (message, metadata, msMax, signal, onReplayed) => ({
      bytes: transcode(await callUnary(method, message, metadata, msMax, signal, onReplayed)),
    });
  };
  const readHandler = (operation: Operation): OperationHandler => {
    const isOfRead = operation.answeredBy === 'read';
    const service: object = isOfRead ? ReadServiceService : CorrectionServiceService;
    const rpc = service[operation.id as keyof typeof service] as Rpc;
    const callRpc = compileCall(operation, isOfRead ? readClient : correctionsClient, rpc);
    return ({ identity, requestId, signal }, input) => {
      const { userId, tokenName: via, version } = identity;
      // The version covers all that a versioned response shows. Other responses must come from the primary.
      const isCovered = isOfRead && operation.versioned === true && version !== null;
      const caller = { userId, scope: 'read', via, requestId, ...(isCovered ? { version } : {}) } as const;
      const waitMs = Number(input['waitSeconds'] ?? 0) * 1000;
      return callRpc(input, callerMetadata(caller, callerKey), READ_MS_MAX + waitMs, signal);
    };
  };
  const correctionHandler = (operation: Operation): OperationHandler => {
    const rpc = CorrectionServiceService[operation.id as keyof typeof CorrectionServiceService] as Rpc;
    const callRpc = compileCall(operation, correctionsClient, rpc);
    const schema = requestSchemaOf(operation);
    return ({ identity, requestId, idempotencyKey, onReplayed }, input) => {
      const caller = { userId: identity.userId, scope: operation.scope, via: identity.tokenName, requestId };
      const metadata = callerMetadata(caller, callerKey);
      // All attempts of this call share one id. The request id would not do: a client may choose it and use it twice.
      metadata.set(CALL_METADATA, randomUUID());
      if (idempotencyKey !== null) metadata.set(IDEMPOTENCY_METADATA, idempotencyKey);
      // Not cancelled when the client disconnects: its change may be committing, and the attempt that repeats it then finds a stored
      // response instead of a change that is still in progress.
      return callRpc(toMessage(schema, input), metadata, CORRECTION_MS_MAX, undefined, onReplayed);
    };
  };
  const webhooks = webhookCalls(settings);
  const ofGateway = gatewayHandlers(settings, correctionHandler(operationNamed('setPrices')), webhooks);
  const handlerOf = (operation: Operation): OperationHandler => {
    if (operation.answeredBy === 'gateway') return ofGateway[operation.id as keyof typeof ofGateway];
    if (operation.id === 'getRecalcStatus') return waitInSteps(readHandler(operation), settings.isDraining);
    return operation.scope === 'read' ? readHandler(operation) : correctionHandler(operation);
  };
  const ofPages = pageAnswers({ readClient, callerKey, msMax: READ_MS_MAX, responseTypeOf });
  return {
    handlers: createHandlers((operation) =>
      withAddresses(operation, withDryRunMark(operation, handlerOf(operation)), settings.addresses),
    ),
    ...ofPages,
    assetNames: assetNames(ofPages.findAsset),
    events: webhooks.events,
    close: () => {
      for (const each of [readClient, correctionsClient, webhooks]) each.close();
    },
  };
}

/** Returns the handlers of webhooks and the calls about events, which call another service of corrections. */
function webhookCalls({ correctionsAddress, callerKey, tls, noteWebhook }: AnswersSettings) {
  const client = createGrpcClient(EventServiceClient, correctionsAddress, tls);
  const handlers = webhookHandlers(client, callerKey, noteWebhook);
  return {
    handlers,
    events: eventCalls(client, callerKey, noteWebhook),
    close: () => {
      client.close();
    },
  };
}

/** Returns the handlers of the operations that the gateway answers itself. */
function gatewayHandlers(
  { addresses, files, noteFile, uploads }: AnswersSettings,
  setPrices: OperationHandler,
  { handlers: webhooks }: Pick<ReturnType<typeof webhookCalls>, 'handlers'>,
) {
  const { getLinks, uploadAddress } = addresses;
  return {
    getMe,
    getLaw,
    getLinks,
    ...fileHandlers(files, noteFile, uploads),
    ...uploadHandlers(uploads, uploadAddress),
    ...priceFileHandlers(files, uploads, setPrices),
    ...webhooks,
  };
}

const getMe: OperationHandler = ({ identity: { userId, scopes, email } }) =>
  Promise.resolve({ bytes: Buffer.from(JSON.stringify(Me.parse({ userId, scopes, email }))) });

/** Builds the handlers of all operations from `handlerOf`. Versioned operations get a cache of their responses. */
export function createHandlers(handlerOf: (operation: Operation) => OperationHandler): Answers['handlers'] {
  const cache = new ResponseCache();
  const handlers = OPERATIONS.map((operation) => [
    operation.id,
    withCache(operation, handlerOf(operation), cache),
  ]);
  return Object.fromEntries(handlers) as Answers['handlers'];
}

function withCache(operation: Operation, handler: OperationHandler, cache: ResponseCache): OperationHandler {
  if (operation.versioned !== true) return handler;
  return (call, input) => {
    const { userId, version } = call.identity;
    if (version === null) return handler(call, input);
    // The key is stable: parsed input has its fields in the order of the schema, with defaults filled in.
    const key = `${String(userId)} ${operation.id} ${JSON.stringify(input)}`;
    return cache.get(key, version, () => handler(call, input));
  };
}
