/** PostgreSQL on a node, over TLS: created as docs/operations/install.md says, backed up while the services run, restored in its place. */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinaries, serverAccount } from '../../../deploy/stack/postgres.ts';
import { until } from '../../../deploy/stack/process.ts';
import { type Audit, auditOf, type AuditRow } from '../checks.ts';
import type { Cluster } from './cluster.ts';
import { pkiOf, stateOf } from './nodes/addresses.ts';
import { sign } from './nodes/certificates.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DATABASE_HOST = 'postgres.databases.svc';
const START_MS_MAX = 60_000;
const OPTIONS = [
  'listen_addresses=*',
  'unix_socket_directories=',
  'max_connections=200',
  'ssl=on',
  'fsync=off',
].flatMap((option) => ['-c', option]);
const HBA = 'host all all 127.0.0.1/32 scram-sha-256\nhostssl all all 0.0.0.0/0 scram-sha-256\n';

/** Starts a new server with the roles and the database of docs/operations/install.md. */
export async function createPostgres(cluster: Cluster): Promise<void> {
  const { initdb } = await findBinaries();
  const data = dataOf(cluster);
  const pki = pkiOf(cluster.parts);
  const { uid = 0, gid = 0 } = serverAccount().ids;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, uid, gid);
  const password = `${data}.password`;
  writeFileSync(password, 'superuser');
  const flags = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${password}`];
  await cluster.run([...asServer(), initdb, '-D', data, '-U', 'postgres', ...flags]);
  sign(pki, 'postgres', `/CN=${DATABASE_HOST}`, [`DNS:${DATABASE_HOST}`]);
  for (const ending of ['key', 'crt']) {
    const file = join(data, `server.${ending}`);
    writeFileSync(file, readFileSync(join(pki, `postgres.${ending}`)), { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  writeFileSync(join(data, 'pg_hba.conf'), HBA);
  await startPostgres(cluster);
  const text = readFileSync(join(ROOT, 'docs/operations/install.md'), 'utf8');
  const [, block = ''] = /<!-- A test runs this block. -->\n+```sql\n(.*?)```/s.exec(text) ?? [];
  const lines = block.split('\n').filter((line) => !line.startsWith('--'));
  const statements = lines.join('\n').split(';');
  await runSql(
    cluster,
    statements.filter((statement) => statement.trim() !== ''),
  );
}

/** Copies the data folder while the services write, as a base backup with the log of that time. */
export async function backUp(cluster: Cluster): Promise<void> {
  const settings = { data: dataOf(cluster), backup: backupOf(cluster) };
  await runProgram(cluster, `const settings = ${JSON.stringify(settings)};\n${BACK_UP}`);
}

/** Ends the server as a crash would, and starts one from the backup at the same address. */
export async function restore(cluster: Cluster): Promise<void> {
  const data = dataOf(cluster);
  await cluster.run(['pkill', '-QUIT', '-o', '-x', 'postgres']);
  await until(async () => {
    const { code } = await cluster.try(['pgrep', '-x', 'postgres']);
    if (code === 0) throw new Error('the server has not ended');
  }, START_MS_MAX);
  await cluster.run(['rm', '-rf', data]);
  await cluster.run(['mv', backupOf(cluster), data]);
  await startPostgres(cluster);
}

async function startPostgres(cluster: Cluster): Promise<void> {
  const { postgres } = await findBinaries();
  cluster.background('postgres', [...asServer(), postgres, '-D', dataOf(cluster), ...OPTIONS]);
  await until(() => runSql(cluster, ['SELECT 1']), START_MS_MAX);
}

function asServer(): string[] {
  const { name } = serverAccount();
  const user = ['setpriv', '--reuid', name, '--regid', name, '--clear-groups'];
  return [...user, 'env', '-u', 'LD_LIBRARY_PATH', 'LC_ALL=C.UTF-8'];
}

const dataOf = ({ parts }: Cluster): string => join(stateOf(parts), 'postgres');
const backupOf = ({ parts }: Cluster): string => join(stateOf(parts), 'postgres-backup');

/** Runs statements as the superuser. */
export function runSql(
  cluster: Cluster,
  statements: readonly string[],
  database = 'postgres',
): Promise<string> {
  const each = `for (const statement of ${JSON.stringify(statements)}) await client.query(statement);`;
  return runProgram(cluster, each, database);
}

/** Returns the address with which a role of the services connects. */
export function databaseAddress(role: string, password = `${role}-password`): string {
  return `postgres://ctx_${role}:${password}@${DATABASE_HOST}:5432/ctx?sslmode=verify-full`;
}

/** Returns the rows of a query of the superuser. */
export async function querySql(cluster: Cluster, query: string): Promise<Record<string, unknown>[]> {
  const program = `console.log(JSON.stringify((await client.query(${JSON.stringify(query)})).rows));`;
  return JSON.parse(await runProgram(cluster, program, 'ctx')) as Record<string, unknown>[];
}

/** Returns the entries of the audit log of corrections whose Idempotency-Keys begin with a name. */
export async function readAuditOf(cluster: Cluster, name: string): Promise<Audit> {
  const query = `SELECT request_id, at::text FROM corrections.audit_log WHERE request_id LIKE '${name}-%' ORDER BY audit_id`;
  return auditOf((await querySql(cluster, query)) as unknown as AuditRow[]);
}

/** Runs a program inside, where the address of PostgreSQL is; it finds `client`, a connection of the superuser. */
function runProgram(cluster: Cluster, program: string, database = 'postgres'): Promise<string> {
  const text = `
    import { execFileSync } from 'node:child_process';
    import pg from 'pg';
    const client = new pg.Client('postgres://postgres:superuser@127.0.0.1:5432/${database}');
    await client.connect();
    ${program}
    await client.end();
  `;
  return cluster.run(['env', '-C', ROOT, process.execPath, '--input-type=module', '-'], text);
}

const BACK_UP = `
  const { data, backup } = settings;
  await client.query("SELECT pg_backup_start('cluster', true)");
  execFileSync('cp', ['-a', data, backup]);
  const { rows: [{ labelfile }] } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  // The log of the copy's time: without it the copy is of no single moment.
  execFileSync('cp', ['-a', data + '/pg_wal', backup]);
  execFileSync('rm', ['-f', backup + '/postmaster.pid']);
  execFileSync('cp', ['--attributes-only', '-a', data + '/PG_VERSION', backup + '/backup_label']);
  execFileSync('tee', [backup + '/backup_label'], { input: labelfile });
`;
