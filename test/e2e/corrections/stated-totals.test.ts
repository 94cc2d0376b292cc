/** Totals of a year that an exchange stated: beside those of the transactions, with what explains a difference; the rest is an open question. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Schema } from '@ctx/client';
import { demoLines } from '../../../deploy/demo/story.ts';
import { ok } from '../../api/client.ts';
import { createUser, type TestUser, useStack } from '../kit.ts';
import { event } from '../stack.ts';
import { untilIdle } from './users.ts';

const stack = useStack();
type Total = Schema<'ReportedTotal'>;
type Kind = Total['kind'];
type StatedTotal = Schema<'StatedTotalRequest'>;

const at = (day: string): string => `2026-${day}T10:00:00Z`;
// Belgium is an hour ahead of UTC at new year: N0 is of 2026 in Belgium and of 2025 in UTC, N1 of 2027 and of 2026.
const FACTS: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  event('N0', 'ACQUISITION', '0.3', '2025-12-31T23:30:00Z', '900'),
  event('B1', 'ACQUISITION', '2', at('01-05'), '6000'),
  event('B1', 'FEE', '0.001', at('01-05'), '3'),
  event('B2', 'ACQUISITION', '1', at('01-06'), '3100'),
  event('B3', 'ACQUISITION', '0.5', at('01-07'), '1500'),
  event('D1', 'ACQUISITION', '0.625', at('02-01'), null, { treatment: 'CONTINUITY_WITHDRAW' }),
  event('S1', 'DISPOSITION', '1', at('05-01'), '3500'),
  event('S2', 'DISPOSITION', '0.25', at('05-02'), '1000', { treatment: 'IGNORED' }),
  event('O1', 'DISPOSITION', '0.75', at('06-01'), null, { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
  event('N1', 'ACQUISITION', '0.7', '2026-12-31T23:30:00Z', '2100'),
];
/** What these facts add up to as bought: 2 + 1 + 0.5 + 0.3. */
const BOUGHT = { units: 3.8, eur: 11500, fees: 3, transactions: 4, withoutValue: 0 };

const state = (api: ApiClient, totals: StatedTotal[], more: object = {}, year = 2026) =>
  api.POST('/api/v1/years/{year}/reported', {
    params: { path: { year } },
    body: { platform: 'Kraken', totals, ...more },
  });
const remove = (api: ApiClient, statedId: string, year = 2026) =>
  api.DELETE('/api/v1/years/{year}/reported/{statedId}', { params: { path: { year, statedId } } });
const read = (api: ApiClient, year = 2026, size = 50) =>
  ok(api.GET('/api/v1/years/{year}/reported', { params: { path: { year }, query: { size } } }));
const totalOf = async (api: ApiClient, kind: Kind, assetKey = 'ETH', year = 2026): Promise<Total> =>
  (await read(api, year)).totals.find((total) => total.kind === kind && total.assetKey === assetKey)!;
const issuesOf = async (api: ApiClient, more: object = {}) => {
  const query = { type: 'REPORTED_DIFFERS' as const, ...more };
  return (await ok(api.GET('/api/v1/issues', { params: { query } }))).items;
};
const bought = (more: Partial<StatedTotal> = {}): StatedTotal => ({
  assetId: 'ETH',
  kind: 'BOUGHT',
  units: 3.8,
  ...more,
});

async function trader(years: readonly number[] = [2026]): Promise<TestUser & { readonly api: ApiClient }> {
  const user = await createUser(stack, { years: [...years], scope: 'write', facts: FACTS });
  return { ...user, api: stack.api(user.token) };
}

