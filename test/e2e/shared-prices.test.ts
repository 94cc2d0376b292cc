/** Prices for all users: who has a run, from where, and what pages show without one (docs/adr/0008-values-pools-or-everything.md). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { loggedRuns, runBesideFull, shownRun, untilIdle } from './runs.ts';
import { createUser, type TestUser, useDatabase, useStack } from './kit.ts';
import { event, importLines } from './stack.ts';

const stack = useStack({ own: true, settings: { SELF_CHECK_USERS: '0' } });
const database = useDatabase(stack);

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };

/** Each test has an asset of its own, because prices are everybody's. */
const of = (key: string): object => ({ asset: { key, symbol: key } });
const price = (assetKey: string, at: string, eur: string): object => ({ kind: 'price', assetKey, at, eur });

function userWith(lines: readonly object[]): Promise<TestUser> {
  const facts = [ACCOUNT, ...lines];
  return createUser(stack, { beta: 'portfolio', years: [2024, 2025, 2026], facts });
}

/** Imports shared prices. Returns the outcome, and how many runs each user has more when all are IDLE. */
async function importShared(
  users: readonly TestUser[],
  ...prices: readonly object[]
): Promise<{ recalc: unknown; runs: string[][] }> {
  const before = await Promise.all(users.map(runsOf));
  const { recalc } = await stack.ctx(['import', '--shared-prices', stack.file('shared.jsonl', prices)]);
  for (const user of users) await untilIdle(stack, user);
  const after = await Promise.all(users.map(runsOf));
  return { recalc, runs: after.map((runs, index) => runs.slice(before[index]?.length)) };
}

/** Returns the kind of each run of a user. */
async function runsOf({ userId }: TestUser): Promise<string[]> {
  return (await loggedRuns(stack, userId)).map(({ kind }) => kind);
}

async function expectAsFromNothing(user: TestUser): Promise<void> {
  const { last, full } = await runBesideFull(stack, user.userId);
  expect(full).toEqual(last);
}

const yearOf = ({ token }: TestUser, year: number) =>
  ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
const holdingOf = async ({ token }: TestUser, assetKey: string) =>
  (await ok(stack.api(token).GET('/api/v1/portfolio'))).holdings.find(({ id }) => id === assetKey);

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

describe('A shared price of today', () => {
  it('makes no run for its 19 holders, and their portfolios show it at once while their status stays IDLE', async () => {
    const users: TestUser[] = [];
    for (let index = 0; index < 19; index += 1)
      users.push(
        await userWith([event('B', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '100', of('TODAY'))]),
      );
    const [first] = users as [TestUser];
    await importShared(users, price('TODAY', minutesAgo(60), '60'));
    const path = '/api/v1/portfolio';
    const before = await stack.get(path, first.token);
    const tag = before.headers.get('etag');
    const { recalc, runs } = await importShared(users, price('TODAY', minutesAgo(5), '70'));
    expect([recalc, runs]).toEqual(['NOT_NEEDED', users.map(() => [])]);
    for (const user of users) {
      expect(await holdingOf(user, 'TODAY')).toMatchObject({ currentPrice: 70, currentValue: 140 });
      expect((await ok(stack.api(user.token).GET('/api/v1/recalc-status'))).status).toBe('IDLE');
    }
    const after = await stack.get(path, first.token, tag === null ? {} : { 'if-none-match': tag });
    expect(after.status).toBe(200);
    expect(JSON.stringify(after.body)).toContain('"currentPrice":70');
  });

  it('of a user whose event of today has no value makes a run of that event', async () => {
    const facts = [
      event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100', of('NOW')),
      event('I', 'INCOME', '2', minutesAgo(1), null, of('NOW')),
    ];
    const users = [await userWith(facts), await userWith(facts.slice(0, 1))];
    const { recalc, runs } = await importShared(users, price('NOW', minutesAgo(5), '30'));
    expect([recalc, runs]).toEqual(['SCHEDULED', [['values'], []]]);
    expect(await yearOf(users[0]!, new Date().getUTCFullYear())).toMatchObject({
      totalIncome: { exact: 60 },
    });
    await expectAsFromNothing(users[0]!);
  });
});

