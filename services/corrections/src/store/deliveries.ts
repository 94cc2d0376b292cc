/** The deliveries of webhooks in PostgreSQL. Their statements concern several users, so all are functions of the database. */
import { inTransaction, type Pool } from '@ctx/platform/postgres';

/** A webhook whose lease this process has. Its secrets are encrypted. */
export interface LeasedWebhook {
  readonly webhookId: string;
  /** Null for the operator's. */
  readonly userId: number | null;
  readonly address: string;
  readonly secret: Buffer | null;
  readonly formerSecret: Buffer | null;
  /** What the receiver of an MCP subscription knows it by; null for other webhooks. */
  readonly subscriptionId: string | null;
}

/** An event that is being delivered. */
export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly happenedAt: string;
  /** JSON. */
  readonly data: string;
  /** With this one. */
  readonly attempts: number;
}

/** A process, and how long its lease of a webhook lasts after each attempt. */
export interface Lease {
  readonly worker: string;
  readonly leaseMs: number;
}

/** Takes the leases of webhooks with events that are due. In a transaction, so that its commit has a time limit. */
export async function takeWebhooks(
  pool: Pool,
  { worker, leaseMs }: Lease,
  webhooksMax: number,
  isOfOperator: boolean,
): Promise<LeasedWebhook[]> {
  const { rows } = await inTransaction(pool, 'BEGIN', (client) =>
    client.query<LeasedWebhook>({
      name: 'take-receivers',
      text: `SELECT webhook_id AS "webhookId", user_id AS "userId", address, secret, former_secret AS "formerSecret",
          subscription_id AS "subscriptionId"
        FROM corrections.take_receivers($1, $2 * interval '1 ms', $3, $4, true)`,
      values: [worker, leaseMs, webhooksMax, isOfOperator],
    }),
  );
  return rows;
}

/** Returns ids of deliveries that are due, one a user. */
export async function dueDeliveries(pool: Pool, webhookId: string, rowsMax: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'due-deliveries',
    text: 'SELECT delivery_id AS id FROM corrections.due_deliveries($1, $2)',
    values: [webhookId, rowsMax],
  });
  return rows.map(({ id }) => id);
}

/** Begins an attempt. Null if the event is gone, or another process has the lease. */
export async function beginDelivery(
  pool: Pool,
  id: number,
  { worker, leaseMs }: Lease,
): Promise<Delivery | null> {
  const { rows } = await pool.query<Delivery>({
    name: 'begin-delivery',
    text: `SELECT event_id AS "eventId", event_type AS type, happened_at AS "happenedAt", data, attempts
      FROM corrections.begin_delivery($1, $2, $3 * interval '1 ms')`,
    values: [id, worker, leaseMs],
  });
  return rows[0] ?? null;
}

/** Deletes a delivery that arrived. */
export async function endDelivery(pool: Pool, id: number): Promise<void> {
  await pool.query({ name: 'end-delivery', text: 'SELECT corrections.end_delivery($1)', values: [id] });
}

/** Records a failed attempt. `retryMs` null: it was the last one. */
export async function failDelivery(
  pool: Pool,
  id: number,
  error: string,
  retryMs: number | null,
): Promise<void> {
  await pool.query({
    name: 'fail-delivery',
    text: `SELECT corrections.fail_delivery($1, $2, $3 * interval '1 ms')`,
    values: [id, error, retryMs],
  });
}

/** Gives a lease back, and lets a webhook that fails rest. */
export async function releaseWebhook(
  pool: Pool,
  webhookId: string,
  worker: string,
  error: string | null,
  restMs: number,
): Promise<void> {
  await pool.query({
    name: 'release-webhook',
    text: `SELECT corrections.release_webhook($1, $2, $3, $4 * interval '1 ms')`,
    values: [webhookId, worker, error, restMs],
  });
}

/** Reads the age of the oldest event that a webhook of the operator has yet to get, in seconds. */
export async function readOldestDelivery(pool: Pool): Promise<{ readonly oldest: number } | undefined> {
  const { rows } = await pool.query<{ oldest: number }>({
    name: 'delivery-figures',
    text: 'SELECT oldest_seconds AS oldest FROM corrections.delivery_figures()',
  });
  return rows[0];
}