describe('a total that an exchange stated', () => {
  let api: ApiClient;

  beforeAll(async () => {
    ({ api } = await trader());
  });

  it('is tried out without storing it, stored beside its own total, and repeated without a change', async () => {
    const before = await read(api);
    expect(before.totals.every((total) => !('stated' in total) && !('explanations' in total))).toBe(true);
    const total = bought({ eur: 11500, transactions: 4 });
    const tried = await ok(state(api, [total], { dryRun: true, notes: 'statement' }));
    expect(tried).toMatchObject({ dryRun: true, changed: true, results: [{ created: true, changed: true }] });
    expect(await read(api)).toEqual(before);
    const outcome = await ok(state(api, [total], { notes: 'statement', platform: 'KRAKEN' }));
    expect(outcome).toMatchObject({
      changed: true,
      recalc: 'NOT_NEEDED',
      results: [
        { created: true, total: { year: 2026, platform: 'Kraken', assetId: 'ETH', amounts: 'GROSS' } },
      ],
    });
    const { id } = outcome.results[0]!.total;
    expect(await totalOf(api, 'BOUGHT')).toMatchObject({
      ...BOUGHT,
      stated: { id, units: 3.8, eur: 11500, transactions: 4, amounts: 'GROSS', notes: 'statement' },
      difference: { units: 0, eur: 0, transactions: 0 },
      explanations: [],
    });
    const again = await ok(state(api, [total], { notes: 'statement' }));
    expect(again).toMatchObject({
      changed: false,
      results: [{ created: false, changed: false, total: { id } }],
    });
  });

  it('is replaced by the next one of the same exchange, asset and kind, whatever the letter case', async () => {
    const { stated } = await totalOf(api, 'BOUGHT');
    const outcome = await ok(state(api, [bought({ assetId: 'eth', units: 2.8 })], { platform: 'kraken' }));
    expect(outcome.results).toMatchObject([{ created: false, changed: true, total: { id: stated!.id } }]);
    const { totals } = await read(api);
    expect(totals.filter((total) => total.stated !== undefined)).toMatchObject([
      { kind: 'BOUGHT', assetKey: 'ETH', stated: { units: 2.8, eur: null, transactions: null, notes: null } },
    ]);
  });

  it('is logged with its values before and after, undone, and removed', async () => {
    const { entries } = await ok(api.GET('/api/v1/history', { params: { query: { size: 1 } } }));
    expect(entries).toMatchObject([
      {
        kind: 'REPORTED',
        years: [2026],
        changes: [
          {
            action: 'REPORTED_STATED',
            fields: expect.arrayContaining([
              { field: 'units', from: '3.8', to: '2.8' },
              { field: 'statedEur', from: '11500', to: null },
            ]),
          },
        ],
      },
    ]);
    const undo = { params: { path: { entryId: entries[0]!.id } } };
    await ok(api.POST('/api/v1/history/{entryId}/undo', undo));
    const { stated } = await totalOf(api, 'BOUGHT');
    expect(stated).toMatchObject({ units: 3.8, eur: 11500, transactions: 4, notes: 'statement' });
    expect(await ok(remove(api, stated!.id))).toEqual({ deleted: true, recalc: 'NOT_NEEDED' });
    expect(await totalOf(api, 'BOUGHT')).not.toHaveProperty('stated');
    expect((await remove(api, stated!.id)).response.status).toBe(404);
    expect((await remove(api, stated!.id, 2025)).response.status).toBe(404);
  });

  it('may be of an asset or a kind without transactions, which is then a row with nothing of its own', async () => {
    const none = { units: 0, eur: 0, fees: 0, transactions: 0, withoutValue: 0 };
    const outcome = await ok(
      state(api, [
        { assetId: 'ABC', kind: 'SOLD', units: 3 },
        { assetId: 'ETH', kind: 'PAID', units: 0, transactions: 0 },
        { assetId: 'ZZZ', kind: 'SOLD', units: 4 },
      ]),
    );
    const pages: Total[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: { size: number; after?: string } = { size: 1, ...(after !== '' && { after }) };
      const params = { path: { year: 2026 }, query };
      const page: Schema<'Reported'> = await ok(api.GET('/api/v1/years/{year}/reported', { params }));
      pages.push(...page.totals);
      after = page.next ?? null;
    }
    const stated = pages.filter((total) => total.stated !== undefined);
    expect(stated).toMatchObject([
      { assetKey: 'ABC', kind: 'SOLD', ...none, country: 'IE', difference: { units: 3 }, explanations: [] },
      { assetKey: 'ETH', kind: 'PAID', ...none, difference: { units: 0, transactions: 0 } },
      { assetKey: 'ZZZ', kind: 'SOLD', ...none, difference: { units: 4 } },
    ]);
    for (const { total } of outcome.results) await ok(remove(api, total.id));
  });

  it('is stored with all others of its request or not at all', async () => {
    const { response, error } = await state(api, [
      bought(),
      { assetId: 'ETH', kind: 'SOLD', units: 1 },
      bought({ assetId: 'eth' }),
    ]);
    expect(response.status).toBe(400);
    expect(error).toMatchObject({ fieldErrors: [{ field: 'totals.2' }] });
    expect((await read(api)).totals.filter((total) => total.stated !== undefined)).toEqual([]);
  });
});

