/** Lists of tokens and connections as the settings pages show them. */
import { type Pool, readAsUser } from '@ctx/platform/postgres';

/** How many ended rows a settings page shows. */
const ENDED_ROWS_MAX = 20;

export interface LiveAndEndedRows<Row> {
  /** Newest first. */
  readonly live: readonly Row[];
  /** The rows that ended most recently, latest first, at most `ENDED_ROWS_MAX`. */
  readonly ended: readonly Row[];
}

/** A table whose rows end when they are revoked or expire. */
interface EndingRows {
  readonly table: 'tokens' | 'connections';
  readonly columns: string;
  /** The column that orders rows of one instant. */
  readonly id: string;
  /** SQL condition: the row has not ended. */
  readonly isLive: string;
}

/** Returns a user's live rows and the rows that ended most recently. */
export async function readLiveAndEnded<Row extends object>(
  pool: Pool,
  userId: number,
  { table, columns, id, isLive }: EndingRows,
): Promise<LiveAndEndedRows<Row>> {
  const rows = `SELECT ${columns} FROM identity.${table} WHERE user_id = $1 AND`;
  const [live, ended] = await readAsUser<[Row, Row]>(
    pool,
    userId,
    {
      name: `live-${table}`,
      text: `${rows} ${isLive} ORDER BY created_at DESC, ${id}`,
      values: [userId],
    },
    {
      name: `ended-${table}`,
      text: `${rows} NOT (${isLive}) ORDER BY least(revoked_at, expires_at) DESC, ${id} LIMIT $2`,
      values: [userId, ENDED_ROWS_MAX],
    },
  );
  return { live, ended };
}
