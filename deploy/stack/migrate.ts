/** Brings a database to the newest schema: numbered SQL files, one transaction each, under an advisory lock. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { SERVICES, type ServiceName } from './secrets.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Runs what of `dir` has not run yet; answers the names of what ran. `databaseUrl` is the owner's. */
export async function migrate(databaseUrl: string, dir = MIGRATIONS): Promise<string[]> {
  const ran = await runner({
    databaseUrl,
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
}

/** Sets the login passwords of the services' roles, which no migration holds. */
export async function setRolePasswords(
  databaseUrl: string,
  passwords: Record<ServiceName, string>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const service of SERVICES)
      await client.query(`ALTER ROLE ctx_${service} PASSWORD ${client.escapeLiteral(passwords[service])}`);
  } finally {
    await client.end();
  }
}

const HELP = `DATABASE_URL=postgres://… node deploy/stack/migrate.ts

Brings the database of that address, as its owner, to the newest schema, and prints the migrations that ran. Two at once wait
for each other; one that fails leaves the schema as the one before it made it.
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
