/** Accounts, the user, years and transactions, field by field (service.md, "Resources and their fields"). */
import type { Schema } from '@ctx/client';
import type { operations } from '@ctx/client/schema';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { expectBetween } from '../rest.ts';
import { untilIdle } from '../runs.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { event, importLines, newToken, WORKED_EXAMPLE_1 } from '../stack.ts';
import { Sightings } from './sightings.ts';

const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const GROUP = '11111111-1111-4111-8111-111111111111';
const WALLET_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const LONG = 'x'.repeat(600);

const ACCOUNTS: readonly object[] = [
  { ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken', lastSyncAt: ago(0.1) },
  {
    ref: 'expired',
    accountKind: 'exchange',
    datasource: 'BITVAVO',
    provider: 'AGGREGATOR',
    connectionStatus: 'EXPIRED',
    lastSyncAt: ago(2),
  },
  {
    ref: 'failing',
    accountKind: 'exchange',
    datasource: 'COINBASE',
    connectionStatus: 'CONNECTED',
    lastSyncError: 'The key was rejected.',
    lastSyncAt: ago(0.1),
  },
  { ref: 'old', accountKind: 'wallet', datasource: 'BITCOIN', address: 'bc1qxyz', lastSyncAt: ago(30) },
  {
    ref: 'wallet',
    accountKind: 'wallet',
    datasource: 'ETHEREUM',
    address: WALLET_ADDRESS,
    chainId: 1,
    lastSyncAt: ago(0.1),
  },
  {
    ref: 'csv',
    accountKind: 'file',
    datasource: 'CUSTOM_CSV',
    originalFilename: '2025.csv',
    sourcePlatform: 'Bitpanda',
    address: 'not of a wallet',
    lastSyncAt: ago(30),
  },
].map((account) => ({ kind: 'account', ...account }));

const DOT = { asset: { key: 'DOT', symbol: 'DOT' } };
const EVENTS: readonly object[] = [
  event('BUY', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '5000', { flags: ['first', 'second'] }),
  event('OUT', 'DISPOSITION', '1', '2026-02-10T10:00:00Z', '3000', { continuityGroupId: GROUP }),
  event('IN', 'ACQUISITION', '10', '2026-02-10T10:00:00Z', null, {
    continuityGroupId: GROUP,
    protocol: 'p'.repeat(70),
    description: LONG,
    asset: { key: `0x${'k'.repeat(60)}`, symbol: 's'.repeat(40) },
  }),
  event('REWARD', 'INCOME', '0.1', '2026-03-10T10:00:00Z', '250', { description: 'Staking' }),
  event('GAS', 'FEE', '0.01', '2026-03-11T10:00:00Z', '25', { account: 'wallet' }),
  event('INTEREST', 'EXPENSE', '0.02', '2026-03-12T10:00:00Z', '50'),
  event('UNPRICED', 'ACQUISITION', '5', '2026-03-13T10:00:00Z', null),
  event('AIRDROP', 'ACQUISITION', '5', '2026-03-14T10:00:00Z', '1', {
    spam: true,
    asset: { key: 'FREE', symbol: 'FREE' },
  }),
  event('EARLIER', 'INCOME', '1', '2025-06-01T00:00:00Z', '10', DOT),
  event('SUBMITTED', 'INCOME', '1', '2024-06-01T00:00:00Z', '10', DOT),
];

const seen = new Sightings();

const stack = useStack();
const user = useUser(stack, {
  years: [2024, 2026],
  scope: 'write',
  email: 'facts@example.org',
  fetch: seen.fetch,
});
const { api } = user;

beforeAll(async () => {
  await importLines(stack, user.userId, [...ACCOUNTS, ...EVENTS]);
  await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2024']);
});

/** Returns the accounts by their reference in the file. No response contains the reference, but accounts are listed in its order. */
async function accounts(): Promise<Record<string, Schema<'Account'>>> {
  const listed = (await ok(api.GET('/api/v1/accounts'))).accounts;
  const refs = ACCOUNTS.map((account) => (account as { ref: string }).ref).toSorted();
  return Object.fromEntries(refs.map((ref, index) => [ref, listed[index]!]));
}

type ListQuery = operations['listTransactions']['parameters']['query'];
const list = (query: Partial<ListQuery> = {}) =>
  ok(api.GET('/api/v1/transactions', { params: { query: { year: 2026, ...query } } }));
const references = (page: Schema<'TransactionsResponse'>) =>
  page.transactions.map(({ referenceId }) => referenceId);
/** Returns the transaction of 2026 with this reference. */
async function transaction(referenceId: string): Promise<Schema<'Transaction'>> {
  return (await list()).transactions.find((each) => each.referenceId === referenceId)!;
}

describe('Account', () => {
  it('`id` is the `accountId` of its transactions; `kind` is wallet, exchange or file; `datasource` is the source as imported', async () => {
    const all = await accounts();
    expect((await transaction('GAS')).accountId).toBe(all['wallet']?.id);
    expect((await transaction('BUY')).accountId).toBe(all['kraken-1']?.id);
    expect(Object.values(all).map(({ kind, datasource }) => [kind, datasource])).toEqual([
      ['file', 'CUSTOM_CSV'],
      ['exchange', 'BITVAVO'],
      ['exchange', 'COINBASE'],
      ['exchange', 'KRAKEN'],
      ['wallet', 'BITCOIN'],
      ['wallet', 'ETHEREUM'],
    ]);
  });

  it('`actionRequired` is true after a sync error and when the connection has expired', async () => {
    const all = Object.entries(await accounts());
    const required = all.filter(([, { actionRequired }]) => actionRequired);
    expect(required.map(([ref]) => ref)).toEqual(['expired', 'failing']);
  });

  it('`live` is false for file imports', async () => {
    const all = Object.entries(await accounts());
    expect(all.filter(([, { live }]) => !live).map(([ref]) => ref)).toEqual(['csv']);
  });

  it('`transactionCount` counts the stored transactions of the account, in all years', async () => {
    const all = Object.values(await accounts());
    expect(all.map(({ transactionCount }) => transactionCount)).toEqual([0, 0, 0, 9, 0, 1]);
  });

  it('`address` and `chainId` are set for wallets only', async () => {
    const all = Object.values(await accounts());
    expect(all.map(({ address, chainId }) => [address, chainId])).toEqual([
      ...Array.from({ length: 4 }, () => [null, null]),
      ['bc1qxyz', null],
      [WALLET_ADDRESS, 1],
    ]);
  });

  it('`connectionStatus`, `label`, `lastSyncError`, `originalFilename`, `provider`, `sourcePlatform` are as imported, or null', async () => {
    const { csv, expired, failing, ...all } = await accounts();
    const without = { connectionStatus: null, lastSyncError: null, label: null, provider: null };
    const plain = { ...without, originalFilename: null, sourcePlatform: null };
    expect(csv).toMatchObject({ ...without, originalFilename: '2025.csv', sourcePlatform: 'Bitpanda' });
    expect(expired).toMatchObject({ ...plain, connectionStatus: 'EXPIRED', provider: 'AGGREGATOR' });
    expect(failing).toMatchObject({ connectionStatus: 'CONNECTED', lastSyncError: 'The key was rejected.' });
    expect(all['kraken-1']).toMatchObject({ ...plain, label: 'Kraken' });
    expect(all['wallet']).toMatchObject(plain);
  });

  it('`freshness` is green up to a day after the last sync, amber up to a week, red after that or after an error, and null for files', async () => {
    const all = Object.entries(await accounts());
    expect(Object.fromEntries(all.map(([ref, { freshness }]) => [ref, freshness]))).toEqual({
      csv: null,
      expired: 'amber',
      failing: 'red',
      'kraken-1': 'green',
      old: 'red',
      wallet: 'green',
    });
  });

  it('`lastSyncAt` is the value in the file, or else the time when the import completed', async () => {
    const synced = (await accounts())['wallet']!.lastSyncAt!;
    const line = ACCOUNTS.find((account) => (account as { ref: string }).ref === 'wallet')!;
    const { lastSyncAt, ...rest } = line as { lastSyncAt: string };
    expect(Date.parse(synced)).toBe(Date.parse(lastSyncAt));
    const { token, userId: other } = await createUser(stack);
    const startedAt = Date.now();
    await importLines(stack, other, [rest]);
    const [unsynced] = (await ok(stack.api(token).GET('/api/v1/accounts'))).accounts;
    expectBetween(unsynced!.lastSyncAt!, startedAt, Date.now());
  });

  it('`syncing` is true while a run is under way, for accounts without a sync in the last 24 hours', async () => {
    const { pid } = stack.ready().services.recalc;
    process.kill(pid, 'SIGSTOP');
    try {
      const { id } = await transaction('BUY');
      await ok(api.POST('/api/v1/overrides', { body: { taxEventId: id, notes: 'starts a run' } }));
      const all = Object.entries(await accounts());
      expect(all.filter(([, { syncing }]) => syncing).map(([ref]) => ref)).toEqual(['csv', 'expired', 'old']);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await untilIdle(stack, user);
    expect(Object.values(await accounts()).some(({ syncing }) => syncing)).toBe(false);
  });

  it('every value that a field may have was in a response, except a null `lastSyncAt`', () => {
    // An account first appears when its import has completed, so its `lastSyncAt` is never null.
    // A balance that closes: test/e2e/corrections/balances.test.ts.
    expect(seen.unseen('Account')).toEqual(['lastSyncAt is null', 'provenUntil is set']);
  });
});

describe('Me', () => {
  it('has `userId`, `scopes` (read, or read and write) and `email`', async () => {
    const me = { userId: Number(user.userId), email: 'facts@example.org' };
    expect(await ok(api.GET('/api/v1/me'))).toEqual({ ...me, scopes: ['read', 'write'] });
    const reader = seen.client(stack.ready().baseUrl, await newToken(stack, user.userId, 'read'));
    expect(await ok(reader.GET('/api/v1/me'))).toEqual({ ...me, scopes: ['read'] });
  });
});

describe('Year', () => {
  it('has `year`, `locked` and `frozen`, and the newest year is listed first', async () => {
    expect(await ok(api.GET('/api/v1/years'))).toEqual({
      years: [
        { year: 2026, locked: false, frozen: false },
        { year: 2025, locked: true, frozen: false },
        { year: 2024, locked: false, frozen: true },
      ],
    });
    expect(seen.unseen('Year')).toEqual([]);
  });
});

describe('Transaction', () => {
  it('of a purchase has all 18 fields, with the facts as imported', async () => {
    const { id, ...fields } = await transaction('BUY');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(fields).toEqual({
      accountId: (await accounts())['kraken-1']?.id,
      type: 'ACQUISITION',
      treatment: 'NORMAL',
      taxable: false,
      timestamp: '2026-01-10T10:00:00Z',
      amount: 2,
      assetKey: 'ETH',
      assetSymbol: 'ETH',
      flags: ['first', 'second'],
      needsReview: false,
      spam: false,
      euroValue: 5000,
      description: null,
      protocol: null,
      referenceId: 'BUY',
      continuityGroupId: null,
      // Set by the override in the test of `syncing`.
      overrideId: fields.overrideId,
    });
    expect(Object.keys(fields)).toHaveLength(17);
  });

  it('`type` is one of five; `taxable` is true for a sale and for income', async () => {
    const { transactions } = await list();
    const types = transactions.map(({ referenceId, type, taxable }) => [referenceId, [type, taxable]]);
    expect(Object.fromEntries(types)).toEqual({
      AIRDROP: ['ACQUISITION', false],
      UNPRICED: ['ACQUISITION', false],
      INTEREST: ['EXPENSE', false],
      GAS: ['FEE', false],
      REWARD: ['INCOME', true],
      OUT: ['DISPOSITION', true],
      IN: ['ACQUISITION', false],
      BUY: ['ACQUISITION', false],
    });
  });

  it('third-party text is capped: `assetSymbol` at 32, `protocol` at 64, `description` at 500 characters; `assetKey` is never capped', async () => {
    expect(await transaction('IN')).toMatchObject({
      assetKey: `0x${'k'.repeat(60)}`,
      assetSymbol: `${'s'.repeat(31)}…`,
      protocol: `${'p'.repeat(63)}…`,
      description: `${'x'.repeat(499)}…`,
    });
  });

  it('`euroValue` is null when no price is known; `continuityGroupId` joins the legs of a swap', async () => {
    expect((await transaction('UNPRICED')).euroValue).toBeNull();
    const { transactions } = await list();
    const legs = transactions.filter(({ continuityGroupId }) => continuityGroupId === GROUP);
    expect(legs.map(({ referenceId }) => referenceId).toSorted()).toEqual(['IN', 'OUT']);
  });

  it('`needsReview` is true while it has an open issue; `spam` is as imported', async () => {
    const { transactions } = await list();
    const names = (each: Schema<'Transaction'>[]) => each.map(({ referenceId }) => referenceId);
    expect(names(transactions.filter(({ needsReview }) => needsReview))).toEqual(['AIRDROP', 'UNPRICED']);
    expect(names(transactions.filter(({ spam }) => spam))).toEqual(['AIRDROP']);
  });

  it('`treatment`, `description` (uncapped, as the user wrote it) and `overrideId` come from an override until it is deleted', async () => {
    const before = await transaction('REWARD');
    expect(before).toMatchObject({ treatment: 'NORMAL', description: 'Staking', overrideId: null });
    const own = 'é'.repeat(500);
    const body = {
      taxEventId: before.id,
      overriddenTreatment: 'IGNORED',
      overriddenDescription: own,
    } as const;
    const { override } = await ok(api.POST('/api/v1/overrides', { body }));
    await untilIdle(stack, user);
    expect(await transaction('REWARD')).toMatchObject({
      treatment: 'IGNORED',
      description: own,
      overrideId: override.id,
    });
    const { overrideId } = await transaction('REWARD');
    const path = { overrideId: overrideId! };
    await ok(api.DELETE('/api/v1/overrides/{overrideId}', { params: { path } }));
    await untilIdle(stack, user);
    expect(await transaction('REWARD')).toEqual(before);
  });

  it('every value that a field may have was in a response, except a null `referenceId`', () => {
    // The reference identifies an event of an account, so the import does not accept an event without one.
    expect(seen.unseen('Transaction')).toEqual(['referenceId is null']);
  });
});

describe('TransactionsResponse', () => {
  const without = ({ transactions: _listed, ...page }: Schema<'TransactionsResponse'>) => page;

  it('`page`, `size`, `totalElements`, `totalPages`, `hasNext`, `hasPrevious` are right on the first, a middle and the last page', async () => {
    const all = references(await list());
    const total = { year: 2026, size: 3, totalElements: 8, totalPages: 3 };
    const pages = [
      await list({ size: 3 }),
      await list({ size: 3, page: 1 }),
      await list({ size: 3, page: 2 }),
    ];
    const { figuresVersion } = pages[0]!;
    const markers = { locked: false, frozen: false, stale: false, figuresVersion };
    expect(pages.map(without)).toEqual([
      { ...total, ...markers, page: 0, hasNext: true, hasPrevious: false },
      { ...total, ...markers, page: 1, hasNext: true, hasPrevious: true },
      { ...total, ...markers, page: 2, hasNext: false, hasPrevious: true },
    ]);
    expect(pages.flatMap(references)).toEqual(all);
    expect(pages.map((page) => page.transactions.length)).toEqual([3, 3, 2]);
  });

  it('has no transactions past the last page, where `hasPrevious` is true, and none in a year without events', async () => {
    for (const page of [1, 2_147_483_647])
      expect(await list({ page, size: 200 })).toMatchObject({
        page,
        size: 200,
        totalElements: 8,
        totalPages: 1,
        hasNext: false,
        hasPrevious: true,
        transactions: [],
      });
    expect(await list({ year: 2020 })).toMatchObject({
      year: 2020,
      size: 50,
      totalElements: 0,
      totalPages: 0,
      hasNext: false,
      hasPrevious: false,
      transactions: [],
    });
  });

  it('`locked` and `frozen` are the markers of the year; `stale` is true while a run is due', async () => {
    expect(await list({ year: 2025 })).toMatchObject({ locked: true, frozen: false, stale: false });
    expect(await list({ year: 2024 })).toMatchObject({ locked: false, frozen: true, stale: false });
    const { pid } = stack.ready().services.recalc;
    process.kill(pid, 'SIGSTOP');
    const { id } = await transaction('BUY');
    await ok(api.POST('/api/v1/overrides', { body: { taxEventId: id, notes: 'another run' } }));
    const page = await list();
    process.kill(pid, 'SIGCONT');
    expect(page.stale).toBe(true);
    await untilIdle(stack, user);
    expect(seen.unseen('TransactionsResponse')).toEqual([]);
  });

  it('lists events newest first, and filters by type and by asset (`assetKey` or symbol in any case; a key that matches wins)', async () => {
    const user = await createUser(stack, {
      facts: [
        ...WORKED_EXAMPLE_1,
        event('T1', 'ACQUISITION', '1', '2026-04-01T00:00:00Z', '1', {
          asset: { key: '0xabc', symbol: 'eth' },
        }),
      ],
    });
    const found = async (query: Partial<ListQuery> = {}) => {
      const params = { query: { year: 2026, ...query } };
      return references(await ok(user.api.GET('/api/v1/transactions', { params })));
    };
    expect(await found()).toEqual(['T1', 'S1', 'B2', 'B1']);
    expect(await found({ type: 'DISPOSITION' })).toEqual(['S1']);
    // It equals an `assetKey` of the user, ignoring case. So only keys are compared, and the symbol of the other asset does not count.
    expect(await found({ asset: 'eth' })).toEqual(['S1', 'B2', 'B1']);
    expect(await found({ asset: '0xABC' })).toEqual(['T1']);
    expect(await found({ asset: '%' })).toEqual([]);
    expect(await found({ asset: 'Eth', type: 'ACQUISITION' })).toEqual(['B2', 'B1']);
  });
});
