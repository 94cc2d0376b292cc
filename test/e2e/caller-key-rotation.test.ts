/** Rotating the keys that sign calls, by rolling restarts (docs/operations/keys.md). No call between two pods is rejected meanwhile. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { freePort } from '../../deploy/stack/ports.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { atEnd, useStack, useUser } from './kit.ts';

const CTX = fileURLToPath(new URL('../../deploy/ctx/main.ts', import.meta.url));
const TIMEOUT_MS = 5000;

/** The CALLER_KEY of each step of the rotation, and the read service that was started with it. */
let settings: readonly string[];
let reads: readonly { address: string; stop(): Promise<void> }[];
const gateways: SecondGateway[] = [];

const stack = useStack();
const user = useUser(stack);

beforeAll(async () => {
  const [before, after] = [stackSecrets(stack.dataDir).callerKey, randomBytes(32).toString('base64')];
  settings = [before, `${before},${after}`, `${after}, ${before}`, after];
  reads = await Promise.all(settings.map(startRead));
});
atEnd(async () => {
  await Promise.all([...gateways, ...reads].map((started) => started.stop()));
});

async function startRead(callerKey: string): Promise<{ address: string; stop(): Promise<void> }> {
  const [address, health] = [
    `127.0.0.1:${String(await freePort())}`,
    `127.0.0.1:${String(await freePort())}`,
  ];
  const database = new URL(stack.ready().postgres.url);
  Object.assign(database, { username: 'ctx_read', password: stackSecrets(stack.dataDir).roles.read });
  const environment = {
    DATABASE_URL: database.href,
    CALLER_KEY: callerKey,
    GRPC_ADDRESS: address,
    HEALTH_ADDRESS: health,
  };
  const logFile = join(stack.dataDir, 'logs', `read-${address}.log`);
  const service = await startService({ name: 'read', environment, healthAddress: health, logFile });
  return { address, stop: () => service.stop() };
}

/** Returns the status of a call that step `signer` signs, to the read service of step `verifier` (both index `settings`). */
async function statusOf(signer: number, verifier: number): Promise<status> {
  const key = Buffer.from(settings[signer]!.split(',')[0]!, 'base64');
  const client = createGrpcClient(ReadServiceClient, reads[verifier]!.address);
  const caller = { userId: Number(user.userId), scope: 'read', via: 'Test', requestId: 'test' } as const;
  const ended = callUnary(client.listYears.bind(client), {}, callerMetadata(caller, key), TIMEOUT_MS).then(
    () => status.OK,
    (error: unknown) => (error as { code: status }).code,
  );
  return ended.finally(() => {
    client.close();
  });
}

describe('rotating CALLER_KEY', () => {
  it('lets pods of one step and of the next accept each other’s calls', async () => {
    for (const [signer, verifier] of [
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 1],
      [2, 3],
      [3, 2],
    ] as const)
      expect([signer, verifier, await statusOf(signer, verifier)]).toEqual([signer, verifier, status.OK]);
  });

  it('needs every step: pods that skipped one reject calls signed with a key they do not know', async () => {
    expect(await statusOf(2, 0)).toBe(status.UNAUTHENTICATED);
    expect(await statusOf(0, 3)).toBe(status.UNAUTHENTICATED);
  });

  it('makes the gateway sign with the key that is listed first', async () => {
    const ask = async (read: number): Promise<number> => {
      const more = { CALLER_KEY: settings[2]!, READ_ADDRESS: reads[read]!.address };
      const gateway = await startSecondGateway(stack, { settings: more });
      gateways.push(gateway);
      const headers = { authorization: `Bearer ${user.token}` };
      return (await fetch(`${gateway.baseUrl}/api/v1/years`, { headers })).status;
    };
    expect([await ask(3), await ask(0)]).toEqual([200, 500]);
  });

  it('lets ctx work with a setting that lists both keys', async () => {
    const gateway = await operatedGateway({});
    expect(await listTokens(gateway, { CALLER_KEY: settings[1]! })).toMatchObject(LISTED);
  });
});

describe('rotating the operator key', () => {
  it('lets ctx work at every step, and the old key is rejected at the end', async () => {
    const [before, after] = [operatorKeys(), operatorKeys()];
    const both = await operatedGateway({ OPERATOR_PUBLIC_KEYS: `${before.public}, ${after.public}` });
    for (const { private: key } of [before, after])
      expect(await listTokens(both, { OPERATOR_KEY: key })).toMatchObject(LISTED);
    const last = await operatedGateway({ OPERATOR_PUBLIC_KEYS: after.public });
    expect(await listTokens(last, { OPERATOR_KEY: after.private })).toMatchObject(LISTED);
    const rejected = {
      error: { code: 'INTERNAL', message: expect.stringContaining('the caller is not signed') },
    };
    expect(await listTokens(last, { OPERATOR_KEY: before.private })).toEqual(rejected);
    expect(await listTokens(last, { CALLER_KEY: settings[0]! })).toEqual(rejected);
  });
});

function operatorKeys(): { readonly private: string; readonly public: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    private: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    public: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

async function operatedGateway(more: Record<string, string>): Promise<SecondGateway> {
  const gateway = await startSecondGateway(stack, { settings: more });
  gateways.push(gateway);
  return gateway;
}

const LISTED = { tokens: [{ name: 'Test' }] };

/** Returns the output of `ctx token list` when it signs with these keys. */
async function listTokens(gateway: SecondGateway, keys: Record<string, string>): Promise<unknown> {
  const { services } = stack.ready();
  const environment = {
    ...process.env,
    GATEWAY_ADDRESS: gateway.address,
    CORRECTIONS_ADDRESS: services.corrections.address,
    RECALC_ADDRESS: services.recalc.address,
    ...keys,
  };
  const args = [CTX, 'token', 'list', '--user', user.userId];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return JSON.parse(stdout);
}
