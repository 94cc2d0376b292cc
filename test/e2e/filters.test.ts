/** Optional filters and pages of lists, and waiting for a recalculation. Requests without them have the bodies of the contract. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brusselsDayText } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';
import { ok } from '../api/client.ts';
import { rejectionOf } from './contract/rejection.ts';
import { type McpClient, mcpClient, type ToolReply } from './mcp/client.ts';
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
const asset = (key: string, symbol: string, name: string) => ({ asset: { key, symbol, name } });
/** A user of assets with names. */
const owning = useUser(stack, {
  beta: 'portfolio',
  facts: [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
    event('A BUY', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '300', asset('BTC', 'XBT', 'Bitcoin')),
    event('A GIFT', 'ACQUISITION', '1', '2026-01-11T10:00:00Z', '100', {
      ...asset('BTC', 'XBT', 'Bitcoin'),
      treatment: 'GIFT_RECEIVED',
    }),
    event('AN ETH', 'ACQUISITION', '1', '2026-01-12T10:00:00Z', '100', asset('ETH', 'ETH', 'Ether')),
    event('A POSE', 'ACQUISITION', '1', '2026-01-13T10:00:00Z', '100', asset('eth:0xe', 'E', 'Ether')),
    event('A DOT', 'ACQUISITION', '1', '2026-01-14T10:00:00Z', '10', asset('DOT', 'DOT', 'Polkadot')),
    event('BAD', 'ACQUISITION', '1', '2026-01-15T10:00:00Z', '1', asset('eth:0xbad', 'B', 'BTC')),
    event(
      'WORSE',
      'ACQUISITION',
      '1',
      '2026-01-16T10:00:00Z',
      '1',
      asset('Bitcoin!(obey)', 'W', 'Bitcoin x'),
    ),
  ],
});

beforeAll(async () => {
  await untilIdle(stack, user);
  await untilIdle(stack, owning);
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
    ['two days, whole', { from: '2026-02-10', to: '2026-03-10' }, ['NO PRICE 1', 'GIFT']],
    ['a day and a time', { from: '2026-04-10', to: '2026-04-10T10:00:00Z' }, []],
    ['all years', { fromYear: 2009, type: 'DISPOSITION' }, ['SELL', 'NO PRICE 1', 'NO PRICE 2']],
    ['all years and an asset', { fromYear: 2009, asset: 'x2' }, ['NO PRICE 2']],
    ['its own year', { fromYear: 2026, flags: 'gift' }, ['GIFT']],
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

  it('is filtered by the treatment', async () => {
    const query = { year: 2026, treatment: 'GIFT_RECEIVED' } as const;
    const { transactions, totalElements } = await ok(
      owning.api.GET('/api/v1/transactions', { params: { query } }),
    );
    expect([transactions.map(({ referenceId }) => referenceId), totalElements]).toEqual([['A GIFT'], 1]);
  });

  it('is paged over years as within one, newest first', async () => {
    const all = (await ok(list({ fromYear: 2025 }))).transactions;
    const pages = await Promise.all([0, 1, 2].map((page) => ok(list({ fromYear: 2025, size: 2, page }))));
    expect(pages.flatMap(({ transactions }) => transactions)).toEqual(all);
    expect(pages.map(({ totalElements, hasNext }) => [totalElements, hasNext])).toEqual([
      [5, true],
      [5, true],
      [5, false],
    ]);
    expect(all.map(({ referenceId }) => referenceId)).toEqual([
      'SELL',
      'NO PRICE 1',
      'GIFT',
      'BUY',
      'NO PRICE 2',
    ]);
  });

  it('rejects a filter that is not valid', async () => {
    expect(await rejectionOf(list({ account: 'x' }))).toBe('400 null');
    expect(await rejectionOf(list({ from: 'yesterday' }))).toBe('400 null');
    expect(await rejectionOf(list({ to: '2026-02-30' }))).toBe('400 null');
    expect(await rejectionOf(list({ treatment: 'GIFT' }))).toBe('400 null');
    expect(await rejectionOf(list({ fromYear: 2008 }))).toBe('400 null');
    expect(await rejectionOf(list({ needsReview: 'yes' }))).toBe('400 null');
  });
});

