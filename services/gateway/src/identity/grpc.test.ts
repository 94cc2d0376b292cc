import { randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { createGrpcServer, type RunningGrpcServer } from '@ctx/platform/grpc-server';
import { createLogger } from '@ctx/platform/log';
import {
  type CreatedToken,
  type CreateTokenRequest,
  type CreateUserRequest,
  IdentityServiceClient,
  IdentityServiceService,
  type ListConnectionsRequest,
  type ListConnectionsResponse,
  type RevokeConnectionsRequest,
  type RevokeTokenRequest,
  type Token,
  type UpdateUserRequest,
  type User,
} from '@ctx/proto/gen/ctx/v1/identity';
import { freePort } from '../../../../deploy/stack/ports.ts';
import { identityService } from './grpc.ts';
import { listAccess } from './access-log.ts';
import { SignIn } from '../sign-in/sign-in.ts';
import { startDatabase, type TestDatabase } from '../../test/sign-in/database.ts';

let database: TestDatabase;
let server: RunningGrpcServer;
let client: IdentityServiceClient;
let signIn: SignIn;
const callerKey = randomBytes(32);

interface Requests {
  createUser: CreateUserRequest;
  updateUser: UpdateUserRequest;
  createToken: CreateTokenRequest;
  revokeToken: RevokeTokenRequest;
  listConnections: ListConnectionsRequest;
  revokeConnections: RevokeConnectionsRequest;
}
interface Responses {
  createUser: User;
  updateUser: User;
  createToken: CreatedToken;
  revokeToken: Token;
  listConnections: ListConnectionsResponse;
  revokeConnections: ListConnectionsResponse;
}
type RpcName = keyof Requests;

beforeAll(async () => {
  database = await startDatabase();
  signIn = new SignIn(database.pool);
  const settings = {
    address: `127.0.0.1:${String(await freePort())}`,
    callerKeys: [callerKey],
    log: createLogger('test', 'silent'),
    protoFiles: ['identity.proto'],
  };
  const invitationAddress = 'https://tax.example.org/sign-in/invitation';
  server = createGrpcServer(settings);
  server.add(IdentityServiceService, identityService(database.pool, settings, invitationAddress));
  await server.listen();
  client = createGrpcClient(IdentityServiceClient, settings.address);
});
afterAll(async () => {
  client.close();
  await server.stop();
  await database.stop();
});

const metadata = () =>
  callerMetadata({ userId: 0, scope: 'operator', via: 'ctx', requestId: 'r' }, callerKey);

/** Calls an rpc by its name. */
function call<Name extends RpcName>(rpc: Name, request: Requests[Name]): Promise<Responses[Name]> {
  const method = client[rpc].bind(client) as unknown as Parameters<
    typeof callUnary<Requests[Name], Responses[Name]>
  >[0];
  return callUnary(method, request, metadata(), 10_000);
}

const create = (email: string, password: string | null = null): Promise<User> =>
  call('createUser', { email, plan: 'pro', betas: [], password, paidYears: [] });
const set = (userId: number, password: string | null, plan: string | null = null): Promise<User> =>
  call('updateUser', { userId, plan, betas: null, password });

const outcome = async (email: string, password: string): Promise<string> =>
  (await signIn.withPassword(email, password, '192.0.2.1')).outcome;

async function addSession(userId: number): Promise<void> {
  await database.owner.query(
    `INSERT INTO identity.sessions (secret_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 h')`,
    [randomBytes(32), userId],
  );
}

async function sessionsOf(userId: number): Promise<number> {
  const { rowCount } = await database.owner.query('SELECT FROM identity.sessions WHERE user_id = $1', [
    userId,
  ]);
  return rowCount ?? 0;
}

async function logOf(userId: number): Promise<string[]> {
  return (await listAccess(database.pool, userId, { before: null, size: 50 })).map(
    ({ action, target, via }) => `${action} ${target ?? '-'} ${via}`,
  );
}

/** Creates a connection with a token row and returns the connection id. */
async function connect(userId: number, appName: string, expires = '1 day'): Promise<string> {
  const grant = randomBytes(32);
  const { rows } = await database.owner.query<{ connection_id: string }>(
    `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at)
     VALUES ($1, $2, 'client', $3, '{read}', now() + $4::interval) RETURNING connection_id`,
    [userId, grant, appName, expires],
  );
  await database.owner.query(
    `INSERT INTO identity.oauth_rows (model, id_hash, payload, grant_hash) VALUES ('AccessToken', $1, '{}', $2)`,
    [randomBytes(32), grant],
  );
  return rows[0]!.connection_id;
}

describe('a password that the operator sets', () => {
  it('lets a new user sign in; a user without a password cannot', async () => {
    await create('with@example.org', 'correct horse battery');
    await create('without@example.org');
    expect(await outcome('with@example.org', 'correct horse battery')).toBe('SIGNED_IN');
    expect(await outcome('without@example.org', '')).toBe('REJECTED');
  });

  it('replaces the old one, ends only the sessions of this user, is logged, and reports the number of connected apps', async () => {
    const { userId } = await create('set@example.org', 'correct horse battery');
    const { userId: other } = await create('other@example.org', 'correct horse battery');
    for (const id of [userId, userId, other]) await addSession(id);
    await connect(userId, 'Live');
    await connect(userId, 'Expired', '-1 s');
    await connect(other, 'Of another');
    expect(await set(userId, 'another horse battery')).toMatchObject({
      userId,
      plan: 'pro',
      connectedApps: 1,
    });
    expect([await sessionsOf(userId), await sessionsOf(other)]).toEqual([0, 1]);
    expect(await outcome('set@example.org', 'correct horse battery')).toBe('REJECTED');
    expect(await outcome('set@example.org', 'another horse battery')).toBe('SIGNED_IN');
    expect(await logOf(userId)).toEqual(['PASSWORD_CHANGED - ctx']);
  });

  it('stays the same if another field changes, and so do the sessions', async () => {
    const { userId } = await create('plan@example.org', 'correct horse battery');
    await addSession(userId);
    const user = await set(userId, null, 'free');
    expect(user).toMatchObject({ plan: 'free' });
    expect(user.connectedApps ?? null).toBeNull();
    expect(await sessionsOf(userId)).toBe(1);
    expect(await outcome('plan@example.org', 'correct horse battery')).toBe('SIGNED_IN');
  });

  it.each([
    ['elf tekens.', 'password: must have 12 to 256 characters'],
    ['x'.repeat(257), 'password: must have 12 to 256 characters'],
    ['password2026!', expect.stringMatching(/^password: is easy to guess: it is made of common words/)],
    [
      'Guessable-1985',
      expect.stringMatching(/^password: is easy to guess: it consists of the e-mail address/),
    ],
  ])('that breaks a rule is rejected and changes nothing: %s', async (password, details) => {
    const email = 'guessable@example.org';
    const rejection = { code: status.INVALID_ARGUMENT, details };
    await expect(create(email, password)).rejects.toMatchObject(rejection);
    const { userId } = await create(email);
    await expect(set(userId, password)).rejects.toMatchObject(rejection);
    await expect(outcome(email, password)).resolves.toBe('REJECTED');
    await database.owner.query('DELETE FROM identity.users WHERE user_id = $1', [userId]);
  });

  it('from before the longer minimum still lets its user sign in', async () => {
    await database.addUser('older@example.org', 'kort&oud');
    expect(await outcome('older@example.org', 'kort&oud')).toBe('SIGNED_IN');
  });

  it('is rejected for a user that does not exist', async () => {
    await expect(set(999, 'correct horse battery')).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

it('the operator lists users without their passwords', async () => {
  const users: User[] = [];
  for await (const user of client.listUsers({}, metadata()) as AsyncIterable<User>) users.push(user);
  expect(users.map(({ email }) => email)).toContain('with@example.org');
  expect(JSON.stringify(users)).not.toContain('argon2');
});

it('the operator cannot create a token that has already expired', async () => {
  const { userId } = await create('expired-token@example.org');
  const token = { userId, name: 'laptop', scope: 'read' };
  const expired = { ...token, expiresAt: new Date(Date.now() - 1000).toISOString() };
  await expect(call('createToken', expired)).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: 'expiresAt: must be in the future',
  });
  const valid = { ...token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  expect(await call('createToken', valid)).toMatchObject({ token: expect.stringMatching(/^ctx_/) });
});

it('the operator cannot create a token with the name that the pages have in the log', async () => {
  const { userId } = await create('reserved-name@example.org');
  await expect(call('createToken', { userId, name: 'settings', scope: 'read' })).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: 'name: is the name of the pages in the log; choose another',
  });
});

it('the operator cannot create a token whose name has hidden characters', async () => {
  const { userId } = await create('hidden-name@example.org');
  for (const name of ['a\u202eb', 'a\u2800b', 'a\u00ad', 'a\u0085b'])
    await expect(call('createToken', { userId, name, scope: 'read' })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'name: has invisible characters, or characters that change the reading direction; remove them',
    });
});

it('a token that the operator creates and revokes is logged once each', async () => {
  const { userId } = await create('tokens@example.org');
  const token = { userId, name: 'laptop', scope: 'read', expiresAt: null };
  const { tokenId } = await call('createToken', token);
  const revoked = await call('revokeToken', { tokenId });
  expect(await call('revokeToken', { tokenId })).toEqual(revoked);
  expect(await logOf(userId)).toEqual(['TOKEN_REVOKED laptop ctx', 'TOKEN_CREATED laptop ctx']);
  const unknown = { tokenId: '00000000-0000-4000-8000-000000000000' };
  await expect(call('revokeToken', unknown)).rejects.toMatchObject({ code: status.NOT_FOUND });
});

describe('the operator', () => {
  it('lists the connections of one user, newest first', async () => {
    const { userId } = await create('apps@example.org');
    const { userId: other } = await create('apps-of-another@example.org');
    const first = await connect(userId, 'First');
    const second = await connect(userId, 'Second');
    await connect(other, 'Third');
    const { connections } = await call('listConnections', { userId });
    expect(connections).toEqual([
      {
        connectionId: second,
        userId,
        appName: 'Second',
        clientId: 'client',
        scopes: ['read'],
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: null,
        expiresAt: expect.stringMatching(/Z$/),
        revokedAt: null,
      },
      expect.objectContaining({ connectionId: first }),
    ]);
    await expect(call('listConnections', { userId: 999 })).rejects.toMatchObject({
      code: status.NOT_FOUND,
    });
  });

  it('ends a connection with its tokens, and ending it again changes nothing', async () => {
    const { userId } = await create('one@example.org');
    const connectionId = await connect(userId, 'One');
    const kept = await connect(userId, 'Kept');
    const revoke = { which: { $case: 'connectionId', value: connectionId } } as const;
    const { connections } = await call('revokeConnections', revoke);
    expect(connections).toEqual([
      expect.objectContaining({ connectionId, revokedAt: expect.stringMatching(/Z$/) }),
    ]);
    expect((await call('revokeConnections', revoke)).connections).toEqual(connections);
    const { rows } = await database.owner.query(
      'SELECT c.connection_id FROM identity.oauth_rows JOIN identity.connections c USING (grant_hash) WHERE user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ connection_id: kept }]);
    expect(await logOf(userId)).toEqual(['APP_REVOKED One ctx']);
  });

  it('ends all connections of a user, and none of other users', async () => {
    const { userId } = await create('all@example.org');
    const { userId: other } = await create('all-of-another@example.org');
    const ids = [await connect(userId, 'A'), await connect(userId, 'B')];
    await connect(userId, 'Expired', '-1 s');
    await connect(other, 'C');
    const { connections } = await call('revokeConnections', {
      which: { $case: 'allOfUserId', value: userId },
    });
    expect(connections.map(({ connectionId }) => connectionId).sort()).toEqual(ids.sort());
    expect((await logOf(userId)).sort()).toEqual(['APP_REVOKED A ctx', 'APP_REVOKED B ctx']);
    const { connections: left } = await call('listConnections', { userId: other });
    expect(left).toMatchObject([{ appName: 'C', revokedAt: null }]);
  });

  it.each<[RevokeConnectionsRequest, status]>([
    [{ which: null }, status.INVALID_ARGUMENT],
    [{ which: { $case: 'connectionId', value: '7' } }, status.INVALID_ARGUMENT],
    [{ which: { $case: 'connectionId', value: '00000000-0000-4000-8000-000000000000' } }, status.NOT_FOUND],
    [{ which: { $case: 'allOfUserId', value: 999 } }, status.NOT_FOUND],
  ])('gets an error for the request %j', async (request, code) => {
    await expect(call('revokeConnections', request)).rejects.toMatchObject({ code });
  });
});
