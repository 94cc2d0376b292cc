/** The test bed of a load test: its own PostgreSQL and NATS, and the services that it needs. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Connection, findSystem } from '../../../deploy/ctx/connect.ts';
import { setRolePasswords } from '../../../deploy/stack/migrate.ts';
import { findNatsServer, NATS_HINT, type RunningNats, startNats } from '../../../deploy/stack/nats.ts';
import { freePort } from '../../../deploy/stack/ports.ts';
import type { RunningPostgres } from '../../../deploy/stack/postgres.ts';
import { type ServiceName, type StackSecrets, stackSecrets } from '../../../deploy/stack/secrets.ts';
import { startService } from '../../../deploy/stack/service.ts';
import { type Database, POSTGRES } from '../../../deploy/stack/stack.ts';
import type { RunningProcess } from '../../../deploy/stack/supervised.ts';
import { newDataDir, startedDataDir } from '../../e2e/stack.ts';
import { CORES, pin } from './processes.ts';

/** One process of a service. */
export interface ServiceProcess {
  readonly name: ServiceName;
  readonly pid: number;
  /** HOST:PORT for gRPC. */
  readonly address: string;
  /** HOST:PORT for health and metrics. */
  readonly health: string;
  /** Port at which the inspector of a profiled service listens once it is asked to. */
  readonly inspector: number | null;
  stop(): Promise<void>;
}

/** With two or more cores the service has the last one to itself; the driver and the other services share the rest. */
export const OF_THE_SERVICE: readonly number[] | null = CORES < 2 ? null : [CORES - 1];
export const OF_THE_OTHERS: readonly number[] | null =
  CORES < 2 ? null : Array.from({ length: CORES - 1 }, (_, core) => core);

const ENDED_BY_SIGNAL = 130;

type Environments = Partial<Record<ServiceName, Readonly<Record<string, string>>>>;

export interface BedOptions {
  /** Whether services can be profiled while they run. */
  readonly profiled?: boolean;
  /** Extra settings of the services, at each start. */
  readonly environments?: Environments;
  /** Settings of PostgreSQL that replace those of the stack. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The database; by default PostgreSQL. */
  readonly database?: Database;
}

export class Bed {
  readonly dataDir: string;
  readonly owner: pg.Pool;
  #postgres: RunningPostgres;
  readonly #nats: RunningNats;
  readonly #secrets: StackSecrets;
  readonly #served = new Map<string, ServiceProcess>();
  readonly #profiled: boolean;
  readonly #environments: Environments;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #database: Database;
  readonly #ports = new Map<string, number>();

  private constructor(
    dataDir: string,
    postgres: RunningPostgres,
    nats: RunningNats,
    secrets: StackSecrets,
    { profiled = false, environments = {}, settings = {}, database = POSTGRES }: BedOptions,
  ) {
    this.dataDir = dataDir;
    this.#postgres = postgres;
    this.#nats = nats;
    this.#secrets = secrets;
    this.#profiled = profiled;
    this.#environments = environments;
    this.#settings = settings;
    this.#database = database;
    this.owner = new pg.Pool({ connectionString: postgres.url, max: 4 });
    this.owner.on('error', () => undefined);
  }

  /** Starts PostgreSQL with the schema, and NATS. */
  static async start(options: BedOptions = {}): Promise<Bed> {
    const { settings = {}, database = POSTGRES } = options;
    const dataDir = database === POSTGRES ? await startedDataDir() : newDataDir();
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    const secrets = stackSecrets(dataDir);
    const natsServer = await findNatsServer();
    if (natsServer === null) throw new Error(NATS_HINT);
    const log = (name: string): string => join(dataDir, 'logs', `${name}.log`);
    const { databaseOwner } = secrets;
    const postgres = await database.start(dataDir, databaseOwner, log('postgres'), await freePort(), {
      settings,
    });
    try {
      await database.migrate(postgres.url);
      await setRolePasswords(postgres.url, secrets.roles);
      const nats = await startNats(natsServer, dataDir, log('nats'), await freePort());
      const bed = new Bed(dataDir, postgres, nats, secrets, options);
      // The processes are in groups of their own, so Ctrl-C reaches only this one.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => {
          void bed.remove().finally(() => process.exit(ENDED_BY_SIGNAL));
        });
      return bed;
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  get databasePid(): number {
    return this.#postgres.pid;
  }

  get nats(): { readonly url: string; readonly pid: number } {
    return this.#nats;
  }

  get ownerUrl(): string {
    return this.#postgres.url;
  }

  /** The key with which the services sign their calls, base64. */
  get callerKey(): string {
    return this.#secrets.callerKey;
  }

