/** Log and database pool of a thread that computes: few connections, whose statements may take long. */
import { createLogger, type Logger } from '@ctx/platform/log';
import { createPool, type Pool } from '@ctx/platform/postgres';

/** Timeout of a single statement of a run, milliseconds (reliability.md, "Settings"). */
export const RUN_STATEMENT_MS_MAX = 600_000;

/** What the process hands to such a thread. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  readonly logLevel: string;
}

/** Returns the log and the pool of a thread, which ends the pool itself. */
export function threadTools(
  { databaseUrl, logLevel }: ThreadSettings,
  connectionsMax: number,
): { log: Logger; pool: Pool } {
  const log = createLogger('recalc', logLevel);
  const pool = createPool({
    url: databaseUrl,
    connectionsMax,
    statementTimeoutMs: RUN_STATEMENT_MS_MAX,
    pipeline: false,
    onError: (error) => {
      log.warn({ err: error }, 'idle database connection lost');
    },
  });
  return { log, pool };
}
