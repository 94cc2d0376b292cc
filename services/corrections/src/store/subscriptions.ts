/**
 * Subscriptions and polls of MCP clients in PostgreSQL: rows of webhooks that have a credential, and end with it. All functions are called
 * in a transaction of the user.
 */
import { LIMITS } from '@ctx/domain/limits';
import type { Client } from '@ctx/platform/postgres';
import { lockWebhooks } from './webhooks.ts';

/** The address of a row that belongs to polls, to which nothing is sent. */
const POLL_ADDRESS = 'poll:';

/** Who subscribes or polls: a token or an app connection of a user. */
export interface Subscriber {
  readonly userId: number;
  readonly credentialId: string;
  /** Name of the token or app. */
  readonly via: string;
}

/** The event and the address of a subscription. */
export interface SubscriptionKey {
  readonly subscriptionId: string;
  readonly name: string;
  readonly url: string;
}

/** A subscription that has not expired. */
export interface StoredSubscription {
  readonly webhookId: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly failingSince: string | null;
  readonly lastError: string | null;
}

const IS_LIVE = 'expires_at > clock_timestamp()';
/** $1 is the user, $2 the credential. */
const OF_SUBSCRIBER = `user_id = $1 AND credential_id = $2 AND ${IS_LIVE}`;

/** Lets one transaction at a time change the subscriptions of a user. Returns whether the credential is still valid, which it then stays. */
export async function lockSubscriber(client: Client, { userId, credentialId }: Subscriber): Promise<boolean> {
  await lockWebhooks(client, userId);
  const { rows } = await client.query<{ isValid: boolean }>(
    'SELECT corrections.credential_end($1, $2) IS NOT NULL AS "isValid"',
    [userId, credentialId],
  );
  return rows[0]?.isValid ?? false;
}

/** Returns a subscription of the subscriber; null without one. */
export async function findSubscription(
  client: Client,
  { userId, credentialId }: Subscriber,
  { subscriptionId }: Pick<SubscriptionKey, 'subscriptionId'>,
): Promise<StoredSubscription | null> {
  const { rows } = await client.query<StoredSubscription>(
    `SELECT webhook_id AS "webhookId", secret, failing_since AS "failingSince", last_error AS "lastError"
     FROM corrections.webhooks WHERE ${OF_SUBSCRIBER} AND subscription_id = $3`,
    [userId, credentialId, subscriptionId],
  );
  return rows[0] ?? null;
}

/** Returns whether the subscriber has a subscription with this address, and whether the user has as many as there can be. */
export async function readRoom(
  client: Client,
  { userId, credentialId }: Subscriber,
  { url }: Pick<SubscriptionKey, 'url'>,
): Promise<{ readonly hasAddress: boolean; readonly isFull: boolean }> {
  const { rows } = await client.query<{ hasAddress: boolean; isFull: boolean }>(
    `SELECT coalesce(bool_or(credential_id = $2 AND address = $3), false) AS "hasAddress", count(*) >= $4 AS "isFull"
     FROM corrections.webhooks WHERE user_id = $1 AND subscription_id IS NOT NULL AND ${IS_LIVE}`,
    [userId, credentialId, url, LIMITS.subscriptionsMax],
  );
  return rows[0] ?? { hasAddress: false, isFull: false };
}

/** When a row ends: `ms` from now, and never after its credential. */
const END = `least(clock_timestamp() + $3 * interval '1 ms', corrections.credential_end($1, $2))`;

/** Adds a subscription. Returns when it ends. */
export async function insertSubscription(
  client: Client,
  { userId, credentialId, via }: Subscriber,
  { subscriptionId, name, url }: SubscriptionKey,
  row: { readonly webhookId: string; readonly secret: Buffer; readonly ttlMs: number },
): Promise<string> {
  const { rows } = await client.query<{ end: string }>(
    `INSERT INTO corrections.webhooks
       (user_id, credential_id, expires_at, webhook_id, subscription_id, types, address, secret, created_via)
     VALUES ($1, $2, ${END}, $4, $5, ARRAY[$6], $7, $8, $9) RETURNING expires_at AS end`,
    [userId, credentialId, row.ttlMs, row.webhookId, subscriptionId, name, url, row.secret, via],
  );
  return endOf(rows);
}

