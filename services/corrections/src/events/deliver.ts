/**
 * Delivers events to webhooks. One process at a time has the lease of a webhook, and sends it one event of a user at a time, so each user's
 * events arrive in order. An event is deleted once its receiver has accepted it: after a crash in between, it is sent again.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import type { NatsConnection } from '@nats-io/transport-node';
import { METRICS } from '../metrics.ts';
import {
  beginDelivery,
  type Delivery,
  dueDeliveries,
  endDelivery,
  failDelivery,
  type LeasedWebhook,
  releaseWebhook,
  takeWebhooks,
} from '../store/deliveries.ts';
import type { AddressPolicy } from './public-address.ts';
import { retryAfterMs } from './retries.ts';
import { signatureHeaders, unseal, type WebhookKeys } from './secrets.ts';
import { ATTEMPT_MS_MAX, DeliveryFailure, post, publishEvent } from './send.ts';
import { subscriptionHeader } from './verification.ts';

const POLL_MS = 1000;
/** Another process takes over from one that died. */
const LEASE_MS = 2 * ATTEMPT_MS_MAX;
/** Webhooks that are served at a time. Users have their own share, so that their slow receivers never delay the operator's. */
const WEBHOOKS_AT_ONCE = { operator: 10, user: 20 } as const;
/** Events that are taken of a webhook before others have their turn, and how many are on their way to it at a time. */
const BATCH_ROWS = 20;
const SENT_AT_ONCE = 4;
/** A webhook that accepted nothing rests, so that a receiver that is down is not flooded. */
const REST_MS = 3000;

export const NATS_ADDRESS = 'nats:';

/** What deliveries need. */
export interface DeliveryParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** WEBHOOK_KEYS; undefined: webhooks are off, and only NATS gets events. */
  readonly keys: WebhookKeys | undefined;
  readonly policy: AddressPolicy;
  readonly nats: () => NatsConnection | null;
}

