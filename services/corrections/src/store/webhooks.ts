/**
 * Webhooks in PostgreSQL, of a user, or (user null) of the operator, who is no user. Their secrets are encrypted. Rows with a credential
 * are of MCP clients (subscriptions.ts).
 */
import { LIMITS } from '@ctx/domain/limits';
import { type Client, inTransaction, type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { DeadEvent, Webhook } from '@ctx/proto/gen/ctx/v1/events';

/** A webhook to add. */
export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly string[];
  /** Encrypted; null for NATS. */
  readonly secret: Buffer | null;
  readonly via: string;
}

const COLUMNS = `webhook_id AS id, address AS url, coalesce(types, '{}') AS types, created_at AS "createdAt",
  failing_since AS "failingSince", last_error AS "lastError",
  CASE WHEN former_until > clock_timestamp() THEN former_until END AS "formerUntil"`;
/** $1 is the user, or null. */
const OF_OWNER = 'user_id IS NOT DISTINCT FROM $1::bigint AND credential_id IS NULL';

/** Runs `work` in a transaction of the owner: row security shows no others' webhooks. */
export function asOwner<Result>(
  pool: Pool,
  userId: number | null,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return userId === null ? inTransaction(pool, 'BEGIN', work) : writeAsUser(pool, userId, work);
}

/** Lets one transaction at a time add webhooks of an owner, so that it can count them. */
export async function lockWebhooks(client: Client, userId: number | null): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `webhooks of ${String(userId)}`,
  ]);
}

/** Adds a webhook. Returns null if the owner has as many as there can be. */
export async function insertWebhook(
  client: Client,
  userId: number | null,
  { id, url, types, secret, via }: NewWebhook,
): Promise<Webhook | null> {
  await lockWebhooks(client, userId);
  const { rows } = await client.query<Webhook>(
    `INSERT INTO corrections.webhooks (webhook_id, user_id, address, types, secret, created_via)
     SELECT $2::uuid, $1::bigint, $3, $4::text[], $5::bytea, $6
     WHERE (SELECT count(*) FROM corrections.webhooks WHERE ${OF_OWNER}) < $7 RETURNING ${COLUMNS}`,
    [userId, id, url, types.length === 0 ? null : types, secret, via, LIMITS.webhooksMax],
  );
  return rows[0] ?? null;
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
export async function replaceSecret(
  client: Client,
  userId: number | null,
  id: string,
  secret: Buffer,
): Promise<Webhook | null> {
  const { rows } = await client.query<Webhook>(
    `UPDATE corrections.webhooks SET secret = $3, former_secret = secret, former_until = clock_timestamp() + interval '1 day'
     WHERE ${OF_OWNER} AND webhook_id = $2 AND secret IS NOT NULL RETURNING ${COLUMNS}`,
    [userId, id, secret],
  );
  return rows[0] ?? null;
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
