/** Mutual TLS between the services: the system works with it, other clients are rejected, certificates are replaced at run time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { openTls, type Tls } from '@ctx/platform/tls';
import { Authority, type IssuedCertificate } from '../certificates.ts';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import { credentials, Metadata, status } from '@grpc/grpc-js';
import { findSystem } from '../../deploy/ctx/connect.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import type { RunningProcess } from '../../deploy/stack/supervised.ts';
import { ok } from '../api/client.ts';
import { mcpClient } from './mcp/client.ts';
import { scrape, SERVICES } from './observing/scrape.ts';
import {
  callerKeyOf,
  event,
  importLines,
  newUser,
  startTestStack,
  type TestStack,
  waitFor,
  WORKED_EXAMPLE_1,
} from './stack.ts';
import { SecretVolume } from './tls/files.ts';
import { probe, showing } from './tls/probe.ts';

const LOCAL = ['127.0.0.1', 'localhost', 'ctx'];
const DAY_MS = 86_400_000;
/** Ends what hangs; on a busy machine a handshake alone may take seconds. */
const CALL_MS_MAX = 60_000;
const authority = new Authority('ours');
const stranger = new Authority('stranger');
const certificate = authority.issue({ names: LOCAL });

let stack: TestStack;
let volume: SecretVolume;
const others: { running: RunningProcess; volume: SecretVolume }[] = [];

beforeAll(async () => {
  volume = new SecretVolume(authority.certificate, certificate);
  stack = await startTestStack(['--empty'], undefined, undefined, volume.settings);
});
afterAll(async () => {
  await Promise.all(others.map((other) => other.running.stop()));
  await stack.remove();
  for (const one of [volume, ...others.map((other) => other.volume)]) one.remove();
});

/** Starts another read service with its own certificate and returns its address. */
async function startRead(names: readonly string[], callers = ''): Promise<string> {
  const own = new SecretVolume(authority.certificate, authority.issue({ names }));
  const [grpc, health] = [`127.0.0.1:${String(await freePort())}`, `127.0.0.1:${String(await freePort())}`];
  const secrets = stackSecrets(stack.dataDir);
  const database = new URL(stack.ready().postgres.url);
  database.username = 'ctx_read';
  database.password = secrets.roles.read;
  const running = await startService({
    name: 'read',
    healthAddress: health,
    logFile: join(stack.dataDir, 'logs', `read-${String(others.length)}.log`),
    environment: {
      DATABASE_URL: database.href,
      CALLER_KEY: secrets.callerKey,
      GRPC_ADDRESS: grpc,
      HEALTH_ADDRESS: health,
      ...own.settings,
      TLS_CALLERS: callers,
    },
  });
  others.push({ running, volume: own });
  return grpc;
}