/** Starts to deliver. `stop` ends the attempts that are under way; they are repeated. */
export function startDeliveries(parts: DeliveryParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const worker = randomUUID();
  const served = { operator: new Set<Promise<void>>(), user: new Set<Promise<void>>() };
  const takeOf = async (owner: 'operator' | 'user'): Promise<void> => {
    const room = WEBHOOKS_AT_ONCE[owner] - served[owner].size;
    if (room === 0) return;
    const lease = { worker, leaseMs: LEASE_MS };
    for (const webhook of await takeWebhooks(parts.pool, lease, room, owner === 'operator')) {
      const serving = serve(parts, webhook, worker, stopping.signal)
        .catch((error: unknown) => {
          parts.log.warn(
            { err: error, webhookId: webhook.webhookId },
            'webhook could not be served, will retry',
          );
        })
        .finally(() => served[owner].delete(serving));
      served[owner].add(serving);
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await takeOf('operator');
        await takeOf('user');
      } catch (error) {
        parts.log.warn({ err: error }, 'deliveries could not be read, will retry');
      }
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await Promise.all([...served.operator, ...served.user]);
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Sends a webhook what is due, as long as it accepts events, but no longer than one attempt may take: then others have their turn. */
async function serve(
  parts: DeliveryParts,
  webhook: LeasedWebhook,
  worker: string,
  stopping: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + ATTEMPT_MS_MAX;
  let failure: string | null = null;
  let accepted = 0;
  try {
    for (;;) {
      const due = await dueDeliveries(parts.pool, webhook.webhookId, BATCH_ROWS);
      const outcomes = await eachAtOnce(due, SENT_AT_ONCE, (id) =>
        attempt(parts, webhook, id, worker, stopping),
      );
      const delivered = outcomes.filter((outcome) => outcome === 'DELIVERED').length;
      accepted += delivered;
      failure = outcomes.find((outcome) => outcome !== 'DELIVERED' && outcome !== 'GONE') ?? null;
      if (delivered === 0 || stopping.aborted || performance.now() > endMs) break;
    }
  } finally {
    // One event that is rejected says nothing of a webhook that accepts others.
    const error = accepted > 0 ? null : failure;
    const restMs = error !== null && !stopping.aborted ? REST_MS : 0;
    await releaseWebhook(parts.pool, webhook.webhookId, worker, error, restMs);
  }
}

/** DELIVERED; GONE: with its user or webhook, or with the lease; otherwise why it failed. */
type Outcome = string;

async function attempt(
  parts: DeliveryParts,
  webhook: LeasedWebhook,
  id: number,
  worker: string,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { pool, log } = parts;
  const isStopping = (): boolean => stopping.aborted;
  if (isStopping()) return 'GONE';
  // Read at the last moment: an erased user has no events any more.
  const delivery = await beginDelivery(pool, id, { worker, leaseMs: LEASE_MS });
  if (delivery === null) return 'GONE';
  const owner = webhook.userId === null ? 'operator' : 'user';
  try {
    await send(parts, webhook, delivery, stopping);
  } catch (error) {
    const reason = error instanceof DeliveryFailure ? error.message : 'the event could not be sent';
    const retryMs = isStopping() ? 0 : retryMsOf(webhook, delivery, error);
    await failDelivery(pool, id, reason, retryMs);
    METRICS.deliveries.inc({ owner, outcome: retryMs === null ? 'dead' : 'failed' });
    const { webhookId } = webhook;
    const { eventId, attempts, type } = delivery;
    log.info(
      { err: error, webhookId, eventId, type, attempts },
      retryMs === null ? 'event dead' : 'event not delivered',
    );
    return reason;
  }
  await endDelivery(pool, id);
  METRICS.deliveries.inc({ owner, outcome: 'delivered' });
  return 'DELIVERED';
}

/** Returns the time in ms until the next attempt; null after the last one. MCP Events repeats no event that its receiver finds too large. */
function retryMsOf(
  { subscriptionId }: LeasedWebhook,
  { attempts, happenedAt }: Delivery,
  error: unknown,
): number | null {
  if (subscriptionId !== null && error instanceof DeliveryFailure && error.isTooLarge) return null;
  return retryAfterMs(attempts, Date.now() - Date.parse(happenedAt), Math.random());
}

async function send(
  { keys, policy, nats }: DeliveryParts,
  webhook: LeasedWebhook,
  delivery: Delivery,
  stopping: AbortSignal,
): Promise<void> {
  const { webhookId, address, secret, formerSecret, subscriptionId } = webhook;
  const { eventId, type } = delivery;
  const body = bodyOf(webhook, delivery);
  if (address === NATS_ADDRESS) {
    await publishEvent(nats(), type, eventId, body);
    return;
  }
  if (keys === undefined) throw new DeliveryFailure('WEBHOOK_KEYS is not set');
  const secrets = [secret, formerSecret].flatMap((sealed) =>
    sealed === null ? [] : [unseal(keys, webhookId, sealed)],
  );
  const message = { id: eventId, seconds: Math.floor(Date.now() / 1000), body };
  const headers = { ...signatureHeaders(message, secrets), ...subscriptionHeader(subscriptionId) };
  await post({ address, body, headers, policy, stopping });
}

/** Returns the body of an event: of MCP Events for a subscription, whose cursor never changes. */
function bodyOf(
  { webhookId, subscriptionId }: LeasedWebhook,
  { eventId, type, happenedAt, data }: Delivery,
): string {
  const timestamp = new Date(happenedAt).toISOString();
  const name = JSON.stringify(type);
  return subscriptionId === null
    ? `{"type":${name},"timestamp":"${timestamp}","data":${data}}`
    : `{"eventId":"${eventId}","name":${name},"timestamp":"${timestamp}","data":${data},"cursor":"${webhookId}"}`;
}

/** Works on each item, some at a time, and returns the results in their order. */
async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const workers = Array.from({ length: atOnceMax }, async () => {
    for (const [index, item] of left) results[index] = await work(item);
  });
  await Promise.all(workers);
  return results;
}