describe('A shared price of an earlier day', () => {
  it('makes a run of their events for exactly the users whose events it values', async () => {
    const at = '2024-06-10T12:00:00Z';
    const income = (time: string, value: string | null = null, more: object = {}): object[] => [
      event('I', 'INCOME', '2', time, value, { ...of('PAST'), ...more }),
    ];
    const later = income('2024-06-11T11:00:00Z');
    const facts: Record<string, [facts: object[], isReached: boolean]> = {
      'at its moment': [income(at), true],
      'a day later': [income('2024-06-11T12:00:00Z'), true],
      'more than a day later': [income('2024-06-11T12:00:00.000001Z'), false],
      'before it': [income('2024-06-10T11:59:59Z'), false],
      'with a value': [income(at, '5'), false],
      'of another asset': [income(at, null, of('PAST2')), false],
      'with an own price of the same moment': [[...later, price('PAST', at, '7')], false],
      'with an older own price': [[...later, price('PAST', '2024-06-10T11:00:00Z', '7')], true],
    };
    const users: TestUser[] = [];
    for (const [lines] of Object.values(facts)) users.push(await userWith(lines));
    const { runs } = await importShared(users, price('PAST', at, '10'));
    const found = Object.keys(facts).map((name, index) => [name, runs[index]]);
    expect(found).toEqual(
      Object.entries(facts).map(([name, [, isReached]]) => [name, isReached ? ['values'] : []]),
    );
    expect(await yearOf(users[0]!, 2024)).toMatchObject({ totalIncome: { exact: 20 } });
    for (const user of users) await expectAsFromNothing(user);
  });

  it('that is newer than the known one, or corrects it, makes runs; one that is older makes none', async () => {
    const users = [await userWith([event('I', 'INCOME', '1', '2024-03-05T12:00:00Z', null, of('BETTER'))])];
    const steps = [
      ['2024-03-05T10:00:00Z', '10', ['values'], 10],
      ['2024-03-05T11:00:00Z', '11', ['values'], 11],
      ['2024-03-05T09:00:00Z', '9', [], 11],
      ['2024-03-05T11:00:00Z', '12', ['values'], 12],
      ['2024-03-05T11:00:00Z', '12', [], 12],
      ['2024-03-05T10:00:00Z', '13', [], 12],
    ] as const;
    for (const [at, eur, kinds, income] of steps) {
      const { runs } = await importShared(users, price('BETTER', at, eur));
      expect([at, eur, ...runs]).toEqual([at, eur, kinds]);
      expect(await yearOf(users[0]!, 2024)).toMatchObject({ totalIncome: { exact: income } });
    }
    await expectAsFromNothing(users[0]!);
  });

  it('counts for an event that a correction moved to another time, and not for its imported time', async () => {
    const user = await createUser(stack, { beta: 'portfolio', years: [2024, 2025, 2026], scope: 'write' });
    const income = event('I', 'INCOME', '1', '2024-02-01T12:00:00Z', null, of('MOVED'));
    await importLines(stack, user.userId, [ACCOUNT, income]);
    const api = stack.api(user.token);
    const query = { year: 2024 };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    const body = { taxEventId: transactions[0]!.id, overriddenTimestamp: '2024-09-01T12:00:00Z' };
    await ok(api.POST('/api/v1/overrides', { body }));
    await untilIdle(stack, user);
    expect((await importShared([user], price('MOVED', '2024-02-01T12:00:00Z', '5'))).runs).toEqual([[]]);
    expect((await importShared([user], price('MOVED', '2024-09-01T11:00:00Z', '6'))).runs).toEqual([
      ['values'],
    ]);
    await expectAsFromNothing(user);
  });

  it('raises the drift of a submitted year whose event it values', async () => {
    const user = await userWith([event('I', 'INCOME', '1', '2024-04-05T12:00:00Z', null, of('DRIFT'))]);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2024']);
    const { runs } = await importShared([user], price('DRIFT', '2024-04-05T11:00:00Z', '10'));
    expect(runs).toEqual([['full']]);
    const { items } = await ok(stack.api(user.token).GET('/api/v1/issues'));
    expect(items.map(({ issueType }) => issueType)).toContain('FROZEN_YEAR_DRIFT');
  });

  it('reaches a gain through a fee', async () => {
    const user = await userWith([
      event('B', 'ACQUISITION', '2', '2024-01-10T10:00:00Z', '100', of('FEE')),
      event('S', 'DISPOSITION', '1', '2024-05-05T12:00:00Z', '150', of('FEE')),
      event('S', 'FEE', '0.1', '2024-05-05T12:00:00Z', null, of('GAS')),
    ]);
    await stack.ctx(['year', 'regime', '--user', user.userId, '--year', '2024', '--regime', 'SPECULATIEF']);
    await untilIdle(stack, user);
    expect(await yearOf(user, 2024)).toMatchObject({ totalCapitalGains: { exact: 100 } });
    const { runs } = await importShared([user], price('GAS', '2024-05-05T11:00:00Z', '50'));
    expect(runs).toEqual([['full']]);
    expect(await yearOf(user, 2024)).toMatchObject({ totalCapitalGains: { exact: 95 } });
    await expectAsFromNothing(user);
  });

  it('of the ECB makes runs for users with an event in that currency, and none for another day', async () => {
    const dollars = { asset: { key: 'USD', symbol: 'USD', fiat: true } };
    const user = await userWith([event('I', 'INCOME', '10', '2024-07-10T20:00:00Z', null, dollars)]);
    const rates = async (day: string, rate: string): Promise<unknown> => {
      const file = join(stack.dataDir, 'eurofxref.csv');
      writeFileSync(file, `Date,USD,JPY,\n${day},${rate},160.00,\n`);
      const { recalc } = await stack.ctx(['prices', 'import', '--shared', file]);
      await untilIdle(stack, user);
      return recalc;
    };
    expect(await rates('2024-07-12', '1.25')).toBe('NOT_NEEDED');
    expect(await rates('2024-07-10', '1.25')).toBe('SCHEDULED');
    await expectAsFromNothing(user);
  });
});

