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

/** How many wishes wait, and the age of the oldest in seconds. */
export type OutboxFigures = Readonly<Record<'waiting' | 'oldest', number>>;

/** The outbox over all users. */
export async function readOutbox(pool: Pool): Promise<OutboxFigures | undefined> {
  const { rows } = await pool.query<OutboxFigures>({
    name: 'outbox-figures',
    text: 'SELECT waiting, oldest_seconds AS oldest FROM corrections.outbox_figures()',
  });
  return rows[0];
}
