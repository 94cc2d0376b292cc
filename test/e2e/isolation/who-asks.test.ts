/**
 * Every rpc of every service verifies its caller, rpcs for operators reject everyone else, and the reads of one account leave
 * database connections to others.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, CALLER_METADATA, signCaller } from '@ctx/platform/caller';
import * as corrections from '@ctx/proto/gen/ctx/v1/corrections';
import * as events from '@ctx/proto/gen/ctx/v1/events';
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
import pg from 'pg';
import { query } from '../oauth/visitor.ts';
import { atEnd, createUser, useStack, useUser } from '../kit.ts';
import { callerKeyOf, importLines, newToken, waitFor, WORKED_EXAMPLE_1 } from '../stack.ts';

const clients = new Map<string, Client>();
let callerKey: Buffer;
let writer: Caller;

const stack = useStack();
const user = useUser(stack);

beforeAll(() => {
  callerKey = callerKeyOf(stack);
  writer = { userId: Number(user.userId), scope: 'write', via: 'Test', requestId: 'test' };
  for (const name of ['gateway', 'read', 'corrections', 'recalc'] as const)
    clients.set(name, new Client(stack.ready().services[name].address, credentials.createInsecure()));
});
atEnd(() => {
  for (const client of clients.values()) client.close();
});

interface Rpc {
  readonly path: string;
  readonly server: string;
  readonly method: MethodDefinition<unknown, unknown>;
}

/** Every rpc in the proto files, with the service that serves it. */
const RPCS: readonly Rpc[] = Object.entries({
  corrections: { ...corrections, ...events, ...person },
  gateway: { ...identity, ExportServiceService: person.ExportServiceService },
  read,
  recalc: { ...recalc, ExportServiceService: person.ExportServiceService },
}).flatMap(([server, generated]) =>
  Object.entries(generated)
    .filter(([name]) => name.endsWith('ServiceService'))
    .flatMap(([, service]) => Object.values(service as Record<string, MethodDefinition<unknown, unknown>>))
    .map((method) => ({ path: method.path, server, method })),
);

/** Calls an rpc with an empty message and returns the status of the call. */
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
    const endWith = (call: ClientReadableStream<unknown>): void => {
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
      endWith(call);
      call.end();
    } else {
      endWith(client.makeServerStreamRequest(method.path, write, parse, Buffer.alloc(0), metadata, options));
    }
  });
}

const signed = (caller: Caller, path: string, atMs = Date.now()): string =>
  signCaller(caller, path, callerKey, atMs);

/** Returns a caller signed for one user, with the user id replaced by another. */
function exchanged(caller: Caller, path: string): string {
  const [body = '', signature = ''] = signed(caller, path).split('.');
  const [userId, ...rest] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, ...unknown[]];
  const other = Buffer.from(JSON.stringify([userId + 1, ...rest])).toString('base64url');
  return `${other}.${signature}`;
}

const FORGED: readonly (readonly [string, (path: string) => string | null])[] = [
  ['is not signed', () => null],
  ['is signed with another key', (path) => signCaller(writer, path, Buffer.alloc(32, 7), Date.now())],
  ['is signed for another user', (path) => exchanged(writer, path)],
  ['is signed for another method', (path) => signed(writer, `${path}s`)],
  ['was signed ten minutes ago', (path) => signed(writer, path, Date.now() - 600_000)],
  ['has no signature', (path) => signed(writer, path).split('.')[0]!],
];

it('Every service of the proto files is tested here', () => {
  const services = new Set(RPCS.map(({ path }) => path.split('/')[1]));
  for (const name of [
    'Read',
    'Page',
    'Correction',
    'Audit',
    'File',
    'Import',
    'Year',
    'Identity',
    'Recalc',
    'Submission',
    'Export',
    'Erasure',
    'Event',
  ])
    expect(services).toContain(`ctx.v1.${name}Service`);
});

/** The rpcs of corrections and files that change nothing. */
const READS = [
  'PreviewSale',
  'PreviewDeparture',
  'ListHistory',
  'ListFiles',
  'ListReadings',
  'ListWebhooks',
  'GetDeliveryModes',
];
/** Those that add nothing but what ends with the token or app, which may read alone. */
const FOR_READERS = ['Subscribe', 'Unsubscribe', 'PollEvents'];

