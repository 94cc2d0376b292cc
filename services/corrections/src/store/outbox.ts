/** The outbox: recalculation requests that wait to be published to NATS. */
import type { Client, Pool } from '@ctx/platform/postgres';

/** A recalculation request, and the W3C trace context of the change that made it. */
export interface RecalculationRequest {
  readonly userId: number;
  readonly traceparent: string | null;
}

/** Removes and returns at most `rowsMax` requests older than `olderThan` (an interval). */
export async function takeOutbox(
  client: Client,
  rowsMax: number,
  olderThan: string,
): Promise<RecalculationRequest[]> {
  const { rows } = await client.query<RecalculationRequest>(
    'SELECT user_id AS "userId", traceparent FROM corrections.take_outbox($1, $2::interval)',
    [rowsMax, olderThan],
  );
  return rows;
}

/** Number of waiting rows, age of the oldest, and age of the oldest request that no run has served. Ages are in seconds. */
export type OutboxFigures = Readonly<Record<'waiting' | 'oldest' | 'oldestUnserved', number>>;

/** Reads the figures of the outbox and of the recalculation queue, over all users. */
export async function readOutbox(pool: Pool): Promise<OutboxFigures | undefined> {
  const { rows } = await pool.query<OutboxFigures>({
    name: 'outbox-figures',
    text: `SELECT o.waiting, o.oldest_seconds AS oldest, q.oldest_wait_seconds AS "oldestUnserved"
      FROM corrections.outbox_figures() o, corrections.queue_figures() q`,
  });
  return rows[0];
}
