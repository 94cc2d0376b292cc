/** The reference for corrections: one row and one commit with `pg`, and nothing else. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { closedLoop, type Loop, serveDriver } from '../drivers/program.ts';

/** The input of this program, read from standard input. */
export interface BareInserts extends Loop {
  /** The URL of the owner, to whom row security does not apply. */
  readonly databaseUrl: string;
  /** The user of the inserted rows. */
  readonly userId: number;
}

await serveDriver<BareInserts>(async (input) => {
  const pool = new pg.Pool({ connectionString: input.databaseUrl, max: input.clients });
  await pool.query('SELECT 1');
  return () =>
    closedLoop(input, async (index) => {
      await pool.query({
        name: 'bare',
        text: `INSERT INTO corrections.overrides (user_id, override_id, event_id, account_id, asset_key, original_type,
          reference_id, overridden_euro_value) VALUES ($1, $2, $3, $4, 'ETH', 'ACQUISITION', 'E', $5)`,
        values: [input.userId, randomUUID(), randomUUID(), randomUUID(), `${String(index)}.5`],
      });
      return null;
    });
});