/** Prolongs a subscription. With a new secret, the former one signs too for a day. Returns when it ends. */
export async function prolongSubscription(
  client: Client,
  { userId, credentialId }: Subscriber,
  row: { readonly webhookId: string; readonly newSecret: Buffer | null; readonly ttlMs: number },
): Promise<string> {
  const { rows } = await client.query<{ end: string }>(
    `UPDATE corrections.webhooks SET expires_at = ${END}, secret = coalesce($5, secret),
       former_secret = CASE WHEN $5::bytea IS NULL THEN former_secret ELSE secret END,
       former_until = CASE WHEN $5::bytea IS NULL THEN former_until ELSE clock_timestamp() + interval '1 day' END
     WHERE ${OF_SUBSCRIBER} AND webhook_id = $4 RETURNING expires_at AS end`,
    [userId, credentialId, row.ttlMs, row.webhookId, row.newSecret],
  );
  return endOf(rows);
}

function endOf([row]: readonly { readonly end: string }[]): string {
  if (row === undefined) throw new TypeError('no row was written');
  return row.end;
}

/** Removes a subscription with its events. Returns whether there was one. */
export async function removeSubscription(
  client: Client,
  { userId, credentialId }: Subscriber,
  { subscriptionId }: Pick<SubscriptionKey, 'subscriptionId'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `DELETE FROM corrections.webhooks WHERE ${OF_SUBSCRIBER} AND subscription_id = $3`,
    [userId, credentialId, subscriptionId],
  );
  return rowCount !== 0;
}

/** No event waits for longer, and an interval of PostgreSQL has room for no number of milliseconds. */
const AGE_MS_MAX = 30 * 86_400_000;

/**
 * Deletes dead events of a subscription, and for a subscription or polls those that are older than `maxAgeMs` (null: none). Others are sent
 * at once. Returns whether any was deleted.
 */
export async function skipEvents(
  client: Client,
  { userId }: Subscriber,
  webhookId: string,
  maxAgeMs: number | null,
): Promise<boolean> {
  const { rows } = await client.query<{ skipped: number }>(
    `SELECT corrections.skip_deliveries($1, $2, clock_timestamp() - $3 * interval '1 ms') AS skipped`,
    [webhookId, userId, maxAgeMs === null ? null : Math.min(maxAgeMs, AGE_MS_MAX)],
  );
  return (rows[0]?.skipped ?? 0) > 0;
}

const POLL_MS_MAX = LIMITS.pollDaysMax * 86_400_000;

/** Adds the row of new polls. The user's polls beyond the limit end: those whose last poll is the longest ago. */
export async function insertPolls(
  client: Client,
  { userId, credentialId, via }: Subscriber,
  webhookId: string,
  name: string,
): Promise<void> {
  await client.query(
    `INSERT INTO corrections.webhooks (user_id, credential_id, expires_at, webhook_id, types, address, created_via)
     VALUES ($1, $2, ${END}, $4, ARRAY[$5], $6, $7)`,
    [userId, credentialId, POLL_MS_MAX, webhookId, name, POLL_ADDRESS, via],
  );
  await client.query(
    `DELETE FROM corrections.webhooks WHERE user_id = $1 AND webhook_id IN (
       SELECT webhook_id FROM corrections.webhooks WHERE user_id = $1 AND address = $2
       ORDER BY webhook_id = $3 DESC, expires_at DESC OFFSET $4)`,
    [userId, POLL_ADDRESS, webhookId, LIMITS.pollsMax],
  );
}

/** Prolongs the row of polls. Returns whether it exists. */
export async function prolongPolls(
  client: Client,
  { userId, credentialId }: Subscriber,
  webhookId: string,
  name: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE corrections.webhooks SET expires_at = ${END}
     WHERE ${OF_SUBSCRIBER} AND webhook_id = $4 AND address = $5 AND types = ARRAY[$6]`,
    [userId, credentialId, POLL_MS_MAX, webhookId, POLL_ADDRESS, name],
  );
  return rowCount !== 0;
}

/** An event that a poll gets. */
export interface PolledRow {
  readonly eventId: string;
  readonly happenedAt: string;
  /** JSON. */
  readonly data: string;
  /** The number of the response that has it. */
  readonly response: number;
}

/** Deletes the events of the responses up to `received`, and returns the oldest others. */
export async function pollEvents(
  client: Client,
  { userId }: Subscriber,
  webhookId: string,
  received: number,
  rowsMax: number,
): Promise<PolledRow[]> {
  const { rows } = await client.query<PolledRow>(
    `SELECT event_id AS "eventId", happened_at AS "happenedAt", data, response
     FROM corrections.poll_deliveries($1, $2, $3, $4) ORDER BY delivery_id`,
    [webhookId, userId, received, rowsMax],
  );
  return rows;
}

/** Returns whether more events wait for a poll than the response with this number has. */
export async function hasMoreEvents(
  client: Client,
  { userId }: Subscriber,
  webhookId: string,
  response: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM corrections.deliveries WHERE user_id = $1 AND webhook_id = $2 AND attempts <> $3 LIMIT 1',
    [userId, webhookId, response],
  );
  return rowCount !== 0;
}
