/** Runs the PostgreSQL set-up of docs/operations/install.md, then the chart's migration job and pods, on this machine. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../../deploy/stack/ports.ts';
import { until } from '../../deploy/stack/process.ts';
import { SERVICES } from '../../deploy/stack/secrets.ts';
import { type BarePostgres, startBarePostgres } from '../e2e/bare-postgres.ts';
import { render } from './helm.ts';
import { type Container, containerOf, theOne } from './manifests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const operations = readFileSync(new URL('../../docs/operations/install.md', import.meta.url), 'utf8');
const [, sql = ''] = /```sql\n(.*?)```/s.exec(operations) ?? [];

let server: BarePostgres;

beforeAll(async () => {
  server = await startBarePostgres();
});
afterAll(async () => {
  await server.remove();
});

/** Renames the owner and the database, because the local stack already uses the documented names. */
const renamed = sql
  .replaceAll('ctx_owner', 'ctx_plain_owner')
  .replaceAll('DATABASE ctx ', 'DATABASE ctx_plain ');

function addressOf(role: string, password: string, database: string): string {
  const url = new URL(server.url);
  url.username = role;
  url.password = password;
  url.pathname = database;
  return url.href;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

const KEY = randomBytes(32).toString('base64');

/** Returns the environment of a container, with values for the secrets that it refers to. */
function environmentOf({ env }: Container): Record<string, string> {
  const secrets: Record<string, string> = {
    'crypto-tax-keys/CALLER_KEY': KEY,
    'crypto-tax-keys/OAUTH_KEYS': KEY,
  };
  for (const role of ['owner', ...SERVICES])
    secrets[`crypto-tax-database-${role}/DATABASE_URL`] = addressOf(
      role === 'owner' ? 'ctx_plain_owner' : `ctx_${role}`,
      `${role}-password`,
      'ctx_plain',
    );
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      const reference = valueFrom?.secretKeyRef;
      const found = value ?? secrets[`${reference?.name ?? ''}/${reference?.key ?? ''}`];
      if (found === undefined) throw new Error(`${name} has no value`);
      return [name, found];
    }),
  );
}

describe('an installation as docs/operations/install.md describes', () => {
  it('migrates with the chart’s job as an owner without further rights', async () => {
    for (const statement of renamed.split(/;\n/).filter((text) => text.trim() !== ''))
      await query(server.url, statement);
    const job = containerOf(theOne(await render('minimal'), 'Job', 'migrations'));
    const { stdout } = await run(process.execPath, job.command.slice(1), {
      cwd: ROOT,
      env: environmentOf(job),
    });
    expect(stdout).toContain('0001_');
    await expect(
      query(addressOf('ctx_read', 'read-password', 'ctx_plain'), 'SELECT * FROM identity.users'),
    ).rejects.toThrow('permission denied');
  });

  it.each(SERVICES)('starts %s like its pod, which becomes ready and stops in time', async (name) => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const container = containerOf(
      theOne(
        await render(
          'minimal',
          ...['httpPort', 'grpcPort', 'healthPort'].map(
            (key, index) => `listen.${key}=${String(ports[index])}`,
          ),
          ...(name === 'recalc' ? [] : [`${name}.drainMs=100`]),
        ),
        'Deployment',
        name,
      ),
    );
    const child = spawn(process.execPath, container.command.slice(1), {
      cwd: ROOT,
      env: environmentOf(container),
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        await until(async () => {
          const response = await fetch(`http://127.0.0.1:${String(httpGet.port)}${httpGet.path}`);
          expect(response.status).toBe(200);
        }, 120_000);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