describe('The rates that ship with the product', () => {
  // As an asset: income in money is not counted.
  const income = (day: string, asset: string): object =>
    event(`I-${day}-${asset}`, 'INCOME', '10', `${day}T20:00:00Z`, null, of(asset));
  const valueOf = async ({ token }: TestUser, year: number): Promise<unknown> => {
    const path = { year };
    return (await ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path } }))).totalIncome
      .exact;
  };

  it('value events of other currencies, change no price that an operator imported, and request no run when they are known', async () => {
    const user = await userWith([
      income('2024-08-14', 'CHF'),
      income('2025-03-12', 'CHF'),
      income('2024-08-14', 'NOK'),
    ]);
    // Another source at noon: it values the events of that day, and those of the morning after it.
    const imported = [price('CHF', '2024-08-14T12:00:00Z', '2'), price('NOK', '2024-08-13T22:00:00Z', '3')];
    await importShared([user], ...imported);
    const bundled = () => stack.ctx(['prices', 'import', '--shared', '--bundled', '--from', '2024-08-01']);
    const first = await bundled();
    await untilIdle(stack, user);
    expect(first['recalc']).toBe('SCHEDULED');
    expect(await valueOf(user, 2024)).toBe(50);
    // 0.9619 francs for one euro.
    expect(await valueOf(user, 2025)).toBe(10.4);
    const { rows } = await database.query<{ at: Date; eur: string }>(
      `SELECT at, eur FROM facts.shared_prices WHERE asset_key = 'CHF' AND at BETWEEN '2024-08-12' AND '2024-08-16' ORDER BY at`,
    );
    expect(rows.map(({ at, eur }) => [at.toISOString(), eur])).toEqual([
      ['2024-08-12T22:00:00.000Z', '1.054852320675'],
      ['2024-08-14T12:00:00.000Z', '2'],
      ['2024-08-15T22:00:00.000Z', '1.04821802935'],
    ]);
    await expectAsFromNothing(user);
    const before = await runsOf(user);
    const second = await bundled();
    await untilIdle(stack, user);
    expect(second).toMatchObject({ price: { added: 0, changed: 0 }, recalc: 'NOT_NEEDED' });
    expect(await runsOf(user)).toEqual(before);
  });
});

describe('A shared price of the photo moment', () => {
  it('makes a run of everything for users who had the asset before, and for no other', async () => {
    const sold = event('S', 'DISPOSITION', '1', '2026-05-05T12:00:00Z', '150', of('PHOTO'));
    const at = '2025-12-30T12:00:00Z';
    const old = event('B', 'ACQUISITION', '1', '2025-01-10T10:00:00Z', '10', of('PHOTO'));
    const young = event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '10', of('PHOTO'));
    const users = [
      await userWith([old, sold]),
      await userWith([young, sold]),
      await userWith([old, sold, price('PHOTO', at, '90')]),
    ];
    const gains = async (): Promise<unknown[]> =>
      Promise.all(
        users.map(async (user) => {
          const { totalCapitalGains } = await yearOf(user, 2026);
          return 'exact' in totalCapitalGains ? totalCapitalGains.exact : null;
        }),
      );
    expect(await gains()).toEqual([140, 140, 60]);
    expect((await importShared(users, price('PHOTO', at, '100'))).runs).toEqual([['full'], [], []]);
    expect(await gains()).toEqual([50, 140, 60]);
    // A later price of the same week replaces it; an earlier one does not.
    expect((await importShared(users, price('PHOTO', '2025-12-29T12:00:00Z', '1'))).runs).toEqual([
      [],
      [],
      [],
    ]);
    expect((await importShared(users, price('PHOTO', '2025-12-31T22:00:00Z', '110'))).runs).toEqual([
      ['full'],
      [],
      ['full'],
    ]);
    expect(await gains()).toEqual([40, 140, 40]);
    for (const user of users) await expectAsFromNothing(user);
    expect((await shownRun(stack, users[1]!.userId)).status).toBe('IDLE');
  });
});
