/** The stream of recalculation requests, a work queue. Only recalc creates it (deploy/compose/nats.conf). */
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import type { Logger } from '@ctx/platform/log';
import { RECALC_REQUESTED, RECALC_STREAM } from '@ctx/platform/nats';

const NANOS_PER_MS = 1_000_000;
/** Converts milliseconds to nanoseconds. */
export const nanos = (ms: number): number => ms * NANOS_PER_MS;

/** Codes of the JetStream API: no peer in the cluster for a copy; replicas requested from a server without a cluster. */
const TOO_FEW_SERVERS = [10_005, 10_074];

/**
 * Creates the stream if it is missing, with `replicas` copies. If an existing one has another number of copies, changes it, or logs
 * that an administrator must: a NATS user with only the necessary permissions cannot update a stream. Rejects with advice if this NATS
 * cannot store so many copies.
 */
export async function ensureRecalcStream(
  connection: NatsConnection,
  log: Logger,
  replicas?: number,
): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 2000 });
  try {
    await makeStream(manager, log, replicas);
  } catch (error) {
    if (replicas === undefined || !isApiError(error, ...TOO_FEW_SERVERS)) throw error;
    throw tooFewServers(replicas, error);
  }
}

function tooFewServers(replicas: number, cause?: Error): Error {
  const count = String(replicas);
  return new Error(
    `NATS_STREAM_REPLICAS is ${count}, and this NATS cannot keep ${count} copies of the stream ${RECALC_STREAM}: ` +
      `run a cluster of at least ${count} servers with JetStream, or set NATS_STREAM_REPLICAS to 1`,
    { cause },
  );
}

function isApiError(error: unknown, ...codes: readonly number[]): error is JetStreamApiError {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

async function makeStream(
  manager: JetStreamManager,
  log: Logger,
  replicas: number | undefined,
): Promise<void> {
  try {
    const { config, cluster } = await manager.streams.info(RECALC_STREAM);
    // A server without a cluster accepts the number in an update, but stores one copy.
    if (replicas !== undefined && replicas > 1 && !cluster?.name) throw tooFewServers(replicas);
    if (replicas !== undefined && config.num_replicas !== replicas)
      await changeReplicas(manager, log, replicas);
  } catch (error) {
    if (!isApiError(error, JetStreamApiCodes.StreamNotFound)) throw error;
    await manager.streams.add({
      name: RECALC_STREAM,
      subjects: [RECALC_REQUESTED],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      // The sweep has served older requests long ago.
      max_age: nanos(3_600_000),
      max_bytes: 64 * 1024 * 1024,
      num_replicas: replicas ?? 1,
    });
  }
}

/** Changes the number of copies. Without permission the stream is used as it is. */
async function changeReplicas(manager: JetStreamManager, log: Logger, replicas: number): Promise<void> {
  try {
    await manager.streams.update(RECALC_STREAM, { num_replicas: replicas });
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof PermissionViolationError)) throw error;
    log.warn(
      `NATS stream ${RECALC_STREAM} does not have the ${String(replicas)} copies of NATS_STREAM_REPLICAS, and this user may not update it. ` +
        `As an administrator of NATS, run: nats stream edit ${RECALC_STREAM} --replicas ${String(replicas)}`,
    );
  }
}
