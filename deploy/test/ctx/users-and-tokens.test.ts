import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFakeSystem } from './fake-system.ts';

const TOKEN_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
let system: Awaited<ReturnType<typeof startFakeSystem>>;

beforeAll(async () => {
  system = await startFakeSystem();
});

afterAll(() => {
  system.stop();
});

test('ctx user create prints the user id and sets the paid years in one call signed as the operator', async () => {
  const args = ['user', 'create', '--email', 'an@example.org', '--plan', 'pro', '--beta', 'portfolio'];
  const { exitCode, stdout } = await system.run([...args, '--year', '2025', '--year', '2024']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"userId":1}\n' });
  expect(system.state.callers.map(({ userId, scope, via }) => ({ userId, scope, via }))).toEqual([
    { userId: 0, scope: 'operator', via: 'ctx' },
  ]);
});

test('ctx user show prints the user with plan, betas and paid years', async () => {
  const { stdout } = await system.run(['user', 'show', '--user', '1']);
  expect(stdout).toBe(
    '{"userId":1,"email":"an@example.org","plan":"pro","beta":["portfolio"],"years":[2024,2025],' +
      '"createdAt":"2026-01-02T03:04:05Z"}\n',
  );
});

test('ctx user create says that a user existed, and ctx user show finds the user by e-mail address and external id', async () => {
  const args = ['user', 'create', '--email', 'crm@example.org', '--external-id', 'crm-1'];
  const { json } = (await system.run(args)) as { json: { userId: number } };
  expect((await system.run(args)).json).toEqual({ userId: json.userId, existed: true });
  for (const by of [
    ['--email', 'crm@example.org'],
    ['--external-id', 'crm-1'],
  ])
    expect((await system.run(['user', 'show', ...by])).json).toMatchObject({
      userId: json.userId,
      externalId: 'crm-1',
    });
  const both = await system.run(['user', 'show', '--user', '1', '--email', 'crm@example.org']);
  expect({ exitCode: both.exitCode, stderr: both.stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('give one of --user, --email and --external-id'),
  });
  expect((await system.run(['user', 'show'])).exitCode).toBe(2);
  system.state.users.pop();
});

test('ctx user update is another name of ctx user set, and changes the e-mail address and the external id', async () => {
  const change = ['--email', 'an@example.com', '--external-id', 'crm-2'];
  expect((await system.run(['user', 'update', '--user', '1', ...change])).json).toMatchObject({
    userId: 1,
    email: 'an@example.com',
    externalId: 'crm-2',
  });
  Object.assign(system.state.users[0]!, { email: 'an@example.org', externalId: undefined });
  expect((await system.run(['user', 'set', '--user', '1'])).exitCode).toBe(2);
});

test('ctx user set changes only the given options', async () => {
  const years = ['--add-year', '2026', '--remove-year', '2024'];
  const { json } = await system.run(['user', 'set', '--user', '1', ...years]);
  expect(json).toMatchObject({ plan: 'pro', beta: ['portfolio'], years: [2025, 2026] });
  const second = await system.run(['user', 'set', '--user', '1', '--plan', 'free', '--beta', 'none']);
  expect(second.json).toMatchObject({ plan: 'free', beta: [], years: [2025, 2026] });
});

test('ctx user create defaults to the free plan without years and betas, and ctx user list prints all users', async () => {
  await system.run(['user', 'create', '--email', 'bo@example.org']);
  const { json } = await system.run(['user', 'list']);
  expect(json).toMatchObject({ users: [{ userId: 1 }, { userId: 2, plan: 'free', beta: [], years: [] }] });
});

test.each([
  [['user', 'create', '--email', 'an@example.org'], 'ALREADY_EXISTS', 'the e-mail is taken'],
  [['user', 'create', '--email', 'nonsense'], 'INVALID', 'email: not an address'],
  [['user', 'show', '--user', '9'], 'NOT_FOUND', 'no such user'],
  [['user', 'set', '--user', '9', '--add-year', '2025'], 'NOT_FOUND', 'no such user'],
  [['token', 'revoke', '--token-id', '7c9e6679-7425-40de-944b-e07fc1f90ae7'], 'NOT_FOUND', 'no such token'],
])('ctx %j fails with exit code 1 and %s', async (args, code, message) => {
  const { exitCode, json, stderr } = await system.run(args);
  expect({ exitCode, json, stderr }).toEqual({ exitCode: 1, json: { error: { code, message } }, stderr: '' });
  expect(system.state.years.has(9)).toBe(false);
});

test('ctx user unlink unlinks all logins of a user, or the login of one subject, and prints them', async () => {
  const login = (subject: string) => ({
    issuer: 'https://id.example.org',
    subject,
    createdAt: '2026-01-02T03:04:05Z',
  });
  system.state.logins.set(1, [login('an'), login('other')]);
  const one = await system.run(['user', 'unlink', '--user', '1', '--subject', 'other']);
  expect(one.json).toEqual({ unlinked: [login('other')] });
  const all = await system.run(['user', 'unlink', '--user', '1']);
  expect(all.json).toEqual({ unlinked: [login('an'), login('other')] });
  expect((await system.run(['user', 'unlink', '--user', '2'])).json).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});

test('ctx token create prints the secret; ctx token list and revoke print tokens without it', async () => {
  const args = ['token', 'create', '--user', '1', '--name', 'laptop', '--scope', 'write'];
  const created = await system.run([...args, '--expires-at', '2027-01-01T00:00:00+01:00']);
  expect(created.json).toEqual({
    tokenId: TOKEN_ID,
    token: 'ctx_write',
    expiresAt: '2027-01-01T00:00:00+01:00',
  });
  const token = {
    tokenId: TOKEN_ID,
    userId: 1,
    name: 'laptop',
    prefix: 'ctx_writ',
    scopes: ['read', 'write'],
    createdAt: '2026-01-02T03:04:05Z',
    expiresAt: '2027-01-01T00:00:00+01:00',
    lastUsedAt: null,
    revokedAt: null,
    unused: expect.any(Boolean),
  };
  expect((await system.run(['token', 'list', '--user', '1'])).json).toEqual({ tokens: [token] });
  const revoked = await system.run(['token', 'revoke', '--token-id', TOKEN_ID]);
  expect(revoked.json).toEqual({ ...token, revokedAt: '2026-01-02T03:04:05Z', unused: false });
});

test('ctx token create makes a token that expires in a year, unless --expires-at gives a time or never', async () => {
  const args = ['token', 'create', '--user', '1', '--name', 'laptop', '--scope', 'read'];
  const { json } = await system.run(args);
  const { expiresAt } = json as { expiresAt: string };
  expect(system.state.tokens.at(-1)).toMatchObject({ expiresAt });
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  expect([days > 364.9, days <= 365]).toEqual([true, true]);
  expect((await system.run([...args, '--expires-at', 'never'])).json).toMatchObject({ expiresAt: null });
  expect(system.state.tokens.at(-1)?.expiresAt ?? null).toBeNull();
});

test('ctx escapes control and bidirectional characters in the names that it prints', async () => {
  await system.run(['token', 'create', '--user', '2', '--name', 'a\u009b31m\u202eb', '--scope', 'read']);
  const { stdout, json } = await system.run(['token', 'list', '--user', '2']);
  expect(stdout).toContain('"a\\u009b31m\\u202eb"');
  expect(json).toMatchObject({ tokens: [{ name: 'a\u009b31m\u202eb' }] });
});
