/** NATS carries recalculation requests and status changes. Correctness does not depend on it (decisions.md, "Recalculation"). */
import {
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import type { Logger } from './log.ts';
import { MEASURED } from './platform-metrics.ts';
import { TRACEPARENT } from './tracing.ts';

export const RECALC_STREAM = 'RECALC';
export const RECALC_REQUESTED = 'recalc.requested';

const NANOS_PER_MS = 1_000_000;
/** Converts milliseconds to nanoseconds. */
export const nanos = (ms: number): number => ms * NANOS_PER_MS;

/** The settings of a service that uses NATS. */
export const NATS_SETTINGS = ['NATS_URL', 'NATS_STREAM_REPLICAS'] as const;

/** Address of NATS, and the replication of its stream. */
export interface NatsSettings {
  readonly url: string;
  /** Copies of the stream in the cluster. Undefined: an existing stream keeps its number, a new one has 1. */
  readonly streamReplicas: number | undefined;
}

/** Returns the settings of NATS; undefined if it is not configured. */
export function natsSettings(config: {
  readonly NATS_URL: string | undefined;
  readonly NATS_STREAM_REPLICAS: number | undefined;
}): NatsSettings | undefined {
  const { NATS_URL: url, NATS_STREAM_REPLICAS: streamReplicas } = config;
  return url === undefined ? undefined : { url, streamReplicas };
}

/**
 * A server that disappears without closing the connection, for example with its node, answers no ping. The client gives the
 * connection up after at most three intervals, within 15 s; with the library's default interval that takes six minutes.
 */
const PING_INTERVAL_MS = 4000;
const PINGS_UNANSWERED_MAX = 2;

/** Connects in the background and never gives up. The service starts and works without NATS. */
export class NatsLink {
  readonly #url: string;
  readonly #log: Logger;
  readonly #onConnect: (connection: NatsConnection) => Promise<void>;
  #connection: NatsConnection | null = null;
  #isConnected = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, log: Logger, onConnect: (connection: NatsConnection) => Promise<void>) {
    this.#url = url;
    this.#log = log;
    this.#onConnect = onConnect;
    MEASURED.natsLinks.add(this);
    void this.#open();
  }

  /** The connection; null before the first one is open. */
  get connection(): NatsConnection | null {
    return this.#connection !== null && !this.#connection.isClosed() ? this.#connection : null;
  }

  /** Whether a server is connected now. The connection object stays the same while the client reconnects. */
  get isConnected(): boolean {
    return this.#isConnected && this.connection !== null;
  }

  async #open(): Promise<void> {
    try {
      const connection = await connect({
        ...serverOf(this.#url),
        maxReconnectAttempts: -1,
        timeout: 2000,
        reconnectTimeWait: 500,
        pingInterval: PING_INTERVAL_MS,
        maxPingOut: PINGS_UNANSWERED_MAX,
      });
      if (this.#closed) {
        await connection.close();
        return;
      }
      this.#connection = connection;
      this.#isConnected = true;
      void this.#follow(connection);
      await this.#onConnect(connection);
      this.#log.info('NATS connected');
    } catch (error) {
      this.#log.warn({ err: error }, 'NATS unavailable, the scheduler sweep starts runs meanwhile');
      await this.#connection?.close().catch(() => undefined);
      this.#connection = null;
      if (!this.#closed) this.#timer = setTimeout(() => void this.#open(), 2000);
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.#closed || connection !== this.#connection) return;
      if (type === 'disconnect') {
        this.#isConnected = false;
        this.#log.warn('NATS disconnected, reconnecting; the scheduler sweep starts runs meanwhile');
      } else if (type === 'reconnect') {
        this.#isConnected = true;
        this.#log.info('NATS reconnected');
      }
    }
  }

  /** Closes the connection and stops connecting. */
  async close(): Promise<void> {
    this.#closed = true;
    MEASURED.natsLinks.delete(this);
    clearTimeout(this.#timer);
    // Draining would wait for a server that has disappeared.
    await this.#connection?.close().catch(() => undefined);
  }
}

/**
 * Splits a NATS URL into server, credentials and TLS flag; the client library does not parse them. `tls://` requires TLS.
 */
function serverOf(url: string): { servers: string; user?: string; pass?: string; tls?: object } {
  if (!URL.canParse(url)) return { servers: url };
  const { protocol, host, username, password } = new URL(url);
  const server = { servers: `${protocol}//${host}`, ...(protocol === 'tls:' ? { tls: {} } : {}) };
  if (username === '') return server;
  return { ...server, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** Codes of the JetStream API: no peer in the cluster for a copy; replicas requested from a server without a cluster. */
const TOO_FEW_SERVERS = [10_005, 10_074];

/**
 * Creates the work queue if it is missing, and sets its number of copies if `replicas` is given. The relay and the workers both
 * call this. Rejects with advice if this NATS cannot store so many copies.
 */
export async function ensureRecalcStream(connection: NatsConnection, replicas?: number): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 2000 });
  try {
    await makeStream(manager, replicas);
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

async function makeStream(manager: JetStreamManager, replicas: number | undefined): Promise<void> {
  try {
    const { config, cluster } = await manager.streams.info(RECALC_STREAM);
    // A server without a cluster accepts the number in an update, but stores one copy.
    if (replicas !== undefined && replicas > 1 && !cluster?.name) throw tooFewServers(replicas);
    if (replicas !== undefined && config.num_replicas !== replicas)
      await manager.streams.update(RECALC_STREAM, { num_replicas: replicas });
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

/** Publishes a change of status on `recalc.status.<userId>`. The message is lost if NATS is not connected. */
export function publishStatus(link: NatsLink | null, userId: number, status: RecalcStatus): void {
  link?.connection?.publish(`recalc.status.${String(userId)}`, JSON.stringify({ status }));
}

/** Publishes a recalculation request and waits for the stream's acknowledgement. Each attempt needs its own id: after a purge, NATS would drop a repeated id. */
export async function publishRecalcRequested(
  connection: NatsConnection,
  userId: number,
  messageId: string,
  traceparent: string | null,
): Promise<void> {
  await jetstream(connection, { timeout: 2000 }).publish(RECALC_REQUESTED, JSON.stringify({ userId }), {
    msgID: messageId,
    ...(traceparent === null ? {} : { headers: traceHeaders(traceparent) }),
  });
}

function traceHeaders(traceparent: string): MsgHdrs {
  const made = headers();
  made.set(TRACEPARENT, traceparent);
  return made;
}

/** Returns the `traceparent` of a message; null if it has none. */
export function traceparentIn(message: { readonly headers?: MsgHdrs | undefined }): string | null {
  const given = message.headers?.get(TRACEPARENT) ?? '';
  return given === '' ? null : given;
}
