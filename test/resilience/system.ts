/** The system under test: a real stack, with the owner's access to its database and a management connection to NATS. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { freePort } from '../../deploy/stack/ports.ts';
import { type ServiceName, stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import { SmallDisk } from '../e2e/small-disk.ts';
import { newDataDir, startTestStack, type TestStack } from '../e2e/stack.ts';

export interface ExtraService {
  readonly pid: number;
  readonly address: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

/** A transaction of the owner that holds locks until it is released. */
export interface Hold {
  /** The PostgreSQL process of the transaction. */
  readonly pid: number;
  /** Runs one more statement in the transaction. */
  query(text: string, values?: readonly unknown[]): Promise<unknown>;
  release(): Promise<void>;
}

/** The part whose files are on a small disk: PostgreSQL together with everything else, or NATS alone. */
export type DiskOf = 'postgres' | 'nats';

/** Room for a new cluster and its WAL, and for NATS to start: it takes three quarters of the free space for its streams. */
const DISK_MEGABYTES = 256;

const RETRY_MS_MAX = 60_000;
/** What a process prints about an uncaught error. */
const WORDS = /Error\b|^Emitted|services\/|FATAL|PANIC/;
const WORDS_MAX = 3;

export class System {
  readonly stack: TestStack;
  /** The small disk of this system, which a fault can fill. */
  readonly disk: SmallDisk | null;
  readonly #owner: pg.Pool;

  /** Opens a system over a stack that is ready. */
  constructor(stack: TestStack, disk: SmallDisk | null = null) {
    this.stack = stack;
    this.disk = disk;
    this.#owner = new pg.Pool({
      connectionString: stack.ready().postgres.url,
      max: 4,
      query_timeout: 20_000,
      // The harness's own commits must not wait when a fault makes commits wait.
      options: '-c TimeZone=UTC -c DateStyle=ISO -c synchronous_commit=local',
      types: { getTypeParser: () => (text: string) => text },
    });
    this.#owner.on('error', () => undefined);
  }

  static async start(): Promise<System> {
    const stack = await startTestStack(['--empty'], undefined, undefined, {
      WEBHOOK_KEYS: randomBytes(32).toString('base64'),
      WEBHOOK_LOOPBACK: 'on',
    });
    if (stack.ready().nats !== null) return new System(stack);
    await stack.remove();
    throw new Error(`faults need nats-server:\n${stack.output()}`);
  }

  /** Starts a system with the files of a part on a small disk; null where none can be mounted. */
  static async startOnDisk(diskOf: DiskOf): Promise<System | null> {
    const dataDir = newDataDir();
    const folder = diskOf === 'nats' ? join(dataDir, 'nats') : dataDir;
    mkdirSync(folder, { recursive: true });
    const disk = SmallDisk.mount(DISK_MEGABYTES, folder);
    if (disk === null) {
      rmSync(dataDir, { recursive: true, force: true });
      return null;
    }
    try {
      return new System(await startTestStack(['--empty'], dataDir), disk);
    } catch (error) {
      disk.unmount();
      throw error;
    }
  }

  /** Runs a statement as the owner, who sees all users' rows; values are text. Repeats it while the server is down: keep it idempotent. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const giveUpMs = performance.now() + RETRY_MS_MAX;
    for (;;) {
      try {
        return (await this.#owner.query<Row>(text, [...values])).rows;
      } catch (error) {
        const { code } = error as { code?: string };
        const isRejected = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);
        if (isRejected || performance.now() > giveUpMs) throw error;
        await pause(100);
      }
    }
  }

  /** Runs a statement in a transaction of the owner that stays open. */
  async hold(text: string, values: readonly unknown[] = []): Promise<Hold> {
    const client = new pg.Client({ connectionString: this.stack.ready().postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    await client.query(text, [...values]);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return {
      pid: rows[0]?.pid ?? 0,
      query: (more, moreValues = []) => client.query(more, [...moreValues]),
      // The server may be gone by now, and its locks with it.
      release: () => client.end().catch(() => undefined),
    };
  }

  /** Runs `work` with a NATS connection of its own. */
  async nats<Result>(
    work: (manager: JetStreamManager, connection: NatsConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await connect({ servers: this.stack.ready().nats?.url ?? '', timeout: 5000 });
    try {
      return await work(await jetstreamManager(connection, { timeout: 5000 }), connection);
    } finally {
      await connection.close();
    }
  }

  /** Starts one more process of a service on the same database and NATS. */
  async startExtra(name: ServiceName, more: Readonly<Record<string, string>> = {}): Promise<ExtraService> {
    const { services, postgres, nats } = this.stack.ready();
    const { roles, callerKey } = stackSecrets(this.stack.dataDir);
    const [grpcPort, healthPort] = [await freePort(), await freePort()];
    const database = new URL(postgres.url);
    Object.assign(database, { username: `ctx_${name}`, password: roles[name] });
    const healthAddress = `127.0.0.1:${String(healthPort)}`;
    const address = `127.0.0.1:${String(grpcPort)}`;
    const logFile = join(this.stack.dataDir, 'logs', `${name}-${String(grpcPort)}.log`);
    const environment = {
      DATABASE_URL: database.href,
      CALLER_KEY: callerKey,
      GRPC_ADDRESS: address,
      HEALTH_ADDRESS: healthAddress,
      NATS_URL: nats?.url ?? '',
      ...(name === 'corrections' ? { RECALC_ADDRESS: services.recalc.address } : {}),
      ...more,
    };
    const service = await startService({ name, environment, healthAddress, logFile });
    return { pid: service.pid, address, logFile, stop: () => service.stop() };
  }

  /** Returns how each part of the stack ended before the stack restarted it, from the output of the stack. */
  endings(): Map<string, string[]> {
    const lines = [...this.stack.output().matchAll(/^(\w+) ended \((.*)\) and was started again$/gm)];
    const endings = Map.groupBy(lines, ([, name = '']) => name);
    return new Map([...endings].map(([name, found]) => [name, found.map(([, , how = '']) => how)]));
  }

  /** Returns the lines of a log that contain a text and name the user. */
  logLines(file: string, text: string, userId: string): string[] {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line.includes(text) && line.includes(`"userId":${userId},`));
  }

  /** Returns what a process wrote outside its log, which tells why it died. */
  lastWords(part: string): string {
    const lines = readFileSync(join(this.stack.dataDir, 'logs', `${part}.log`), 'utf8').split('\n');
    const words = lines
      .filter((line) => !line.startsWith('{') && WORDS.test(line))
      .map((line) => line.trim());
    return words.slice(-WORDS_MAX).join(' / ');
  }

  /** Closes the owner's connection; the stack keeps running. */
  close(): Promise<void> {
    return this.#owner.end();
  }

  /** Stops everything; the files of the stack stay where they are. */
  async stop(keep = false): Promise<void> {
    await this.close();
    if (keep) {
      await this.stack.interrupt();
      return;
    }
    this.disk?.empty();
    await this.stack.interrupt();
    this.disk?.unmount();
    await this.stack.remove();
  }
}
