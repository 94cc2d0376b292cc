/** The reference for the read service: the rows of a page under row security with `pg`, and nothing else. */
import pg from 'pg';
import { TRANSACTION_COLUMNS } from '@ctx/records/transaction-rows';
import { closedLoop, type Loop, serveDriver } from '../drivers/program.ts';

/** The input of this program, read from standard input. */
export interface BareReads extends Loop {
  /** The URL of the read service's role. */
  readonly databaseUrl: string;
  readonly connections: number;
  readonly pages: readonly { userId: number; year: number; page: number; size: number }[];
}

await serveDriver<BareReads>(async (input) => {
  const { databaseUrl, connections, pages } = input;
  const options = { connectionString: databaseUrl, max: connections, pipeline: true } as pg.PoolConfig;
  const pool = new pg.Pool(options);
  await pool.query('SELECT 1');
  return () =>
    closedLoop(input, async (index, keep) => {
      const rows = await pageOf(pool, pages[index % pages.length] as BareReads['pages'][number]);
      return keep ? JSON.stringify(rows.map(({ id }) => id)) : null;
    });
});

/** Reads a page in one round trip, as the read service does: sets the user of the transaction, then selects the rows. */
async function pageOf(
  pool: pg.Pool,
  { userId, year, page, size }: BareReads['pages'][number],
): Promise<{ id: string }[]> {
  const client = await pool.connect();
  try {
    const [, , { rows }] = await Promise.all([
      client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
      client.query({
        name: 'user',
        text: "SELECT set_config('app.user_id', $1, true)",
        values: [String(userId)],
      }),
      client.query<{ id: string }>({
        name: 'page',
        text: `SELECT ${TRANSACTION_COLUMNS.text} FROM figures.events e WHERE e.user_id = $1 AND e.year = $2
          ORDER BY e.occurred_at DESC, e.event_id LIMIT $3 OFFSET $4`,
        values: [userId, year, size, page * size],
      }),
      client.query('COMMIT'),
    ]);
    return rows;
  } finally {
    client.release();
  }
}
