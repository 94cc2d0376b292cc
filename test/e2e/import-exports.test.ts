import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { importFiles } from '../../deploy/ctx/import-files.ts';
import { importPrices } from '../../deploy/ctx/prices.ts';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { createUser, useStack } from './kit.ts';
import { connected, importFile, importLines } from './stack.ts';

const SAMPLES = new URL('../../services/common/converters/samples/', import.meta.url);
const sample = (name: string): string => new URL(name, SAMPLES).pathname;

const stack = useStack({ own: true });

/** Returns the accounts, events and money of a user, as exported. Their order is by ids, which depend on the user. */
async function factsOf(userId: string): Promise<string[]> {
  const out = join(stack.dataDir, `facts-${userId}.jsonl`);
  await stack.ctx(['user', 'export', '--user', userId, '--out', out]);
  const lines = readFileSync(out, 'utf8').split('\n');
  return lines.filter((line) => /^\{"kind":"(?:account|event|money)"/.test(line)).toSorted();
}

describe('An import of an export of an exchange', () => {
  it('makes an account with platform and file name, and the events of the year', async () => {
    const { userId, token } = await createUser(stack, { years: [2025] });
    const imported = await importFile(stack, userId, sample('bitvavo.csv'));
    expect(imported).toMatchObject({ event: { added: 9 }, recalc: 'COMPLETED' });
    const { accounts } = await ok(stack.api(token).GET('/api/v1/accounts'));
    expect(accounts).toMatchObject([
      {
        kind: 'file',
        provider: 'Bitvavo',
        sourcePlatform: 'BITVAVO',
        originalFilename: 'bitvavo.csv',
      },
    ]);
    const year = await ok(
      stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year: 2025 } } }),
    );
    // 0.004 BTC sold for 380 that cost 0.4 of 900, and the waiting withdrawal of 0.0029 that counts as a sale without a value.
    expect(year.totalCapitalGains).toMatchObject({ locked: false, exact: 20 });
  });

  it('of the same file again changes nothing', async () => {
    const { userId } = await createUser(stack);
    await importFile(stack, userId, sample('kraken-ledgers.csv'));
    const again = await importFile(stack, userId, sample('kraken-ledgers.csv'));
    expect(again).toMatchObject({
      account: { added: 0, changed: 0 },
      event: { added: 0, changed: 0, removed: 0 },
      recalc: 'NOT_NEEDED',
    });
  });

  it('stores the same facts from the command, which sends JSON Lines, and from the service that converts files', async () => {
    const names = [
      'binance-statement.csv',
      'coinbase.csv',
      'koinly.csv',
      'kraken-ledgers.csv',
      'revolut.csv',
    ];
    const command = await createUser(stack);
    const service = await createUser(stack);
    const timeZone = 'Europe/Brussels';
    await connected(stack, async (connection) => {
      for (const name of names) {
        await importFiles(connection, [sample(name)], { user: Number(command.userId), timeZone });
        const file = { name, content: readFileSync(sample(name)), timeZone };
        const added = await connection.call(
          connection.files.addFile.bind(connection.files),
          file,
          Number(service.userId),
          120_000,
        );
        expect(added).toMatchObject({ faults: [] });
      }
    });
    const facts = await factsOf(command.userId);
    expect(facts.length).toBeGreaterThan(names.length);
    expect(await factsOf(service.userId)).toEqual(facts);
  });

  it('into an account that is connected is rejected, and the account stays as it is', async () => {
    const { userId, token } = await createUser(stack, { years: [] });
    const connectedAccount = { ref: 'kraken', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Mine' };
    await importFile(stack, userId, stack.file('facts.jsonl', [{ kind: 'account', ...connectedAccount }]));
    const rejected = await importFile(stack, userId, sample('kraken-ledgers.csv'));
    expect(rejected).toMatchObject({ error: { code: 'INVALID_FILE' } });
    expect(JSON.stringify(rejected)).toContain('is for an account that is connected');
    const { accounts } = await ok(stack.api(token).GET('/api/v1/accounts'));
    expect(accounts).toMatchObject([{ kind: 'exchange', label: 'Mine', transactionCount: 0 }]);
  });

  it('gets the values of trades in dollars from the rates of the ECB', async () => {
    const { userId, token } = await createUser(stack, { years: [2025] });
    await importFile(stack, userId, sample('kraken-ledgers.csv'));
    const rates = stack.file('eurofxref-hist.csv', []);
    writeFileSync(rates, 'Date,USD,JPY,\n2025-06-02,1.1000,160.00,\n');
    const printed = await connected(stack, (connection) =>
      importPrices(connection, [rates], { user: Number(userId) }),
    );
    expect(printed).toMatchObject({ price: { added: 2 }, recalc: 'SCHEDULED' });
    await untilIdle(stack, { userId });
    const { transactions } = await ok(
      stack.api(token).GET('/api/v1/transactions', { params: { query: { year: 2025, size: 200 } } }),
    );
    // 0.04 ETH against 110 dollars.
    const sale = transactions.find(({ amount, assetSymbol }) => assetSymbol === 'ETH' && amount === 0.04);
    const path = { taxEventId: String(sale?.id) };
    const { explanation } = await ok(
      stack.api(token).GET('/api/v1/transactions/{taxEventId}', { params: { path } }),
    );
    // Prices have 12 fraction digits.
    expect(explanation.disposal?.proceeds).toBeCloseTo(100, 8);
  });
});