describe('with mutual TLS', () => {
  it('the whole system works: ctx creates a user and imports facts, REST and MCP read, and a correction changes the figures', async () => {
    const made = await stack.ctx([
      'user',
      'create',
      '--email',
      'tls@example.org',
      '--plan',
      'pro',
      '--year',
      '2026',
    ]);
    const userId = String(made['userId']);
    const { token } = (await stack.ctx([
      'token',
      'create',
      '--user',
      userId,
      '--name',
      'laptop',
      '--scope',
      'write',
    ])) as { token: string };
    const unpriced = event('S2', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null);
    const facts = stack.file('tls.jsonl', [...WORKED_EXAMPLE_1, unpriced]);
    await stack.ctx(['import', '--user', userId, facts, '--wait']);
    const api = stack.api(token);
    const gains = async (): Promise<unknown> =>
      (await ok(api.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } })))
        .totalCapitalGains.exact;
    expect(await gains()).toBe(1250);
    const { items } = await ok(api.GET('/api/v1/issues', {}));
    const taxEventId = (items[0] as { sourceEventId?: string } | undefined)?.sourceEventId ?? '';
    await ok(api.POST('/api/v1/overrides', { body: { taxEventId, overriddenEuroValue: 400 } }));
    await waitFor(async () => (await stack.get('/api/v1/recalc-status', token)).text.includes('"IDLE"'));
    expect(await gains()).toBe(1350);
    const mcp = await mcpClient(stack, token);
    expect(JSON.stringify(await mcp.call('list_years'))).toContain('2026');
    await mcp.close();
    const audit = await stack.ctx(['audit', '--user', userId]);
    expect(JSON.stringify(audit)).toContain('OVERRIDE_SET');
  });

  it('the health port has no TLS, and its metrics show when the certificates expire', async () => {
    await expectExpiry(certificate.expires, authority.expires);
  });

  it.each(SERVICES)('%s serves only clients with a certificate of the authority', async (service) => {
    const { address } = stack.ready().services[service];
    expect(await probe(address, showing(authority.certificate, certificate))).toBe('SERVING');
    const over = authority.issue({ names: LOCAL, until: new Date(Date.now() - 60_000) });
    const toServer = authority.issue({ names: LOCAL, purposes: ['server'] });
    const others = {
      plain: credentials.createInsecure(),
      'without a certificate': showing(authority.certificate),
      'of another authority': showing(authority.certificate, stranger.issue({ names: LOCAL })),
      'of another authority of that name': showing(
        authority.certificate,
        new Authority(authority.name).issue({ names: LOCAL }),
      ),
      expired: showing(authority.certificate, over),
      'for servers': showing(authority.certificate, toServer),
    };
    for (const [who, channel] of Object.entries(others))
      expect([who, await probe(address, channel)]).toEqual([who, expect.stringMatching(/^UNAVAILABLE: /)]);
  });

  it('a call must also carry a signed caller', async () => {
    const tls = openTls(volume.files);
    const client = createGrpcClient(ReadServiceClient, stack.ready().services.read.address, tls);
    await expect(
      callUnary(client.listYears.bind(client), {}, new Metadata(), CALL_MS_MAX),
    ).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
    client.close();
    tls.close();
  });

  it('a client rejects a server with another name or another authority', async () => {
    const elsewhere = await startRead(['somewhere.else']);
    expect(await probe(elsewhere, showing(authority.certificate, certificate))).toMatch(
      /^UNAVAILABLE: .*(altnames|does not match)/,
    );
    const { address } = stack.ready().services.read;
    expect(await probe(address, showing(stranger.certificate, certificate))).toMatch(
      /^UNAVAILABLE: .*(certificate|issuer)/,
    );
  });

  it('ctx explains what is wrong with its certificates', () => {
    const { gateway, corrections, recalc } = stack.ready().services;
    const environment = {
      GATEWAY_ADDRESS: gateway.address,
      CORRECTIONS_ADDRESS: corrections.address,
      RECALC_ADDRESS: recalc.address,
      CALLER_KEY: stackSecrets(stack.dataDir).callerKey,
      ...volume.settings,
    };
    findSystem(environment).tls?.close();
    expect(() => findSystem({ ...environment, TLS_KEY_FILE: '/nowhere/tls.key' })).toThrow(
      /TLS_KEY_FILE: "\/nowhere\/tls\.key" cannot be read/,
    );
    expect(() => findSystem({ ...environment, TLS_CA_FILE: '' })).toThrow(/set TLS_CA_FILE too/);
  });
});

describe('TLS_CALLERS', () => {
  it('allows only the certificate names that it lists', async () => {
    const address = await startRead(['127.0.0.1'], 'tax-gateway-grpc, other');
    const asks = (...names: string[]): Promise<string> =>
      probe(address, showing(authority.certificate, authority.issue({ names })));
    expect(await asks('tax-gateway-grpc')).toBe('SERVING');
    expect(await asks('localhost', 'tax-gateway-grpc')).toBe('SERVING');
    const rejected = 'PERMISSION_DENIED: the certificate of the caller may not call this service';
    for (const names of [
      ['tax-recalc'],
      ['tax-gateway-grpc.elsewhere'],
      ['127.0.0.1'],
      ['a, DNS:other, DNS:b'],
    ])
      expect([names, await asks(...names)]).toEqual([names, rejected]);
    const log = join(stack.dataDir, 'logs', `read-${String(others.length - 1)}.log`);
    // The service buffers log lines and writes them a little later.
    await waitFor(() => readFileSync(log, 'utf8').includes('"caller":["tax-recalc"]'));
  });
});

/** Counts the occurrences of a message in a log. */
function timesIn(service: (typeof SERVICES)[number], text: string): number {
  return readFileSync(stack.logFile(service), 'utf8').split(text).length - 1;
}

/** Waits until every service has logged the message once more than at `before`. */
async function waitForAll(text: string, before: readonly number[]): Promise<void> {
  await waitFor(() => SERVICES.every((one, index) => timesIn(one, text) > (before[index] ?? 0)));
}