describe('the difference of a stated total', () => {
  let user: TestUser & { readonly api: ApiClient };
  let ids: ReadonlyMap<string, string>;

  beforeAll(async () => {
    user = await trader([2025, 2026, 2027]);
    const found = await Promise.all(
      [2026, 2027].map((year) =>
        ok(user.api.GET('/api/v1/transactions', { params: { query: { year, size: 50 } } })),
      ),
    );
    const events = found.flatMap(({ transactions }) => transactions).filter(({ type }) => type !== 'FEE');
    ids = new Map(events.map(({ id, referenceId }) => [String(referenceId), id]));
  });

  const UNITS = ['UNITS'] as const;
  const BOTH = ['UNITS', 'EUR'] as const;
  const EUR = ['EUR'] as const;
  it.each<readonly [string, StatedTotal, string, readonly ('UNITS' | 'EUR')[], readonly string[]]>([
    [
      'one transaction that the exchange does not have',
      bought({ units: 2.8, eur: 8400 }),
      'ONE_TRANSACTION',
      BOTH,
      ['B2'],
    ],
    ['one transaction, without a value', bought({ units: 1.8 }), 'ONE_TRANSACTION', UNITS, ['B1']],
    [
      'a transaction that is of the year before in UTC',
      bought({ units: 3.5, eur: 10600 }),
      'ON_THE_BOUNDARY',
      BOTH,
      ['N0'],
    ],
    [
      'a transaction of the next year that is of this one in UTC',
      bought({ units: 4.5, eur: 13600 }),
      'ON_THE_BOUNDARY',
      BOTH,
      ['N1'],
    ],
    ['both ends of the year', bought({ units: 4.2, eur: 12700 }), 'ON_THE_BOUNDARY', BOTH, ['N0', 'N1']],
    [
      'a transaction that is ignored',
      { assetId: 'ETH', kind: 'SOLD', units: 1.25, eur: 4500 },
      'IGNORED',
      BOTH,
      ['S2'],
    ],
    ['a transaction of another kind', bought({ units: 4.425 }), 'OTHER_KIND', UNITS, ['D1']],
    [
      'a transaction without a value',
      { assetId: 'ETH', kind: 'TRANSFERRED_OUT', units: 0.75, eur: 2200 },
      'MISSING_VALUE',
      EUR,
      ['O1'],
    ],
    ['fees', bought({ eur: 11497 }), 'FEES', EUR, ['B1']],
  ])('is explained by %s', async (_what, stated, kind, explains, references) => {
    await ok(state(user.api, [stated]));
    const { explanations } = await totalOf(user.api, stated.kind);
    const eventIds = references.map((reference) => ids.get(reference)!);
    expect(explanations).toEqual([{ kind, explains, eventIds, eventCount: eventIds.length }]);
    expect(await issuesOf(user.api)).toEqual([]);
    const { totals } = await read(user.api);
    for (const total of totals) if (total.stated !== undefined) await ok(remove(user.api, total.stated.id));
  });

  it('of a value less fees is that from the value less fees', async () => {
    await ok(state(user.api, [bought({ eur: 11497 })], { amounts: 'NET' }));
    const total = await totalOf(user.api, 'BOUGHT');
    expect(total).toMatchObject({
      stated: { amounts: 'NET' },
      difference: { units: 0, eur: 0 },
      explanations: [],
    });
  });

  it('that nothing explains is an open question of its year, until the stated total fits', async () => {
    const { api } = user;
    await ok(state(api, [bought({ units: 9, eur: 20000 })]));
    const [issue, ...more] = await issuesOf(api);
    expect(more).toEqual([]);
    expect(issue).toMatchObject({
      issueType: 'REPORTED_DIFFERS',
      year: 2026,
      locked: false,
      reported: {
        platform: 'Kraken',
        assetId: 'ETH',
        kind: 'BOUGHT',
        units: 3.8,
        statedUnits: 9,
        difference: { units: 5.2, eur: 8500, transactions: null },
      },
    });
    expect(await issuesOf(api, { year: 2026 })).toHaveLength(1);
    expect(await issuesOf(api, { year: 2025 })).toEqual([]);
    await ok(state(api, [bought({ eur: 11500 })]));
    expect(await issuesOf(api)).toEqual([]);
  });

  it('of less than the cents that the exchange rounds is no question, and neither is another number of transactions', async () => {
    const { api } = user;
    await ok(state(api, [bought({ eur: 11500.02, transactions: 17 })]));
    const total = await totalOf(api, 'BOUGHT');
    expect(total).toMatchObject({ difference: { units: 0, eur: 0.02, transactions: 13 }, explanations: [] });
    expect(await issuesOf(api)).toEqual([]);
    await ok(state(api, [bought({ eur: 11500.03 })]));
    expect(await issuesOf(api)).toHaveLength(1);
    await ok(state(api, [bought()]));
  });
});

