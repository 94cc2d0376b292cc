/** EventService: the webhooks of a user, those of the operator, and the subscriptions of MCP clients. */
import { randomUUID } from 'node:crypto';
import { EVENT_TYPES } from '@ctx/domain/event-types';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';
import type { Caller } from '@ctx/platform/caller';
import {
  type CallContext,
  GrpcRejection,
  type GrpcServerSettings,
  rejectionCode,
  unary,
} from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import type {
  AddWebhookRequest,
  CreatedWebhook,
  DeliveryModes,
  EventServiceServer,
  GetDeliveryModesRequest,
  PollEventsRequest,
  PollEventsResponse,
  SubscribeRequest,
  Subscription,
  UnsubscribeRequest,
  UnsubscribeResponse,
} from '@ctx/proto/gen/ctx/v1/events';
import { type handleUnaryCall, status } from '@grpc/grpc-js';
import {
  asOwner,
  insertWebhook,
  listDeadEvents,
  listWebhooks,
  removeWebhook,
  replaceSecret,
  replayEvents,
} from '../store/webhooks.ts';
import { NATS_ADDRESS } from './deliver.ts';
import { type AddressPolicy, faultOfAddress } from './public-address.ts';
import { poll } from './polls.ts';
import { newSecret, seal, secretText, type WebhookKeys } from './secrets.ts';
import { deliveryModes, subscribe, unsubscribe } from './subscriptions.ts';

const DEAD_EVENTS_MAX = 1000;

/** What EventService needs. */
export interface EventParts {
  readonly pool: Pool;
  /** WEBHOOK_KEYS; undefined: webhooks are off. */
  readonly keys: WebhookKeys | undefined;
  readonly policy: AddressPolicy;
  readonly hasNats: boolean;
}

/** EventService, for users and for the operator. */
export function eventService(parts: EventParts, settings: GrpcServerSettings): EventServiceServer {
  const rpc: Rpc = (handle, scope = 'write') => unary(settings, handle, scope);
  const { pool } = parts;
  return {
    addWebhook: rpc((request, { caller }) => add(parts, caller, request)),
    listWebhooks: rpc(async (_request, { caller }) => {
      const owner = ownerOf(caller);
      return { webhooks: await asOwner(pool, owner, (client) => listWebhooks(client, owner)) };
    }, 'read'),
    removeWebhook: rpc(async ({ id }, { caller }) => {
      const owner = ownerOf(caller);
      return found(await asOwner(pool, owner, (client) => removeWebhook(client, owner, idOf(id))));
    }),
    rotateWebhook: rpc(({ id }, { caller }) => rotate(parts, ownerOf(caller), idOf(id))),
    listDeadEvents: rpc(async ({ id, limit }, { caller }) => {
      const owner = ownerOf(caller);
      const rowsMax = Math.min(DEAD_EVENTS_MAX, Math.max(1, limit));
      return {
        events: await asOwner(pool, owner, (client) => listDeadEvents(client, owner, idOf(id), rowsMax)),
      };
    }),
    replayEvents: rpc(async ({ id, eventId }, { caller }) => {
      const owner = ownerOf(caller);
      const event = typeof eventId === 'string' ? idOf(eventId) : null;
      await requireWebhook(pool, owner, idOf(id));
      return {
        replayed: await asOwner(pool, owner, (client) => replayEvents(client, owner, idOf(id), event)),
      };
    }),
    ...subscriptionRpcs(parts, rpc),
  };
}

type Rpc = <Request, Response>(
  handle: (request: Request, context: CallContext) => Promise<Response>,
  scope?: Caller['scope'],
) => handleUnaryCall<Request, Response>;

/** What MCP clients call. They tell what a token that may read can read, so they need no more. */
function subscriptionRpcs(parts: EventParts, rpc: Rpc) {
  return {
    getDeliveryModes: rpc<GetDeliveryModesRequest, DeliveryModes>(
      () => Promise.resolve(deliveryModes(parts)),
      'read',
    ),
    subscribe: rpc<SubscribeRequest, Subscription>(
      (request, context) => subscribe(parts, request, context),
      'read',
    ),
    unsubscribe: rpc<UnsubscribeRequest, UnsubscribeResponse>(
      (request, { caller }) => unsubscribe(parts, request, caller),
      'read',
    ),
    pollEvents: rpc<PollEventsRequest, PollEventsResponse>(
      (request, { caller }) => poll(parts.pool, request, caller),
      'read',
    ),
  };
}

/** Returns the user of the caller; null for the operator, who alone may call for no user. */
function ownerOf({ userId, scope }: Caller): number | null {
  if (userId !== 0) return userId;
  if (scope !== 'operator')
    throw new GrpcRejection(status.PERMISSION_DENIED, 'the caller needs a user, or the scope operator');
  return null;
}

async function add(
  parts: EventParts,
  caller: Caller,
  { url, types }: AddWebhookRequest,
): Promise<CreatedWebhook> {
  const owner = ownerOf(caller);
  const isNats = url === NATS_ADDRESS && owner === null;
  const fault = isNats ? null : faultOfAddress(url, parts.policy);
  if (fault !== null) throw invalid(`url: ${fault}`);
  const unknown = types.find((type) => !(EVENT_TYPES as readonly string[]).includes(type));
  if (unknown !== undefined) throw invalid(`types: there is no type ${JSON.stringify(unknown.slice(0, 50))}`);
  if (isNats && !parts.hasNats) throw off('there is no NATS: set NATS_URL');
  const id = randomUUID();
  const secret = isNats ? null : newSecret();
  const sealed = secret === null ? null : seal(keysOf(parts), id, secret);
  const given = { id, url, types: [...new Set(types)], secret: sealed, via: caller.via };
  const webhook = await asOwner(parts.pool, owner, (client) => insertWebhook(client, owner, given));
  if (webhook === null)
    throw new GrpcRejection(
      status.FAILED_PRECONDITION,
      `there are ${String(LIMITS.webhooksMax)} webhooks, which is the most there can be: remove one first`,
      rejectionCode('TOO_MANY_WEBHOOKS'),
    );
  return { webhook, secret: secret === null ? undefined : secretText(secret) };
}

async function rotate(parts: EventParts, owner: number | null, id: string): Promise<CreatedWebhook> {
  await requireWebhook(parts.pool, owner, id);
  const secret = newSecret();
  const sealed = seal(keysOf(parts), id, secret);
  const webhook = await asOwner(parts.pool, owner, (client) => replaceSecret(client, owner, id, sealed));
  return { webhook: found(webhook), secret: secretText(secret) };
}

async function requireWebhook(pool: Pool, owner: number | null, id: string): Promise<void> {
  const webhooks = await asOwner(pool, owner, (client) => listWebhooks(client, owner));
  found(webhooks.find((webhook) => webhook.id === id) ?? null);
}

function keysOf({ keys }: EventParts): WebhookKeys {
  if (keys === undefined) throw off('webhooks are off: set WEBHOOK_KEYS');
  return keys;
}

function off(message: string): GrpcRejection {
  return new GrpcRejection(status.FAILED_PRECONDITION, message, rejectionCode('WEBHOOKS_OFF'));
}

function invalid(message: string): GrpcRejection {
  return new GrpcRejection(status.INVALID_ARGUMENT, message);
}

function idOf(text: string): string {
  if (!UUID.test(text)) throw invalid('an id must be a UUID');
  return text;
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new GrpcRejection(status.NOT_FOUND, 'there is no such webhook');
  return row;
}