const RELOADED = 'certificates reloaded';
const NOT_RELOADED = 'certificates not reloaded';

/** Replaces the certificates and waits until every service has reloaded them. */
async function replace(ca: string, issued: IssuedCertificate): Promise<void> {
  const before = SERVICES.map((service) => timesIn(service, RELOADED));
  volume.put(ca, issued);
  await waitForAll(RELOADED, before);
}

/** Calls the read service until stopped, on one lasting connection and on new ones, and returns the failed calls. */
function keepCalling(userId: string): { stop: () => Promise<{ calls: number; failures: unknown[] }> } {
  const caller = { userId: Number(userId), scope: 'read', via: 'test', requestId: 'rotation' } as const;
  const { address } = stack.ready().services.read;
  const standing = openWhole();
  const kept = createGrpcClient(ReadServiceClient, address, standing);
  const failures: unknown[] = [];
  let calls = 0;
  const over = new AbortController();
  const call = async (client: ReadServiceClient): Promise<void> => {
    calls += 1;
    const metadata = callerMetadata(caller, callerKeyOf(stack));
    await callUnary(client.listYears.bind(client), {}, metadata, CALL_MS_MAX).catch((error: unknown) =>
      failures.push(error),
    );
  };
  const calling = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      const now = openWhole();
      const fresh = createGrpcClient(ReadServiceClient, address, now);
      await call(kept);
      await call(fresh);
      fresh.close();
      now.close();
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await calling;
      kept.close();
      standing.close();
      return { calls, failures };
    },
  };
}

/** Tries twice: the files may be replaced while they are read, so that they do not match. */
function openWhole(): Tls {
  try {
    return openTls(volume.files);
  } catch {
    return openTls(volume.files);
  }
}

describe('replaced certificates', () => {
  it('are not loaded while key and certificate do not match, and the previous ones stay in use', async () => {
    const { address } = stack.ready().services.read;
    const other = authority.issue({ names: LOCAL });
    volume.put(authority.certificate, { certificate: certificate.certificate, key: other.key });
    await waitForAll(
      NOT_RELOADED,
      SERVICES.map(() => 0),
    );
    expect(await probe(address, showing(authority.certificate, certificate))).toBe('SERVING');
    expect(SERVICES.map((service) => timesIn(service, RELOADED))).toEqual([0, 0, 0, 0]);
    volume.put(authority.certificate, certificate);
  });

  it('are loaded by all services without a restart or a failed call, also with a new authority', async () => {
    const { userId, token } = await newUser(stack, 'rotation@example.org');
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    const pids = (): number[] => SERVICES.map((service) => stack.ready().services[service].pid);
    const before = pids();
    const next = new Authority('next', new Date(Date.now() + 40 * DAY_MS));
    const ofNext = next.issue({ names: LOCAL, until: new Date(Date.now() + 20 * DAY_MS) });
    const { address } = stack.ready().services.read;

    const calling = keepCalling(userId);
    await replace(`${authority.certificate}${next.certificate}`, certificate);
    await replace(`${authority.certificate}${next.certificate}`, ofNext);
    await replace(next.certificate, ofNext);
    const { calls, failures } = await calling.stop();

    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    expect(pids()).toEqual(before);
    await expectExpiry(ofNext.expires, next.expires);
    expect(await probe(address, showing(next.certificate, ofNext))).toBe('SERVING');
    expect(await probe(address, showing(next.certificate, certificate))).toMatch(/^UNAVAILABLE/);

    // New connections use the new certificates: a restarted read service trusts no others.
    const { pid } = stack.ready().services.read;
    process.kill(pid, 'SIGKILL');
    await waitFor(() => stack.ready().services.read.pid !== pid);
    await waitFor(async () => (await stack.get('/api/v1/years', token)).status === 200);
  });
});

/** Expects these expiry times of the certificates in each service's metrics, in seconds since 1970. */
async function expectExpiry(own: number, ca: number): Promise<void> {
  for (const service of SERVICES) {
    const { samples } = await scrape(stack, service);
    const expiry = samples.filter(({ name }) => name === 'ctx_tls_certificate_expiry_timestamp_seconds');
    expect(expiry.map(({ labels, value }) => [labels['certificate'], value])).toEqual([
      ['own', own],
      ['ca', ca],
    ]);
  }
}
