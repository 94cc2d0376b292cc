/** Optional filters and pages of lists, and waiting for a recalculation. Requests without them have the bodies of the contract. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { ok } from '../api/client.ts';
import { rejectionOf } from './contract/rejection.ts';
import { untilIdle } from './runs.ts';
import { createUser, useDatabase, useStack, useUser } from './kit.ts';
import { event, newToken, UNKNOWN_ID } from './stack.ts';

const FACTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'BITCOIN' },
  event('BUY', 'ACQUISITION', '3', '2026-01-10T10:00:00Z', '300', { description: 'Bought 50% off' }),
  event('GIFT', 'ACQUISITION', '1', '2026-02-10T10:00:00Z', '100', { account: 'ledger', flags: ['gift'] }),
  event('NO PRICE 1', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', null, {
    asset: { key: 'x1', symbol: 'XX' },
  }),
  event('NO PRICE 2', 'DISPOSITION', '1', '2025-03-10T10:00:00Z', null, {
    asset: { key: 'x2', symbol: 'XX' },
  }),
  event('SELL', 'DISPOSITION', '1', '2026-04-10T10:00:00Z', '150', { protocol: 'Uniswap' }),
];

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', years: [2025, 2026], scope: 'write', facts: FACTS });
const owner = useDatabase(stack);

beforeAll(async () => {
  await untilIdle(stack, user);
});

const api = () => user.api;
const list = (query: object) =>
  api().GET('/api/v1/transactions', { params: { query: { year: 2026, ...query } } });
const issues = (query: object) => api().GET('/api/v1/issues', { params: { query } });

describe('The list of transactions', () => {
  it.each([
    ['text in the description', { text: '50% OFF' }, ['BUY']],
    ['text in the protocol', { text: 'uniswap' }, ['SELL']],
    ['text in the reference', { text: 'gift' }, ['GIFT']],
    ['a flag', { flags: 'gift' }, ['GIFT']],
    ['a time', { from: '2026-02-10T10:00:00Z', to: '2026-04-10T10:00:00Z' }, ['NO PRICE 1', 'GIFT']],
    ['a time with any offset', { from: '2026-04-11T06:00:00+20:00' }, ['SELL']],
    ['what needs review', { needsReview: true, type: 'DISPOSITION' }, ['NO PRICE 1']],
    ['an asset and a time', { asset: 'xx', from: '2026-01-01T00:00:00Z' }, ['NO PRICE 1']],
    ['nothing that exists', { text: 'nothing' }, []],
  ])('is filtered by %s', async (_what, query, expected) => {
    const { transactions, totalElements } = await ok(list(query));
    expect(transactions.map(({ referenceId }) => referenceId)).toEqual(expected);
    expect(totalElements).toBe(expected.length);
  });

  it('is filtered by account, and paged', async () => {
    const { accounts } = await ok(api().GET('/api/v1/accounts'));
    const account = accounts.find(({ kind }) => kind === 'exchange')!.id;
    const { transactions, totalElements, hasNext } = await ok(list({ account, size: 1, page: 1 }));
    expect([transactions.map(({ referenceId }) => referenceId), totalElements, hasNext]).toEqual([
      ['NO PRICE 1'],
      3,
      true,
    ]);
    expect((await ok(list({ account: UNKNOWN_ID }))).transactions).toEqual([]);
  });

  it('rejects a filter that is not valid', async () => {
    expect(await rejectionOf(list({ account: 'x' }))).toBe('400 null');
    expect(await rejectionOf(list({ from: 'yesterday' }))).toBe('400 null');
    expect(await rejectionOf(list({ needsReview: 'yes' }))).toBe('400 null');
  });
});

describe('The inbox', () => {
  it('is filtered and paged, with what is left, while its counts are of all issues', async () => {
    const all = await ok(issues({}));
    expect('page' in all).toBe(false);
    const some = await ok(issues({ type: 'MISSING_PRICE', size: 1 }));
    const missing = all.items.filter(({ issueType }) => issueType === 'MISSING_PRICE');
    expect(some.items).toEqual(missing.slice(0, 1));
    expect(some.page).toEqual({ page: 0, size: 1, totalElements: missing.length, hasNext: true });
    expect(some.counts).toEqual(all.counts);
    const last = await ok(issues({ type: 'MISSING_PRICE', size: 1, page: missing.length - 1 }));
    expect([last.items, last.page?.hasNext]).toEqual([missing.slice(-1), false]);
    for (const query of [{ year: 2025 }, { queue: 'PRICES' }, { severity: 'HIGH' }] as const) {
      const [[name, value]] = Object.entries(query) as [[string, unknown]];
      const expected = all.items.filter((item) => (item as Record<string, unknown>)[name] === value);
      expect((await ok(issues(query))).items).toEqual(expected);
    }
    expect(await rejectionOf(issues({ queue: 'NONE' }))).toBe('400 null');
  });
});

describe('The portfolio', () => {
  it('has no lots with `lots=false`, and all else as without it', async () => {
    const get = (query: object) => ok(api().GET('/api/v1/portfolio', { params: { query } }));
    const [all, few] = [await get({}), await get({ lots: false })];
    expect(all.holdings.map(({ lots }) => lots.length)).toEqual([2]);
    const without = all.holdings.map((holding) => ({ ...holding, lots: [] }));
    expect({ ...few, snapshotTime: '' }).toEqual({ ...all, snapshotTime: '', holdings: without });
  });
});

describe('A holding', () => {
  it('has its lots in pages, with what is left, if a page is requested', async () => {
    const { holdings } = await ok(api().GET('/api/v1/portfolio'));
    const get = (query: object) =>
      ok(
        api().GET('/api/v1/portfolio/lots', {
          params: { query: { holdingId: holdings[0]!.id, ...query } },
        }),
      );
    const all = await get({});
    expect([all.lots.length, 'page' in all]).toEqual([2, false]);
    const first = await get({ size: 1 });
    expect(first.lots).toEqual(all.lots.slice(0, 1));
    expect(first.page).toEqual({ page: 0, size: 1, totalElements: 2, hasNext: true });
    const last = await get({ size: 1, page: 1 });
    expect([last.lots, last.page?.hasNext]).toEqual([all.lots.slice(1), false]);
  });
});

describe('Waiting for a recalculation', () => {
  const status = async (waitSeconds: number, token = user.token) => {
    const query = { waitSeconds };
    return (await ok(stack.api(token).GET('/api/v1/recalc-status', { params: { query } }))).status;
  };

  it('is answered as soon as it is done', async () => {
    const { transactions } = await ok(list({ text: 'sell' }));
    const body = { taxEventId: transactions[0]!.id, overriddenEuroValue: 175 };
    expect((await ok(api().POST('/api/v1/overrides', { body }))).recalc).toBe('SCHEDULED');
    expect(await status(LIMITS.recalcWaitSecondsMax)).toBe('IDLE');
    const path = { year: 2026 };
    const { totalCapitalGains } = await ok(api().GET('/api/v1/years/{year}/summary', { params: { path } }));
    expect(totalCapitalGains.exact).toBe(75);
  });

  it('ends with the present status after its time, or at once where many wait already', async () => {
    const busy = await createUser(stack);
    await owner.query(
      `INSERT INTO corrections.recalc_state (user_id, import_id, import_until) VALUES ($1, $2, now() + interval '1 hour')`,
      [busy.userId, UNKNOWN_ID],
    );
    expect(await status(1, busy.token)).toBe('RUNNING');
    const token = await newToken(stack, busy.userId);
    const waiting = Array.from({ length: LIMITS.waitingCallsMax + 1 }, () => status(25, token));
    expect(await Promise.race(waiting)).toBe('RUNNING');
    await owner.query('UPDATE corrections.recalc_state SET import_id = NULL WHERE user_id = $1', [
      busy.userId,
    ]);
    const ended = await Promise.all(waiting);
    expect(ended.filter((each) => each === 'IDLE')).toHaveLength(LIMITS.waitingCallsMax);
  });

  it.each([-1, 26, 1.5])('rejects a wait of %s seconds', async (waitSeconds) => {
    const query = { waitSeconds };
    expect(await rejectionOf(api().GET('/api/v1/recalc-status', { params: { query } }))).toBe('400 null');
  });
});
