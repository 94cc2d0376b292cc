/** Webhooks in PostgreSQL: those of a user, or (user null) the operator's, who is no user. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { type Client, inTransaction, type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { DeadEvent, Webhook } from '@ctx/proto/gen/ctx/v1/events';
import { newSecret, seal, secretText } from './secrets.ts';

/** The keys that encrypt secrets: the first encrypts, all decrypt. */
export type WebhookKeys = readonly [Buffer, ...Buffer[]];

/** A webhook to add. */
export interface NewWebhook {
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly string[];
  readonly via: string;
}

/** A webhook, and its secret, which only this response has; null for NATS. */
export interface CreatedRow {
  readonly webhook: Webhook;
  readonly secret: string | null;
}

const COLUMNS = `webhook_id AS id, address AS url, coalesce(types, '{}') AS types, created_at AS "createdAt",
  failing_since AS "failingSince", last_error AS "lastError",
  CASE WHEN former_until > clock_timestamp() THEN former_until END AS "formerUntil"`;
/** $1 is the user, or null. */
const OF_OWNER = 'user_id IS NOT DISTINCT FROM $1::bigint';

/** Runs `work` in a transaction of the owner: row security shows no others' webhooks. */
export function asOwner<Result>(
  pool: Pool,
  userId: number | null,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return userId === null ? inTransaction(pool, 'BEGIN', work) : writeAsUser(pool, userId, work);
}

/** Adds a webhook. Returns null if the owner has as many as there can be. `keys` null: for NATS, which needs no secret. */
export async function addWebhook(
  client: Client,
  userId: number | null,
  keys: WebhookKeys | null,
  { url, types, via }: NewWebhook,
): Promise<CreatedRow | null> {
  // One at a time, so that the webhooks can be counted.
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `webhooks of ${String(userId)}`,
  ]);
  const { rows: counted } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM corrections.webhooks WHERE ${OF_OWNER}`,
    [userId],
  );
  if ((counted[0]?.count ?? 0) >= LIMITS.webhooksMax) return null;
  const id = randomUUID();
  const secret = keys === null ? null : newSecret();
  const sealed = keys === null || secret === null ? null : seal(keys, id, secret);
  const { rows } = await client.query<Webhook>(
    `INSERT INTO corrections.webhooks (webhook_id, user_id, address, types, secret, created_via)
     VALUES ($2, $1, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
    [userId, id, url, types.length === 0 ? null : types, sealed, via],
  );
  return created(rows, secret);
}

/** Returns the webhooks of an owner, oldest first. */
export async function listWebhooks(client: Client, userId: number | null): Promise<Webhook[]> {
  const { rows } = await client.query<Webhook>(
    `SELECT ${COLUMNS} FROM corrections.webhooks WHERE ${OF_OWNER} ORDER BY created_at, webhook_id`,
    [userId],
  );
  return rows;
}

/** Removes a webhook with its events. Returns null if the owner has no such webhook. */
export async function removeWebhook(
  client: Client,
  userId: number | null,
  id: string,
): Promise<Webhook | null> {
  const { rows } = await client.query<Webhook>(
    `DELETE FROM corrections.webhooks WHERE ${OF_OWNER} AND webhook_id = $2 RETURNING ${COLUMNS}`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Gives a webhook a new secret; the former one signs too for a day. Returns null if the owner has no such webhook with a secret. */
export async function rotateWebhook(
  client: Client,
  userId: number | null,
  keys: WebhookKeys,
  id: string,
): Promise<CreatedRow | null> {
  const secret = newSecret();
  const { rows } = await client.query<Webhook>(
    `UPDATE corrections.webhooks SET secret = $3, former_secret = secret, former_until = clock_timestamp() + interval '1 day'
     WHERE ${OF_OWNER} AND webhook_id = $2 AND secret IS NOT NULL RETURNING ${COLUMNS}`,
    [userId, id, seal(keys, id, secret)],
  );
  return created(rows, secret);
}

/** Returns the dead events of a webhook of the owner, oldest first. */
export async function listDeadEvents(
  client: Client,
  userId: number | null,
  id: string,
  rowsMax: number,
): Promise<DeadEvent[]> {
  const { rows } = await client.query<DeadEvent>(
    `SELECT event_id AS "eventId", event_type AS type, user_id AS "userId", happened_at AS "happenedAt", dead_at AS "deadAt", attempts,
       last_error AS "lastError" FROM corrections.dead_deliveries($2, $1, $3)`,
    [userId, id, rowsMax],
  );
  return rows;
}

/** Sends one dead event (`eventId`) or all of them again. Returns how many. */
export async function replayEvents(
  client: Client,
  userId: number | null,
  id: string,
  eventId: string | null,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT corrections.replay_deliveries($2, $1, $3) AS count',
    [userId, id, eventId],
  );
  return rows[0]?.count ?? 0;
}

function created([webhook]: readonly Webhook[], secret: Buffer | null): CreatedRow | null {
  return webhook === undefined ? null : { webhook, secret: secret === null ? null : secretText(secret) };
}
