/** Transactions that an earlier file has as done, and a later one as failed, cancelled or taken back. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { createUser, eventIds, type TestUser, useStack } from './kit.ts';
import { importFile, importLines } from './stack.ts';
import { addFile, preview } from './settings/file-users.ts';
import { plain } from './settings/log-users.ts';
import { newSomeone } from './settings/person.ts';

const stack = useStack();

const HEADER =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
const PURCHASE = 'UTC,2025-03-01,10:00:00,buy,BTC,0.5,EUR,80000,EUR,-40000,EUR,0,Completed,b-1,';
const withdrawal = (status: string, id = 'b-2'): string =>
  `UTC,2025-03-02,10:00:00,withdrawal,BTC,-0.2501,,,,,BTC,0.0001,${status},${id},bc1q`;
const bitvavo = (...rows: readonly string[]): string => [HEADER, ...rows, ''].join('\n');
const DONE = bitvavo(PURCHASE, withdrawal('Completed'));
const CANCELLED = bitvavo(PURCHASE, withdrawal('Cancelled'));
const UNDONE = { type: 'DISPOSITION', asset: 'BTC', amount: '0.25', isKept: false };

/** In one second, the same interest twice; later one of them is taken back. */
const BINANCE = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
const interest = (amount: string, time: string): string =>
  `1000,2025-01-05 ${time},Earn,Simple Earn Flexible Interest,ETH,${amount},`;

let files = 0;

function written(content: string): string {
  files += 1;
  const path = join(stack.dataDir, `undone-${String(files)}.csv`);
  writeFileSync(path, content);
  return path;
}

const imported = (user: TestUser, content: string): Promise<Record<string, unknown>> =>
  importFile(stack, user.userId, written(content));

const compared = async (user: TestUser, content: string): Promise<unknown> => {
  const shown = await stack.ctx(['import', '--dry-run', '--user', user.userId, written(content)]);
  return (shown['files'] as { transactions: unknown }[])[0]?.transactions;
};

const newUser = (options: { readonly submitted?: readonly number[] } = {}): Promise<TestUser> =>
  createUser(stack, { years: [2025], scope: 'write', ...options });

describe('A transaction that a later file has as cancelled', () => {
  it('is named by the preview, and leaves with its fee, and its correction is orphaned', async () => {
    const user = await newUser();
    await imported(user, DONE);
    const ids = await eventIds(user, 2025);
    await ok(
      user.api.POST('/api/v1/overrides', { body: { taxEventId: ids.get('b-2')!, notes: 'to my wallet' } }),
    );
    expect(await compared(user, CANCELLED)).toMatchObject({
      added: 0,
      known: 1,
      changed: 0,
      undone: { removed: 1, kept: 0, first: [UNDONE] },
    });
    expect(await eventIds(user, 2025)).toEqual(ids);

    const path = written(CANCELLED);
    const { event, undone, recalc } = await importFile(stack, user.userId, path);
    expect({ event, undone, recalc }).toMatchObject({
      event: { added: 0, changed: 0, removed: 2 },
      undone: { removed: 1, kept: 0, first: [UNDONE] },
      recalc: 'COMPLETED',
    });
    expect([...(await eventIds(user, 2025)).keys()]).toEqual(['b-1']);
    const { items } = await ok(
      user.api.GET('/api/v1/issues', { params: { query: { type: 'ORPHANED_CORRECTION' } } }),
    );
    expect(items).toHaveLength(1);
    const again = await importFile(stack, user.userId, path);
    expect(again).toMatchObject({ event: { removed: 0 }, recalc: 'NOT_NEEDED' });
    expect(again).not.toHaveProperty('undone');
  });

  it('leaves with its money', async () => {
    const user = await newUser();
    expect(await imported(user, bitvavo(PURCHASE, PURCHASE.replace('b-1', 'b-9')))).toMatchObject({
      money: { added: 2 },
    });
    const cancelled = bitvavo(PURCHASE.replace('Completed', 'Cancelled'));
    expect(await imported(user, cancelled)).toMatchObject({
      event: { removed: 1 },
      money: { added: 0, removed: 1 },
    });
  });

  it('leaves where it is money alone, unless the later file has it as done or pending', async () => {
    const user = await newUser();
    const deposit = (id: string, status: string): string =>
      `UTC,2025-03-03,10:00:00,deposit,EUR,500,,,,,,,${status},${id},`;
    const all = (status: string): string =>
      bitvavo(PURCHASE, ...['d-1', 'd-2', 'd-3'].map((id) => deposit(id, status)));
    expect(await imported(user, all('Completed'))).toMatchObject({ money: { added: 4 } });
    const later = bitvavo(
      PURCHASE,
      deposit('d-1', 'Cancelled'),
      deposit('d-2', 'Completed'),
      deposit('d-3', 'Pending'),
    );
    expect(await imported(user, later)).toMatchObject({
      event: { added: 0, removed: 0 },
      money: { added: 0, unchanged: 2, removed: 1 },
      recalc: expect.any(String),
    });
    expect(await imported(user, all('Completed'))).toMatchObject({ money: { added: 1, unchanged: 3 } });
  });

  it('stays while the later file has it as pending, lacks it, or has it in another account', async () => {
    const user = await newUser();
    await imported(user, DONE);
    for (const later of [bitvavo(PURCHASE, withdrawal('Pending')), bitvavo(PURCHASE)])
      expect((await imported(user, later))['event']).toMatchObject({ removed: 0 });
    await stack.ctx(['import', '--user', user.userId, '--account', 'other', written(CANCELLED)]);
    await imported(user, bitvavo(PURCHASE, withdrawal('Cancelled', 'b-3')));
    expect([...(await eventIds(user, 2025)).keys()].toSorted()).toEqual(
      expect.arrayContaining(['b-1', 'b-2']),
    );
  });

  it('stays if its year was submitted, and is named', async () => {
    const user = await newUser();
    await imported(user, DONE);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
    const undone = { removed: 0, kept: 1, first: [{ ...UNDONE, isKept: true }] };
    expect(await compared(user, CANCELLED)).toMatchObject({ undone });
    expect(await imported(user, CANCELLED)).toMatchObject({ event: { removed: 0 }, undone });
    expect((await eventIds(user, 2025)).has('b-2')).toBe(true);
  });

  it('shows no amount on the page while its year is locked', async () => {
    const someone = await newSomeone(stack, 'undone-locked@example.org');
    await stack.ctx(['user', 'set', '--user', someone.userId, '--remove-year', '2025']);
    await addFile(someone.person, 'done.csv', bitvavo(withdrawal('Completed')));
    const later = bitvavo(withdrawal('Failed').replace('-0.2501', '-0.7'));
    const text = plain((await preview(someone.person, 'failed.csv', later)).html);
    expect(text).toMatch(/1 transactions of an earlier file are undone by this one .* Sold Asset BTC /);
    expect(text).not.toContain('0.25');
    expect(text).toContain('Undo 1 transactions');
    const { transactions } = { transactions: await addFile(someone.person, 'failed.csv', later) };
    expect(transactions).toMatch(/^[0-9a-f-]{36}$/);
    expect(plain((await preview(someone.person, 'failed.csv', later)).html)).not.toContain('undone by');
  });
});

