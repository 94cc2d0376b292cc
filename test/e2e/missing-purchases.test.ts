/** What the inbox says to do about an event that took more than was held: the most specific advice that it can give. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../api/client.ts';
import { createUser, useStack } from './kit.ts';
import { untilIdle } from './runs.ts';
import { newSomeone } from './settings/person.ts';
import { addFile, FILES } from './settings/file-users.ts';
import { plain } from './settings/log-users.ts';
import { event, importFile } from './stack.ts';

const stack = useStack();

const KRAKEN = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const sold = (balance: string): string[] => [
  `L1,T1,2026-02-05 10:00:00,trade,,currency,XETH,-1,0,${balance}`,
  'L2,T1,2026-02-05 10:00:00,trade,,currency,ZEUR,2000,0,2000',
];
/** Before its sale are 0.5 ETH more than its deposit brought. */
const brokenSales = ['L8,D1,2026-01-05 10:00:00,deposit,,currency,XETH,0.5,0,0.5', ...sold('0')];
/** Its time is that of the file above, and longer. */
const covering = [
  'LB,D8,2026-01-04 10:00:00,deposit,,currency,ZEUR,100,0,100',
  'LC,D9,2026-03-06 10:00:00,deposit,,currency,ZEUR,100,0,200',
];
const unknown = 'L3,U1,2026-02-06 10:00:00,novelty,,currency,XXBT,1,0,1';
const earlier = ['L5,D5,2025-02-05 10:00:00,deposit,,currency,ZEUR,100,0,100'];

const account = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const bought = event('BUY', 'ACQUISITION', '1', '2026-01-05T10:00:00Z', '2000');
const sale = event('SALE', 'DISPOSITION', '1', '2026-03-05T10:00:00Z', '2500');
const departure = (more: object = {}): object =>
  event('OUT', 'DISPOSITION', '1', '2026-02-05T10:00:00Z', '2100', {
    treatment: 'TRANSFER_OUT_UNRESOLVED',
    ...more,
  });
const arrival = (at: string): object =>
  event('IN', 'ACQUISITION', '1', at, '2600', { treatment: 'CONTINUITY_WITHDRAW' });

const ADD = 'Add the data source that holds the missing purchases.';
const MATCH =
  /^Match the transfer in unmatchedEventId with its counterpart; if it has none, add the data source/;
const LOOK = /^Look at the file in incompleteFileId .* if that is not it, add the data source/;

type Item = Schema<'ReviewQueueItem'>;

async function itemsOf(token: string, userId: string): Promise<readonly Item[]> {
  await untilIdle(stack, { userId });
  const params = { query: { type: 'MISSING_COST_BASIS' as const } };
  return (await ok(stack.api(token).GET('/api/v1/issues', { params }))).items;
}

let files = 0;

async function importLedgers(userId: string, rows: readonly string[]): Promise<void> {
  files += 1;
  const path = join(stack.dataDir, `missing-${String(files)}.csv`);
  writeFileSync(path, `${[KRAKEN, ...rows].join('\n')}\n`);
  expect(await importFile(stack, userId, path)).not.toHaveProperty('error');
}

describe('An event that took more than was held', () => {
  it.each<[what: string, facts: object[], expected: { transfer: string | null; action: string | RegExp }]>([
    ['asks for the data source where nothing explains it', [sale], { transfer: null, action: ADD }],
    [
      'asks to match a departure before it, whose units may have come back',
      [bought, departure(), sale],
      { transfer: 'OUT', action: MATCH },
    ],
    [
      'asks to match an arrival after it, which a match moves before it',
      [sale, arrival('2026-03-06T10:00:00Z')],
      { transfer: 'IN', action: MATCH },
    ],
    [
      'does not name an arrival before it, which counts as bought',
      [arrival('2026-02-06T10:00:00Z'), bought, { ...sale, amount: '3' }],
      { transfer: null, action: ADD },
    ],
    [
      'does not name a transfer of another asset',
      [departure({ asset: { key: 'BTC', symbol: 'BTC' } }), sale],
      { transfer: null, action: ADD },
    ],
  ])('%s', async (_what, facts, { transfer, action }) => {
    const user = await createUser(stack, { years: [2026], facts: [account, ...facts] });
    const items = (await itemsOf(user.token, user.userId)).filter(
      ({ event: of }) => of?.referenceId === 'SALE',
    );
    expect(items).toHaveLength(1);
    const [item] = items;
    const { transactions } = await ok(
      user.api.GET('/api/v1/transactions', { params: { query: { year: 2026 } } }),
    );
    const named = transactions.find(({ id }) => id === item!.unmatchedEventId);
    expect(named?.referenceId ?? null).toBe(transfer);
    expect(item!.recommendedAction).toMatch(action);
    expect(item!.recommendedActionId).toBe('ADD_DATA_SOURCE');
    expect(Object.hasOwn(item!, 'unmatchedEventId')).toBe(transfer !== null);
  });

  it.each<[what: string, files: (readonly string[])[], action: string | RegExp]>([
    ['names the file whose balances show that units were there before', [sold('0')], LOOK],
    ['asks for the data source where another file holds the time before', [sold('0'), earlier], ADD],
    ['names the file whose balances show that units came in', [brokenSales], LOOK],
    [
      'asks for the data source where a later file has the time in which they came',
      [brokenSales, covering],
      ADD,
    ],
    ['names the file of its account with rows that are to be checked', [[...sold('-1'), unknown]], LOOK],
    ['asks for the data source where its file lacks nothing', [sold('-1')], ADD],
  ])('%s', async (_what, ledgers, action) => {
    const { userId, token } = await createUser(stack, { years: [2026] });
    for (const rows of ledgers) await importLedgers(userId, rows);
    const [item, ...more] = await itemsOf(token, userId);
    expect(more).toEqual([]);
    expect(item!.recommendedAction).toMatch(action);
    expect(Object.hasOwn(item!, 'incompleteFileId')).toBe(action === LOOK);
  });

  it('has a link in the inbox to the page of the file, which shows the rows and how to enter them', async () => {
    const someone = await newSomeone(stack, 'missing-purchases@example.org');
    const ledgers = `${[KRAKEN, ...sold('-1'), unknown].join('\n')}\n`;
    const id = await addFile(someone.person, 'ledgers.csv', ledgers);
    await untilIdle(stack, someone);
    const { html } = await someone.person.get('/inbox?cause=MISSING_COST_BASIS&name=ETH');
    expect(plain(html)).toContain('What to do: Look at this file : rows of it were left out');
    expect(html).toContain(`href="${FILES}/${id}"`);
    const page = plain((await someone.person.get(`${FILES}/${id}`)).html);
    expect(page).toMatch(/novelty .* has a type that is not known here check this Rows 1 First lines 4 /);
    expect(page).toContain('universal template of Koinly');
  });
});
