/** Wishes to run on their way to NATS. */
import type { Client, Pool } from '@ctx/common/platform/postgres';

/** A wish, and the trace of the change it comes from, where it has one. */
export interface Wish {
  readonly userId: number;
  readonly traceparent: string | null;
}

/** Takes at most `rowsMax` wishes out, each older than `olderThan` (an interval); gone once the transaction commits. */
export async function takeOutbox(client: Client, rowsMax: number, olderThan: string): Promise<Wish[]> {
  const { rows } = await client.query<Wish>(
    'SELECT user_id AS "userId", traceparent FROM corrections.take_outbox($1, $2::interval)',
    [rowsMax, olderThan],
  );
  return rows;
}

/** How many rows wait, the age of the oldest, and the age of the oldest request that no run has served; ages in seconds. */
export type OutboxFigures = Readonly<Record<'waiting' | 'oldest' | 'oldestUnserved', number>>;

/** The outbox over all users, and what recalc has not served of what was in it. */
export async function readOutbox(pool: Pool): Promise<OutboxFigures | undefined> {
  const { rows } = await pool.query<OutboxFigures>({
    name: 'outbox-figures',
    text: `SELECT o.waiting, o.oldest_seconds AS oldest, q.oldest_wait_seconds AS "oldestUnserved"
      FROM corrections.outbox_figures() o, corrections.queue_figures() q`,
  });
  return rows[0];
}