describe('Of two equal transactions without ids', () => {
  it('one leaves when a later file has one of them as taken back, and none when one alone was stored', async () => {
    const twice = [interest('0.0001', '09:00:00'), interest('0.0001', '09:00:00')];
    const later = [BINANCE, ...twice, interest('-0.0001', '10:00:00'), ''].join('\n');
    const both = await newUser();
    await imported(both, [BINANCE, ...twice, ''].join('\n'));
    expect(await imported(both, later)).toMatchObject({
      event: { added: 0, unchanged: 1, removed: 1 },
      undone: { removed: 1 },
    });
    const one = await newUser();
    await imported(one, [BINANCE, twice[0], ''].join('\n'));
    const outcome = await imported(one, later);
    expect(outcome).toMatchObject({ event: { added: 0, unchanged: 1, removed: 0 } });
    expect(outcome).not.toHaveProperty('undone');
  });
});

describe('A line of JSON Lines with "undone"', () => {
  const account = { kind: 'account', ref: 'sync', accountKind: 'exchange', datasource: 'X' };
  const sale = {
    kind: 'event',
    account: 'sync',
    referenceId: 'R1',
    type: 'DISPOSITION',
    asset: { key: 'BTC', symbol: 'BTC' },
    amount: '1',
    timestamp: '2025-05-01T10:00:00Z',
  };

  it('removes the event of its account, reference, type and asset, and stores nothing', async () => {
    const user = await newUser();
    await importLines(stack, user.userId, [account, sale, { ...sale, referenceId: 'R2' }]);
    const undo = (more: object): Promise<Record<string, unknown>> =>
      importLines(stack, user.userId, [account, { ...sale, ...more, undone: true }]);
    expect((await undo({ referenceId: 'R3' }))['event']).toBeUndefined();
    expect((await undo({ asset: { key: 'ETH', symbol: 'ETH' } }))['event']).toBeUndefined();
    expect(await undo({})).toMatchObject({ event: { removed: 1 }, undone: { removed: 1 } });
    expect([...(await eventIds(user, 2025)).keys()]).toEqual(['R2']);
  });

  it('is rejected beside a line of the same event with other values', async () => {
    const user = await newUser();
    const lines = [account, sale, { ...sale, amount: '2', undone: true }];
    expect(await importLines(stack, user.userId, lines)).toMatchObject({ error: { code: 'INVALID_FILE' } });
  });
});
