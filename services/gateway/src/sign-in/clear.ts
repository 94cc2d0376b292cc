/** What is over is cleared: sessions, codes, tokens, requests under way, clients that nobody connected. */
import type { Pool } from '@ctx/common/platform/postgres';

/** Answers how many rows went. Safe on every replica at once. */
export async function clearOldSignIns(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ cleared: number }>('SELECT identity.clear_old_sign_ins() AS cleared');
  return rows[0]?.cleared ?? 0;
}
