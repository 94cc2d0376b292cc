/** What PostgreSQL plans by, after a run that wrote much. */
import type { Logger } from '@ctx/common/platform/log';
import type { Pool } from '@ctx/common/platform/postgres';

/** Of the figures of some 8,000 events. Fewer rows read where one was asked for are no matter. */
const ROWS_MIN = 20_000;

/** Has the rows of users counted where a run wrote many; else autovacuum does, a minute or more later. Never throws. */
export async function refreshStatistics(pool: Pool, log: Logger, rowsChanged: number): Promise<void> {
  if (rowsChanged < ROWS_MIN) return;
  try {
    await pool.query('SELECT figures.refresh_statistics()');
  } catch (error) {
    log.warn({ err: error }, 'statistics not refreshed; autovacuum will');
  }
}
