/** Brings a database to the newest schema: numbered SQL files, one transaction each, under an advisory lock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { SERVICES, type ServiceName } from './secrets.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * Less than a request waits for a lock (2 s), and than PostgreSQL takes to see a deadlock (1 s): who waits behind a migration that
 * waits itself goes on in time, and of a deadlock the migration is the one that gives way.
 */
const LOCK_MS_MAX = 500;
const TRIES_MS_MAX = 600_000;
const PAUSE_MS = 1000;
/** lock_not_available, deadlock_detected. */
const IN_THE_WAY = ['55P03', '40P01'];

/**
 * Runs what of `dir` has not run yet; answers the names of what ran. `databaseUrl` is the owner's. Beside a system at work a
 * migration waits 0.5 s for its locks, then lets everybody pass and tries again, for 10 minutes.
 */
export async function migrate(databaseUrl: string, dir = MIGRATIONS): Promise<string[]> {
  const names: string[] = [];
  const giveUpMs = performance.now() + TRIES_MS_MAX;
  for (;;) {
    try {
      const ran = await runNext(databaseUrl, dir);
      if (ran.length === 0) return names;
      names.push(...ran);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!IN_THE_WAY.includes(code) || performance.now() > giveUpMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Runs the next migration that has not run yet; answers its name, or nothing when there is none. */
async function runNext(databaseUrl: string, dir: string): Promise<string[]> {
  const dbClient = await connect({ connectionString: databaseUrl, lock_timeout: LOCK_MS_MAX });
  try {
    const ran = await runner({
      dbClient,
      count: 1,
      dir,
      direction: 'up',
      migrationsTable: 'migrations',
      migrationsSchema: 'migrations',
      createMigrationsSchema: true,
      advisoryLockMode: 'wait',
      singleTransaction: false,
      log: () => undefined,
    });
    return ran.map(({ name }) => name);
  } finally {
    await dbClient.end();
  }
}

/** A lost connection rejects the query that runs; without a listener the event itself would end this process. */
async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Sets the login passwords of the services' roles, which no migration holds. */
export async function setRolePasswords(
  databaseUrl: string,
  passwords: Record<ServiceName, string>,
): Promise<void> {
  const client = await connect({ connectionString: databaseUrl });
  try {
    for (const service of SERVICES)
      await client.query(`ALTER ROLE ctx_${service} PASSWORD ${client.escapeLiteral(passwords[service])}`);
  } finally {
    await client.end();
  }
}

const HELP = `DATABASE_URL=postgres://… node deploy/stack/migrate.ts

Brings the database of that address, as its owner, to the newest schema, and prints the migrations that ran. Two at once wait
for each other; one that fails leaves the schema as the one before it made it. Services may go on meanwhile: a migration that
they keep waiting lets them pass and tries again, for 10 minutes.
`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help === true) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl === undefined) {
    process.stderr.write('migrate: set DATABASE_URL to the database, as its owner\n');
    process.exit(2);
  }
  const ran = await migrate(databaseUrl);
  process.stdout.write(ran.length === 0 ? 'the schema is up to date\n' : `${ran.join('\n')}\n`);
}
