/** `ctx prices status` and its metrics: which prices the figures lack, of all users without their names, and of one. */
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { createUser, type TestUser, useStack } from './kit.ts';
import { event, importLines, waitFor } from './stack.ts';

const stack = useStack({ own: true, settings: { SELF_CHECK_USERS: '0' } });

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const of = (key: string): object => ({ asset: { key, symbol: key } });
const income = (id: string, time: string): object => event(id, 'INCOME', '2', time, null, of('LACK'));
const PHOTO_DAY = '2025-12-31';

const userWith = (lines: readonly object[]): Promise<TestUser> =>
  createUser(stack, { years: [2024, 2025, 2026], facts: [ACCOUNT, ...lines] });
const statusOf = (...args: readonly string[]) => stack.ctx(['prices', 'status', ...args]);

async function gauges(): Promise<Record<string, number>> {
  const text = await (await fetch(`http://${stack.ready().services.recalc.health}/metrics`)).text();
  const lines = text.matchAll(/^(ctx_missing_[a-z_]+)\{[^}]*\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

describe('ctx prices status', () => {
  it('says which assets lack which days and the photo price, newest first, and nothing more once they are imported', async () => {
    // 23:30 in Brussels on 10 June, and 00:30 on 11 June.
    const first = await userWith([
      income('A', '2024-06-10T21:30:00Z'),
      income('B', '2024-06-10T22:30:00Z'),
      income('C', '2024-06-11T10:00:00Z'),
    ]);
    const second = await userWith([income('A', '2024-06-11T15:00:00Z')]);
    const sold = event('S', 'DISPOSITION', '1', '2026-05-05T12:00:00Z', '150', of('PHOTO'));
    const bought = event('P', 'ACQUISITION', '1', '2025-01-10T10:00:00Z', '10', of('PHOTO'));
    await userWith([bought, sold]);
    await userWith([event('H', 'ACQUISITION', '1', '2025-01-10T10:00:00Z', '10', of('HELD'))]);
    await userWith([event('Y', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '10', of('YOUNG'))]);
    const photo = (asset: string, users: number) => ({
      asset,
      day: PHOTO_DAY,
      photo: true,
      events: 0,
      users,
    });
    const days = [
      { asset: 'LACK', day: '2024-06-11', photo: false, events: 3, users: 2 },
      { asset: 'LACK', day: '2024-06-10', photo: false, events: 1, users: 1 },
    ];
    expect(await statusOf()).toEqual({
      missing: [photo('HELD', 1), photo('LACK', 2), photo('PHOTO', 1), ...days],
      total: 5,
    });
    expect(await statusOf('--limit', '1')).toEqual({ missing: [photo('HELD', 1)], total: 5 });
    expect(await statusOf('--user', second.userId)).toEqual({
      missing: [
        { asset: 'LACK', day: PHOTO_DAY, photo: true, events: 0 },
        { asset: 'LACK', day: '2024-06-11', photo: false, events: 1 },
      ],
      total: 2,
    });
    // A gain needs one of the three photo prices. The gauges may be as old as a minute.
    await waitFor(async () => (await gauges())['ctx_missing_price_events'] === 4);
    expect(await gauges()).toEqual({ ctx_missing_price_events: 4, ctx_missing_photo_price_users: 1 });

    const price = (assetKey: string, at: string): object => ({ kind: 'price', assetKey, at, eur: '5' });
    const prices = [
      price('LACK', '2024-06-10T12:00:00Z'),
      price('LACK', '2024-06-11T09:00:00Z'),
      ...['HELD', 'LACK', 'PHOTO'].map((asset) => price(asset, '2025-12-31T12:00:00Z')),
    ];
    await stack.ctx(['import', '--shared-prices', stack.file('prices.jsonl', prices)]);
    await untilIdle(stack, first);
    await untilIdle(stack, second);
    await waitFor(async () => (await statusOf())['total'] === 0);
    expect(await statusOf()).toEqual({ missing: [], total: 0 });
  });

  it('asks for the photo price of held units, unless the user has one or a stablecoin has the price of its currency', async () => {
    const bought = (key: string) =>
      event(`P ${key}`, 'ACQUISITION', '1', '2025-01-10T10:00:00Z', '10', of(key));
    const facts = [ACCOUNT, ...['ENTERED', 'EURC', 'OWN', 'USDC'].map(bought)];
    const user = await createUser(stack, { years: [2025, 2026], scope: 'write', facts });
    const lacking = async () => {
      await untilIdle(stack, user);
      const { missing } = await statusOf('--user', user.userId);
      return (missing as { asset: string }[]).map(({ asset }) => asset);
    };
    expect(await lacking()).toEqual(['ENTERED', 'OWN', 'USDC']);
    await importLines(stack, user.userId, [
      { kind: 'price', assetKey: 'OWN', at: '2025-12-31T12:00:00Z', eur: '5' },
    ]);
    expect(await lacking()).toEqual(['ENTERED', 'USDC']);
    const prices = [{ assetKey: 'ENTERED', day: PHOTO_DAY, eur: 5, source: 'the exchange' }];
    await ok(user.api.POST('/api/v1/prices', { body: { prices } }));
    expect(await lacking()).toEqual(['USDC']);
    const usd = { kind: 'price', assetKey: 'USD', at: '2025-12-31T12:00:00Z', eur: '0.85' };
    await stack.ctx(['import', '--shared-prices', stack.file('usd.jsonl', [usd])]);
    expect(await lacking()).toEqual([]);
  });
});
