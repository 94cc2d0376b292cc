import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { importFiles } from '../../deploy/ctx/import-files.ts';
import { streamFacts } from '../../deploy/ctx/import-stream.ts';
import { ok } from '../api/client.ts';
import { createUser, eventIds, useStack } from './kit.ts';
import { useTables } from './person/tables.ts';
import { untilIdle } from './runs.ts';
import { connected, importLines } from './stack.ts';

/** Exports, and the facts that version 1.0.0 made of them. */
const BEFORE = new URL('data/facts-of-1.0.0/', import.meta.url);
const TIME_ZONE = 'Europe/Brussels';
/** Facts of 1.0.0 that were wrong: a fee that is inside its amount, and what came back from a pool to its owner. */
const READ_OTHERWISE: Readonly<Record<string, number>> = { 'cointracking.csv': 1, 'koinly.csv': 2 };

const stack = useStack({ own: true });
const tables = useTables(stack);

interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

interface ImportCounts {
  readonly event: Counts;
  readonly money?: Counts;
}

/** Stores the facts of a file as version 1.0.0 stored them. */
async function importAsBefore(userId: string, name: string): Promise<void> {
  const lines = readFileSync(new URL(name.replace('.csv', '.jsonl'), BEFORE));
  const [account = '{}'] = lines.toString().split('\n');
  const { ref, provider } = JSON.parse(account) as { ref: string; provider: string };
  const sha256 = createHash('sha256')
    .update(readFileSync(new URL(name, BEFORE)))
    .digest();
  const file = {
    accountRef: ref,
    name,
    platform: provider,
    format: name.replace('.csv', ''),
    sha256,
    rowCount: 1,
    leftOut: [],
  };
  const header = { sharedPrices: false, removalConfirmed: false, file };
  const progress = { sent: () => undefined, phase: () => undefined };
  await connected(stack, (connection) =>
    streamFacts(connection, { userId: Number(userId), header, source: Readable.from([lines]) }, progress),
  );
}

