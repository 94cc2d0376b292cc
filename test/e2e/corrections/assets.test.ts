/** Correcting the asset of events: LUNA of before May 2022 is LUNC, over every surface (ADR 50). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { createUser, eventIds, type TestUser, useStack } from '../kit.ts';
import { event, importLines, UNKNOWN_ID } from '../stack.ts';

const stack = useStack();

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const of = (key: string): object => ({ asset: { key, symbol: key } });
/** LUNA bought before and after May 2022, sold in 2026: the sale of 30 takes the oldest units, which are of another asset. */
const FACTS: readonly object[] = [
  ACCOUNT,
  event('OLD', 'ACQUISITION', '100', '2026-01-05T10:00:00Z', '5000', of('LUNA')),
  event('NEW', 'ACQUISITION', '40', '2026-02-05T10:00:00Z', '80', of('LUNA')),
  event('SALE', 'DISPOSITION', '30', '2026-03-05T10:00:00Z', '90', of('LUNA')),
  event('GIFT', 'INCOME', '10', '2026-04-05T10:00:00Z', null, of('LUNA')),
  event('EURO', 'DISPOSITION', '80', '2026-02-05T10:00:00Z', '80', {
    asset: { key: 'EUR', symbol: 'EUR', fiat: true },
  }),
  { kind: 'price', assetKey: 'LUNA', at: '2026-04-05T09:00:00Z', eur: '2' },
  { kind: 'price', assetKey: 'LUNC', at: '2026-04-05T09:00:00Z', eur: '0.1' },
];

let user: TestUser;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  user = await createUser(stack, { beta: 'portfolio', scope: 'write', facts: FACTS });
  ids = await eventIds(user, 2026);
});

const api = () => stack.api(user.token);
const id = (name: string): string => ids.get(name)!;

async function correct(names: readonly string[], assetId: string | null): Promise<Schema<'BulkResponse'>> {
  const body = { taxEventIds: names.map((name) => ids.get(name) ?? name), assetId };
  return ok(api().POST('/api/v1/overrides/asset', { body }));
}

interface Figures {
  readonly gains: number | undefined;
  readonly income: number | undefined;
  readonly held: Readonly<Record<string, number>>;
}

/** Waits for the recalculation, expects the figures of a full one, and returns what a user sees. */
async function seen(): Promise<Figures> {
  await untilIdle(stack, user);
  const { last, full } = await runBesideFull(stack, user.userId);
  expect(full).toEqual(last);
  const { totalCapitalGains, totalIncome } = await ok(
    api().GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }),
  );
  const { holdings } = await ok(api().GET('/api/v1/portfolio'));
  const held = Object.fromEntries(holdings.map((each) => [each.id, each.amount]));
  return { gains: totalCapitalGains.exact ?? undefined, income: totalIncome.exact ?? undefined, held };
}

const AS_IMPORTED: Figures = { gains: -1410, income: 20, held: { LUNA: 120 } };
const CORRECTED: Figures = { gains: 30, income: 1, held: { LUNA: 10, LUNC: 110 } };

