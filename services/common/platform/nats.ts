/** NATS carries the wish to run and the news of it; nothing depends on it for correctness (decisions.md, "Recalculation"). */
import { jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { connect, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { RecalcStatus } from '../domain/vocabulary.ts';
import type { Logger } from './log.ts';
import { MEASURED } from './platform-metrics.ts';
import { TRACEPARENT } from './tracing.ts';

export const RECALC_STREAM = 'RECALC';
export const RECALC_REQUESTED = 'recalc.requested';

const NANOS_PER_MS = 1_000_000;
export const nanos = (ms: number): number => ms * NANOS_PER_MS;

/** Connects in the background and for ever: the service starts and works without NATS. */
export class NatsLink {
  readonly #url: string;
  readonly #log: Logger;
  readonly #onConnect: (connection: NatsConnection) => Promise<void>;
  #connection: NatsConnection | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, log: Logger, onConnect: (connection: NatsConnection) => Promise<void>) {
    this.#url = url;
    this.#log = log;
    this.#onConnect = onConnect;
    MEASURED.natsLinks.add(this);
    void this.#open();
  }

  get connection(): NatsConnection | null {
    return this.#connection !== null && !this.#connection.isClosed() ? this.#connection : null;
  }

  async #open(): Promise<void> {
    try {
      const connection = await connect({
        ...serverOf(this.#url),
        maxReconnectAttempts: -1,
        timeout: 2000,
        reconnectTimeWait: 500,
      });
      if (this.#closed) {
        await connection.close();
        return;
      }
      this.#connection = connection;
      await this.#onConnect(connection);
      this.#log.info('NATS connected');
    } catch (error) {
      this.#log.warn({ err: error }, 'NATS not reachable; the sweep carries on alone');
      await this.#connection?.close().catch(() => undefined);
      this.#connection = null;
      if (!this.#closed) this.#timer = setTimeout(() => void this.#open(), 2000);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    MEASURED.natsLinks.delete(this);
    clearTimeout(this.#timer);
    // Drain would wait for a server that is gone.
    await this.#connection?.close().catch(() => undefined);
  }
}

/**
 * The server of an address, who signs in there, and that `tls://` is not to be had without: the library takes none of them out
 * of the address itself.
 */
function serverOf(url: string): { servers: string; user?: string; pass?: string; tls?: object } {
  if (!URL.canParse(url)) return { servers: url };
  const { protocol, host, username, password } = new URL(url);
  const server = { servers: `${protocol}//${host}`, ...(protocol === 'tls:' ? { tls: {} } : {}) };
  if (username === '') return server;
  return { ...server, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** Makes the work queue if it is missing; whoever comes first, relay or worker. */
export async function ensureRecalcStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 2000 });
  try {
    await manager.streams.info(RECALC_STREAM);
  } catch {
    await manager.streams.add({
      name: RECALC_STREAM,
      subjects: [RECALC_REQUESTED],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      // A wish older than this was served by the sweep long ago.
      max_age: nanos(3_600_000),
      max_bytes: 64 * 1024 * 1024,
    });
  }
}

/** Publishes a change of status on `recalc.status.<userId>`; lost when NATS is away, as plain messages are. */
export function publishStatus(link: NatsLink | null, userId: number, status: RecalcStatus): void {
  link?.connection?.publish(`recalc.status.${String(userId)}`, JSON.stringify({ status }));
}

/** Publishes a wish to run and waits for the stream's word. Each attempt has an id of its own: after a purge NATS would drop a repeated one. */
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

/** The trace a message comes from; null where it has none. */
export function traceparentIn(message: { readonly headers?: MsgHdrs | undefined }): string | null {
  const given = message.headers?.get(TRACEPARENT) ?? '';
  return given === '' ? null : given;
}
