/** Which calls a client of the services retries, over real gRPC. */
import { randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PreviewServiceClient, PreviewServiceService, type SalePreview } from '@ctx/proto/gen/ctx/v1/preview';
import { freePort } from '../../../deploy/stack/ports.ts';
import { callerMetadata, callUnary, createGrpcClient } from './grpc-client.ts';
import { createGrpcServer, GrpcRejection, type RunningGrpcServer, unary } from './grpc-server.ts';
import { createLogger } from './log.ts';

let server: RunningGrpcServer | null = null;
let client: PreviewServiceClient | null = null;
afterEach(async () => {
  client?.close();
  await server?.stop();
});

/** Calls a server whose work fails so; returns the outcome and the number of attempts. */
async function attemptsAfter(failure: Error): Promise<{ code: unknown; attempts: number }> {
  const key = randomBytes(32);
  const settings = {
    address: `127.0.0.1:${String(await freePort())}`,
    callerKeys: [key],
    log: createLogger('test', 'silent'),
    protoFiles: ['preview.proto'],
  };
  let attempts = 0;
  server = createGrpcServer(settings);
  server.add(PreviewServiceService, {
    previewSale: unary(settings, () => {
      attempts += 1;
      return Promise.reject<SalePreview>(failure);
    }),
  });
  await server.listen();
  client = createGrpcClient(PreviewServiceClient, settings.address);
  const caller = callerMetadata({ userId: 1, scope: 'read', via: 'rest', requestId: 'r' }, key);
  const previewSale = client.previewSale.bind(client);
  const code = await callUnary(previewSale, { assetKey: 'btc', amount: '1' }, caller, 10_000).then(
    () => null,
    (error: unknown) => (error as { code: unknown }).code,
  );
  return { code, attempts };
}

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('A call that is not available', () => {
  it.each([
    ['PostgreSQL has no free session', withCode('53300')],
    ['PostgreSQL is down', withCode('ECONNREFUSED')],
    ['the service itself rejects it', new GrpcRejection(status.UNAVAILABLE, 'try again')],
  ])('is attempted once where %s', async (_reason, failure) => {
    expect(await attemptsAfter(failure)).toEqual({ code: status.UNAVAILABLE, attempts: 1 });
  });

  it('is attempted three times where it lost its connection to PostgreSQL', async () => {
    expect(await attemptsAfter(withCode('57P01'))).toEqual({ code: status.UNAVAILABLE, attempts: 3 });
  });
});
