/** Subscriptions of MCP clients: added after a verification of their address, prolonged, and removed (docs/events.md, "MCP Events"). */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { SUBSCRIBABLE_EVENTS } from '@ctx/domain/event-types';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';
import type { Caller } from '@ctx/platform/caller';
import { type CallContext, GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { type Client, type Pool, writeAsUser } from '@ctx/platform/postgres';
import type {
  DeliveryModes,
  SubscribeRequest,
  Subscription,
  UnsubscribeRequest,
  UnsubscribeResponse,
} from '@ctx/proto/gen/ctx/v1/events';
import { status } from '@grpc/grpc-js';
import {
  findSubscription,
  insertSubscription,
  lockSubscriber,
  prolongSubscription,
  readRoom,
  removeSubscription,
  skipEvents,
  type Subscriber,
  type SubscriptionKey,
} from '../store/subscriptions.ts';
import { type AddressPolicy, faultOfAddress } from './public-address.ts';
import { chosenSecret, seal, unseal, type WebhookKeys } from './secrets.ts';
import { mcpReasonOf } from './send.ts';
import { verifyReceiver } from './verification.ts';

/** What subscriptions need. */
export interface SubscriptionParts {
  readonly pool: Pool;
  /** WEBHOOK_KEYS; undefined: nothing can be subscribed to. */
  readonly keys: WebhookKeys | undefined;
  readonly policy: AddressPolicy;
}

/** Returns how events of MCP can be delivered, the best way first. */
export function deliveryModes({ keys }: Pick<SubscriptionParts, 'keys'>): DeliveryModes {
  return { modes: keys === undefined ? ['poll'] : ['webhook', 'poll'] };
}

/** Returns the token or app connection that subscribes or polls. */
export function subscriberOf({ userId, via }: Caller, credentialId: string): Subscriber {
  if (userId === 0) throw new GrpcRejection(status.PERMISSION_DENIED, 'the caller needs a user');
  if (!UUID.test(credentialId)) throw invalid('credential_id: must be a UUID');
  return { userId, credentialId, via };
}

/** Throws INVALID_ARGUMENT for an event that MCP clients cannot subscribe to. */
export function requireEvent(name: string): void {
  if (!(SUBSCRIBABLE_EVENTS as readonly string[]).includes(name))
    throw invalid('name: there is no such event');
}

/** Returns the rejection of a credential that was revoked or expired while it was used. */
export function credentialEnded(): GrpcRejection {
  return failed('CREDENTIAL_ENDED', 'the token or the connection of the app has ended');
}

/** Adds a subscription, or prolongs the one that has the same credential, address and event. */
export async function subscribe(
  parts: SubscriptionParts,
  request: SubscribeRequest,
  { caller, signal }: Pick<CallContext, 'caller' | 'signal'>,
): Promise<Subscription> {
  const { keys, policy, pool } = parts;
  const subscriber = subscriberOf(caller, request.credentialId);
  if (keys === undefined) throw failed('WEBHOOKS_OFF', 'webhooks are off: set WEBHOOK_KEYS');
  const secret = requireValid(request, policy);
  const key = keyOf(subscriber, request);
  const asUser = <Result>(work: (client: Client) => Promise<Result>): Promise<Result> =>
    writeAsUser(pool, subscriber.userId, work);
  const isVerified = await asUser((client) => isAddressVerified(client, subscriber, key));
  if (!isVerified) {
    if (!request.mayVerify) throw failed('VERIFICATION_NEEDED', 'the address is not verified');
    const reason = await verifyReceiver({ ...key, secret }, policy, signal);
    if (reason !== null) throw failed('NOT_VERIFIED', reason);
  }
  return asUser((client) => store(client, keys, subscriber, key, { ...request, chosen: secret }));
}

/** Removes a subscription. */
export async function unsubscribe(
  { pool }: Pick<SubscriptionParts, 'pool'>,
  request: UnsubscribeRequest,
  caller: Caller,
): Promise<UnsubscribeResponse> {
  const subscriber = subscriberOf(caller, request.credentialId);
  const key = keyOf(subscriber, request);
  const isRemoved = await writeAsUser(pool, subscriber.userId, (client) =>
    removeSubscription(client, subscriber, key),
  );
  if (!isRemoved) throw new GrpcRejection(status.NOT_FOUND, 'there is no such subscription');
  return {};
}

function requireValid({ name, url, secret }: SubscribeRequest, policy: AddressPolicy): Buffer {
  requireEvent(name);
  const fault = faultOfAddress(url, policy);
  if (fault !== null) throw invalid(`url: ${fault}`);
  const chosen = chosenSecret(secret);
  if (chosen === null) throw invalid('secret: must be whsec_ and base64 of 24 to 64 bytes');
  return chosen;
}

/** Returns the key of a subscription. Its id is a hash, which shows neither user nor address. */
function keyOf(
  { userId, credentialId }: Subscriber,
  { name, url }: Pick<SubscribeRequest, 'name' | 'url'>,
): SubscriptionKey {
  const hash = createHash('sha256').update(JSON.stringify([userId, credentialId, url, name]));
  return { subscriptionId: `sub_${hash.digest('hex').slice(0, 32)}`, name, url };
}

/** Returns whether a receiver has proved that it wants events. Throws if there is no place for a further subscription. */
async function isAddressVerified(
  client: Client,
  subscriber: Subscriber,
  key: SubscriptionKey,
): Promise<boolean> {
  const { hasAddress, isFull } = await readRoom(client, subscriber, key);
  if (isFull && (await findSubscription(client, subscriber, key)) === null) throw tooMany();
  return hasAddress;
}

async function store(
  client: Client,
  keys: WebhookKeys,
  subscriber: Subscriber,
  key: SubscriptionKey,
  wanted: SubscribeRequest & { readonly chosen: Buffer },
): Promise<Subscription> {
  if (!(await lockSubscriber(client, subscriber))) throw credentialEnded();
  const { hasAddress, isFull } = await readRoom(client, subscriber, key);
  const known = await findSubscription(client, subscriber, key);
  const ttlMs = ttlOf(wanted.ttlMs ?? null);
  const { cursor: since = null, maxAgeMs = null, chosen } = wanted;
  if (known === null) {
    if (isFull) throw tooMany();
    const webhookId = randomUUID();
    const row = { webhookId, secret: seal(keys, webhookId, chosen), ttlMs };
    return {
      ...answerOf(key, webhookId, await insertSubscription(client, subscriber, key, row)),
      truncated: since !== null,
      isNewAddress: !hasAddress,
      isRefreshed: false,
    };
  }
  const { webhookId, secret, failingSince, lastError } = known;
  const newSecret = isSame(keys, webhookId, secret, chosen) ? null : seal(keys, webhookId, chosen);
  const end = await prolongSubscription(client, subscriber, { webhookId, newSecret, ttlMs });
  const isSkipped = await skipEvents(client, subscriber, webhookId, since === null ? null : maxAgeMs);
  return {
    ...answerOf(key, webhookId, end),
    truncated: isSkipped || (since !== null && since !== webhookId),
    isNewAddress: false,
    isRefreshed: true,
    failingSince,
    lastError: lastError === null ? null : mcpReasonOf(lastError),
  };
}

/** The cursor is the id of the row, which never changes: what the receiver has yet to get is stored. */
function answerOf(
  { subscriptionId }: SubscriptionKey,
  webhookId: string,
  end: string,
): Pick<Subscription, 'id' | 'refreshBefore' | 'cursor'> {
  return { id: subscriptionId, refreshBefore: new Date(end).toISOString(), cursor: webhookId };
}

function isSame(keys: WebhookKeys, webhookId: string, sealed: Buffer, chosen: Buffer): boolean {
  const secret = unseal(keys, webhookId, sealed);
  return secret.length === chosen.length && timingSafeEqual(secret, chosen);
}

const TTL_MS_MIN = LIMITS.subscriptionMinutesMin * 60_000;
const TTL_MS_MAX = LIMITS.subscriptionHoursMax * 3_600_000;

/** Returns how long a subscription lasts: as its client suggests, within our limits. */
function ttlOf(suggestedMs: number | null): number {
  return Math.min(TTL_MS_MAX, Math.max(TTL_MS_MIN, suggestedMs ?? TTL_MS_MAX));
}

function tooMany(): GrpcRejection {
  const max = String(LIMITS.subscriptionsMax);
  return failed('TOO_MANY_SUBSCRIPTIONS', `there are ${max} subscriptions, which is the most there can be`);
}

function failed(code: string, message: string): GrpcRejection {
  return new GrpcRejection(status.FAILED_PRECONDITION, message, rejectionCode(code));
}

function invalid(message: string): GrpcRejection {
  return new GrpcRejection(status.INVALID_ARGUMENT, message);
}
