import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFakeSystem } from './fake-system.ts';

let system: Awaited<ReturnType<typeof startFakeSystem>>;

beforeAll(async () => {
  system = await startFakeSystem();
});

afterAll(() => {
  system.stop();
});

test('ctx demo creates a user with one unpaid year, imports its facts, waits for the run, submits the last year and prints the tokens', async () => {
  const { exitCode, json } = await system.run(['demo', '--day', '2026-11-24']);
  expect({ exitCode, json }).toEqual({
    exitCode: 0,
    json: { userId: 1, tokens: { read: 'ctx_read', write: 'ctx_write' } },
  });
  expect(system.state.users).toMatchObject([
    { email: 'demo@example.org', plan: 'pro', betas: ['portfolio'] },
  ]);
  expect([...(system.state.years.get(1) ?? [])]).toEqual([2024, 2025, 2026]);
  expect([...system.state.frozen]).toEqual([2025]);
  expect(system.state.tokens.map(({ name }) => name)).toEqual(['Demo read', 'Demo write']);
  expect(system.state.files).toMatchObject([
    {
      userId: 1,
      header: {
        replaceAccountRef: null,
        sharedPrices: false,
        removalConfirmed: false,
        file: null,
        dryRun: null,
        keepStoredPrices: null,
      },
    },
  ]);
});

test('ctx demo changes nothing and prints no tokens when it runs again', async () => {
  const { exitCode, stdout } = await system.run(['demo']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"userId":1,"tokens":null}\n' });
  expect(system.state.files).toHaveLength(1);
  expect(system.state.tokens).toHaveLength(2);
});

test('ctx demo --no-tokens creates the user and its data, but no token', async () => {
  const fresh = await startFakeSystem();
  try {
    const { exitCode, stdout } = await fresh.run(['demo', '--day', '2026-11-24', '--no-tokens']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"userId":1,"tokens":null}\n' });
    expect(fresh.state.files).toHaveLength(1);
    expect([...fresh.state.frozen]).toEqual([2025]);
    expect(fresh.state.tokens).toEqual([]);
  } finally {
    fresh.stop();
  }
});

test.each([
  ['2026-02-30', 'is not a day'],
  ['tomorrow', 'is not a day'],
  ['2026-01-01', 'start in 2023 or later'],
])('ctx demo rejects --day %s', async (day, message) => {
  const { exitCode, stderr } = await system.run(['demo', '--day', day]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
});