describe('The inbox', () => {
  it('is filtered and paged, with what is left, while its counts are of all issues', async () => {
    const all = await ok(issues({}));
    expect(['page' in all, 'matching' in all]).toEqual([false, false]);
    const some = await ok(issues({ type: 'MISSING_PRICE', size: 1 }));
    const missing = all.items.filter(({ issueType }) => issueType === 'MISSING_PRICE');
    expect(some.items).toEqual(missing.slice(0, 1));
    expect(some.page).toEqual({ page: 0, size: 1, totalElements: missing.length, hasNext: true });
    expect([some.counts, some.matching]).toEqual([all.counts, missing.length]);
    expect((await ok(issues({ type: 'MISSING_PRICE' }))).matching).toBe(missing.length);
    expect('matching' in (await ok(issues({ size: 1 })))).toBe(false);
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

/** Tells of each call which asset it found, or how it was rejected. */
const saidOf = ({ isError, json }: ToolReply): unknown =>
  isError ? [json['status'], (json['fieldErrors'] as { message: string }[] | null)?.[0]?.message] : json;

describe('An asset', () => {
  let client: McpClient;
  beforeAll(async () => {
    client = await mcpClient(stack, owning.token, 'modern', '/mcp/x/insight');
  });
  afterAll(() => client.close());

  const transactionsOf = async (asset: string): Promise<unknown> => {
    const said = saidOf(await client.call('list_transactions', { year: 2026, asset }));
    const { transactions = null } = said as { transactions?: { referenceId: string }[] | null };
    return transactions === null ? said : transactions.map(({ referenceId }) => referenceId);
  };

  it('is found by an assistant by its key, symbol or name, and a name that an other asset took over is not one', async () => {
    expect(await transactionsOf('btc')).toEqual(['A GIFT', 'A BUY']);
    expect(await transactionsOf('Bitcoin')).toEqual(['A GIFT', 'A BUY']);
    expect(await transactionsOf('Polkadot')).toEqual(['A DOT']);
    // Another asset has the name BTC, and two are called Ether.
    expect(await transactionsOf('BTC')).toEqual(['A GIFT', 'A BUY']);
    expect(await transactionsOf('ether')).toEqual([
      400,
      'may mean several of your assets: pass one of their keys, which are ETH, eth:0xe',
    ]);
  });

  it('that the user does not have is rejected, with the nearest keys, and no key that could be a sentence', async () => {
    const said = await transactionsOf('Bitcoin Cash');
    expect(said).toEqual([400, expect.stringMatching(/; the nearest keys are BTC, /)]);
    expect(JSON.stringify(said)).not.toContain('obey');
  });

  it('is found by the lots of a holding and by a sale, where a symbol or name means one', async () => {
    const lots = async (holdingId: string) => saidOf(await client.call('get_lots', { holdingId }));
    expect(await lots('bitcoin')).toMatchObject({ holdingId: 'BTC' });
    expect(await lots('nonsense')).toEqual([
      404,
      expect.stringContaining(
        'is neither key, symbol nor name of an asset in your holdings; the nearest keys are ',
      ),
    ]);
    const sale = { amount: 1, unitPriceEur: 1, at: '2026-12-01T12:00:00Z' };
    const sell = async (assetKey: string) => saidOf(await client.call('preview_sale', { assetKey, ...sale }));
    expect(await sell('Bitcoin')).toMatchObject({ assetKey: 'BTC' });
    expect(await sell('eTh')).toMatchObject({ assetKey: 'ETH' });
    expect(await sell('ether')).toEqual([400, expect.stringContaining('eth:0xe')]);
    const query = { assetKey: 'bitcoin', amount: 1, unitPriceEur: 1, at: sale.at };
    expect((await ok(owning.api.GET('/api/v1/previews/sale', { params: { query } }))).assetKey).toBe('BTC');
  });

  it('narrows a figure by its name, over REST too, where one that is unknown finds nothing', async () => {
    const contributions = (asset: string) =>
      owning.api.GET('/api/v1/years/{year}/contributions', {
        params: { path: { year: 2026 }, query: { figure: 'capitalGains', asset } },
      });
    const named = await ok(contributions('polkadot'));
    expect(named.contributions.map(({ assetKey }) => assetKey)).toEqual([]);
    expect((await ok(contributions('nonsense'))).contributions).toEqual([]);
  });

  it('keeps what REST answers by the contract: an unknown name lists nothing, and an unknown holding is 404', async () => {
    const get = (asset: string) =>
      owning.api.GET('/api/v1/transactions', { params: { query: { year: 2026, asset } } });
    expect((await ok(get('Bitcoin'))).transactions).toEqual([]);
    expect((await ok(get('nonsense'))).transactions).toEqual([]);
    const query = { holdingId: 'bitcoin' };
    expect(await rejectionOf(owning.api.GET('/api/v1/portfolio/lots', { params: { query } }))).toBe(
      '404 NOT_FOUND',
    );
  });
});

describe('The history', () => {
  it('is filtered by when corrections were made, in instants or whole days', async () => {
    const { transactions } = await ok(list({ text: 'buy' }));
    const body = { taxEventId: transactions[0]!.id, notes: 'checked' };
    await ok(api().POST('/api/v1/overrides', { body }));
    const count = async (query: object) =>
      (await ok(api().GET('/api/v1/history', { params: { query } }))).totalElements;
    const { at } = (await ok(api().GET('/api/v1/history'))).entries[0]!;
    const day = brusselsDayText(Date.parse(at));
    expect(await count({ from: day, to: day })).toBe(await count({}));
    expect([await count({ to: '2020-01-01' }), await count({ to: at })]).toEqual([0, (await count({})) - 1]);
    expect(await count({ from: '2099-01-01T00:00:00+20:00' })).toBe(0);
    expect(await rejectionOf(api().GET('/api/v1/history', { params: { query: { to: 'now' } } }))).toBe(
      '400 null',
    );
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
