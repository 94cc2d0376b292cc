/** Keys and passwords from files: a service that runs uses new ones, without a restart and without a failed call (docs/operations/keys.md). */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import pg from 'pg';
import { OPERATOR_KEY_FILE } from '../../deploy/ctx/operator-key.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import { SecretFolder } from '../secret-folder.ts';
import { atEnd, useStack, useUser } from './kit.ts';
import { startSecondGateway } from './second-gateway.ts';
import { waitFor } from './stack.ts';

const TIMEOUT_MS = 60_000;
const CTX = fileURLToPath(new URL('../../deploy/ctx/main.ts', import.meta.url));
/** A login of its own: the stack's other services keep theirs. */
const LOGIN = 'ctx_read_of_files';

const stack = useStack();
const user = useUser(stack);
const ends: (() => unknown)[] = [];
atEnd(async () => {
  for (const end of ends.reverse()) await end();
});

function folderOf(texts: Readonly<Record<string, string>>): SecretFolder {
  const folder = new SecretFolder(texts);
  ends.push(() => {
    folder.remove();
  });
  return folder;
}

/** Starts a read service that reads its address and its key from `folder`; returns its address. */
async function startRead(folder: SecretFolder): Promise<string> {
  const [address, health] = [
    `127.0.0.1:${String(await freePort())}`,
    `127.0.0.1:${String(await freePort())}`,
  ];
  const environment = {
    DATABASE_URL_FILE: folder.file('DATABASE_URL'),
    CALLER_KEY_FILE: folder.file('CALLER_KEY'),
    DATABASE_CONNECTION_AGE_MS_MAX: '1000',
    GRPC_ADDRESS: address,
    HEALTH_ADDRESS: health,
  };
  const logFile = join(stack.dataDir, 'logs', `read-files-${address}.log`);
  const read = await startService({ name: 'read', environment, healthAddress: health, logFile });
  ends.push(() => read.stop());
  return address;
}

function addressOf(login: string, password: string): string {
  const url = new URL(stack.ready().postgres.url);
  Object.assign(url, { username: login, password });
  return url.href;
}

async function asOwner(...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: stack.ready().postgres.url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function statusOf(address: string, key: Buffer): Promise<status> {
  const client = createGrpcClient(ReadServiceClient, address);
  const caller = { userId: Number(user.userId), scope: 'read', via: 'Test', requestId: 'test' } as const;
  const metadata = callerMetadata(caller, key);
  return callUnary(client.listYears.bind(client), {}, metadata, TIMEOUT_MS)
    .then(
      () => status.OK,
      (error: unknown) => (error as { code: status }).code,
    )
    .finally(() => {
      client.close();
    });
}

describe('a service with its secrets in files', () => {
  it('verifies calls with a new key, and rejects those signed with a removed one, without a restart', async () => {
    const [before, after] = [randomBytes(32), randomBytes(32)];
    const DATABASE_URL = addressOf('ctx_read', stackSecrets(stack.dataDir).roles.read);
    const keys = (...list: readonly Buffer[]) => ({
      DATABASE_URL,
      CALLER_KEY: list.map((key) => key.toString('base64')).join(','),
    });
    const folder = folderOf(keys(before));
    const address = await startRead(folder);
    expect([await statusOf(address, before), await statusOf(address, after)]).toEqual([
      status.OK,
      status.UNAUTHENTICATED,
    ]);
    folder.put(keys(before, after));
    await waitFor(async () => (await statusOf(address, after)) === status.OK, TIMEOUT_MS);
    expect(await statusOf(address, before)).toBe(status.OK);
    folder.put(keys(after));
    await waitFor(async () => (await statusOf(address, before)) === status.UNAUTHENTICATED, TIMEOUT_MS);
    expect(await statusOf(address, after)).toBe(status.OK);
  });

  it('opens new database connections with a new password', async () => {
    await asOwner(
      `DROP ROLE IF EXISTS ${LOGIN}`,
      `CREATE ROLE ${LOGIN} LOGIN PASSWORD 'one' IN ROLE ctx_read`,
    );
    ends.push(() => asOwner(`DROP ROLE ${LOGIN}`));
    const key = randomBytes(32);
    const CALLER_KEY = key.toString('base64');
    const folder = folderOf({ DATABASE_URL: addressOf(LOGIN, 'one'), CALLER_KEY });
    const address = await startRead(folder);
    expect(await statusOf(address, key)).toBe(status.OK);
    await asOwner(`ALTER ROLE ${LOGIN} PASSWORD 'two'`);
    // Its connections are older than a second: the next one needs the password of now.
    await waitFor(async () => (await statusOf(address, key)) !== status.OK, TIMEOUT_MS);
    folder.put({ DATABASE_URL: addressOf(LOGIN, 'two'), CALLER_KEY });
    await waitFor(async () => (await statusOf(address, key)) === status.OK, TIMEOUT_MS);
  });
});

describe('the gateway', () => {
  it('signs its calls with the first key of its file, also with one that came later', async () => {
    const { callerKey, roles } = stackSecrets(stack.dataDir);
    const next = randomBytes(32).toString('base64');
    const folder = folderOf({ CALLER_KEY: callerKey });
    const readFiles = folderOf({ CALLER_KEY: callerKey, DATABASE_URL: addressOf('ctx_read', roles.read) });
    const settings = {
      CALLER_KEY: '',
      CALLER_KEY_FILE: folder.file('CALLER_KEY'),
      READ_ADDRESS: await startRead(readFiles),
    };
    const gateway = await startSecondGateway(stack, { settings });
    ends.push(() => gateway.stop());
    const ask = async (): Promise<number> =>
      (await fetch(`${gateway.baseUrl}/api/v1/years`, { headers: { authorization: `Bearer ${user.token}` } }))
        .status;
    expect(await ask()).toBe(200);
    readFiles.put({ CALLER_KEY: next, DATABASE_URL: addressOf('ctx_read', roles.read) });
    await waitFor(async () => (await ask()) === 500, TIMEOUT_MS, 1000);
    folder.put({ CALLER_KEY: `${next},${callerKey}` });
    await waitFor(async () => (await ask()) === 200, TIMEOUT_MS, 1000);
  });
});

describe('ctx and the migrations', () => {
  it('read the operator key and the owner’s address from files', () => {
    const { services, postgres } = stack.ready();
    const operatorKey = readFileSync(join(stack.dataDir, OPERATOR_KEY_FILE), 'utf8');
    const folder = folderOf({ OPERATOR_KEY: operatorKey, DATABASE_URL: postgres.url });
    const run = (...args: readonly string[]): string => {
      const env = {
        ...process.env,
        GATEWAY_ADDRESS: services.gateway.address,
        CORRECTIONS_ADDRESS: services.corrections.address,
        RECALC_ADDRESS: services.recalc.address,
        OPERATOR_KEY_FILE: folder.file('OPERATOR_KEY'),
        DATABASE_URL_FILE: folder.file('DATABASE_URL'),
      };
      try {
        return execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' });
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    const listed = run(CTX, 'token', 'list', '--user', user.userId);
    expect(JSON.parse(listed)).toMatchObject({ tokens: [{ name: 'Test' }] });
    folder.put({ OPERATOR_KEY: 'not a key', DATABASE_URL: postgres.url });
    expect(run(CTX, 'token', 'list', '--user', user.userId)).toContain(
      'OPERATOR_KEY_FILE must be an Ed25519',
    );
    expect(run(fileURLToPath(new URL('../../deploy/stack/migrate.ts', import.meta.url)))).toBe(
      'the schema is up to date\n',
    );
  });
});