describe('A correction of the asset', () => {
  it('foresees its effect with dryRun, and saves nothing', async () => {
    expect(await seen()).toEqual(AS_IMPORTED);
    const body = { taxEventIds: ['OLD', 'GIFT'].map(id), assetId: 'LUNC', dryRun: true };
    const { preview } = await ok(api().POST('/api/v1/overrides/asset', { body }));
    expect(preview?.years).toMatchObject([
      { before: { totalCapitalGains: -1410 }, after: { totalCapitalGains: 30 } },
    ]);
    expect(await seen()).toEqual(AS_IMPORTED);
  });

  it('moves the events to the pool, the price and the symbol of the other asset', async () => {
    expect(await correct(['OLD', 'GIFT'], 'LUNC')).toMatchObject({ succeeded: 2, recalc: 'SCHEDULED' });
    expect(await seen()).toEqual(CORRECTED);
    const query = { year: 2026, asset: 'lunc' };
    const { transactions } = await ok(api().GET('/api/v1/transactions', { params: { query } }));
    expect(transactions.map(({ assetKey, assetSymbol, amount }) => [assetKey, assetSymbol, amount])).toEqual([
      ['LUNC', 'LUNC', 10],
      ['LUNC', 'LUNC', 100],
    ]);
  });

  it('changes nothing when it is repeated, and stays when the file is imported again', async () => {
    expect(await correct(['OLD', 'GIFT'], 'LUNC')).toMatchObject({ recalc: 'NOT_NEEDED' });
    await importLines(stack, user.userId, FACTS);
    expect(await seen()).toEqual(CORRECTED);
  });

  it('is a step of the explanation of the event, which shows the asset as imported', async () => {
    const { explanation } = await ok(
      api().GET('/api/v1/transactions/{taxEventId}', { params: { path: { taxEventId: id('OLD') } } }),
    );
    expect(explanation.fact?.assetKey).toBe('LUNA');
    expect(explanation.steps.filter(({ kind }) => kind === 'OVERRIDE')).toMatchObject([
      { field: 'asset', from: 'LUNA', to: 'LUNC', via: 'Test' },
    ]);
  });

  it('is one entry of the history with the asset of each event, and undoing it restores the figures', async () => {
    const newest = async () =>
      (await ok(api().GET('/api/v1/history', { params: { query: { size: 1 } } }))).entries[0]!;
    const undo = async (entryId: string) =>
      ok(api().POST('/api/v1/history/{entryId}/undo', { params: { path: { entryId } } }));
    const entry = await newest();
    expect(entry.changes.map(({ fields }) => fields)).toEqual(
      [1, 2].map(() => [{ field: 'overriddenAssetId', from: null, to: 'LUNC' }]),
    );
    await undo(entry.id);
    expect(await seen()).toEqual(AS_IMPORTED);
    await undo((await newest()).id);
    expect(await seen()).toEqual(CORRECTED);
  });

  it('returns to the asset as imported with null, and with the asset as imported', async () => {
    expect(await correct(['OLD'], null)).toMatchObject({
      results: [{ status: 'APPLIED', overrideId: null }],
    });
    expect(await correct(['GIFT'], 'LUNA')).toMatchObject({
      results: [{ status: 'APPLIED', overrideId: null }],
    });
    expect(await seen()).toEqual(AS_IMPORTED);
  });

  it('is in the record of the override, beside the asset as imported, and keeps what else was corrected', async () => {
    await correct(['OLD'], 'LUNC');
    const body = { taxEventId: id('OLD'), overriddenEuroValue: 6000 };
    const { override } = await ok(api().POST('/api/v1/overrides', { body }));
    expect(override).toMatchObject({
      assetId: 'LUNA',
      overriddenAssetId: 'LUNC',
      overriddenAssetSymbol: 'LUNC',
      overriddenEuroValue: 6000,
    });
    await correct(['OLD'], null);
    const { override: left } = await ok(api().POST('/api/v1/overrides', { body }));
    expect(left.overriddenEuroValue).toBe(6000);
    expect(left).not.toHaveProperty('overriddenAssetId');
    expect(left).not.toHaveProperty('overriddenAssetSymbol');
  });

  it('is rejected from and to money, for the item or for the request', async () => {
    const { results } = await correct(['EURO', 'NEW', UNKNOWN_ID], 'LUNC');
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ['FAILED', 'MONEY_IS_NO_ASSET'],
      ['APPLIED', null],
      ['FAILED', 'NOT_FOUND'],
    ]);
    expect(results[0]?.message).toMatch(/^Money stays money/);
    for (const assetId of ['EUR', 'USD']) {
      const { error } = await api().POST('/api/v1/overrides/asset', {
        body: { taxEventIds: [id('NEW')], assetId },
      });
      expect(error).toMatchObject({ fieldErrors: [{ field: 'assetId' }] });
    }
  });
});
