/** `ctx call-metadata`: what grpcurl and ghz need to call the services of a running system. */
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import { RecalcServiceClient } from '@ctx/proto/gen/ctx/v1/recalc';
import { describe, expect, it } from '@jest/globals';
import { useGrpcClient, useStack, useUser } from './kit.ts';
import { WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack();
const user = useUser(stack, { facts: WORKED_EXAMPLE_1 });
const recalc = useGrpcClient(RecalcServiceClient, () => stack.ready().services.recalc.address);
const read = useGrpcClient(ReadServiceClient, () => stack.ready().services.read.address);

/** Returns the metadata that the command prints. */
async function metadataOf(method: string, ...options: readonly string[]): Promise<Metadata> {
  const printed = await stack.ctx(['call-metadata', '--method', method, '--user', user.userId, ...options]);
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(printed)) metadata.set(name, String(value));
  return metadata;
}

/** Returns the response of a call, or the status that it ended with. */
function outcome<Response>(
  call: (done: (error: ServiceError | null, response: Response) => void) => unknown,
): Promise<unknown> {
  return new Promise((resolve) => {
    call((error, response) => {
      resolve(error === null ? response : status[error.code]);
    });
  });
}

describe('The metadata of ctx call-metadata', () => {
  it('lets an operator’s tool call the method that it names', async () => {
    const metadata = await metadataOf('ctx.v1.RecalcService/GetRun');
    expect(await outcome((done) => recalc.getRun({}, metadata, done))).toMatchObject({ status: 'IDLE' });
  });

  it('is valid for no other method', async () => {
    const metadata = await metadataOf('/ctx.v1.RecalcService/GetRun');
    expect(await outcome((done) => recalc.requestFullRun({ rewrite: false }, metadata, done))).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('lets a tool read as the gateway does, with the scope read, and not as an operator', async () => {
    const allowed = await metadataOf('ctx.v1.ReadService/ListYears', '--scope', 'read');
    expect(await outcome((done) => read.listYears({}, allowed, done))).toMatchObject({
      years: expect.any(Array),
    });
    const rejected = await metadataOf('ctx.v1.ReadService/ListYears');
    expect(typeof (await outcome((done) => read.listYears({}, rejected, done)))).toBe('string');
  });
});
