/** Keys of the operator with roles, against the real services: what each may call, and what the log of their calls holds. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { LIMITED_ROLES, type LimitedRole, OPERATOR_RPCS, rolesThatMayCall } from '@ctx/domain/operator-roles';
import { CALLER_METADATA, signCaller } from '@ctx/platform/caller';
import { runCtx } from '../ctx/run.ts';
import { atEnd, createUser, useDatabase, useStack } from './kit.ts';
import { linesOf } from './log-lines.ts';
import { WORKED_EXAMPLE_1 } from './stack.ts';

type Service = 'gateway' | 'corrections' | 'recalc';
interface LoggedCall {
  readonly key: string;
  readonly role: string;
  readonly rpc: string;
  readonly userId: number | null;
  readonly outcome: string | null;
  readonly requestId: string;
}

const ROLES = Object.keys(LIMITED_ROLES) as LimitedRole[];
const keys = Object.fromEntries(ROLES.map((role) => [role, generateKeyPairSync('ed25519')])) as Record<
  LimitedRole,
  { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
>;
const publicKeys = ROLES.map(
  (role) =>
    `${role}:${role}-key:${keys[role].publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`,
);
const stack = useStack({ own: true, settings: { OPERATOR_PUBLIC_KEYS: publicKeys.join(',') } });
const database = useDatabase(stack);
let userId: string;
const clients: Partial<Record<Service, Client>> = {};

beforeAll(async () => {
  ({ userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 }));
});
atEnd(() => {
  for (const client of Object.values(clients)) client.close();
});

/** Runs `ctx` with the key of a role, and returns what it prints. */
async function ctxAs(role: LimitedRole, ...args: readonly string[]): Promise<unknown> {
  const { services } = stack.ready();
  const { stdout } = await runCtx(args, {
    GATEWAY_ADDRESS: services.gateway.address,
    CORRECTIONS_ADDRESS: services.corrections.address,
    RECALC_ADDRESS: services.recalc.address,
    OPERATOR_KEY: keys[role].privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  });
  return stdout.startsWith('{"error"') || stdout.split('\n').length === 2 ? JSON.parse(stdout) : stdout;
}

async function logged(...filters: readonly string[]): Promise<readonly LoggedCall[]> {
  return ((await ctxAs('support', 'operator', 'log', ...filters)) as { calls: LoggedCall[] }).calls;
}

const servicesOf = (rpc: string): readonly Service[] => {
  const [service = ''] = rpc.split('/');
  if (service === 'ExportService') return ['gateway', 'corrections', 'recalc'];
  if (service === 'IdentityService') return ['gateway'];
  return ['RecalcService', 'PreviewService', 'SubmissionService'].includes(service)
    ? ['recalc']
    : ['corrections'];
};

/** Returns the status of a call with an empty request, which concerns no user, so that nothing is changed. */
function statusOf(role: LimitedRole, service: Service, rpc: string): Promise<status> {
  const client = (clients[service] ??= new Client(
    stack.ready().services[service].address,
    credentials.createInsecure(),
  ));
  const path = `/ctx.v1.${rpc}`;
  const caller = { userId: 0, scope: 'operator', via: 'test', requestId: randomUUID() } as const;
  const metadata = new Metadata();
  metadata.set(CALLER_METADATA, signCaller(caller, path, keys[role].privateKey, Date.now()));
  const nothing = (): Buffer => Buffer.alloc(0);
  const call = client.makeServerStreamRequest(path, nothing, (bytes) => bytes, {}, metadata);
  return new Promise((resolve) => {
    call.on('status', ({ code }) => {
      resolve(code);
    });
    call.on('error', () => undefined);
    call.resume();
  });
}

describe('a key with the role', () => {
  const rpcs = Object.keys(OPERATOR_RPCS)
    .filter((rpc) => !rpc.endsWith('*'))
    .concat(
      'CorrectionService/ApplyOverride',
      'FileService/AddFile',
      'PreviewService/ListReadings',
      'SubmissionService/SubmitYear',
    );

  it.each(ROLES)('%s is denied exactly the calls that the table leaves to other roles', async (role) => {
    const denied: string[] = [];
    for (const rpc of rpcs)
      for (const service of servicesOf(rpc))
        if ((await statusOf(role, service, rpc)) === status.PERMISSION_DENIED)
          denied.push(`${service} ${rpc}`);
    const expected = rpcs.filter((rpc) => !rolesThatMayCall(rpc).includes(role));
    expect(denied).toEqual(expected.flatMap((rpc) => servicesOf(rpc).map((service) => `${service} ${rpc}`)));
  });

  it('importer imports facts and cannot erase their user, who stays; both calls are in the log', async () => {
    const file = stack.file('facts.jsonl', WORKED_EXAMPLE_1);
    expect(await ctxAs('importer', 'import', '--user', userId, file, '--wait')).toMatchObject({
      recalc: 'NOT_NEEDED',
    });
    expect(await ctxAs('importer', 'user', 'delete', '--user', userId, '--yes')).toEqual({
      error: {
        code: 'FORBIDDEN',
        message: 'the key importer-key has the role importer; ErasureService/EraseUser needs privacy or all',
      },
    });
    expect(await stack.ctx(['user', 'show', '--user', userId])).toMatchObject({ userId: Number(userId) });
    const calls = await logged('--user', userId, '--key', 'importer-key');
    expect(calls.filter(({ rpc }) => rpc !== 'RecalcService/GetRun')).toMatchObject([
      { role: 'importer', rpc: 'ErasureService/EraseUser', outcome: 'PERMISSION_DENIED' },
      { role: 'importer', rpc: 'ImportService/ImportFacts', outcome: 'OK' },
    ]);
  });

  it('importer imports a batch whose users are named by e-mail address', async () => {
    const folder = join(stack.dataDir, 'night');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'facts.jsonl'),
      WORKED_EXAMPLE_1.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const { email } = await stack.ctx(['user', 'show', '--user', userId]);
    writeFileSync(join(folder, 'manifest.csv'), `email,file\n${String(email)},facts.jsonl\n`);
    expect(await ctxAs('importer', 'import', '--batch', folder)).toMatchObject({ imported: 1, failed: 0 });
  });

  it('support reads the log, which others cannot', async () => {
    for (const role of ROLES.filter((other) => other !== 'support'))
      expect(await ctxAs(role, 'operator', 'log')).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect(await logged('--limit', '1')).toMatchObject([
      { rpc: 'AuditService/ListOperatorCalls', outcome: null },
    ]);
  });
});

