/** Runs the whole system on one machine: PostgreSQL, NATS, migrations and the four services, each as a process. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrate, setRolePasswords } from './migrate.ts';
import { findNatsServer, NATS_HINT, startNats } from './nats.ts';
import { freePort, requireFreePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import type { SpawnHooks } from './process.ts';
import { endLeftovers, ProcessRecord } from './process-record.ts';
import { operatorPublicKey } from '../ctx/operator-key.ts';
import { SERVICES, type ServiceName, type StackSecrets, stackSecrets } from './secrets.ts';
import { settingsFromEnvironment, startService } from './service.ts';
import { createStateFolder } from './state-folder.ts';
import { type RunningProcess, SupervisedProcess } from './supervised.ts';

export interface StackOptions {
  readonly port: number;
  readonly dataDir: string;
  /** Prints a line for the user. */
  readonly say: (line: string) => void;
  /** Whether a service restarts when one of its source files changes. */
  readonly isWatching: boolean;
  /** Aborts a start in progress. It does not stop a running stack. */
  readonly signal: AbortSignal;
  /** The public address of the gateway, which listens on 127.0.0.1. */
  readonly baseUrl: string;
  /** The database; by default PostgreSQL. */
  readonly database?: Database;
}

/** How the database of a stack is started, and how its schema is brought up to date. */
export interface Database {
  readonly start: typeof startPostgres;
  readonly migrate: (url: string) => Promise<string[]>;
}

export const POSTGRES: Database = { start: startPostgres, migrate };

export interface Stack {
  readonly baseUrl: string;
  /** Name of the ready file until the stack is announced. */
  readonly startingFile: string;
  /** Writes DATA_DIR/stack.json, so that tools and tests find the stack. */
  announce(): void;
  /** Stops everything in order and keeps the data. */
  stop(): Promise<void>;
}

type StartChild = (logFile: string, hooks: SpawnHooks) => Promise<RunningProcess & { url?: string }>;

const REWRITE_MS = 1000;

/** The processes of a group stop together: first the callers of the services, last the servers that all services use. */
const STOP_ORDER: readonly (readonly string[])[] = [
  ['gateway'],
  ['corrections', 'read', 'recalc'],
  ['nats', 'postgres'],
];

