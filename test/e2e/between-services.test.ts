import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { IdentityServiceClient } from '@ctx/proto/gen/ctx/v1/identity';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import { credentials, loadPackageDefinition, Metadata, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { connect } from '@nats-io/transport-node';
import { dirname, join } from 'node:path';
import { ok } from '../api/client.ts';
import { createUser, useStack } from './kit.ts';
import { callerKeyOf, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack();

const TIMEOUT_MS = 5000;

describe('gRPC between the services', () => {
  it('rejects a call that is not signed, or signed with an unknown key', async () => {
    const client = createGrpcClient(ReadServiceClient, stack.ready().services.read.address);
    const listYears = client.listYears.bind(client);
    const forged = callerMetadata(
      { userId: 1, scope: 'read', via: 'x', requestId: 'x' },
      Buffer.alloc(32, 7),
    );
    for (const metadata of [new Metadata(), forged])
      await expect(callUnary(listYears, {}, metadata, TIMEOUT_MS)).rejects.toMatchObject({
        code: status.UNAUTHENTICATED,
      });
    client.close();
  });

  it('lets only the operator administer users and tokens', async () => {
    const client = createGrpcClient(IdentityServiceClient, stack.ready().services.gateway.address);
    const reader = callerMetadata(
      { userId: 1, scope: 'write', via: 'x', requestId: 'x' },
      callerKeyOf(stack),
    );
    await expect(
      callUnary(client.getUser.bind(client), { userId: 1 }, reader, TIMEOUT_MS),
    ).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    client.close();
  });

  it.each(['gateway', 'read', 'corrections', 'recalc'] as const)(
    'answers health checks in %s',
    async (name) => {
      const folder = dirname(createRequire(import.meta.url).resolve('grpc-health-check/package.json'));
      const definition = loadSync('health/v1/health.proto', {
        includeDirs: [join(folder, 'proto')],
        enums: String,
      });
      const grpc = loadPackageDefinition(definition) as unknown as {
        grpc: { health: { v1: { Health: new (address: string, secure: object) => HealthClient } } };
      };
      const client = new grpc.grpc.health.v1.Health(
        stack.ready().services[name].address,
        credentials.createInsecure(),
      );
      const answer = await new Promise((resolve, reject) => {
        client.check({ service: '' }, (error, response) => {
          if (error === null) resolve(response);
          else reject(error);
        });
      });
      expect(answer).toMatchObject({ status: 'SERVING' });
      client.close();
    },
  );
});

describe('gRPC reflection', () => {
  it.each([
    ['gateway', 'ctx.v1.IdentityService'],
    ['read', 'ctx.v1.ReadService'],
    ['corrections', 'ctx.v1.ImportService'],
    ['recalc', 'ctx.v1.RecalcService'],
  ] as const)('of %s lists %s', async (name, service) => {
    const folder = dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'));
    const definition = loadSync('grpc/reflection/v1/reflection.proto', {
      includeDirs: [join(folder, 'build/proto')],
      keepCase: true,
    });
    const grpc = loadPackageDefinition(definition) as unknown as {
      grpc: {
        reflection: { v1: { ServerReflection: new (address: string, secure: object) => ReflectionClient } };
      };
    };
    const client = new grpc.grpc.reflection.v1.ServerReflection(
      stack.ready().services[name].address,
      credentials.createInsecure(),
    );
    const call = client.ServerReflectionInfo();
    const answer = new Promise<ReflectionAnswer>((resolve, reject) => {
      call.on('data', resolve);
      call.on('error', reject);
    });
    call.write({ host: '', list_services: '' });
    const { list_services_response: list } = await answer;
    call.end();
    client.close();
    expect(list.service.map((each) => each.name)).toContain(service);
  });
});

interface ReflectionAnswer {
  list_services_response: { service: { name: string }[] };
}

interface ReflectionClient {
  ServerReflectionInfo(): {
    write(request: object): void;
    end(): void;
    on(event: 'data', listener: (answer: ReflectionAnswer) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
  };
  close(): void;
}

interface HealthClient {
  check(request: object, callback: (error: Error | null, response: object) => void): void;
  close(): void;
}

const statusOf = async (token: string): Promise<string> =>
  (await ok(stack.api(token).GET('/api/v1/recalc-status'))).status;

describe('NATS between the services', () => {
  it('carries each change of a user’s status on recalc.status.<userId>', async () => {
    const { userId } = await createUser(stack);
    const { nats } = stack.ready();
    if (nats === null) throw new Error('this test needs nats-server');
    const connection = await connect({ servers: nats.url });
    const news: string[] = [];
    connection.subscribe(`recalc.status.${userId}`, {
      callback: (_error, message) => {
        news.push(message.json<{ status: string }>().status);
      },
    });
    await connection.flush();
    await stack.ctx(['import', '--user', userId, stack.file('news.jsonl', WORKED_EXAMPLE_1), '--wait']);
    await waitFor(() => news.at(-1) === 'IDLE');
    expect(news).toContain('RUNNING');
    await connection.close();
  });

  it('may stop answering: imports are still accepted, and their runs still complete', async () => {
    const { userId, token } = await createUser(stack);
    const { nats } = stack.ready();
    if (nats === null) throw new Error('this test needs nats-server');
    process.kill(nats.pid, 'SIGSTOP');
    try {
      const imported = await stack.ctx([
        'import',
        '--user',
        userId,
        stack.file('down.jsonl', WORKED_EXAMPLE_1),
      ]);
      expect(imported).toMatchObject({ recalc: 'SCHEDULED' });
      await waitFor(async () => (await statusOf(token)) === 'IDLE');
    } finally {
      process.kill(nats.pid, 'SIGCONT');
    }
    const year = { params: { path: { year: 2026 } } };
    expect(await ok(stack.api(token).GET('/api/v1/years/{year}/summary', year))).toMatchObject({
      stale: false,
      totalCapitalGains: { exact: 1250 },
    });
  });

  it('loses no run when the recalc process dies: the status becomes IDLE only with the figures stored', async () => {
    const { userId, token } = await createUser(stack);
    process.kill(stack.ready().services.recalc.pid, 'SIGSTOP');
    await stack.ctx(['import', '--user', userId, stack.file('dies.jsonl', WORKED_EXAMPLE_1)]);
    expect(await statusOf(token)).toBe('RUNNING');
    process.kill(stack.ready().services.recalc.pid, 'SIGKILL');
    // The first IDLE status must come from the end of the run, so the figures are there.
    await waitFor(async () => (await stack.ctx(['recalc', '--user', userId], true))['status'] === 'IDLE');
    expect((await ok(stack.api(token).GET('/api/v1/years'))).years).toHaveLength(1);
  });
});
