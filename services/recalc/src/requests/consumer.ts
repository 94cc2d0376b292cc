/** Starts runs: from messages of NATS, and from the sweep, which needs no message. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '@ctx/platform/log';
import { NatsLink, RECALC_REQUESTED, RECALC_STREAM, traceparentIn } from '@ctx/platform/nats';
import { inSpan, SpanKind } from '@ctx/platform/tracing';
import { ENGINE_VERSION } from '../engine/version.ts';
import { countSwept, METRICS } from '../metrics.ts';
import { ensureRecalcStream, nanos } from './recalc-stream.ts';
import { runUser, type Runner } from '../runs/run.ts';
import { clearDeadImports, dueUsers, hasOtherVersions, requestOutdated, retryParked } from '../state.ts';

const DURABLE = 'recalc-workers';
const SWEEP_USERS_MAX = 100;
const WORKER_BUSY_MS = 2000;
const CONSUME_AGAIN_MS = 1000;
/** Two missed heartbeats mean that the consumer is lost. */
const HEARTBEAT_MS = 5000;
/** While PostgreSQL writes for one user, another is computed; more would only wait for the processor. */
const RUNS_AT_ONCE = 2;

/** Address of NATS, and the replication of its stream. */
export interface NatsSettings {
  readonly url: string;
  /** Copies of the stream in the cluster. Undefined: an existing stream keeps its number, a new one has 1. */
  readonly streamReplicas: number | undefined;
}

export interface Wakeups {
  stop(): Promise<void>;
}

/** Consumes `recalc.requested`, a few messages at a time. NATS redelivers the messages of a worker that died. */
export function consumeRequests(
  { url, streamReplicas }: NatsSettings,
  runner: () => Runner,
  log: Logger,
): { link: NatsLink } & Wakeups {
  const stopping = new AbortController();
  let messages: ConsumerMessages | null = null;
  let working: Promise<void> = Promise.resolve();
  // Stream and consumer are created again whenever they are missing: NATS may restart with an empty store.
  const consumeForEver = async (connection: NatsConnection): Promise<void> => {
    while (!stopping.signal.aborted && !connection.isClosed()) {
      try {
        const consumer = await ensureConsumer(connection, streamReplicas, log);
        await consume(consumer, runner, log, (opened) => (messages = opened));
      } catch (error) {
        log.warn({ err: error }, 'NATS consumer stopped, the scheduler sweep starts runs meanwhile');
      }
      await sleep(CONSUME_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const link = new NatsLink('recalc', url, log, (connection) => {
    working = consumeForEver(connection);
    return Promise.resolve();
  });
  return {
    link,
    stop: async () => {
      stopping.abort();
      messages?.stop();
      await working;
      await link.close();
    },
  };
}

async function ensureConsumer(
  connection: NatsConnection,
  streamReplicas: number | undefined,
  log: Logger,
): Promise<Consumer> {
  await ensureRecalcStream(connection, log, streamReplicas);
  const manager = await jetstreamManager(connection, { timeout: 2000 });
  await manager.consumers.add(RECALC_STREAM, {
    durable_name: DURABLE,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    filter_subject: RECALC_REQUESTED,
    ack_wait: nanos(60_000),
    // The sweep guarantees that every request runs in the end, so a message need not be redelivered forever.
    max_deliver: 5,
  });
  return jetstream(connection).consumers.get(RECALC_STREAM, DURABLE);
}

async function consume(
  consumer: Consumer,
  runner: () => Runner,
  log: Logger,
  onOpen: (messages: ConsumerMessages) => void,
): Promise<void> {
  const messages = await consumer.consume({
    max_messages: RUNS_AT_ONCE,
    idle_heartbeat: HEARTBEAT_MS,
    abort_on_missing_resource: true,
  });
  onOpen(messages);
  const served = new Set<Promise<void>>();
  try {
    for await (const message of messages) {
      const serving = serve(message, runner, log).finally(() => served.delete(serving));
      served.add(serving);
      if (served.size >= RUNS_AT_ONCE) await Promise.race(served);
    }
  } finally {
    await Promise.all(served);
  }
}

/** Serves one recalculation request and acknowledges, delays or rejects its message. Never throws. */
async function serve(message: JsMsg, runner: () => Runner, log: Logger): Promise<void> {
  const userId = userIdOf(message.string());
  if (userId === null) {
    log.warn({ subject: message.subject }, 'dropped a message without a valid user id');
    message.term('no valid user id');
    METRICS.requests.inc({ outcome: 'invalid' });
    return;
  }
  const alive = setInterval(() => {
    message.working();
  }, 20_000);
  try {
    // The large-run worker of another process may be free.
    const outcome = await inTraceOf(message, () => runUser(runner(), userId));
    METRICS.requests.inc({ outcome: outcome === 'DONE' ? 'completed' : 'worker_busy' });
    if (outcome === 'WORKER_BUSY') message.nak(WORKER_BUSY_MS);
    else message.ack();
  } catch (error) {
    log.error({ err: error, userId }, 'recalculation failed, the message will be redelivered');
    METRICS.requests.inc({ outcome: 'failed' });
    message.nak(1000);
  } finally {
    clearInterval(alive);
  }
}

/** A run continues the trace of the change that requested it. */
function inTraceOf<Result>(message: JsMsg, run: () => Promise<Result>): Promise<Result> {
  const parent = traceparentIn(message);
  return parent === null ? run() : inSpan('run', { kind: SpanKind.CONSUMER, parent }, run);
}

function userIdOf(text: string): number | null {
  try {
    const { userId } = JSON.parse(text) as { userId?: unknown };
    return typeof userId === 'number' && Number.isSafeInteger(userId) && userId > 0 ? userId : null;
  } catch {
    return null;
  }
}

/** Looks every `intervalMs` for users whose request no worker has served, and runs them here. */
export function startSweep(runner: Runner, intervalMs: number): Wakeups {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  // The search for outdated figures reads all users. Users without figures appear only when a migration removes the figures, before
  // this process starts, so after a search without a result the index of versions decides.
  let isSearchDue = true;
  const sweep = async (): Promise<void> => {
    try {
      const ended = await clearDeadImports(runner.pool);
      countSwept('abandoned_import', ended.length);
      for (const { user_id, status } of ended) runner.onStatus(user_id, status);
      countSwept('parked', await retryParked(runner.pool));
      isSearchDue ||= await hasOtherVersions(runner.pool, ENGINE_VERSION);
      const outdated = isSearchDue ? await requestOutdated(runner.pool, ENGINE_VERSION, SWEEP_USERS_MAX) : [];
      isSearchDue = outdated.length > 0;
      countSwept('outdated_engine', outdated.length);
      for (const userId of outdated) runner.onStatus(userId, 'RUNNING');
      const due = await dueUsers(runner.pool, SWEEP_USERS_MAX);
      countSwept('due', due.length);
      for (const userId of due) {
        if (stopped) return;
        await runUser(runner, userId);
      }
    } catch (error) {
      runner.log.warn({ err: error }, 'scheduler sweep failed, will retry');
    }
  };
  const loop = (): void => {
    sweeping = sweep().finally(() => {
      if (!stopped) timer = setTimeout(loop, intervalMs);
    });
  };
  loop();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}