describe('the difference of a stated total of transactions in two files', () => {
  const TRADES =
    '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"';
  const LEDGERS =
    '"txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee","balance"';
  const trade = (day: string, vol: string): string =>
    `"T${day}","O${day}","XXBTZEUR","2026-02-${day} 10:00:00","buy","limit",80000.0,2000.0000,5.2000,${vol},0.0000,"",""`;
  const ledger = (day: string, vol: string): readonly string[] => [
    `"E${day}","R${day}","2026-02-${day} 10:00:00","trade","tradespot","currency","fiat","EUR","spot / main",-2000.0000,5.2000,90000`,
    `"B${day}","R${day}","2026-02-${day} 10:00:00","trade","tradespot","currency","crypto","XXBT","spot / main",${vol},0,1`,
  ];
  const PURCHASES = [
    ['01', '0.015'],
    ['02', '0.025'],
    ['03', '0.035'],
    ['04', '0.045'],
  ] as const;

  it('is explained by the file that looks imported twice', async () => {
    const user = await createUser(stack, { years: [2026], scope: 'write' });
    const api = stack.api(user.token);
    const folder = mkdtempSync(join(tmpdir(), 'ctx-stated-'));
    const add = async (name: string, lines: readonly string[]): Promise<void> => {
      const file = join(folder, name);
      writeFileSync(file, `${lines.join('\n')}\n`);
      await stack.ctx(['import', '--user', user.userId, file, '--wait']);
      await untilIdle(stack, user);
    };
    await add('trades.csv', [TRADES, ...PURCHASES.map(([day, vol]) => trade(day, vol))]);
    await add('ledgers.csv', [LEDGERS, ...PURCHASES.flatMap(([day, vol]) => ledger(day, vol))]);
    expect(await totalOf(api, 'BOUGHT', 'BTC')).toMatchObject({ units: 0.24, transactions: 8 });
    await ok(state(api, [{ assetId: 'BTC', kind: 'BOUGHT', units: 0.12, transactions: 4 }]));
    const { explanations } = await totalOf(api, 'BOUGHT', 'BTC');
    expect(explanations).toMatchObject([{ kind: 'POSSIBLE_DUPLICATE', explains: ['UNITS'], eventCount: 4 }]);
    expect(await issuesOf(api)).toEqual([]);
  });
});

