/** Cached responses equal new ones after every change, and are never older than a change that was acknowledged before the request. */
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Operation, OPERATIONS } from '@ctx/contract/operations';
import { callerMetadata, callUnary, rawMethod } from '@ctx/platform/grpc-client';
import { ReadServiceClient, ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import type { MethodDefinition } from '@grpc/grpc-js';
import { ok } from '../api/client.ts';
import { loadResponseTypes } from '../../services/gateway/src/answers/transcode/message-types.ts';
import { withAddresses } from '../../services/gateway/src/answers/addresses.ts';
import { compileTranscoder } from '../../services/gateway/src/answers/transcode/transcode.ts';
import { pageAddresses } from '../../services/gateway/src/app/page-links.ts';
import { startSecondGateway } from './second-gateway.ts';
import { untilIdle, whileNoRunEnds } from './runs.ts';
import { useGrpcClient, useStack } from './kit.ts';
import { callerKeyOf, event, importLines, newToken, newUser, pathOf, WORKED_EXAMPLE_1 } from './stack.ts';

const VERSIONED = (OPERATIONS as readonly Operation[]).filter(({ versioned }) => versioned === true);

const responseOf = loadResponseTypes(['read.proto']);
const stack = useStack();
const read = useGrpcClient(ReadServiceClient, () => stack.ready().services.read.address);

interface Owner {
  readonly userId: string;
  readonly token: string;
  readonly accountId: string;
}

async function owner(email: string): Promise<Owner & { readonly soldId: string }> {
  const user = await newUser(stack, email, ['--plan', 'pro', '--year', '2026'], 'write');
  await importLines(stack, user.userId, WORKED_EXAMPLE_1);
  const { transactions } = await ok(
    stack.api(user.token).GET('/api/v1/transactions', { params: { query: { year: 2026 } } }),
  );
  const { accounts } = await ok(stack.api(user.token).GET('/api/v1/accounts'));
  return {
    ...user,
    accountId: accounts[0]!.id,
    soldId: transactions.find(({ referenceId }) => referenceId === 'S1')!.id,
  };
}

/** The current response of the read service, as the gateway formats it. */
async function uncachedOf({ userId, accountId }: Owner, operation: Operation): Promise<string> {
  const caller = { userId: Number(userId), scope: 'read', via: 'Test', requestId: 'uncached' } as const;
  const rpc = ReadServiceService[operation.id as keyof typeof ReadServiceService] as MethodDefinition<
    object,
    unknown
  >;
  const input =
    operation.path.includes('{year}') || operation.id === 'listTransactions' ? { year: 2026 } : {};
  const account = operation.path.includes('{accountId}') ? { accountId } : {};
  const figure = operation.id === 'listContributions' ? { figure: 'capitalGains' } : {};
  const isPaged = [
    'listTransactions',
    'listContributions',
    'listPrices',
    'listMoney',
    'getPhoto',
    'getEvidence',
    'getReported',
  ].includes(operation.id);
  const paged = { ...figure, ...account, ...(isPaged ? { page: 0, size: 50 } : {}) };
  const metadata = callerMetadata(caller, callerKeyOf(stack));
  const message = await callUnary(rawMethod(read, rpc), { ...input, ...paged }, metadata, 10_000);
  const bytes = compileTranscoder(operation.response, responseOf(rpc.path))(message);
  const addresses = pageAddresses(stack.ready().baseUrl);
  const handler = withAddresses(operation, () => Promise.resolve({ bytes }), addresses);
  return (await handler(undefined as never, input)).bytes.toString();
}

/** Calls every versioned operation twice, so that the second response may be cached, and compares both with an uncached one. */
async function expectSame(user: Owner): Promise<void> {
  const token = await newToken(stack, user.userId);
  for (const operation of VERSIONED) {
    const path = pathOf(operation.path.replace('{accountId}', user.accountId));
    const first = await stack.get(path, token);
    const second = await stack.get(path, token);
    const uncached = await uncachedOf(user, operation);
    expect([first.status, operation.id, first.text]).toEqual([200, operation.id, uncached]);
    expect(second.text).toBe(uncached);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  }
}

describe('A cached response', () => {
  it('belongs to a versioned operation, and all of these are reads that the read service answers', () => {
    expect(VERSIONED.map(({ answeredBy, scope }) => `${answeredBy} ${scope}`)).toEqual(
      VERSIONED.map(() => 'read read'),
    );
    expect(VERSIONED.map(({ id }) => id)).toContain('listTransactions');
  });

  it('is compressed as the client accepts it, and is 304 when the client already has it', async () => {
    const user = await owner('kept-forms@example.org');
    const address = new URL(`${stack.ready().baseUrl}/api/v1/transactions?year=2026`);
    // Reads the raw bytes, because fetch would decompress them.
    const ask = (headers: Record<string, string>) =>
      new Promise<{ status: number; encoding: string | undefined; etag: string | undefined; bytes: Buffer }>(
        (resolve, reject) => {
          const authorization = `Bearer ${user.token}`;
          get(address, { headers: { authorization, ...headers }, agent: false }, (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => {
              const { etag, 'content-encoding': encoding } = response.headers;
              resolve({ status: response.statusCode ?? 0, encoding, etag, bytes: Buffer.concat(chunks) });
            });
          }).on('error', reject);
        },
      );
    const [made, kept] = [await ask({}), await ask({})];
    expect([made.encoding, kept.encoding, kept.bytes]).toEqual([undefined, undefined, made.bytes]);
    expect(made.bytes.length).toBeGreaterThan(1024);
    for (const [accepted, encoding, decode] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['identity;q=0.5, gzip;q=1, br;q=0.1', 'gzip', gunzipSync],
    ] as const) {
      const answer = await ask({ 'accept-encoding': accepted });
      expect([accepted, answer.encoding, answer.etag]).toEqual([accepted, encoding, made.etag]);
      expect(decode(answer.bytes)).toEqual(made.bytes);
    }
    for (const accepted of ['identity', 'gzip;q=0', 'deflate;q=0, gzip;q=0, br;q=0']) {
      const answer = await ask({ 'accept-encoding': accepted });
      expect([accepted, answer.encoding, answer.bytes]).toEqual([accepted, undefined, made.bytes]);
    }
    const had = await ask({ 'accept-encoding': 'gzip', 'if-none-match': made.etag! });
    expect([had.status, had.encoding, had.bytes.length]).toEqual([304, undefined, 0]);
  });

  it('is returned while the read service does not answer, by the gateway that has it', async () => {
    const user = await owner('kept-gone@example.org');
    const gateway = await startSecondGateway(stack, { settings: { READ_ADDRESS: '127.0.0.1:1' } });
    try {
      const ask = (base: string, year: number) =>
        fetch(`${base}/api/v1/transactions?year=${String(year)}`, {
          headers: { authorization: `Bearer ${user.token}` },
        });
      // A gateway that never had the response cannot answer, because each gateway has its own cache.
      expect((await ask(gateway.baseUrl, 2026)).status).toBe(503);
      const { read: service } = stack.ready().services;
      const before = await (await ask(stack.ready().baseUrl, 2026)).text();
      process.kill(service.pid, 'SIGSTOP');
      try {
        const answer = await ask(stack.ready().baseUrl, 2026);
        expect([answer.status, await answer.text()]).toEqual([200, before]);
      } finally {
        process.kill(service.pid, 'SIGCONT');
      }
    } finally {
      await gateway.stop();
    }
  });
});