describe.each(RPCS)('The rpc $path of $server', (rpc) => {
  it.each(FORGED)('rejects a call whose caller %s', async (_what, caller) => {
    expect(await statusOf(rpc, caller(rpc.path))).toBe(status.UNAUTHENTICATED);
  });

  const serves = /\.(\w+)Service\//.exec(rpc.path)?.[1];
  // Users may read their own figures and their log of corrections: the pages show them.
  if (['Read', 'Page', 'Audit', 'Preview'].includes(serves ?? '')) return;
  if (READS.includes(rpc.path.split('/').at(-1) ?? '')) return;
  if (!FOR_READERS.includes(rpc.path.split('/').at(-1) ?? ''))
    it('rejects a caller with the scope read', async () => {
      const reader = signed({ ...writer, scope: 'read' }, rpc.path);
      expect(await statusOf(rpc, reader)).toBe(status.PERMISSION_DENIED);
    });

  // Those of no user are the operator's.
  if (serves === 'Event')
    it('rejects a caller without a user who is not an operator', async () => {
      expect(await statusOf(rpc, signed({ ...writer, userId: 0 }, rpc.path))).toBe(status.PERMISSION_DENIED);
    });

  // Users correct, and add and remove files and webhooks, themselves.
  if (['Correction', 'File', 'Event'].includes(serves ?? '')) return;
  // Where the operator allows it, users submit their own years.
  if (!rpc.path.endsWith('/SubmitYear'))
    it('rejects a caller who is not an operator', async () => {
      expect(await statusOf(rpc, signed(writer, rpc.path))).toBe(status.PERMISSION_DENIED);
    });

  it('rejects an operator who is signed with the key of the gateway', async () => {
    const asOperator = signed({ ...writer, scope: 'operator', via: 'ctx' }, rpc.path);
    expect(await statusOf(rpc, asOperator)).toBe(status.UNAUTHENTICATED);
  });
});

/** Blocks the reads of one account with an advisory lock, for longer than the pool of the read service waits for a connection. */
const HOLD_READS_OF = `
  CREATE FUNCTION app.test_hold() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
  BEGIN
    IF app.current_user_id() = ACCOUNT THEN
      PERFORM set_config('lock_timeout', '4s', true);
      PERFORM pg_advisory_xact_lock_shared(4711);
    END IF;
    RETURN true;
  END $$;
  CREATE POLICY test_hold ON corrections.recalc_state AS RESTRICTIVE FOR SELECT TO ctx_read USING (app.test_hold())`;

describe('An account with many tokens and slow reads', () => {
  it('gets 503 with Retry-After when its own reads are blocked, while another account can read', async () => {
    const [greedy, other] = [await createUser(stack), await createUser(stack)];
    await importLines(stack, greedy.userId, WORKED_EXAMPLE_1);
    const tokens = [greedy.token, await newToken(stack, greedy.userId), await newToken(stack, greedy.userId)];
    await query(stack, HOLD_READS_OF.replace('ACCOUNT', greedy.userId));
    const owner = new pg.Client({ connectionString: stack.ready().postgres.url });
    await owner.connect();
    await owner.query('SELECT pg_advisory_lock(4711)');
    try {
      const waiting = async (): Promise<number> => {
        const { rowCount } = await owner.query(
          "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'",
        );
        return rowCount ?? 0;
      };
      let done = 0;
      const reads = Array.from({ length: 60 }, async (_, index) => {
        const answer = await stack.get('/api/v1/recalc-status', tokens[index % tokens.length] ?? '');
        done += 1;
        return answer;
      });
      await waitFor(async () => (await waiting()) >= 3);
      for (let read = 0; read < 5; read += 1)
        expect((await stack.get('/api/v1/recalc-status', other.token)).status).toBe(200);
      // There are fewer than three once the first ones have timed out, which may be before the five responses on a busy machine.
      expect(await waiting()).toBeLessThanOrEqual(3);
      await waitFor(() => done > 0);
      await owner.query('SELECT pg_advisory_unlock_all()');
      const answers = await Promise.all(reads);
      const rejected = answers.filter(({ status: code }) => code !== 200);
      expect(rejected.length).toBeGreaterThan(0);
      for (const { status: code, headers, body } of rejected) {
        expect([code, headers.get('retry-after')]).toEqual([503, '2']);
        expect(body).toMatchObject({ success: false, code: 'UNAVAILABLE' });
      }
    } finally {
      await owner.end();
    }
    for (const token of tokens) expect((await stack.get('/api/v1/recalc-status', token)).status).toBe(200);
  });
});
