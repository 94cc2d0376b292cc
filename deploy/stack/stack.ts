/** The whole system on one machine: PostgreSQL, NATS, migrations and the four services as four processes. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrate, setRolePasswords } from './migrate.ts';
import { NATS_HINT, type RunningNats, startNats } from './nats.ts';
import { freePort, requireFreePort } from './ports.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { SERVICES, type ServiceName, type StackSecrets, stackSecrets } from './secrets.ts';
import { SupervisedService } from './service.ts';

export interface StackOptions {
  readonly port: number;
  readonly dataDir: string;
  /** A line for a person. */
  readonly say: (line: string) => void;
  /** Settings that differ from the defaults, for all services. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Stack {
  readonly baseUrl: string;
  /** The ready file under another name, while the stack is not announced yet. */
  readonly startingFile: string;
  /** Writes DATA_DIR/stack.json: from now on tools and tests find the stack. */
  announce(): void;
  stop(): Promise<void>;
}

type Addresses = Record<ServiceName, { readonly grpc: string; readonly health: string }>;
type Services = Partial<Record<ServiceName, SupervisedService>>;

/** In order of dependence; the gateway comes last and goes first. */
const START_ORDER: readonly ServiceName[] = ['recalc', 'read', 'corrections', 'gateway'];

/** Starts everything and waits until it is ready; what was started is stopped again when something fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  await requireFreePort(options.port);
  const dataDir = resolve(options.dataDir);
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const secrets = stackSecrets(dataDir);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const postgres = await startPostgres(
      dataDir,
      secrets.databaseOwner,
      join(dataDir, 'logs', 'postgres.log'),
    );
    // Only now is the state folder ours: the ready file of a stack that runs on it is not touched before.
    stops.push(
      () => postgres.stop(),
      () => removeReadyFiles(dataDir),
    );
    const ran = await migrate(postgres.url);
    if (ran.length > 0) options.say(`schema brought up to date (${String(ran.length)} migrations)`);
    await setRolePasswords(postgres.url, secrets.roles);
    const nats = await startNats(dataDir, join(dataDir, 'logs', 'nats.log'));
    if (nats === null) options.say(NATS_HINT);
    else stops.push(() => nats.stop());
    return await startServices({ ...options, dataDir }, secrets, postgres, nats, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function removeReadyFiles(dataDir: string): Promise<void> {
  for (const name of ['stack.json', 'stack.starting.json']) rmSync(join(dataDir, name), { force: true });
  return Promise.resolve();
}

async function startServices(
  options: StackOptions,
  secrets: StackSecrets,
  postgres: RunningPostgres,
  nats: RunningNats | null,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { dataDir, say } = options;
  const baseUrl = `http://127.0.0.1:${String(options.port)}`;
  const addresses = await chooseAddresses();
  const services: Services = {};
  let isAnnounced = false;
  const writeReadyFile = (name: string): void => {
    const file = join(dataDir, name);
    writeFileSync(
      `${file}.new`,
      `${JSON.stringify(readyState(baseUrl, services, addresses, postgres, nats), null, 2)}\n`,
    );
    renameSync(`${file}.new`, file);
  };
  for (const name of START_ORDER) {
    const environment = {
      ...environmentOf(name, baseUrl, addresses, secrets, postgres, nats),
      ...options.environment,
    };
    const service = await SupervisedService.start({
      name,
      environment,
      healthAddress: addresses[name].health,
      logFile: join(dataDir, 'logs', `${name}.log`),
      onRestart: (how) => {
        say(`the ${name} service ended (${how}) and was started again`);
        if (isAnnounced) writeReadyFile('stack.json');
      },
    });
    services[name] = service;
    stops.push(() => service.stop());
  }
  writeReadyFile('stack.starting.json');
  return {
    baseUrl,
    startingFile: join(dataDir, 'stack.starting.json'),
    announce: () => {
      isAnnounced = true;
      writeReadyFile('stack.json');
    },
    stop: async () => {
      isAnnounced = false;
      await removeReadyFiles(dataDir);
      await stop();
    },
  };
}

async function chooseAddresses(): Promise<Addresses> {
  const entries: [ServiceName, { grpc: string; health: string }][] = [];
  for (const name of SERVICES) {
    const [grpc, health] = [await freePort(), await freePort()];
    entries.push([name, { grpc: `127.0.0.1:${String(grpc)}`, health: `127.0.0.1:${String(health)}` }]);
  }
  return Object.fromEntries(entries) as Addresses;
}

function environmentOf(
  name: ServiceName,
  baseUrl: string,
  addresses: Addresses,
  secrets: StackSecrets,
  postgres: RunningPostgres,
  nats: RunningNats | null,
): Record<string, string> {
  const common = {
    DATABASE_URL: `postgres://ctx_${name}:${secrets.roles[name]}@127.0.0.1:${String(postgres.port)}/ctx`,
    CALLER_KEY: secrets.callerKey,
    GRPC_ADDRESS: addresses[name].grpc,
    HEALTH_ADDRESS: addresses[name].health,
  };
  if (name === 'gateway')
    return {
      ...common,
      HTTP_ADDRESS: baseUrl.replace('http://', ''),
      BASE_URL: baseUrl,
      UPGRADE_URL: `${baseUrl}/pricing`,
      READ_ADDRESS: addresses.read.grpc,
    };
  return name === 'read' || nats === null ? common : { ...common, NATS_URL: nats.url };
}

function readyState(
  baseUrl: string,
  services: Services,
  addresses: Addresses,
  postgres: RunningPostgres,
  nats: RunningNats | null,
): object {
  const entry = (name: ServiceName) => [
    name,
    { pid: services[name]?.pid, address: addresses[name].grpc, health: addresses[name].health },
  ];
  return {
    baseUrl,
    services: Object.fromEntries(SERVICES.map(entry)) as object,
    postgres: { url: postgres.url, pid: postgres.pid },
    nats: nats === null ? null : { url: nats.url, pid: nats.pid },
  };
}
