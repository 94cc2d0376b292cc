import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeState, startFakeSystem } from './fake-system.ts';

let system: Awaited<ReturnType<typeof startFakeSystem>>;

beforeAll(async () => {
  system = await startFakeSystem();
});

beforeEach(() => {
  const users = [1, 2].map((userId) => ({
    userId,
    email: `u${String(userId)}@example.org`,
    plan: 'pro',
    betas: [],
    createdAt: '2026-01-02T03:04:05Z',
  }));
  Object.assign(system.state, new FakeState(), { users });
});

afterAll(() => {
  system.stop();
});

describe('ctx user list with a reason', () => {
  test('asks for each reason once, with the duration in seconds, and leaves out a user who was erased meanwhile', async () => {
    const since = '2026-01-02T03:04:05Z';
    system.state.foundUsers = new Map([
      ['PARKED', [{ userId: 2, since, error: 'lost' }]],
      ['STALE', [{ userId: 1 }, { userId: 2, since }, { userId: 3, since }]],
    ]);
    const { json } = await system.run(['user', 'list', '--parked', '--stale', '36h']);
    expect(json).toEqual({
      users: [
        { userId: 1, email: 'u1@example.org', stale: { since: null } },
        { userId: 2, email: 'u2@example.org', parked: { since, error: 'lost' }, stale: { since } },
      ],
      isComplete: true,
    });
    expect(system.state.usersAsked).toEqual(['PARKED', 'STALE 129600']);
  });

  test.each([
    [['--stale', '36'], 'a number of minutes, hours or days'],
    [['--stale', '0d'], 'a number of minutes, hours or days'],
    [['--limit', '5'], '--limit needs --parked, --differs or --stale'],
    [['--parked', '--limit', '10001'], 'a whole number from 1 to 10000'],
  ])('rejects %j', async (options, reason) => {
    const { exitCode, stderr } = await system.run(['user', 'list', ...options]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(reason) });
  });
});
