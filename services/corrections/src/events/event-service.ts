/** EventService: the webhooks of a user, or of the operator, for callers of whom gRPC knows the user. */
import { EVENT_TYPES } from '@ctx/domain/event-types';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';
import type { Caller } from '@ctx/platform/caller';
import {
  GrpcRejection,
  type GrpcServerSettings,
  operatorUnary,
  rejectionCode,
} from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import type { AddWebhookRequest, CreatedWebhook, EventServiceServer } from '@ctx/proto/gen/ctx/v1/events';
import { status } from '@grpc/grpc-js';
import { NATS_ADDRESS } from './deliver.ts';
import { type AddressPolicy, faultOfAddress } from './public-address.ts';
import {
  addWebhook,
  asOwner,
  type CreatedRow,
  listDeadEvents,
  listWebhooks,
  removeWebhook,
  replayEvents,
  rotateWebhook,
  type WebhookKeys,
} from './webhooks.ts';

const DEAD_EVENTS_MAX = 1000;

/** What EventService needs. */
export interface EventParts {
  readonly pool: Pool;
  /** WEBHOOK_KEYS; undefined: webhooks are off. */
  readonly keys: WebhookKeys | undefined;
  readonly policy: AddressPolicy;
  readonly hasNats: boolean;
}

/** EventService, for the operator. */
export function eventService(parts: EventParts, settings: GrpcServerSettings): EventServiceServer {
  const rpc = operatorUnary(settings);
  const { pool } = parts;
  return {
    addWebhook: rpc((request, { caller }) => add(parts, caller, request)),
    listWebhooks: rpc(async (_request, { caller }) => {
      const owner = ownerOf(caller);
      return { webhooks: await asOwner(pool, owner, (client) => listWebhooks(client, owner)) };
    }),
    removeWebhook: rpc(async ({ id }, { caller }) => {
      const owner = ownerOf(caller);
      return found(await asOwner(pool, owner, (client) => removeWebhook(client, owner, idOf(id))));
    }),
    rotateWebhook: rpc(async ({ id }, { caller }) => {
      const [owner, keys] = [ownerOf(caller), keysOf(parts)];
      return asMessage(
        found(await asOwner(pool, owner, (client) => rotateWebhook(client, owner, keys, idOf(id)))),
      );
    }),
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
      return {
        replayed: await asOwner(pool, owner, (client) => replayEvents(client, owner, idOf(id), event)),
      };
    }),
  };
}

/** The user of the caller; null for the operator. */
function ownerOf({ userId }: Caller): number | null {
  return userId === 0 ? null : userId;
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
  const keys = isNats ? null : keysOf(parts);
  const webhook = { url, types: [...new Set(types)], via: caller.via };
  const row = await asOwner(parts.pool, owner, (client) => addWebhook(client, owner, keys, webhook));
  if (row === null)
    throw new GrpcRejection(
      status.FAILED_PRECONDITION,
      `there are ${String(LIMITS.webhooksMax)} webhooks, which is the most there can be: remove one first`,
      rejectionCode('TOO_MANY_WEBHOOKS'),
    );
  return asMessage(row);
}

function keysOf({ keys }: EventParts): WebhookKeys {
  if (keys === undefined) throw off('webhooks are off: set WEBHOOK_KEYS');
  return keys;
}

function asMessage({ webhook, secret }: CreatedRow): CreatedWebhook {
  return { webhook, secret: secret ?? undefined };
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
