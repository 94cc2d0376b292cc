import { type Pool, readAsUser } from '@ctx/platform/postgres';
import type { RecalcStatus } from '@ctx/proto/gen/ctx/v1/read';

interface Row {
  status: string;
  last_completed_at: string | null;
}

const SQL = 'SELECT status, last_completed_at FROM corrections.recalc_state WHERE user_id = $1';

/** Returns whether a run is in progress or requested (service.md, "Recalc status"); IDLE for a user without facts. */
export async function getRecalcStatus(pool: Pool, userId: number): Promise<RecalcStatus> {
  const [rows] = await readAsUser<[Row]>(pool, userId, {
    name: 'recalc-status',
    text: SQL,
    values: [userId],
  });
  return { status: rows[0]?.status ?? 'IDLE', lastCompletedAt: rows[0]?.last_completed_at ?? null };
}