async function importNow(userId: string, path: string): Promise<ImportCounts> {
  const options = { user: Number(userId), timeZone: TIME_ZONE };
  return (await connected(stack, (connection) => importFiles(connection, [path], options))) as ImportCounts;
}

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(stack.dataDir, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

describe('An export that version 1.0.0 imported', () => {
  it.each(readdirSync(BEFORE).filter((name) => name.endsWith('.csv')))(
    '%s adds nothing when it is imported again',
    async (name) => {
      const { userId } = await createUser(stack);
      await importAsBefore(userId, name);
      const { event } = await importNow(userId, new URL(name, BEFORE).pathname);
      expect({ name, added: event.added, removed: event.removed }).toEqual({
        name,
        added: 0,
        removed: READ_OTHERWISE[name] ?? 0,
      });
    },
  );

  it('gets its money, which version 1.0.0 left out, with the references of the stored transactions', async () => {
    const [counts] = await tables.query<{ money: number; alone: number }>(
      `SELECT count(*)::int AS money, count(*) FILTER (WHERE NOT EXISTS (SELECT FROM facts.events e
         WHERE e.user_id = m.user_id AND e.account_id = m.account_id AND e.reference_id = m.reference_id))::int AS alone
       FROM facts.money m WHERE m.purpose = 'TRADE'`,
    );
    expect(counts).toEqual({ money: expect.any(Number), alone: 0 });
    expect(counts!.money).toBeGreaterThan(30);
  });
});

const WITHOUT_IDS =
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes';
const DEPOSIT =
  '2025-01-31 10:00:00 UTC,Deposit,EUR,120000,EUR,1,€120000.00,€120000.00,€0.00,Deposit from bank';
const PURCHASES = [
  '2025-02-01 10:00:00 UTC,Buy,BTC,0.5,EUR,80000,€40000.00,€40010.00,€10.00,Bought 0.5 BTC',
  '2025-02-02 10:00:00 UTC,Buy,BTC,0.5,EUR,80000,€40000.00,€40010.00,€10.00,Bought 0.5 BTC',
  // Twice in one second: both are real.
  '2025-02-02 10:00:00 UTC,Buy,BTC,0.5,EUR,80000,€40000.00,€40010.00,€10.00,Bought 0.5 BTC',
];
const withIds = [
  `ID,${WITHOUT_IDS}`,
  ...PURCHASES.map((line, index) => `c-${String(index)},${line}`),
  `c-d,${DEPOSIT}`,
];
const withoutIds = [WITHOUT_IDS, ...PURCHASES, DEPOSIT];

describe('Two generations of an export', () => {
  it.each([
    ['without ids, then with ids', withoutIds, withIds],
    ['with ids, then without ids', withIds, withoutIds],
  ])('%s, are the same transactions, and a correction between them holds', async (title, first, second) => {
    const { userId, token } = await createUser(stack, { years: [2025], scope: 'write' });
    const name = `${title.replaceAll(/\W+/g, '-')}.csv`;
    const stored = await importNow(userId, fileOf(`1-${name}`, first));
    expect(stored).toMatchObject({ event: { added: 6 }, money: { added: 7 } });
    await untilIdle(stack, { userId });
    const list = async () =>
      (await ok(stack.api(token).GET('/api/v1/transactions', { params: { query: { year: 2025 } } })))
        .transactions;
    const corrected = (await list()).find(({ type }) => type === 'ACQUISITION')!;
    await ok(
      stack
        .api(token)
        .POST('/api/v1/overrides', { body: { taxEventId: corrected.id, overriddenEuroValue: 1 } }),
    );
    const { event, money } = await importNow(userId, fileOf(`2-${name}`, second));
    expect(event).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(money).toMatchObject({ added: 0, changed: 0, removed: 0 });
    await untilIdle(stack, { userId });
    expect((await list()).find(({ id }) => id === corrected.id)).toMatchObject({
      euroValue: 1,
    });
  });

  it('are compared before anything is stored: what is new, known and changed', async () => {
    const { userId } = await createUser(stack);
    const path = fileOf('compared.csv', withIds.slice(0, 3));
    await importNow(userId, path);
    const longer = fileOf('longer.csv', [WITHOUT_IDS, ...PURCHASES]);
    const printed = await stack.ctx(['import', '--user', userId, '--dry-run', longer]);
    expect(printed['files']).toMatchObject([{ transactions: { added: 1, known: 2, changed: 0 } }]);
    expect((await importNow(userId, longer)).event).toMatchObject({ added: 2, changed: 0 });
  });
});

describe('JSON Lines with former references', () => {
  const account = { kind: 'account', ref: 'sync', accountKind: 'exchange', datasource: 'X' };
  const group = '6f1c3c5e-8f2c-4c59-9a55-3b1f6a3f0a01';
  const legs = (referenceId: string, more: object = {}): readonly object[] =>
    (['DISPOSITION', 'ACQUISITION'] as const).map((type) => ({
      kind: 'event',
      account: 'sync',
      referenceId,
      type,
      asset: { key: type === 'DISPOSITION' ? 'BTC' : 'ETH', symbol: type === 'DISPOSITION' ? 'BTC' : 'ETH' },
      amount: '1',
      timestamp: '2025-05-01T10:00:00Z',
      euroValue: '100',
      continuityGroupId: group,
      ...more,
    }));
  const note = (referenceId: string): object => ({
    kind: 'note',
    account: 'sync',
    referenceId,
    type: 'DISPOSITION',
    assetKey: 'BTC',
    id: 'N1',
    note: 'swapped',
    createdAt: '2025-05-01T10:00:00Z',
    updatedAt: '2025-05-01T10:00:00Z',
  });
  const newName = { formerReferences: ['never-stored', 'old-1'], timestamp: '2025-08-01T10:00:00Z' };

  it('keep the events that are stored under one of them, with their ids, groups and notes', async () => {
    const user = await createUser(stack, {
      years: [2025],
      facts: [account, ...legs('old-1'), ...legs('old-2')],
    });
    const before = await eventIds(user, 2025);
    const outcome = await importLines(stack, user.userId, [
      account,
      ...legs('new-1', newName),
      note('new-1'),
    ]);
    expect(outcome).toMatchObject({ event: { added: 0, changed: 2, removed: 0 }, note: { added: 1 } });
    expect(await eventIds(user, 2025)).toEqual(before);
    const { transactions } = await ok(
      user.api.GET('/api/v1/transactions', { params: { query: { year: 2025 } } }),
    );
    const kept = transactions.filter(({ referenceId }) => referenceId === 'old-1');
    expect(kept).toHaveLength(2);
    for (const each of kept) expect(each.timestamp).toContain('2025-08-01');
    const again = await importLines(stack, user.userId, [account, ...legs('new-1', newName), note('new-1')]);
    expect(again).toMatchObject({ event: { unchanged: 2 }, note: { unchanged: 1 }, recalc: 'NOT_NEEDED' });
  });

  it('add events whose former reference the same file holds too', async () => {
    const user = await createUser(stack, { years: [2025], facts: [account, ...legs('old-1')] });
    const outcome = await importLines(stack, user.userId, [
      account,
      ...legs('new-1', newName),
      ...legs('old-1'),
    ]);
    expect(outcome).toMatchObject({ event: { added: 2, changed: 0, unchanged: 2, removed: 0 } });
  });
});

describe('A movement that is read otherwise now', () => {
  it('replaces what an earlier version made of it', async () => {
    const { userId } = await createUser(stack);
    const rows = [WITHOUT_IDS, '2025-02-01 10:00:00 UTC,Receive,BTC,0.5,EUR,80000,,,,Received from a friend'];
    await importNow(userId, fileOf('received.csv', rows));
    // Coinbase names what it gives only in its notes.
    const asReward = rows.map((row) => row.replace('from a friend', 'as Coinbase Earn'));
    const { event } = await importNow(userId, fileOf('reward.csv', asReward));
    expect(event).toMatchObject({ added: 1, removed: 1 });
  });
});