describe("the log of the operator's calls", () => {
  it('has the export of a person from each service, and the erasure, with the number of the user alone', async () => {
    const { userId: leaver } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const [{ email }] = (
      await database.query<{ email: string }>('SELECT email FROM identity.users WHERE user_id = $1', [leaver])
    ).rows as [{ email: string }];
    await ctxAs('privacy', 'user', 'export', '--user', leaver);
    await ctxAs('privacy', 'user', 'delete', '--user', leaver, '--yes');
    const calls = await logged('--user', leaver, '--key', 'privacy-key');
    expect(calls.map(({ rpc, outcome }) => [rpc, outcome])).toEqual([
      ['ErasureService/EraseUser', 'OK'],
      ...Array<string[]>(3).fill(['ExportService/ExportUser', 'OK']),
      ['IdentityService/GetUser', 'OK'],
    ]);
    const { rows } = await database.query<{ text: string }>(
      "SELECT string_agg(l::text, E'\\n') AS text FROM corrections.operator_log l",
    );
    expect(rows[0]!.text).not.toContain(email);
  });

  it('names the user of a call whose response alone has it', async () => {
    const created = (await ctxAs('provisioner', 'user', 'create', '--email', 'new@example.org')) as {
      userId: number;
    };
    // Reading the log of a user concerns the user too.
    expect(await logged('--user', String(created.userId))).toMatchObject([
      { key: 'support-key', rpc: 'AuditService/ListOperatorCalls', userId: created.userId },
      { key: 'provisioner-key', rpc: 'IdentityService/CreateUser', userId: created.userId, outcome: 'OK' },
    ]);
    const again = ['user', 'create', '--email', 'new@example.org', '--plan', 'pro'];
    expect(await ctxAs('provisioner', ...again)).toMatchObject({ error: { code: 'ALREADY_EXISTS' } });
    expect(await logged('--key', 'provisioner-key', '--limit', '1')).toMatchObject([
      { rpc: 'IdentityService/CreateUser', userId: null, outcome: 'ALREADY_EXISTS' },
    ]);
  });

  it('is read since a time, and a page at a time', async () => {
    const { rows } = await database.query<{ at: Date; id: number }>(
      `SELECT at, call_id::integer AS id FROM corrections.operator_log WHERE rpc = 'ImportService/ImportFacts' AND key_name = 'importer-key'
       ORDER BY call_id DESC LIMIT 1`,
    );
    const [{ at, id }] = rows as [{ at: Date; id: number }];
    const later = await logged('--since', new Date(at.getTime() + 1).toISOString(), '--limit', '1000');
    expect(later.length).toBeGreaterThan(5);
    expect(later.filter(({ key }) => key === 'importer-key').map(({ rpc }) => rpc)).not.toContain(
      'ImportService/ImportFacts',
    );
    const page = await logged('--before', String(id + 1), '--limit', '1');
    expect(page).toMatchObject([{ rpc: 'ImportService/ImportFacts', key: 'importer-key' }]);
  });

  it('has keys without a role as all, and each call has a line in the log of its service', async () => {
    await stack.ctx(['recalc', '--user', userId]);
    const [call] = (await logged('--user', userId)).filter(({ rpc }) => rpc === 'RecalcService/GetRun');
    expect(call).toMatchObject({ role: 'all', key: expect.stringMatching(/^[0-9a-f]{16}$/), outcome: 'OK' });
    const line = linesOf(stack).find((each) => each.includes(call!.requestId));
    expect(JSON.parse(line!)).toMatchObject({
      rpc: '/ctx.v1.RecalcService/GetRun',
      userId: Number(userId),
      via: 'ctx',
      key: call!.key,
      role: 'all',
      status: 'OK',
    });
  });

  it('cannot be changed or deleted by a service, and keeps the first outcome of a call', async () => {
    const { rows } = await database.query<{ id: string }>(
      "SELECT call_id AS id FROM corrections.operator_log WHERE outcome = 'PERMISSION_DENIED' LIMIT 1",
    );
    const [{ id }] = rows as [{ id: string }];
    await database.query('SET ROLE ctx_corrections');
    await database.query("SELECT app.end_operator_call($1, 'OK', 0)", [id]);
    await expect(database.query('DELETE FROM corrections.operator_log')).rejects.toThrow('permission denied');
    await expect(database.query("SELECT app.clear_operator_log(10, interval '1 hour')")).rejects.toThrow(
      'kept for at least a day',
    );
    await database.query('RESET ROLE');
    const kept = await database.query('SELECT outcome FROM corrections.operator_log WHERE call_id = $1', [
      id,
    ]);
    expect(kept.rows).toEqual([{ outcome: 'PERMISSION_DENIED' }]);
  });
});
