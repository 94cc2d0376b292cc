import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/sign-in/database.ts';
import { changeUser, type ProvisionedUser, provisionUser } from './provision.ts';
import { createUser, findUser } from './users.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(async () => {
  await database.stop();
});

const newUser = (more: Partial<ProvisionedUser> = {}): ProvisionedUser => ({
  email: `${randomUUID()}@example.org`,
  externalId: randomUUID(),
  plan: 'pro',
  betas: [],
  paidYears: [],
  hasPassword: false,
  ...more,
});

let hashed = 0;
const provision = (user: ProvisionedUser): ReturnType<typeof provisionUser> =>
  provisionUser(database.pool, user, () => {
    hashed += 1;
    return Promise.resolve(null);
  });

async function yearsOf(userId: number): Promise<number[]> {
  const { rows } = await database.owner.query<{ year: number }>(
    'SELECT year FROM facts.years WHERE user_id = $1 AND paid ORDER BY year',
    [userId],
  );
  return rows.map(({ year }) => year);
}

const exists = (details: string): object => ({ status: status.ALREADY_EXISTS, message: details });

describe('A user that is created again', () => {
  it('with the same external id and e-mail address is returned with the years added, and nothing else changes', async () => {
    const user = newUser({ paidYears: [2025] });
    const created = await provision(user);
    expect(created).toMatchObject({ externalId: user.externalId, plan: 'pro', existed: false });
    const before = hashed;
    const again = await provision({
      ...user,
      email: user.email.toUpperCase(),
      plan: 'free',
      paidYears: [2025, 2026],
      hasPassword: true,
    });
    expect(again).toEqual({ ...created, existed: true });
    expect(hashed).toBe(before);
    expect(await yearsOf(created.userId)).toEqual([2025, 2026]);
  });

  it('without an external id is returned if e-mail address, plan and betas are the same', async () => {
    const user = newUser({ externalId: null, betas: ['portfolio'] });
    const { userId } = await provision(user);
    expect(await provision({ ...user, paidYears: [2026] })).toMatchObject({ userId, existed: true });
    expect(await yearsOf(userId)).toEqual([2026]);
    const has = `user ${String(userId)} has this e-mail address`;
    for (const change of [{ plan: 'free' }, { betas: [] }] as const)
      await expect(provision({ ...user, ...change, paidYears: [2027] })).rejects.toMatchObject(
        exists(`${has} and another plan or other betas`),
      );
    await expect(provision({ ...user, hasPassword: true })).rejects.toMatchObject(
      exists(`${has} and a password is only set for a new user`),
    );
    expect(await yearsOf(userId)).toEqual([2026]);
  });

  it('with the external id or the e-mail address of another user is rejected with the id of that user', async () => {
    const [first, second, plain] = [newUser(), newUser(), newUser({ externalId: null })];
    const [{ userId: one }, { userId: two }, { userId: three }] = [
      await provision(first),
      await provision(second),
      await provision(plain),
    ];
    await expect(provision({ ...first, email: 'another@example.org' })).rejects.toMatchObject(
      exists(`user ${String(one)} has this external id and another e-mail address`),
    );
    await expect(provision({ ...first, email: second.email })).rejects.toMatchObject(
      exists(`user ${String(one)} has this external id and another e-mail address`),
    );
    await expect(provision({ ...second, externalId: 'unknown' })).rejects.toMatchObject(
      exists(`user ${String(two)} has this e-mail address and another external id`),
    );
    await expect(provision({ ...plain, externalId: 'unknown' })).rejects.toMatchObject(
      exists(`user ${String(three)} has this e-mail address and no external id`),
    );
  });

  it('at the same time is created once', async () => {
    const user = newUser({ paidYears: [2026] });
    const results = await Promise.all(Array.from({ length: 8 }, () => provision(user)));
    expect(new Set(results.map(({ userId }) => userId)).size).toBe(1);
    expect(results.filter(({ existed }) => !existed)).toHaveLength(1);
  });

  it('is not there when the years could not be stored', async () => {
    const user = { ...newUser(), passwordHash: null, paidYears: [1900] };
    await expect(createUser(database.pool, user)).rejects.toThrow('years_year_check');
    const { rowCount } = await database.owner.query('SELECT FROM identity.users WHERE email = $1', [
      user.email,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('A change of the e-mail address or the external id', () => {
  const unchanged = { plan: null, betas: null, passwordHash: null };

  it('to that of another user, in any letter case, is rejected with the id of that user and changes nothing', async () => {
    const [first, second] = [newUser(), newUser()];
    const { userId } = await provision(first);
    const other = (await provision(second)).userId;
    await expect(
      changeUser(database.pool, userId, { ...unchanged, email: second.email.toUpperCase() }),
    ).rejects.toMatchObject(exists(`user ${String(other)} has this e-mail address`));
    await expect(
      changeUser(database.pool, userId, { ...unchanged, email: first.email, externalId: second.externalId }),
    ).rejects.toMatchObject(exists(`user ${String(other)} has this external id`));
    expect(await findUser(database.pool, userId)).toMatchObject({
      email: first.email,
      externalId: first.externalId,
    });
  });

  it('to its own in another letter case is no other address', async () => {
    const user = newUser();
    const { userId } = await provision(user);
    expect(
      await changeUser(database.pool, userId, { ...unchanged, email: user.email.toUpperCase() }),
    ).toMatchObject({ isEmailChanged: false, user: { email: user.email.toUpperCase() } });
  });
});
