/** Balances that users state, and those of files: what the transactions do not explain is an open question until it is there. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { createUser, type TestUser, useStack } from '../kit.ts';
import { untilIdle } from './users.ts';

const stack = useStack();
const folder = mkdtempSync(join(tmpdir(), 'ctx-balances-'));
const HEADER = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const row = (id: string, day: string, asset: string, numbers: string): string =>
  `L${id},R${id},2026-${day} 10:00:00,deposit,,currency,${asset},${numbers}`;
const ROWS = [
  row('1', '01-01', 'XXBT', '1,0,1'),
  row('2', '01-05', 'XETH', '2,0,2'),
  row('3', '02-01', 'XXBT', '0.5,0,1.5'),
  row('4', '03-01', 'XXBT', '0.25,0,1.75'),
];

/** Imports a ledger, waits for the run, and returns what ctx prints. */
async function importLedger(user: TestUser, name: string, lines: readonly string[]): Promise<unknown> {
  const file = join(folder, `${user.userId}-${name}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const printed = await stack.ctx(['import', '--user', user.userId, file, '--wait']);
  await untilIdle(stack, user);
  return printed;
}

const accountOf = async (api: ApiClient) =>
  (await ok(api.GET('/api/v1/accounts'))).accounts.find(({ label }) => label === 'Kraken')!;
/** Returns what the figures of 2026 say about balances, the same in both summaries. */
const provenIn2026 = async (api: ApiClient): Promise<unknown> => {
  const params = { path: { year: 2026 } };
  const { completeness } = await ok(api.GET('/api/v1/years/{year}/summary', { params }));
  const { years } = await ok(api.GET('/api/v1/summary'));
  expect(years.find(({ year }) => year === 2026)!.completeness).toEqual(completeness);
  const { accounts, accountsProven, accountsProvenUntil = null } = completeness!;
  return [accounts, accountsProven, accountsProvenUntil];
};
const inboxOf = async (api: ApiClient) => {
  const query = { type: 'BALANCE_DIFFERS' as const };
  const { items, counts } = await ok(api.GET('/api/v1/issues', { params: { query } }));
  return { balances: items.map(({ balance }) => balance), counts: counts.countsByIssueType };
};

describe('a balance that a user states', () => {
  let user: TestUser;
  let api: ApiClient;
  let accountId: string;
  const state = (amount: number, more: object = {}) =>
    api.POST('/api/v1/accounts/{accountId}/balances', {
      params: { path: { accountId } },
      body: { assetId: 'BTC', at: '2026-02-15T00:00:00Z', amount, ...more },
    });
  const list = () =>
    ok(api.GET('/api/v1/accounts/{accountId}/balances', { params: { path: { accountId } } }));

  beforeAll(async () => {
    user = await createUser(stack, { years: [2026], scope: 'write' });
    api = stack.api(user.token);
    await importLedger(user, 'ledgers.csv', [HEADER, ...ROWS]);
    accountId = (await accountOf(api)).id;
  });

  it('is compared with the transactions up to its instant, in a dry run too', async () => {
    const { balance, preview, changed } = await ok(state(1.49, { dryRun: true }));
    expect(balance).toMatchObject({ expected: 1.5, difference: -0.01 });
    expect([changed, preview === undefined]).toEqual([true, false]);
    expect(await list()).toMatchObject({ balances: [], provenUntil: '2026-03-01T10:00:00Z' });
  });

  it('is an issue with account, asset, instant and difference, and ends what is proven, until it closes', async () => {
    const { balance, ...outcome } = await ok(state(1.49, { notes: 'statement' }));
    expect(outcome).toEqual({ created: true, changed: true, recalc: 'NOT_NEEDED' });
    expect(await list()).toEqual({
      accountId,
      provenUntil: null,
      balances: [balance],
      breaks: [],
      negative: [],
    });
    expect(balance).toEqual({
      id: expect.any(String),
      accountId,
      assetId: 'BTC',
      at: '2026-02-15T00:00:00Z',
      amount: 1.49,
      expected: 1.5,
      difference: -0.01,
      notes: 'statement',
      statedAt: expect.any(String),
      statedVia: expect.any(String),
    });
    const expected = { accountId, assetId: 'BTC', expected: 1.5, stated: 1.49, difference: -0.01 };
    expect(await inboxOf(api)).toEqual({
      balances: [
        expect.objectContaining({ ...expected, at: '2026-02-15T00:00:00Z', accountLabel: 'Kraken' }),
      ],
      counts: expect.objectContaining({ BALANCE_DIFFERS: 1 }),
    });
    expect((await accountOf(api)).provenUntil).toBeNull();
    expect(await provenIn2026(api)).toEqual([1, 0, null]);
    await ok(state(1.5));
    expect(await provenIn2026(api)).toEqual([1, 1, '2026-03-01T10:00:00Z']);
    expect((await inboxOf(api)).balances).toEqual([]);
    expect((await accountOf(api)).provenUntil).toBe('2026-03-01T10:00:00Z');
  });

  it('follows a correction of a transaction', async () => {
    const { transactions } = await ok(
      api.GET('/api/v1/transactions', { params: { query: { year: 2026, asset: 'BTC' } } }),
    );
    const second = transactions.find(({ amount }) => amount === 0.5)!;
    await ok(api.POST('/api/v1/overrides', { body: { taxEventId: second.id, overriddenAmount: 0.4 } }));
    await untilIdle(stack, user);
    expect(await inboxOf(api)).toMatchObject({ balances: [{ expected: 1.4, difference: 0.1 }] });
    await ok(api.POST('/api/v1/overrides', { body: { taxEventId: second.id, clear: ['overriddenAmount'] } }));
    await untilIdle(stack, user);
    expect((await inboxOf(api)).balances).toEqual([]);
  });

  it('is in the history, and an undo restores the one before it', async () => {
    await ok(state(2));
    const { entries } = await ok(api.GET('/api/v1/history', { params: { query: { kind: 'BALANCE' } } }));
    expect(entries[0]!.changes[0]).toMatchObject({
      action: 'BALANCE_STATED',
      fields: [{ field: 'amount', from: '1.5', to: '2' }],
    });
    await ok(api.POST('/api/v1/history/{entryId}/undo', { params: { path: { entryId: entries[0]!.id } } }));
    expect((await list()).balances).toMatchObject([{ amount: 1.5, difference: 0 }]);
  });
});

describe('a ledger of Kraken with one row removed', () => {
  let user: TestUser;
  let api: ApiClient;

  beforeAll(async () => {
    user = await createUser(stack, { years: [2026], scope: 'write' });
    api = stack.api(user.token);
  });

  it('names the lines between which the balance changed, in the answer of the import, the inbox and the account', async () => {
    const printed = await importLedger(user, 'part.csv', [HEADER, ...ROWS.toSpliced(2, 1)]);
    const found = { asset: 'BTC', afterLine: 2, line: 4, difference: '0.5' };
    expect(printed).toMatchObject({ files: [{ balances: { breaks: [found] } }] });
    expect(await inboxOf(api)).toMatchObject({
      balances: [{ assetId: 'BTC', afterLine: 2, line: 4, difference: 0.5, at: '2026-03-01T10:00:00Z' }],
    });
    const { id: accountId, provenUntil } = await accountOf(api);
    expect(provenUntil).toBe('2026-01-01T10:00:00Z');
    const path = { accountId };
    const { breaks } = await ok(api.GET('/api/v1/accounts/{accountId}/balances', { params: { path } }));
    const times = { from: '2026-01-01T10:00:00Z', until: '2026-03-01T10:00:00Z' };
    const file = { fileId: expect.any(String), fileName: expect.stringMatching(/part\.csv$/), wallet: '' };
    expect(breaks).toEqual([{ ...file, ...times, ...found, difference: 0.5 }]);
  });

  it('is no question any more once the missing transaction is there from another file', async () => {
    await importLedger(user, 'missing.csv', [
      'Koinly Date,Amount,Currency',
      '2026-02-01 10:00:00 UTC,0.5,BTC',
    ]);
    // A file of another format is of another account unless it is named.
    expect((await inboxOf(api)).balances).toHaveLength(1);
    const file = join(folder, 'missing-too.csv');
    writeFileSync(file, 'Koinly Date,Amount,Currency\n2026-02-01 10:00:00 UTC,0.5,BTC\n');
    await stack.ctx([
      'import',
      '--user',
      user.userId,
      file,
      '--account',
      'kraken',
      '--label',
      'Kraken',
      '--wait',
    ]);
    expect((await inboxOf(api)).balances).toEqual([]);
    expect((await accountOf(api)).provenUntil).toBe('2026-03-01T10:00:00Z');
  });

  it('is no question any more once a whole export is there', async () => {
    const another = await createUser(stack, { years: [2026], scope: 'write' });
    const ofAnother = stack.api(another.token);
    await importLedger(another, 'part.csv', [HEADER, ...ROWS.toSpliced(2, 1)]);
    expect((await inboxOf(ofAnother)).balances).toHaveLength(1);
    await importLedger(another, 'whole.csv', [HEADER, ...ROWS]);
    expect((await inboxOf(ofAnother)).balances).toEqual([]);
  });
});

describe('a ledger of Kraken with one row removed around a new year in Belgium', () => {
  // 23:00 UTC is midnight in Brussels.
  it.each([
    ['before midnight', '22:40:00', '22:50:00'],
    ['after midnight', '23:10:00', '23:20:00'],
    ['in a break that ends after midnight', '22:50:00', '23:20:00'],
    ['two years later', '22:50:00', '2027-12-31 23:20:00'],
  ])('asks until the missing transaction is there, in that account: %s', async (_name, missing, until) => {
    const user = await createUser(stack, { years: [2026], scope: 'write' });
    const api = stack.api(user.token);
    const at = (time: string): string => (time.length > 8 ? time : `2025-12-31 ${time}`);
    const rowAt = (id: string, time: string, numbers: string): string =>
      `L${id},R${id},${at(time)},deposit,,currency,XXBT,${numbers}`;
    await importLedger(user, 'part.csv', [
      HEADER,
      rowAt('1', '22:30:00', '1,0,1'),
      rowAt('3', until, '0.25,0,1.75'),
    ]);
    expect((await inboxOf(api)).balances).toMatchObject([{ difference: 0.5 }]);
    const file = join(folder, `${user.userId}-missing.csv`);
    writeFileSync(file, `Koinly Date,Amount,Currency\n${at(missing)} UTC,0.5,BTC\n`);
    const addTo = (account: string, label: string) =>
      stack.ctx(['import', '--user', user.userId, file, '--account', account, '--label', label, '--wait']);
    await addTo('other', 'Of another account');
    expect((await inboxOf(api)).balances).toMatchObject([{ difference: 0.5 }]);
    await addTo('kraken', 'Kraken');
    expect((await inboxOf(api)).balances).toEqual([]);
  });
});

describe('an account that has less than nothing of an asset', () => {
  it('names the first event after which it has, although another account holds enough', async () => {
    const user = await createUser(stack, { years: [2026], scope: 'write' });
    const api = stack.api(user.token);
    await importLedger(user, 'sale.csv', [
      'Koinly Date,Amount,Currency',
      '2026-01-02 10:00:00 UTC,0.25,BTC',
      '2026-01-03 10:00:00 UTC,-0.75,BTC',
      '2026-01-04 10:00:00 UTC,-0.25,BTC',
      '2026-01-05 10:00:01 UTC,-1,ETH',
      '2026-01-05 10:00:01 UTC,1,ETH',
    ]);
    await importLedger(user, 'elsewhere.csv', [HEADER, ...ROWS]);
    const { accounts } = await ok(api.GET('/api/v1/accounts'));
    const negativeOf = async (label: string) => {
      const accountId = accounts.find((account) => account.label === label)!.id;
      const path = { accountId };
      return (await ok(api.GET('/api/v1/accounts/{accountId}/balances', { params: { path } }))).negative;
    };
    const { transactions } = await ok(
      api.GET('/api/v1/transactions', { params: { query: { year: 2026, asset: 'BTC' } } }),
    );
    const taxEventId = transactions.find(({ amount }) => amount === 0.75)!.id;
    expect(await negativeOf('Koinly')).toEqual([
      { assetId: 'BTC', at: '2026-01-03T10:00:00Z', taxEventId, balance: -0.5 },
    ]);
    expect(await negativeOf('Kraken')).toEqual([]);
  });
});