/** Starts everything and waits until it is ready. Stops the started processes when something fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  // Comes first, because a leftover gateway may still use the port.
  await endLeftovers(resolve(options.dataDir), options.say);
  await requireFreePort(options.port);
  // The children have a separate signal, because a running stack is stopped in order, not all at once.
  const start = new AbortController();
  const giveUp = (): void => {
    start.abort();
  };
  options.signal.addEventListener('abort', giveUp);
  if (options.signal.aborted) giveUp();
  const stack = new LocalStack(options, start.signal);
  try {
    await stack.start();
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  } finally {
    options.signal.removeEventListener('abort', giveUp);
  }
}

class LocalStack implements Stack {
  readonly baseUrl: string;
  readonly startingFile: string;
  readonly #httpAddress: string;
  readonly #say: (line: string) => void;
  readonly #dataDir: string;
  readonly #isWatching: boolean;
  readonly #database: Database;
  readonly #secrets: StackSecrets;
  readonly #operatorPublicKey: string;
  readonly #record: ProcessRecord;
  /** Aborted when the start is aborted. */
  readonly #signal: AbortSignal;
  readonly #children = new Map<string, SupervisedProcess<RunningProcess & { url?: string }>>();
  readonly #addresses = new Map<ServiceName, { grpc: string; health: string }>();
  #isAnnounced = false;

  constructor(
    { port, baseUrl, dataDir, say, isWatching, database = POSTGRES }: StackOptions,
    signal: AbortSignal,
  ) {
    this.baseUrl = baseUrl;
    this.#httpAddress = `127.0.0.1:${String(port)}`;
    this.#say = say;
    this.#dataDir = resolve(dataDir);
    this.#isWatching = isWatching;
    this.#database = database;
    this.#signal = signal;
    createStateFolder(this.#dataDir);
    this.startingFile = join(this.#dataDir, 'stack.starting.json');
    this.#secrets = stackSecrets(this.#dataDir);
    this.#operatorPublicKey = operatorPublicKey(this.#dataDir);
    this.#record = new ProcessRecord(this.#dataDir);
  }

  async start(): Promise<void> {
    const databasePort = await freePort();
    const owner = this.#secrets.databaseOwner;
    await this.#supervise('postgres', (logFile, hooks) =>
      this.#database.start(this.#dataDir, owner, logFile, databasePort, hooks),
    );
    const databaseUrl = this.#urlOf('postgres') ?? '';
    const ran = await this.#database.migrate(databaseUrl);
    if (ran.length > 0) this.#say(`schema brought up to date (${String(ran.length)} migrations)`);
    await setRolePasswords(databaseUrl, this.#secrets.roles);
    const natsServer = await findNatsServer(this.#signal);
    if (natsServer === null) this.#say(NATS_HINT);
    else {
      const natsPort = await freePort();
      await this.#supervise('nats', (logFile, hooks) =>
        startNats(natsServer, this.#dataDir, logFile, natsPort, hooks),
      );
    }
    for (const name of SERVICES) this.#addresses.set(name, await chooseAddresses());
    await this.#startServices(databasePort);
    this.#writeReadyFile('stack.starting.json');
  }

  /** Starts all services in parallel: none needs another to be ready. They stop in groups. */
  async #startServices(databasePort: number): Promise<void> {
    const starts = SERVICES.map((name) => {
      const environment = this.#environmentOf(name, databasePort);
      const healthAddress = this.#addressesOf(name).health;
      const settings = { name, environment, healthAddress, isWatching: this.#isWatching };
      return this.#begin(name, (logFile, hooks) => startService({ ...settings, ...hooks, logFile }));
    });
    const outcomes = await Promise.allSettled(starts);
    for (const [index, outcome] of outcomes.entries())
      if (outcome.status === 'fulfilled') this.#children.set(SERVICES[index] ?? '', outcome.value);
    // The caller stops those that did start.
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) throw failure.reason as Error;
  }

  announce(): void {
    this.#isAnnounced = true;
    this.#writeReadyFile('stack.json');
  }

  async stop(): Promise<void> {
    this.#isAnnounced = false;
    // Before PostgreSQL runs, another stack may still own the data directory.
    if (this.#children.has('postgres'))
      for (const name of ['stack.json', 'stack.starting.json'])
        rmSync(join(this.#dataDir, name), { force: true });
    for (const group of STOP_ORDER)
      await Promise.all(group.map(async (name) => this.#children.get(name)?.stop()));
    this.#record.end();
  }

  async #supervise(name: string, start: StartChild): Promise<void> {
    this.#children.set(name, await this.#begin(name, start));
  }

  #begin(name: string, start: StartChild): Promise<SupervisedProcess<RunningProcess & { url?: string }>> {
    const logFile = join(this.#dataDir, 'logs', `${name}.log`);
    return SupervisedProcess.begin(
      () => {
        this.#signal.throwIfAborted();
        const onSpawn = (pid: number): void => {
          this.#record.add(name, pid);
        };
        return start(logFile, { onSpawn, signal: this.#signal });
      },
      (how) => {
        this.#rewriteReadyFile();
        this.#say(`${name} ended (${how}) and was started again`);
      },
    );
  }

  #urlOf(name: string): string | undefined {
    return this.#children.get(name)?.child.url;
  }

  #addressesOf(name: ServiceName): { grpc: string; health: string } {
    const addresses = this.#addresses.get(name);
    if (addresses === undefined) throw new Error(`no address for ${name}`);
    return addresses;
  }

  #environmentOf(name: ServiceName, databasePort: number): Record<string, string> {
    const common = {
      DATABASE_URL: `postgres://ctx_${name}:${this.#secrets.roles[name]}@127.0.0.1:${String(databasePort)}/ctx`,
      CALLER_KEY: this.#secrets.callerKey,
      GRPC_ADDRESS: this.#addressesOf(name).grpc,
      HEALTH_ADDRESS: this.#addressesOf(name).health,
      // The read service has no operator calls. More keys, with roles, come from the environment.
      ...(name === 'read'
        ? {}
        : {
            OPERATOR_PUBLIC_KEYS: `${this.#operatorPublicKey},${process.env['OPERATOR_PUBLIC_KEYS'] ?? ''}`,
          }),
    };
    if (name === 'gateway')
      return {
        ...common,
        HTTP_ADDRESS: this.#httpAddress,
        BASE_URL: this.baseUrl,
        OAUTH_KEYS: this.#secrets.oauthKeys,
        READ_ADDRESS: this.#addressesOf('read').grpc,
        CORRECTIONS_ADDRESS: this.#addressesOf('corrections').grpc,
      };
    const natsUrl = this.#urlOf('nats');
    return {
      ...common,
      ...(name === 'corrections' ? { RECALC_ADDRESS: this.#addressesOf('recalc').grpc } : {}),
      ...(name === 'read' || natsUrl === undefined ? {} : { NATS_URL: natsUrl }),
    };
  }

  /** Writes a new file and renames it, so that no reader sees an incomplete file. */
  #writeReadyFile(name: string): void {
    const file = join(this.#dataDir, name);
    writeFileSync(`${file}.new`, `${JSON.stringify(this.#readyState(), null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** Updates the process ids in the ready file. On a full disk it retries, so that the stack keeps running. */
  #rewriteReadyFile(isRetry = false): void {
    if (!this.#isAnnounced) return;
    try {
      this.#writeReadyFile('stack.json');
    } catch (error) {
      if (!isRetry) this.#say(`stack.json could not be written (${String(error)}); retrying every second`);
      setTimeout(() => {
        this.#rewriteReadyFile(true);
      }, REWRITE_MS).unref();
    }
  }

  /** The certificate files of the services, for clients that call them. */
  #tlsFiles(): object | null {
    const { TLS_CA_FILE: ca, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key } = settingsFromEnvironment();
    if (ca === undefined || certificate === undefined || key === undefined) return null;
    return { ca: resolve(ca), certificate: resolve(certificate), key: resolve(key) };
  }

  #readyState(): object {
    const service = (name: ServiceName): [string, object] => {
      const { grpc, health } = this.#addressesOf(name);
      return [name, { pid: this.#children.get(name)?.child.pid, address: grpc, health }];
    };
    const server = (name: string): object | null => {
      const child = this.#children.get(name)?.child;
      return child === undefined ? null : { url: child.url, pid: child.pid };
    };
    return {
      baseUrl: this.baseUrl,
      services: Object.fromEntries(SERVICES.map(service)) as object,
      postgres: server('postgres'),
      nats: server('nats'),
      tls: this.#tlsFiles(),
    };
  }
}

async function chooseAddresses(): Promise<{ grpc: string; health: string }> {
  const [grpc, health] = [await freePort(), await freePort()];
  return { grpc: `127.0.0.1:${String(grpc)}`, health: `127.0.0.1:${String(health)}` };
}
