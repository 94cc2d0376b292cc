/** What a thread that computes needs of its own: its log, and few connections that may take long. */
import { createLogger, type Logger } from '@ctx/common/platform/log';
import { createPool, type Pool } from '@ctx/common/platform/postgres';
import { RUN_STATEMENT_MS_MAX } from './settings.ts';

/** What the process tells such a thread. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  readonly logLevel: string;
}

/** The log and the pool of a thread; the thread ends its pool. */
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
      log.warn({ err: error }, 'idle connection lost');
    },
  });
  return { log, pool };
}
