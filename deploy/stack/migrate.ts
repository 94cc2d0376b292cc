/** Migrates a database to the newest schema: numbered SQL files, one transaction each, under an advisory lock. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { givenValue, SettingFault } from '@ctx/platform/given-value';
import { UNRELEASED_ADVICE, UNRELEASED_MIGRATION } from '@ctx/platform/unreleased-schema';
import { SERVICES, type ServiceName } from './secrets.ts';

/** Not a migration: applied on request to a database on Citus. */
const DISTRIBUTE_FILE = 'distribute.sql';
const MIGRATION_FILE = String.raw`\d+_.*\.sql`;
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * Lock timeout. Shorter than that of a request (2 s), so that requests queued behind a waiting migration still succeed, and shorter than
 * PostgreSQL's deadlock detection (1 s), so that the migration is the one that fails in a deadlock.
 */
const LOCK_MS_MAX = 500;
const TRIES_MS_MAX = 600_000;
const PAUSE_MS = 1000;
/** lock_not_available, deadlock_detected. */
const LOCK_ERRORS = ['55P03', '40P01'];

/** The database is one of a version before 1.0.0; the message says what to do. */
class UnreleasedSchema extends Error {
  constructor() {
    super(UNRELEASED_ADVICE);
  }
}

/**
 * Runs the pending migrations of `dir` as the owner (`databaseUrl`) and returns their names. A migration that cannot get its locks within
 * 0.5 s lets waiting requests through and retries, for 10 minutes. Throws UnreleasedSchema for a database from before 1.0.0.
 */
export async function migrate(databaseUrl: string, dir = MIGRATIONS): Promise<string[]> {
  await rejectUnreleased(databaseUrl);
  const names: string[] = [];
  const giveUpMs = performance.now() + TRIES_MS_MAX;
  for (;;) {
    try {
      const ran = await runNext(databaseUrl, dir);
      if (ran.length === 0) return names;
      names.push(...ran);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!LOCK_ERRORS.includes(code) || performance.now() > giveUpMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Returns the names of the migrations of a folder in their order, without `.sql`. */
export function migrationNames(dir = MIGRATIONS): string[] {
  return readdirSync(dir)
    .filter((file) => new RegExp(`^${MIGRATION_FILE}$`).test(file))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

/** Distributes the database over the workers of Citus. `databaseUrl` is the address of the coordinator, with the owner's credentials. */
export async function distribute(databaseUrl: string, dir = MIGRATIONS): Promise<void> {
  const client = await connect({ connectionString: databaseUrl });
  try {
    await client.query(readFileSync(join(dir, DISTRIBUTE_FILE), 'utf8'));
  } finally {
    await client.end();
  }
}

async function rejectUnreleased(databaseUrl: string): Promise<void> {
  const client = await connect({ connectionString: databaseUrl });
  try {
    const { rows } = await client.query<{ found: string | null }>(
      `SELECT to_regclass('migrations.migrations') AS found`,
    );
    // The first migration of all creates the table.
    if (rows[0]?.found === null) return;
    const { rowCount } = await client.query('SELECT FROM migrations.migrations WHERE name = $1', [
      UNRELEASED_MIGRATION,
    ]);
    if (rowCount !== 0) throw new UnreleasedSchema();
  } finally {
    await client.end();
  }
}

/** Runs the next pending migration. Returns its name, or an empty list when there is none. */
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
      ignorePattern: `(?!${MIGRATION_FILE}$).*`,
      log: () => undefined,
    });
    return ran.map(({ name }) => name);
  } finally {
    await dbClient.end();
  }
}

/** Connects with an error listener: a lost connection rejects the running query, and without a listener its event would end the process. */
async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Sets the login passwords of the services' roles. Migrations contain no passwords. */
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

const HELP = `DATABASE_URL=postgres://… node deploy/stack/migrate.ts [--distribute]

Migrates the database to the newest schema and prints the migrations that ran. DATABASE_URL is the address of the database with
the credentials of its owner; DATABASE_URL_FILE names a file with it instead. Parallel runs wait for each other. If a migration fails, the schema stays at the previous one.
Services can keep running: a migration that cannot get its locks retries for 10 minutes and lets requests through meanwhile.

  --distribute   then distribute the rows of users over the workers of Citus. DATABASE_URL is the address of the coordinator.
                 Stop the services first: each table is locked while its rows are moved. Safe to repeat.
  --help         print this help
`;

function databaseUrlOrEnd(): string {
  try {
    const { text } = givenValue(process.env, 'DATABASE_URL');
    if (text !== undefined) return text;
    throw new SettingFault(
      'DATABASE_URL is not set; set it to the address of the database, with the credentials of its owner',
    );
  } catch (error) {
    if (!(error instanceof SettingFault)) throw error;
    process.stderr.write(`migrate: ${error.message}\n`);
    process.exit(2);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { distribute: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const databaseUrl = databaseUrlOrEnd();
  const ran = await migrate(databaseUrl).catch((error: unknown) => {
    if (!(error instanceof UnreleasedSchema)) throw error;
    process.stderr.write(`migrate: ${error.message}\n`);
    process.exit(1);
  });
  process.stdout.write(ran.length === 0 ? 'the schema is up to date\n' : `${ran.join('\n')}\n`);
  if (values.distribute) {
    await distribute(databaseUrl);
    process.stdout.write('the rows of users are on the workers of Citus\n');
  }
}