describe('The money of an export', () => {
  const listed = (token: string, query: object = {}) =>
    ok(stack.api(token).GET('/api/v1/money', { params: { query } }));

  it('is listed newest first, with the reference of its transaction and the sums of all rows that the filters select', async () => {
    const { userId, token } = await createUser(stack, { years: [2025] });
    await importFile(stack, userId, sample('bitvavo.csv'));
    await importFile(stack, userId, sample('kraken-ledgers.csv'));
    const { accounts } = await ok(stack.api(token).GET('/api/v1/accounts'));
    const account = accounts.find(({ label }) => label === 'Bitvavo')!.id;
    const { money, sums } = await listed(token, { account });
    expect(money.map(({ timestamp }) => timestamp)).toEqual([
      ...Array<string>(2).fill('2025-08-01T10:30:00Z'),
      ...Array<string>(2).fill('2025-07-01T08:05:00Z'),
      '2025-07-01T08:00:00.123Z',
    ]);
    // The order of rows of one instant follows from their ids, which depend on the user.
    expect(money.map(({ type, amount, purpose }) => [type, amount, purpose].join(' ')).toSorted()).toEqual([
      'CASH_IN 1000 TRANSFER',
      'CASH_IN 380 TRADE',
      'CASH_OUT 0.95 FEE',
      'CASH_OUT 2.25 FEE',
      'CASH_OUT 900 TRADE',
    ]);
    expect(sums).toEqual([
      { year: 2025, currency: 'EUR', type: 'CASH_IN', amount: 1380, rows: 2 },
      { year: 2025, currency: 'EUR', type: 'CASH_OUT', amount: 903.2, rows: 3 },
    ]);
    const deposit = money.find(({ purpose }) => purpose === 'TRANSFER');
    const described = { referenceId: 'b-1', currency: 'EUR', description: 'deposit' };
    expect(deposit).toMatchObject({ accountId: account, ...described });
    const { transactions } = await ok(
      stack.api(token).GET('/api/v1/transactions', { params: { query: { year: 2025, account } } }),
    );
    const references = new Set(transactions.map(({ referenceId }) => referenceId));
    expect(money.filter(({ referenceId }) => !references.has(referenceId))).toEqual([deposit]);
    expect((await listed(token, { currency: 'USD' })).sums).toEqual([
      { year: 2025, currency: 'USD', type: 'CASH_IN', amount: 110, rows: 1 },
      { year: 2025, currency: 'USD', type: 'CASH_OUT', amount: 50.2, rows: 2 },
    ]);
    expect((await listed(token, { account, currency: 'USD', year: 2025 })).totalElements).toBe(0);
  });

  it('comes in pages, each row once', async () => {
    const { userId, token } = await createUser(stack);
    await importFile(stack, userId, sample('kraken-ledgers.csv'));
    const whole = await listed(token);
    const first = await listed(token, { size: 4 });
    const { totalElements } = whole;
    const totalPages = Math.ceil(totalElements / 4);
    expect(first).toMatchObject({ page: 0, size: 4, totalElements, totalPages });
    expect([first.hasNext, first.hasPrevious, first.sums]).toEqual([true, false, whole.sums]);
    const pages = Array.from({ length: totalPages }, (_, page) => listed(token, { size: 4, page }));
    expect((await Promise.all(pages)).flatMap(({ money }) => money)).toEqual(whole.money);
    // A change of money alone requests no run, and is shown at once.
    const more = { kind: 'money', account: 'kraken', referenceId: 'more', type: 'CASH_IN', currency: 'EUR' };
    const lines = [{ ...more, amount: '1', timestamp: '2026-01-01T00:00:00Z' }];
    expect(await importLines(stack, userId, lines)).toMatchObject({ recalc: 'NOT_NEEDED' });
    expect((await listed(token)).totalElements).toBe(totalElements + 1);
  });

  it('belongs to a year of Brussels, is exact in a locked one, and is nobody else’s', async () => {
    const { userId, token } = await createUser(stack, { years: [2026] });
    const account = { kind: 'account', ref: 'a', accountKind: 'exchange', datasource: 'X' };
    const row = (referenceId: string, timestamp: string): object => ({
      kind: 'money',
      account: 'a',
      referenceId,
      type: 'CASH_IN',
      currency: 'EUR',
      amount: '0.123456789012',
      timestamp,
    });
    const lines = [account, row('M1', '2025-12-31T22:59:59Z'), row('M2', '2025-12-31T23:00:00Z')];
    await importLines(stack, userId, lines);
    const of2025 = await listed(token, { year: 2025 });
    const expected = { referenceId: 'M1', amount: 0.123456789012, purpose: 'OTHER', description: null };
    expect(of2025.money).toMatchObject([expected]);
    expect((await listed(token, { year: 2026 })).money).toMatchObject([{ referenceId: 'M2' }]);
    const other = await createUser(stack);
    const { accountId } = of2025.money[0]!;
    expect((await listed(other.token, { account: accountId })).totalElements).toBe(0);
  });
});