describe('a total of a year that is not open', () => {
  it('is stated, replaced and removed in a locked year, where no value is shown or compared', async () => {
    const { api } = await trader([2025]);
    const outcome = await ok(state(api, [bought({ units: 2.8, eur: 1 })]));
    expect(outcome.results).toMatchObject([{ total: { units: 2.8, eur: null } }]);
    const total = await totalOf(api, 'BOUGHT');
    expect(total).toMatchObject({
      eur: null,
      stated: { units: 2.8, eur: null },
      difference: { units: -1, eur: null },
      explanations: [{ kind: 'ONE_TRANSACTION', explains: ['UNITS'] }],
    });
    await ok(state(api, [bought({ units: 9, eur: 1 })]));
    expect(await issuesOf(api)).toMatchObject([
      { locked: true, reported: { difference: { units: 5.2, eur: null } } },
    ]);
    await ok(remove(api, total.stated!.id));
    expect(await issuesOf(api)).toEqual([]);
  });

  it('is stated, undone and removed in a submitted year, whose figures stay', async () => {
    const { api, userId } = await trader();
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2026']);
    const summary = () => ok(api.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }));
    const before = await summary();
    await ok(state(api, [bought({ units: 2.8 })]));
    expect(await totalOf(api, 'BOUGHT')).toMatchObject({ difference: { units: -1 } });
    const { entries } = await ok(api.GET('/api/v1/history', { params: { query: { size: 1 } } }));
    await ok(api.POST('/api/v1/history/{entryId}/undo', { params: { path: { entryId: entries[0]!.id } } }));
    expect(await totalOf(api, 'BOUGHT')).not.toHaveProperty('stated');
    expect(await summary()).toEqual(before);
  });
});

describe('the totals of the demo taxpayer at Kraken', () => {
  it('lead to the one transaction that the exchange does not have, for each total with several', async () => {
    const facts = demoLines('2026-11-28').map((line) => JSON.parse(line) as object);
    const { token } = await createUser(stack, { years: [2026], scope: 'write', facts });
    const api = stack.api(token);
    const { accounts } = await ok(api.GET('/api/v1/accounts'));
    const accountId = accounts.find(({ label }) => label === 'Kraken')!.id;
    const query = { year: 2026, account: accountId, size: 200 };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    const bought = (await read(api)).totals.filter(
      ({ platform, kind, transactions: count }) => platform === 'Kraken' && kind === 'BOUGHT' && count > 1,
    );
    expect(bought.length).toBeGreaterThan(0);
    for (const { assetKey, units, eur, transactions: count } of bought) {
      const of = ({
        assetKey: key,
        type,
        treatment,
        continuityGroupId,
        euroValue,
      }: (typeof transactions)[number]) =>
        key === assetKey &&
        type === 'ACQUISITION' &&
        treatment === 'NORMAL' &&
        continuityGroupId == null &&
        euroValue != null;
      const missing = transactions.find(of)!;
      const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
      const total = {
        assetId: assetKey,
        kind: 'BOUGHT' as const,
        units: rounded(units - missing.amount, 12),
        eur: rounded(eur! - missing.euroValue!, 2),
        transactions: count - 1,
      };
      await ok(state(api, [total]));
      const { explanations } = await totalOf(api, 'BOUGHT', assetKey);
      // Each with these units and this value could be it.
      const alike = transactions.filter(
        (each) => of(each) && each.amount === missing.amount && each.euroValue === missing.euroValue,
      );
      const found = alike.map(({ id }) => ({
        kind: 'ONE_TRANSACTION',
        explains: ['UNITS', 'EUR'],
        eventIds: [id],
        eventCount: 1,
      }));
      expect(explanations).toHaveLength(found.length);
      expect(explanations).toEqual(expect.arrayContaining(found));
    }
    expect(await issuesOf(api)).toEqual([]);
  });
});