describe('A cached response is replaced after', () => {
  let user: Owner & { readonly soldId: string };
  beforeAll(async () => {
    user = await owner('kept@example.org');
    await expectSame(user);
  });

  const setUser = (...options: readonly string[]) =>
    stack.ctx(['user', 'set', '--user', user.userId, ...options]);
  const ofYear = (command: string, ...options: readonly string[]) =>
    stack.ctx(['year', command, '--user', user.userId, '--year', '2026', ...options]);
  const CHANGES: readonly [string, () => Promise<unknown>][] = [
    ['a year was removed from the plan', () => setUser('--remove-year', '2026')],
    ['a year was added to the plan', () => setUser('--add-year', '2026')],
    ['the regime of a year changed', () => ofYear('regime', '--regime', 'SPECULATIEF')],
    [
      'one event was imported',
      () =>
        importLines(stack, user.userId, [
          WORKED_EXAMPLE_1[0]!,
          event('B3', 'ACQUISITION', '1', '2026-04-01T10:00:00Z', '2000'),
        ]),
    ],
    [
      'the label of an account was imported',
      () =>
        importLines(stack, user.userId, [
          { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Other' },
        ]),
    ],
    [
      'a price was entered, which values nothing',
      () =>
        ok(
          stack.api(user.token).POST('/api/v1/prices', {
            body: { prices: [{ assetKey: 'XLM', day: '2026-02-01', eur: 1, source: 'test' }] },
          }),
        ),
    ],
    [
      'a total of an exchange was stated, which no run follows',
      () =>
        ok(
          stack.api(user.token).POST('/api/v1/years/{year}/reported', {
            params: { path: { year: 2026 } },
            body: { platform: 'Kraken', totals: [{ assetId: 'ETH', kind: 'PAID', units: 99 }] },
          }),
        ),
    ],
    [
      'a balance was stated, which no run follows',
      () =>
        ok(
          stack.api(user.token).POST('/api/v1/accounts/{accountId}/balances', {
            params: { path: { accountId: user.accountId } },
            body: { assetId: 'ETH', at: '2026-02-01T00:00:00Z', amount: 99 },
          }),
        ),
    ],
    ['a year was frozen', () => ofYear('freeze')],
    ['a year was reopened', () => ofYear('unfreeze')],
  ];
  it.each(CHANGES)('%s', async (_what, change) => {
    await change();
    await untilIdle(stack, user);
    await expectSame(user);
  });

  it('a correction was accepted, before its run and after it', async () => {
    await whileNoRunEnds(stack, async () => {
      const body = { taxEventId: user.soldId, overriddenEuroValue: 6000 };
      await ok(stack.api(user.token).POST('/api/v1/overrides', { body }));
      await expectSame(user);
    });
    await untilIdle(stack, user);
    await expectSame(user);
  });

  it('a rule was created, before its run and after it', async () => {
    const body = {
      action: 'IGNORE_DUST',
      label: 'Dust',
      matchType: 'DUST_THRESHOLD',
      direction: 'ANY',
      thresholdEur: 1,
    } as const;
    await whileNoRunEnds(stack, async () => {
      await ok(stack.api(user.token).POST('/api/v1/rules', { body }));
      await expectSame(user);
    });
    await untilIdle(stack, user);
    await expectSame(user);
  });
});

describe('Reads that race corrections', () => {
  const CORRECTIONS = 60;
  const READERS = 6;

  it('get no response older than the last correction or run that ended before the request', async () => {
    const user = await owner('kept-race@example.org');
    let acknowledged = 0;
    let isOver = false;
    let highestRead = 0;
    let kept = 0;
    const reader = async (): Promise<string[]> => {
      const wrong: string[] = [];
      let token = '';
      for (let asked = 0; !isOver; asked += 1) {
        if (asked % 100 === 0) token = await newToken(stack, user.userId);
        const [floor, seen] = [acknowledged, highestRead];
        const { text, body } = await stack.get('/api/v1/transactions?year=2026', token);
        const { stale, transactions } = body as unknown as {
          stale: boolean;
          transactions: { id: string; euroValue: number }[];
        };
        const value = transactions.find(({ id }) => id === user.soldId)!.euroValue - 5250;
        if (!stale && value < floor) wrong.push(`not stale, and ${String(value)} after ${String(floor)}`);
        if (value < seen) wrong.push(`${String(value)} after ${String(seen)} was read`);
        if (!text.includes('"stale":true')) kept += 1;
        highestRead = Math.max(highestRead, value);
      }
      return wrong;
    };
    const readers = Array.from({ length: READERS }, reader);
    const writers = [await newToken(stack, user.userId, 'write'), user.token];
    for (let number = 1; number <= CORRECTIONS; number += 1) {
      const body = { taxEventId: user.soldId, overriddenEuroValue: 5250 + number };
      await ok(stack.api(writers[number % 2]!).POST('/api/v1/overrides', { body }));
      acknowledged = number;
      // Some runs end in between, so that responses can be cached.
      if (number % 5 === 0) await untilIdle(stack, user);
    }
    isOver = true;
    expect((await Promise.all(readers)).flat()).toEqual([]);
    expect(highestRead).toBeGreaterThan(0);
    expect(kept).toBeGreaterThan(0);
    await untilIdle(stack, user);
    await expectSame(user);
  });
});
