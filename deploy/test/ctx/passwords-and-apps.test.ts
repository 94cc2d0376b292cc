import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFakeSystem } from './fake-system.ts';

let system: Awaited<ReturnType<typeof startFakeSystem>>;
const CREATED_AT = '2026-01-02T03:04:05Z';
const APPS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];

beforeAll(async () => {
  system = await startFakeSystem();
  await system.run(['user', 'create', '--email', 'an@example.org']);
  system.state.apps = APPS.map((connectionId) => ({
    connectionId,
    userId: 1,
    appName: 'Helper',
    clientId: 'client',
    scopes: ['read'],
    createdAt: CREATED_AT,
    expiresAt: '2026-04-02T03:04:05Z',
  }));
});
afterAll(() => {
  system.stop();
});

test.each([
  ['given as an argument', 'correct horse', ''],
  ['from standard input, without its line end', '-', 'correct horse\n'],
  ['from standard input with a Windows line end', '-', 'correct horse\r\n'],
  ['from standard input without a line end', '-', 'correct horse'],
])('ctx user create accepts a password %s', async (source, argument, stdin) => {
  const email = `${source.length}@example.org`;
  const { json } = await system.run(['user', 'create', '--email', email, '--password', argument], stdin);
  const { userId } = json as { userId: number };
  expect(system.state.passwords.get(userId)).toBe('correct horse');
});

test('ctx user set --password prints how many apps stay connected and the command that revokes them', async () => {
  const { json, stderr } = await system.run(
    ['user', 'set', '--user', '1', '--password', '-'],
    ' with spaces \n',
  );
  expect(system.state.passwords.get(1)).toBe(' with spaces ');
  expect(json).toMatchObject({
    userId: 1,
    email: 'an@example.org',
    connectedApps: 2,
    toEndThem: 'npx --no -- ctx app revoke --user 1 --all',
  });
  expect(stderr).toBe('');
  const other = await system.run(['user', 'set', '--user', '2', '--password', 'correct horse']);
  expect(other.json).toMatchObject({ connectedApps: 0 });
  expect(other.json).not.toHaveProperty('toEndThem');
});

test('ctx user set without --password keeps the password and prints nothing about apps', async () => {
  const { json } = await system.run(['user', 'set', '--user', '2', '--plan', 'pro']);
  expect(json).not.toHaveProperty('connectedApps');
  expect(system.state.passwords.get(2)).toBe('correct horse');
});

test('ctx app list prints the connections, and ctx app revoke revokes one or all of a user', async () => {
  const app = {
    userId: 1,
    appName: 'Helper',
    clientId: 'client',
    scopes: ['read'],
    createdAt: CREATED_AT,
    lastUsedAt: null,
    expiresAt: '2026-04-02T03:04:05Z',
    revokedAt: null,
  };
  const [first, second] = APPS.map((connectionId) => ({ connectionId, ...app }));
  expect((await system.run(['app', 'list', '--user', '1'])).json).toEqual({ connections: [first, second] });
  const one = await system.run(['app', 'revoke', '--connection-id', APPS[1]!.toUpperCase()]);
  expect(one.json).toEqual({ connections: [{ ...second, revokedAt: CREATED_AT }] });
  const all = await system.run(['app', 'revoke', '--user', '1', '--all']);
  expect(all.json).toMatchObject({ connections: APPS.map((connectionId) => ({ connectionId })) });
});

test.each([
  [['app', 'revoke'], 'give either --connection-id, or --user and --all'],
  [['app', 'revoke', '--user', '1'], 'give either --connection-id, or --user and --all'],
  [['app', 'revoke', '--all'], 'give either --connection-id, or --user and --all'],
  [
    ['app', 'revoke', '--connection-id', APPS[0]!, '--user', '1', '--all'],
    'give either --connection-id, or --user and --all',
  ],
  [['app', 'revoke', '--connection-id', '7'], 'a UUID from "ctx app list"'],
])('ctx %j is a usage error', async (args, reason) => {
  const { exitCode, stdout, stderr } = await system.run(args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(reason);
});

test.each([['create'], ['set']])(
  'ctx user %s --help warns that others can see a password on the command line',
  async (command) => {
    expect((await system.run(['user', command, '--help'])).stdout).toContain('can be seen by other users');
  },
);

test('ctx user remove-passkeys prints how many passkeys it removed, and fails for an unknown user', async () => {
  const { json } = await system.run(['user', 'remove-passkeys', '--user', '1']);
  expect(json).toEqual({ userId: 1, removed: 2 });
  expect((await system.run(['user', 'remove-passkeys', '--user', '99'])).exitCode).not.toBe(0);
});

test('ctx user invite prints the link of the user with an e-mail address, and fails for an unknown address', async () => {
  await system.run(['user', 'create', '--email', 'invited@example.org']);
  const { json, exitCode } = await system.run(['user', 'invite', 'invited@example.org']);
  expect([exitCode, json]).toEqual([
    0,
    {
      userId: expect.any(Number),
      link: 'https://tax.example.org/sign-in/invitation?link=secret',
      expiresAt: expect.any(String),
    },
  ]);
  expect((await system.run(['user', 'invite', 'nobody@example.org'])).exitCode).not.toBe(0);
  expect((await system.run(['user', 'invite'])).exitCode).not.toBe(0);
});