  /** Returns the database URL of a service. */
  urlOf(name: ServiceName): string {
    const url = new URL(this.#postgres.url);
    Object.assign(url, { username: `ctx_${name}`, password: this.#secrets.roles[name] });
    return url.href;
  }

  /** Returns the base URL of a gateway. */
  baseUrl(key = 'gateway'): string {
    return `http://127.0.0.1:${String(this.#port(`${key} http`))}`;
  }

  served(key: string): ServiceProcess {
    const served = this.#served.get(key);
    if (served === undefined) throw new Error(`${key} does not run`);
    return served;
  }

  /** Starts a service and waits until it is ready; `key` tells several of one kind apart. A restart keeps the addresses. */
  async serve(
    name: ServiceName,
    {
      key = name,
      more = {},
    }: { readonly key?: string; readonly more?: Readonly<Record<string, string>> } = {},
  ): Promise<ServiceProcess> {
    for (const each of [
      `${key} grpc`,
      `${key} health`,
      `${key} http`,
      'read grpc',
      'corrections grpc',
      'recalc grpc',
    ])
      if (!this.#ports.has(each)) this.#ports.set(each, await freePort());
    const inspector = this.#profiled ? await freePort() : null;
    const healthAddress = this.#address(`${key} health`);
    const environment = {
      DATABASE_URL: this.urlOf(name),
      CALLER_KEY: this.callerKey,
      GRPC_ADDRESS: this.#address(`${key} grpc`),
      HEALTH_ADDRESS: healthAddress,
      ...(name === 'gateway' ? this.#environmentOfGateway(key) : {}),
      ...(name === 'corrections' || name === 'recalc' ? { NATS_URL: this.#nats.url } : {}),
      ...(name === 'corrections' ? { RECALC_ADDRESS: this.#address('recalc grpc') } : {}),
      ...(inspector === null ? {} : { NODE_OPTIONS: `--inspect-port=127.0.0.1:${String(inspector)}` }),
      DRAIN_MS: '0',
      ...this.#environments[name],
      ...more,
    };
    const logFile = join(this.dataDir, 'logs', `${key}.log`);
    const running: RunningProcess = await startService({ name, environment, healthAddress, logFile });
    const stop = async (): Promise<void> => {
      this.#served.delete(key);
      await running.stop();
    };
    const address = this.#address(`${key} grpc`);
    const served = { name, pid: running.pid, address, health: healthAddress, inspector, stop };
    this.#served.set(key, served);
    return served;
  }

  /** Gives the services with these keys a core of their own, and all other processes the rest; null undoes it. */
  async place(keys: readonly string[] | null): Promise<void> {
    const all = [this.#postgres.pid, this.#nats.pid, ...[...this.#served.values()].map(({ pid }) => pid)];
    await pin(all, keys === null ? null : OF_THE_OTHERS);
    if (keys !== null)
      await pin(
        keys.map((key) => this.served(key).pid),
        OF_THE_SERVICE,
      );
  }

  /** Stops PostgreSQL, lets `work` change the files of its cluster, and starts it again at the same address. */
  async restartDatabase(work: (cluster: string) => Promise<void>): Promise<void> {
    const port = Number(new URL(this.#postgres.url).port);
    await this.#postgres.stop();
    await work(join(this.dataDir, 'postgres'));
    const log = join(this.dataDir, 'logs', 'postgres.log');
    const hooks = { settings: this.#settings };
    this.#postgres = await this.#database.start(this.dataDir, this.#secrets.databaseOwner, log, port, hooks);
  }

  /** Connects as the operator; gateway, corrections and recalc must run. */
  operator(): Connection {
    return new Connection(findSystem(this.addresses()));
  }

  /** Returns the environment variables that `ctx` needs. */
  addresses(): Record<string, string> {
    return {
      GATEWAY_ADDRESS: this.#address('gateway grpc'),
      CORRECTIONS_ADDRESS: this.#address('corrections grpc'),
      RECALC_ADDRESS: this.#address('recalc grpc'),
      CALLER_KEY: this.callerKey,
    };
  }

  /** Stops everything and removes all files. */
  async remove(): Promise<void> {
    await this.owner.end();
    await Promise.all([...this.#served.values()].map((served) => served.stop()));
    await this.#nats.stop();
    await this.#postgres.stop();
    if (existsSync(this.dataDir)) rmSync(this.dataDir, { recursive: true, force: true });
  }

  #environmentOfGateway(key: string): Record<string, string> {
    const baseUrl = this.baseUrl(key);
    return {
      HTTP_ADDRESS: baseUrl.replace('http://', ''),
      BASE_URL: baseUrl,
      UPGRADE_URL: `${baseUrl}/pricing`,
      OAUTH_KEYS: this.#secrets.oauthKeys,
      READ_ADDRESS: this.#address('read grpc'),
      CORRECTIONS_ADDRESS: this.#address('corrections grpc'),
    };
  }

  #port(of: string): number {
    const port = this.#ports.get(of);
    if (port === undefined) throw new Error(`${of} has no port yet`);
    return port;
  }

  #address(of: string): string {
    return `127.0.0.1:${String(this.#port(of))}`;
  }
}
