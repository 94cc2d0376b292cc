/**
 * The outbox relay: publishes recalculation requests from PostgreSQL to NATS. The scheduler sweep of recalc serves those
 * that it cannot publish.
 */
import { randomUUID } from 'node:crypto';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import type { Logger } from '@ctx/platform/log';
import { NatsLink, publishRecalcRequested, publishStatus } from '@ctx/platform/nats';
import { PLATFORM_METRICS } from '@ctx/platform/platform-metrics';
import { inTransaction, type Pool } from '@ctx/platform/postgres';
import { inSpan, SpanKind, traceparentOf } from '@ctx/platform/tracing';
import type { NatsConnection } from '@nats-io/transport-node';
import { METRICS } from './metrics.ts';
import { takeOutbox } from './store/outbox.ts';

const ROWS_MAX = 200;
const IDLE_MS = 2000;

export interface Relay {
  /** Publishes a user's new status and recalculation request at once. Call it after the change is committed. */
  wake(userId: number, status: RecalcStatus): void;
  /** The connection to NATS; null without one. */
  readonly nats: NatsConnection | null;
  stop(): Promise<void>;
}

/** Starts the relay. Without NATS it only deletes rows of the outbox. */
export function startRelay(pool: Pool, natsUrl: string | undefined, log: Logger): Relay {
  const link = natsUrl === undefined ? null : new NatsLink('corrections', natsUrl, log);
  let pumping: Promise<void> | null = null;
  let isWanted = false;
  const pump = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      const connection = link?.connection ?? null;
      try {
        while ((await publishBatch(pool, connection)) === ROWS_MAX);
      } catch (error) {
        METRICS.publishFailures.inc();
        log.warn({ err: error }, 'outbox publish failed, the scheduler sweep starts the runs meanwhile');
        await forgetOld(pool, log);
      }
    }
  };
  const kick = (): void => {
    isWanted = true;
    pumping ??= pump().finally(() => {
      pumping = null;
    });
  };
  const timer = setInterval(kick, IDLE_MS);
  return {
    wake: (userId, status) => {
      publishStatus(link, userId, status);
      kick();
    },
    get nats() {
      return link?.connection ?? null;
    },
    stop: async () => {
      clearInterval(timer);
      await pumping;
      await link?.close();
    },
  };
}

/** Deletes requests older than a minute: the scheduler sweep has served them. Recalc recreates a lost stream. */
async function forgetOld(pool: Pool, log: Logger): Promise<void> {
  try {
    await publishBatch(pool, null);
  } catch (error) {
    log.warn({ err: error }, 'outbox cleanup failed, will retry');
  }
}

/** Publishes one batch and deletes it in the same transaction. After a crash in between, the batch is published again. */
async function publishBatch(pool: Pool, connection: NatsConnection | null): Promise<number> {
  const olderThan = connection === null ? '1 min' : '0 s';
  return inTransaction(pool, 'BEGIN', async (client) => {
    const requests = await takeOutbox(client, ROWS_MAX, olderThan);
    if (connection !== null) {
      // Several requests of one user need only one message: one run serves them all.
      const traces = new Map(requests.map(({ userId, traceparent }) => [userId, traceparent]));
      await Promise.all([...traces].map(([userId, parent]) => publishRequest(connection, userId, parent)));
      METRICS.published.inc(traces.size);
    }
    PLATFORM_METRICS.clearedRows.inc({ kind: 'outbox' }, requests.length);
    return requests.length;
  });
}

/** Publishes a request in the trace of the change that made it; the run continues that trace. */
function publishRequest(connection: NatsConnection, userId: number, parent: string | null): Promise<void> {
  const publish = (): Promise<void> =>
    publishRecalcRequested(connection, userId, randomUUID(), traceparentOf());
  return parent === null ? publish() : inSpan('outbox publish', { kind: SpanKind.PRODUCER, parent }, publish);
}
