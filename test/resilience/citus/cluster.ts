/** Citus on this machine: a coordinator and two workers, started in place of a stack's PostgreSQL. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { distribute, migrate } from '../../../deploy/stack/migrate.ts';
import { freePort } from '../../../deploy/stack/ports.ts';
import {
  type Binaries,
  type PostgresHooks,
  type RunningPostgres,
  startCluster,
} from '../../../deploy/stack/postgres.ts';
import type { SpawnHooks } from '../../../deploy/stack/process.ts';
import { SERVICES } from '../../../deploy/stack/secrets.ts';
import type { Database } from '../../../deploy/stack/stack.ts';

const WORKERS = ['worker1', 'worker2'] as const;
const SETTINGS = {
  shared_preload_libraries: 'citus',
  // Each commit of a coordinator and a worker is prepared on both.
  max_prepared_transactions: '200',
  shared_buffers: '128MB',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.max_cached_conns_per_worker': '8',
};

/**
 * Citus in place of the database of a stack or a test bed. A statement of the services that would read or write several shards, or run in
 * several steps, fails, apart from those that find whom shared prices reach, and which prices are missing.
 */
export const CITUS: Database = {
  start: startCitus,
  migrate: async (url) => {
    const ran = await migrate(url);
    if (ran.length > 0) await distribute(url);
    await rejectSeveralShards(url);
    return ran;
  },
};

/** Citus rejects a statement of several shards when it plans it, and one in several steps when a step has a result for the next one. */
const RULES = [
  { name: 'citus.multi_task_query_log_level', strict: 'error', usual: 'off' },
  { name: 'citus.max_intermediate_result_size', strict: '0', usual: '1GB' },
];
const OF_ALL_USERS = [
  'corrections.events_of_prices',
  'corrections.users_of_photo_prices',
  'figures.missing_prices',
  'figures.missing_price_figures',
];

async function rejectSeveralShards(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { name, strict, usual } of RULES) {
      for (const service of SERVICES)
        await client.query(`ALTER ROLE ctx_${service} SET ${name} = '${strict}'`);
      for (const each of OF_ALL_USERS) await client.query(`ALTER FUNCTION ${each} SET ${name} = '${usual}'`);
    }
  } finally {
    await client.end();
  }
}

/** Returns the programs of the PostgreSQL whose `pg_config` has this path. */
export async function binariesOf(pgConfig: string): Promise<Binaries> {
  const { stdout } = await promisify(execFile)(pgConfig, ['--bindir']);
  const folder = stdout.trim();
  return { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
}

/**
 * Starts a coordinator on `port` and two workers, as `startPostgres` starts PostgreSQL; the workers end when the coordinator does.
 * CITUS_PG_CONFIG is the `pg_config` of a PostgreSQL in which Citus is installed.
 */
async function startCitus(
  dataDir: string,
  ownerPassword: string,
  logFile: string,
  port: number,
  { settings = {}, ...hooks }: PostgresHooks = {},
): Promise<RunningPostgres> {
  const pgConfig = process.env['CITUS_PG_CONFIG'];
  if (pgConfig === undefined) throw new Error('CITUS_PG_CONFIG is not set');
  const binaries = await binariesOf(pgConfig);
  const start = (name: string, at: number, itsHooks: SpawnHooks): Promise<RunningPostgres> => {
    const folder = resolve(dataDir, name);
    const log = name === 'postgres' ? logFile : join(dirname(logFile), `${name}.log`);
    const cluster = {
      folder,
      ownerPassword,
      logFile: log,
      port: at,
      binaries,
      settings: { ...SETTINGS, ...settings },
    };
    return startCluster(cluster, itsHooks);
  };
  const ports = [await freePort(), await freePort()];
  const { signal } = hooks;
  const workers = await Promise.all(WORKERS.map((name, index) => start(name, ports[index]!, { signal })));
  const stopWorkers = (): Promise<unknown> => Promise.all(workers.map((server) => server.stop()));
  for (const name of WORKERS) trustLoopback(resolve(dataDir, name));
  const coordinator = await start('postgres', port, hooks).catch(async (error: unknown) => {
    await stopWorkers();
    throw error;
  });
  const ended = coordinator.ended.then(async (how) => {
    await stopWorkers();
    return how;
  });
  const stop = async (): Promise<void> => {
    await coordinator.stop();
    await ended;
  };
  try {
    await connectNodes(
      [coordinator, ...workers].map(({ url }) => url),
      [port, ...ports],
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...coordinator, ended, stop };
}

/** The coordinator connects to workers as the role of its client, without a password. Certificates do that outside of tests. */
function trustLoopback(folder: string): void {
  const file = join(folder, 'pg_hba.conf');
  const line = 'host all all 127.0.0.1/32 trust\n';
  const before = readFileSync(file, 'utf8');
  // The first matching line counts. Keeps the file's owner.
  if (!before.startsWith(line)) writeFileSync(file, line + before);
}

/** Adds the workers to a new coordinator. Tells the nodes of a copied cluster their new ports, each of which knows all. */
async function connectNodes(urls: readonly string[], ports: readonly number[]): Promise<void> {
  const clients = urls.map((url) => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await Promise.all(clients.map((client) => client.query(PREPARE)));
    const [coordinator] = clients;
    const { rows } = await coordinator!.query('SELECT FROM pg_dist_node');
    if (rows.length > 0) {
      for (const client of clients)
        for (const [group, port] of ports.entries())
          await client.query('UPDATE pg_dist_node SET nodeport = $2 WHERE groupid = $1', [group, port]);
      return;
    }
    await coordinator!.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [ports[0]]);
    for (const port of ports.slice(1))
      await coordinator!.query("SELECT citus_add_node('127.0.0.1', $1)", [port]);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const PREPARE = 'SELECT pg_reload_conf(); CREATE EXTENSION IF NOT EXISTS citus';
