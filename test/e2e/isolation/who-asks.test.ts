/** Who asks is verified at every rpc of every service, and what serves an operator serves nobody else. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, CALLER_METADATA, signCaller } from '@ctx/common/platform/caller';
import * as corrections from '@ctx/proto/gen/ctx/v1/corrections';
import * as identity from '@ctx/proto/gen/ctx/v1/identity';
import * as person from '@ctx/proto/gen/ctx/v1/person';
import * as read from '@ctx/proto/gen/ctx/v1/read';
import * as recalc from '@ctx/proto/gen/ctx/v1/recalc';
import {
  Client,
  type ClientReadableStream,
  credentials,
  Metadata,
  type MethodDefinition,
  status,
} from '@grpc/grpc-js';
import { callerKeyOf, newUser, sharedTestStack, type TestStack } from '../stack.ts';

let stack: TestStack;
let callerKey: Buffer;
let writer: Caller;
const clients = new Map<string, Client>();
beforeAll(async () => {
  stack = await sharedTestStack();
  callerKey = callerKeyOf(stack);
  const { userId } = await newUser(stack, 'who-asks@example.org');
  writer = { userId: Number(userId), scope: 'write', via: 'Test', requestId: 'test' };
  for (const name of ['gateway', 'read', 'corrections', 'recalc'] as const)
    clients.set(name, new Client(stack.ready().services[name].address, credentials.createInsecure()));
});
afterAll(async () => {
  for (const client of clients.values()) client.close();
  await stack.remove();
});

interface Rpc {
  readonly path: string;
  readonly server: string;
  readonly method: MethodDefinition<unknown, unknown>;
}

/** Every rpc that any proto file offers, and who serves it. */
const RPCS: readonly Rpc[] = Object.entries({
  corrections: { ...corrections, ...person },
  gateway: { ...identity, ExportServiceService: person.ExportServiceService },
  read,
  recalc: { ...recalc, ExportServiceService: person.ExportServiceService },
}).flatMap(([server, generated]) =>
  Object.entries(generated)
    .filter(([name]) => name.endsWith('ServiceService'))
    .flatMap(([, service]) => Object.values(service as Record<string, MethodDefinition<unknown, unknown>>))
    .map((method) => ({ path: method.path, server, method })),
);

/** The status that a call with an empty message ends with. */
function statusOf({ server, method }: Rpc, caller: string | null): Promise<status> {
  const metadata = new Metadata();
  if (caller !== null) metadata.set(CALLER_METADATA, caller);
  const client = clients.get(server)!;
  const [write, parse] = [(message: Buffer) => message, (bytes: Buffer) => bytes];
  return new Promise((resolve) => {
    const end = (error: { code: status } | null): void => {
      resolve(error?.code ?? status.OK);
    };
    const options = { deadline: Date.now() + 10_000 };
    if (!method.responseStream && !method.requestStream) {
      client.makeUnaryRequest(method.path, write, parse, Buffer.alloc(0), metadata, options, end);
      return;
    }
    const heard = (call: ClientReadableStream<unknown>): void => {
      call.on('error', (error: Error & { code: status }) => {
        end(error);
      });
      call.on('data', () => undefined);
      call.on('end', () => {
        end(null);
      });
    };
    if (method.requestStream) {
      const call = client.makeBidiStreamRequest(method.path, write, parse, metadata, options);
      heard(call);
      call.end();
    } else {
      heard(client.makeServerStreamRequest(method.path, write, parse, Buffer.alloc(0), metadata, options));
    }
  });
}

/** Signed for one user, and the user's number exchanged for another. */
function exchanged(caller: Caller): string {
  const [body = '', signature = ''] = signCaller(caller, callerKey, Date.now()).split('.');
  const [userId, ...rest] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, ...unknown[]];
  const other = Buffer.from(JSON.stringify([userId + 1, ...rest])).toString('base64url');
  return `${other}.${signature}`;
}

const FORGED: readonly (readonly [string, () => string | null])[] = [
  ['nobody signed', () => null],
  ['another key signed', () => signCaller(writer, Buffer.alloc(32, 7), Date.now())],
  ['was signed for another user', () => exchanged(writer)],
  ['was signed ten minutes ago', () => signCaller(writer, callerKey, Date.now() - 600_000)],
  ['carries no signature', () => signCaller(writer, callerKey, Date.now()).split('.')[0]!],
];

it('every service of the proto files is among them', () => {
  const services = new Set(RPCS.map(({ path }) => path.split('/')[1]));
  for (const name of [
    'Read',
    'Correction',
    'Audit',
    'Import',
    'Year',
    'Identity',
    'Recalc',
    'Export',
    'Erasure',
  ])
    expect(services).toContain(`ctx.v1.${name}Service`);
});

describe.each(RPCS)('$path of $server', (rpc) => {
  it.each(FORGED)('a call that %s is refused', async (_what, caller) => {
    expect(await statusOf(rpc, caller())).toBe(status.UNAUTHENTICATED);
  });

  const serves = /\.(\w+)Service\//.exec(rpc.path)?.[1];
  // The log of corrections is its user's own; the settings pages show it.
  if (serves === 'Read' || serves === 'Audit') return;
  it('a reader is refused', async () => {
    const reader = signCaller({ ...writer, scope: 'read' }, callerKey, Date.now());
    expect(await statusOf(rpc, reader)).toBe(status.PERMISSION_DENIED);
  });

  if (serves === 'Correction') return;
  it('serves an operator alone', async () => {
    expect(await statusOf(rpc, signCaller(writer, callerKey, Date.now()))).toBe(status.PERMISSION_DENIED);
  });
});
