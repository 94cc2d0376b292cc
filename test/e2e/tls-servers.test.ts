/** PostgreSQL and NATS over TLS, as their URLs request it: the certificate is verified, and there is no fallback to plain text. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Authority } from '../certificates.ts';
import pg from 'pg';
import { migrate } from '../../deploy/stack/migrate.ts';
import { findNatsServer } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import type { RunningProcess } from '../../deploy/stack/supervised.ts';
import { offerTls } from './server-settings.ts';
import { startTestStack, type TestStack, waitFor } from './stack.ts';

const authority = new Authority('servers');
const server = authority.issue({ names: ['localhost'], purposes: ['server'] });

let stack: TestStack;
let folder: string;
const processes: ChildProcess[] = [];
const services: RunningProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-servers-'));
  for (const [name, text] of Object.entries({
    'ca.crt': authority.certificate,
    'stranger.crt': new Authority('stranger').certificate,
    'server.crt': server.certificate,
    'server.key': server.key,
  }))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  stack = await startTestStack();
  await offerTls(stack.ready().postgres.url, server);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  for (const child of processes) {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
  await stack.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the URL of PostgreSQL with a host that its certificate contains (`localhost`) or does not, verified by `ca`. */
function databaseUrl(role: 'owner' | 'recalc', { host = 'localhost', ca = 'ca.crt' } = {}): string {
  const url = new URL(stack.ready().postgres.url);
  url.hostname = host;
  if (role === 'recalc') {
    url.username = 'ctx_recalc';
    url.password = stackSecrets(stack.dataDir).roles.recalc;
  }
  url.search = `?sslmode=verify-full&sslrootcert=${join(folder, ca)}`;
  return url.href;
}

/** Returns whether the connection is encrypted, as reported by PostgreSQL. */
async function sslOf(connectionString: string): Promise<boolean | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0]?.ssl;
  } finally {
    await client.end();
  }
}

async function startNats(...flags: string[]): Promise<string> {
  const port = String(await freePort());
  const store = mkdtempSync(join(folder, 'nats-'));
  const command = (await findNatsServer())!;
  processes.push(
    spawn(command, ['-a', '127.0.0.1', '-p', port, '-js', '-sd', store, ...flags], { stdio: 'ignore' }),
  );
  return `localhost:${port}`;
}

const tlsFlags = (): string[] => [
  '--tls',
  '--tlscert',
  join(folder, 'server.crt'),
  '--tlskey',
  join(folder, 'server.key'),
];

/** Starts a recalc service with these addresses and returns its NATS metric. */
async function startRecalc(natsUrl: string, ca: string): Promise<() => Promise<string | undefined>> {
  const [grpc, health] = [`127.0.0.1:${String(await freePort())}`, `127.0.0.1:${String(await freePort())}`];
  const running = await startService({
    name: 'recalc',
    healthAddress: health,
    logFile: join(stack.dataDir, 'logs', `recalc-${String(services.length + 1)}.log`),
    environment: {
      DATABASE_URL: databaseUrl('recalc'),
      NATS_URL: natsUrl,
      NODE_EXTRA_CA_CERTS: join(folder, ca),
      CALLER_KEY: stackSecrets(stack.dataDir).callerKey,
      GRPC_ADDRESS: grpc,
      HEALTH_ADDRESS: health,
    },
  });
  services.push(running);
  return async () => {
    const text = await (await fetch(`http://${health}/metrics`)).text();
    return /^ctx_nats_connected\{.*\} (\S+)$/m.exec(text)?.[1];
  };
}

describe('sslmode=verify-full in DATABASE_URL', () => {
  it('encrypts the connection and verifies the server’s name and certificate with sslrootcert', async () => {
    expect(await sslOf(databaseUrl('owner'))).toBe(true);
    await expect(sslOf(databaseUrl('owner', { ca: 'stranger.crt' }))).rejects.toThrow(/certificate|issuer/);
    await expect(sslOf(databaseUrl('owner', { host: '127.0.0.1' }))).rejects.toThrow(
      /does not match|altnames/,
    );
  });

  it('also applies to the migrations', async () => {
    expect(await migrate(databaseUrl('owner'))).toEqual([]);
    await expect(migrate(databaseUrl('owner', { ca: 'stranger.crt' }))).rejects.toThrow();
  });
});

describe('tls:// in NATS_URL', () => {
  it('connects to a server whose certificate authority is trusted, from a service that also verifies its database', async () => {
    const connected = await startRecalc(`tls://${await startNats(...tlsFlags())}`, 'ca.crt');
    await waitFor(async () => (await connected()) === '1');
  });

  it('does not connect to a server without TLS or with another certificate authority', async () => {
    const plain = `tls://${await startNats()}`;
    const encrypted = `tls://${await startNats(...tlsFlags())}`;
    for (const [url, ca, reason] of [
      [plain, 'ca.crt', "server does not support 'tls'"],
      [encrypted, 'stranger.crt', 'unable to verify the first certificate'],
    ] as const) {
      const connected = await startRecalc(url, ca);
      const log = join(stack.dataDir, 'logs', `recalc-${String(services.length)}.log`);
      await waitFor(() => readFileSync(log, 'utf8').includes(reason));
      expect(await connected()).toBe('0');
    }
  });
});
