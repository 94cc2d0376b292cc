/** Two replicas of each service over one PostgreSQL and one NATS, behind a balancer, rolled like a Deployment. */
import { randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';
import { migrate, setRolePasswords } from '../../../deploy/stack/migrate.ts';
import { findNatsServer, NATS_HINT, type RunningNats, startNats } from '../../../deploy/stack/nats.ts';
import { freePort } from '../../../deploy/stack/ports.ts';
import { type RunningPostgres, startPostgres } from '../../../deploy/stack/postgres.ts';
import {
  SERVICES,
  type ServiceName,
  type StackSecrets,
  stackSecrets,
} from '../../../deploy/stack/secrets.ts';
import { stackOf, type TestStack, waitFor } from '../../e2e/stack.ts';
import { type Forwarder, type ForwarderTarget, startForwarder } from '../forwarder.ts';
import { Endpoints } from './endpoints.ts';
import { type ProcessEnd, Replica } from './replica.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REPLICAS = 2;
const READY_MS_MAX = 90_000;
const NAMES = fileURLToPath(new URL('names.ts', import.meta.url));

/** A version of the product: its services and its migrations. */
export interface Version {
  readonly name: string;
  /** Folder that holds `services/` and `proto/`. */
  readonly root: string;
  readonly migrations: string;
}

/** The version of this checkout. */
export const HERE: Version = { name: 'this', root: ROOT, migrations: join(ROOT, 'deploy/migrations') };

/** The values that the chart sets for a service by default. */
interface ChartValues {
  readonly drainMs?: number;
  readonly terminationGracePeriodSeconds: number;
}
const CHART = parseYaml(readFileSync(join(ROOT, 'charts/crypto-tax/values.yaml'), 'utf8')) as Readonly<
  Record<ServiceName, ChartValues>
>;

export interface FleetOptions {
  readonly version?: Version;
  /** Settings of services in addition to those of the chart. */
  readonly settings?: Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>>;
}

interface Ports {
  readonly http: number;
  readonly grpc: number;
  readonly health: number;
}

/** The parts that run once and are never rolled. */
interface Base {
  readonly dataDir: string;
  readonly secrets: StackSecrets;
  readonly postgres: RunningPostgres;
  readonly nats: RunningNats;
  readonly ports: Ports;
  readonly balancerPort: number;
}

export class Fleet {
  readonly stack: TestStack;
  readonly baseUrl: string;
  readonly endpoints: Readonly<Record<ServiceName, Endpoints>>;
  readonly #base: Base;
  readonly #settings: FleetOptions['settings'];
  // A network that no other test on this machine uses; each replica takes its next address.
  readonly #network = `127.${String(randomInt(1, 255))}.${String(randomInt(0, 256))}`;
  readonly #logFiles = new Map<ServiceName, string[]>();
  #started = 0;
  #version: Version;
  #next = 0;
  #balancer: Forwarder | null = null;

  private constructor(base: Base, { version = HERE, settings = {} }: FleetOptions) {
    this.#base = base;
    this.#version = version;
    this.#settings = settings;
    this.baseUrl = `http://127.0.0.1:${String(base.balancerPort)}`;
    const endpoints = (): Endpoints =>
      new Endpoints(() => {
        this.#publish();
      });
    this.endpoints = {
      gateway: endpoints(),
      read: endpoints(),
      corrections: endpoints(),
      recalc: endpoints(),
    };
    this.stack = stackOf(base.dataDir, {
      interrupt: async () => {
        await this.stop();
        return 0;
      },
      output: () => '',
    });
  }

  /** Starts everything; resolves when two replicas of each service are ready. */
  static async start(options: FleetOptions = {}): Promise<Fleet> {
    const dataDir = mkdtempSync(join(tmpdir(), 'ctx-rolling-'));
    chmodSync(dataDir, 0o755);
    mkdirSync(join(dataDir, 'logs'));
    const secrets = stackSecrets(dataDir);
    const log = (name: string): string => join(dataDir, 'logs', `${name}.log`);
    const natsServer = await findNatsServer();
    if (natsServer === null) throw new Error(NATS_HINT);
    const postgres = await startPostgres(dataDir, secrets.databaseOwner, log('postgres'), await freePort());
    await migrate(postgres.url, (options.version ?? HERE).migrations);
    await setRolePasswords(postgres.url, secrets.roles);
    const nats = await startNats(natsServer, dataDir, log('nats'), await freePort());
    const ports = { http: await freePort(), grpc: await freePort(), health: await freePort() };
    const base = { dataDir, secrets, postgres, nats, ports, balancerPort: await freePort() };
    const fleet = new Fleet(base, options);
    try {
      await fleet.#begin();
      return fleet;
    } catch (error) {
      await fleet.stop();
      throw error;
    }
  }

  get ports(): Ports {
    return this.#base.ports;
  }

  get dataDir(): string {
    return this.#base.dataDir;
  }

  replicas(service: ServiceName): readonly Replica[] {
    return this.endpoints[service].replicas;
  }

  /** Returns the log files of a service's replicas, including those that are gone. */
  everyLogFile(service: ServiceName): readonly string[] {
    return this.#logFiles.get(service) ?? [];
  }

  async #begin(): Promise<void> {
    const { http } = this.#base.ports;
    const nextGateway = (): ForwarderTarget | undefined => {
      const { hosts } = this.endpoints.gateway;
      this.#next += 1;
      const host = hosts[this.#next % Math.max(1, hosts.length)];
      return host === undefined ? undefined : { host, port: http };
    };
    this.#balancer = await startForwarder(nextGateway, this.#base.balancerPort);
    const starts = SERVICES.flatMap((service) =>
      Array.from({ length: REPLICAS }, () => this.add(service, this.#version)),
    );
    await Promise.all(starts);
  }

  /** Migrates the schema to that of a version; running replicas stay as they are. */
  async migrateTo({ migrations }: Version): Promise<string[]> {
    return migrate(this.#base.postgres.url, migrations);
  }

  /** Makes new replicas run this version. */
  use(version: Version): void {
    this.#version = version;
  }

  /** Starts one more replica; resolves when every balancer knows it. */
  async add(service: ServiceName, version = this.#version): Promise<Replica> {
    const replica = await this.launch(service, version);
    const { host, logFile } = replica.settings;
    await waitFor(() => {
      if (replica.hasEnded) throw new Error(`${replica.name} ended at its start; its log is ${logFile}`);
      return this.endpoints[service].hosts.includes(host);
    }, READY_MS_MAX).catch((error: unknown) => {
      throw new Error(`${replica.name} (${version.name}) is not ready: ${String(error)}; ${tail(logFile)}`);
    });
    return replica;
  }

  /** Starts one more replica without waiting until it is ready. */
  async launch(service: ServiceName, { root } = this.#version): Promise<Replica> {
    this.#started += 1;
    const host = `${this.#network}.${String(this.#started)}`;
    const replica = await Replica.start({
      service,
      host,
      healthPort: this.#base.ports.health,
      root,
      environment: this.#environmentOf(service, host),
      logFile: join(this.#base.dataDir, 'logs', `${service}-${String(this.#started)}.log`),
    });
    this.#logFiles.set(service, [...this.everyLogFile(service), replica.settings.logFile]);
    this.endpoints[service].add(replica);
    return replica;
  }

  /**
   * Replaces the replicas of a service like a Deployment of the chart: at most one extra, never fewer. Resolves with how the
   * old replicas ended.
   */
  async roll(service: ServiceName): Promise<ProcessEnd[]> {
    const endings: Promise<ProcessEnd>[] = [];
    for (const old of this.replicas(service)) endings.push((await this.replace(old)).ending);
    return Promise.all(endings);
  }

  /** Starts a replica in place of an old one, which gets SIGTERM when the new one serves. */
  async replace(old: Replica): Promise<{ readonly ending: Promise<ProcessEnd> }> {
    await this.add(old.settings.service);
    return { ending: this.terminate(old) };
  }

  /** Sends a replica SIGTERM and waits until it has ended, within the chart's grace period. */
  async terminate(replica: Replica): Promise<ProcessEnd> {
    const { service } = replica.settings;
    const ending = await replica.terminate(CHART[service].terminationGracePeriodSeconds * 1000);
    this.endpoints[service].remove(replica);
    return ending;
  }

  /** Kills a replica at once, like a lost node. */
  async kill(replica: Replica): Promise<void> {
    await replica.kill();
    this.endpoints[replica.settings.service].remove(replica);
  }

  async stop(): Promise<void> {
    await this.#balancer?.close();
    const replicas = SERVICES.flatMap((service) => this.replicas(service));
    await Promise.all(Object.values(this.endpoints).map((endpoints) => endpoints.stop()));
    await Promise.all(replicas.map((replica) => replica.kill()));
    await this.#base.nats.stop();
    await this.#base.postgres.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#base.dataDir, { recursive: true, force: true });
  }

  #environmentOf(service: ServiceName, host: string): Record<string, string> {
    const { secrets, postgres, nats, ports } = this.#base;
    const database = new URL(postgres.url);
    Object.assign(database, { username: `ctx_${service}`, password: secrets.roles[service] });
    const { drainMs } = CHART[service];
    const common = {
      DATABASE_URL: database.href,
      DATABASE_CONNECTIONS_MAX: '8',
      CALLER_KEY: secrets.callerKey,
      GRPC_ADDRESS: `${host}:${String(ports.grpc)}`,
      HEALTH_ADDRESS: `${host}:${String(ports.health)}`,
      ...(drainMs === undefined ? {} : { DRAIN_MS: String(drainMs) }),
    };
    return { ...common, ...this.#ownEnvironment(service, host, nats.url), ...this.#settings?.[service] };
  }

  #ownEnvironment(service: ServiceName, host: string, natsUrl: string): Record<string, string> {
    const { secrets, ports, dataDir } = this.#base;
    const named = (name: ServiceName): string => `${name}.rolling.test:${String(ports.grpc)}`;
    const names = { NODE_OPTIONS: `--import ${NAMES}`, ROLLING_NAMES: namesFile(dataDir) };
    if (service === 'read') return {};
    if (service === 'recalc') return { NATS_URL: natsUrl };
    if (service === 'corrections') return { NATS_URL: natsUrl, RECALC_ADDRESS: named('recalc'), ...names };
    return {
      HTTP_ADDRESS: `${host}:${String(ports.http)}`,
      BASE_URL: this.baseUrl,
      UPGRADE_URL: `${this.baseUrl}/pricing`,
      OAUTH_KEYS: secrets.oauthKeys,
      READ_ADDRESS: named('read'),
      CORRECTIONS_ADDRESS: named('corrections'),
      ...names,
    };
  }

  /** Writes the current addresses of the services for the name lookup and the operator's tools. */
  #publish(): void {
    const { dataDir, postgres, nats, ports } = this.#base;
    const names = SERVICES.map((service) => [`${service}.rolling.test`, this.endpoints[service].hosts]);
    writeFileSync(namesFile(dataDir), JSON.stringify(Object.fromEntries(names)));
    const services = SERVICES.map((service) => {
      const [host = '127.0.0.1'] = this.endpoints[service].hosts;
      const at = { address: `${host}:${String(ports.grpc)}`, health: `${host}:${String(ports.health)}` };
      const replica = this.replicas(service).find(({ settings }) => settings.host === host);
      return [service, { pid: replica?.pid ?? 0, ...at }];
    });
    const state = {
      baseUrl: this.baseUrl,
      services: Object.fromEntries(services) as object,
      postgres: { url: postgres.url, pid: postgres.pid },
      nats: { url: nats.url, pid: nats.pid },
    };
    writeFileSync(join(dataDir, 'stack.json'), JSON.stringify(state));
  }
}

const namesFile = (dataDir: string): string => join(dataDir, 'names.json');

function tail(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-6).join('\n');
}
