/** NATS carries recalculation requests and status changes. Correctness does not depend on it (decisions.md, "Recalculation"). */
import { jetstream } from '@nats-io/jetstream';
import { connect, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import type { Logger } from './log.ts';
import { MEASURED } from './platform-metrics.ts';
import { TRACEPARENT } from './tracing.ts';

export const RECALC_STREAM = 'RECALC';
export const RECALC_REQUESTED = 'recalc.requested';

/** A service that uses NATS. */
export type NatsService = 'corrections' | 'recalc';

/**
 * A server that disappears without closing the connection, for example with its node, answers no ping. The client gives the
 * connection up after at most three intervals, within 15 s; with the library's default interval that takes six minutes.
 */
const PING_INTERVAL_MS = 4000;
const PINGS_UNANSWERED_MAX = 2;

/** Connects in the background and never gives up. The service starts and works without NATS. */
export class NatsLink {
  readonly #service: NatsService;
  readonly #url: string;
  readonly #log: Logger;
  readonly #onConnect: (connection: NatsConnection) => Promise<void>;
  #connection: NatsConnection | null = null;
  #isConnected = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    service: NatsService,
    url: string,
    log: Logger,
    onConnect: (connection: NatsConnection) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#service = service;
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
        inboxPrefix: inboxPrefixOf(this.#service),
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
 * Returns the beginning of the subjects on which a service receives replies. Its NATS user may subscribe to these and to no others
 * (deploy/compose/nats.conf). It names the service and not the user, so that a second user of the service has the same permissions.
 */
export function inboxPrefixOf(service: NatsService): string {
  return `_INBOX.${service}`;
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
