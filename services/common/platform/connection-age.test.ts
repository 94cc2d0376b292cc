/** Calls that are older than the connection they use, with the keepalive of production, over real gRPC. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type ImportFactsRequest,
  type ImportFactsResponse,
  ImportServiceClient,
  ImportServiceService,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { PreviewServiceClient, PreviewServiceService } from '@ctx/proto/gen/ctx/v1/preview';
import { freePort } from '../../../deploy/stack/ports.ts';
import { callerMetadata, callUnary, createGrpcClient } from './grpc-client.ts';
import { createGrpcServer, operatorStream, unary } from './grpc-server.ts';
import { createLogger } from './log.ts';

const AGE_MS = 2000;
/** Longer than the keepalive of both sides, which pings after 10 s and waits 5 s for the response. */
const CALL_MS = 20_000;
const key = randomBytes(32);
const cleanups: (() => unknown)[] = [];
afterAll(() => Promise.all(cleanups.map((cleanup) => cleanup())));

type ImportCall = ServerDuplexStream<ImportFactsRequest, ImportFactsResponse>;

interface ImportServer {
  readonly port: number;
  readonly peers: string[];
  readonly ends: ImportEnd[];
  /** Resolves when the first import has ended. */
  readonly ended: Promise<unknown>;
}

/** Starts a server of an import that takes chunks until the client ends, and of a preview that takes CALL_MS. */
async function startServer(): Promise<ImportServer> {
  const port = await freePort();
  const settings = {
    address: `127.0.0.1:${String(port)}`,
    callerKeys: [key],
    operatorKeys: [],
    log: createLogger('test', 'silent'),
    protoFiles: ['corrections.proto'],
    connectionAgeMs: AGE_MS,
  };
  const server = createGrpcServer(settings);
  const peers: string[] = [];
  const ends: ImportEnd[] = [];
  const { promise: ended, resolve: endImport } = Promise.withResolvers<unknown>();
  server.add(ImportServiceService, {
    importFacts: operatorStream(settings, async (call: ImportCall) => {
      peers.push(call.getPeer());
      let chunks = 0;
      call.on('data', () => (chunks += 1));
      await once(call, 'end');
      ends.push({ chunks, isCancelled: call.cancelled });
      endImport(null);
    }),
  });
  server.add(PreviewServiceService, {
    previewSale: unary(settings, async () => {
      await sleep(CALL_MS);
      return { warnings: [] } as never;
    }),
  });
  await server.listen();
  cleanups.push(() => server.stop());
  return { port, peers, ends, ended };
}

interface ImportEnd {
  readonly chunks: number;
  readonly isCancelled: boolean;
}

interface SentImport {
  readonly error: unknown;
  readonly chunks: number;
}

/** Sends a chunk each second until `isOver`. Returns the error of the call, or null, and the number of chunks. */
async function sendImport(client: ImportServiceClient, isOver: () => boolean): Promise<SentImport> {
  const caller = callerMetadata({ userId: 1, scope: 'operator', via: 'test', requestId: 'r' }, key);
  const call = client.importFacts(caller, { deadline: Date.now() + 60_000 });
  const ended = new Promise((resolve) => {
    call.once('error', resolve);
    call.once('end', () => {
      resolve(null);
    });
    call.resume();
  });
  const state: { isEnded: boolean } = { isEnded: false };
  void ended.then(() => (state.isEnded = true));
  let chunks = 0;
  while (!isOver() && !state.isEnded) {
    call.write({ part: { $case: 'chunk', value: Buffer.from('x') } });
    chunks += 1;
    await sleep(1000);
  }
  call.end();
  return { error: await ended, chunks };
}

/** Forwards connections until it is cut: from then on, it takes bytes and passes none on, as where a node has vanished. */
async function startForwarder(port: number): Promise<{ port: number; cut: () => void }> {
  const sockets: Socket[] = [];
  const forwarder = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    sockets.push(from, to);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  forwarder.listen(0, '127.0.0.1');
  await once(forwarder, 'listening');
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    forwarder.close();
  });
  const cut = (): void => {
    for (const socket of sockets) socket.unpipe().resume();
  };
  return { port: (forwarder.address() as AddressInfo).port, cut };
}

/**
 * Resolves to false a second after the keepalive must have noticed that the other side has vanished. It waits in the same steps, so
 * that a busy machine delays both alike.
 */
async function keepaliveOver(): Promise<false> {
  for (const ms of [10_000, 5000, 1000]) await sleep(ms);
  return false;
}

function importClient(port: number): ImportServiceClient {
  const client = createGrpcClient(ImportServiceClient, `127.0.0.1:${String(port)}`);
  cleanups.push(() => {
    client.close();
  });
  return client;
}

describe('A call that is older than the maximum age of its connection', () => {
  it.concurrent(
    'continues as long as it needs, while new calls use a new connection',
    async () => {
      const { port, peers, ends } = await startServer();
      const client = importClient(port);
      const previews = createGrpcClient(PreviewServiceClient, `127.0.0.1:${String(port)}`);
      const endsAt = Date.now() + CALL_MS;
      const stream = sendImport(client, () => Date.now() > endsAt);
      const caller = callerMetadata({ userId: 1, scope: 'read', via: 'test', requestId: 'r' }, key);
      const preview = callUnary(
        previews.previewSale.bind(previews),
        { assetKey: 'btc', amount: '1' },
        caller,
        60_000,
      ).then(
        () => null,
        (error: unknown) => error,
      );
      while (new Set(peers).size < 2 && Date.now() < endsAt) {
        await sleep(AGE_MS);
        await sendImport(client, () => true);
      }
      expect(new Set(peers).size).toBe(2);
      expect(await preview).toBeNull();
      const { error, chunks } = await stream;
      expect(error).toBeNull();
      expect(ends.at(-1)).toEqual({ isCancelled: false, chunks });
      previews.close();
    },
    60_000,
  );

  it.concurrent(
    'ends on both sides within 15 s where the other side has vanished',
    async () => {
      const { port, ends, ended } = await startServer();
      const forwarder = await startForwarder(port);
      const stream = sendImport(importClient(forwarder.port), () => false);
      await sleep(AGE_MS * 2);
      forwarder.cut();
      const isNoticed = Promise.all([stream, ended]).then(() => true);
      expect(await Promise.race([isNoticed, keepaliveOver()])).toBe(true);
      expect(await stream).toMatchObject({ error: { code: 14 } });
      expect(ends).toMatchObject([{ isCancelled: true }]);
    },
    60_000,
  );
});
