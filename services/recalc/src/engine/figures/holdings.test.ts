/** Holdings, groups of pools, and the counts of a year (engine.md §4, §6, §7). */
import { describe, expect, it } from '@jest/globals';
import { closeYear, recalculate, recalculatePools } from '../recalculate.ts';
import type { EngineOutputs, RawEvent } from '../types.ts';
import {
  amountText,
  at,
  buy,
  event,
  eurText,
  idOf,
  income,
  inputsOf,
  match,
  run,
  sell,
} from '../../../test/engine/build.ts';

describe('Holdings are the open lots per assetKey', () => {
  const bought = [
    buy('late', { at: '2026-03-01', amount: '2', euroValue: '40' }),
    buy('early', { at: '2026-01-01', amount: '1', euroValue: '10' }),
    buy('gone', { at: '2025-01-01', amount: '1', euroValue: '5' }),
    sell('sale', { at: '2026-04-01', amount: '1', euroValue: '9' }),
  ];
  const holdingsOf = (events: readonly RawEvent[]) => run(events).outputs.holdings;

  it('with their cost basis, lot count, and oldest and newest date', () => {
    const [holding] = holdingsOf(bought);
    expect(holding).toMatchObject({ assetKey: 'BTC', lotCount: 2 });
    expect([amountText(holding?.amount ?? -1n), eurText(holding?.costBasis ?? -1n)]).toEqual(['3', '50']);
    expect([holding?.oldestUs, holding?.newestUs]).toEqual([at('2026-01-01'), at('2026-03-01')]);
  });

  it('including lots that wait for a match, which are still owned', () => {
    const sent = sell('sent', { at: '2026-05-01', amount: '2.5', treatment: 'TRANSFER_OUT_OWN_WALLET' });
    const [holding] = holdingsOf([...bought, sent]);
    expect([
      amountText(holding?.amount ?? -1n),
      eurText(holding?.costBasis ?? -1n),
      holding?.lotCount,
    ]).toEqual(['3', '50', 2]);
  });

  it('without sold units and spam, ignored and fiat events', () => {
    const events = [
      ...bought.slice(2),
      buy('spam', { at: '2026-01-01', assetKey: 'FREE', spam: true }),
      buy('ignored', { at: '2026-01-01', assetKey: 'DUST', treatment: 'IGNORED' }),
      buy('euro', { at: '2026-01-01', assetKey: 'EUR' }),
      buy('dollar', { at: '2026-01-01', assetKey: 'USD', fiat: true }),
    ];
    expect(holdingsOf(events)).toEqual([]);
  });

  it('with the names of the newest event, in order of asset key', () => {
    const names = (name: string) => ({
      assetSymbol: name,
      assetName: `${name} coin`,
      assetChain: `${name} chain`,
      protocol: name,
    });
    const events = [
      buy('b', { at: '2026-02-01', assetKey: 'b', ...names('new') }),
      buy('a', { at: '2026-01-01', assetKey: 'b', ...names('old') }),
      buy('c', { at: '2026-03-01', assetKey: 'a', ...names('other') }),
    ];
    expect(holdingsOf(events).map(({ assetKey, assetName }) => [assetKey, assetName])).toEqual([
      ['a', 'other coin'],
      ['b', 'new coin'],
    ]);
    expect(holdingsOf(events)[1]).toMatchObject(names('new'));
  });
});

describe('Pools that depend on each other are one group', () => {
  const groupsOf = (events: readonly RawEvent[], matches = [] as ReturnType<typeof match>[]) => {
    const { pools } = run(events, { matches }).outputs;
    expect(pools.map(({ assetKey }) => assetKey)).toEqual(pools.map(({ assetKey }) => assetKey).toSorted());
    return Object.fromEntries(pools.map(({ assetKey, group }) => [assetKey, group]));
  };
  // Assets that come first by name are bought last, so that the order of names is not the order of events.
  const of = (assetKey: string, assetSymbol = assetKey) =>
    buy(`buy ${assetKey}`, {
      at: `2026-01-${String(20 - assetKey.charCodeAt(0) + 97)}`,
      assetKey,
      assetSymbol,
      euroValue: '1',
    });

  it('when any of their events have symbols of one family', () => {
    const renamed = buy('renamed', { at: '2026-02-01', assetKey: 'c', assetSymbol: 'weth', euroValue: '1' });
    expect(groupsOf([of('b', 'ETH'), of('a', 'WETH'), of('c', 'X'), of('d', 'BTC'), renamed])).toEqual({
      a: 'a',
      b: 'a',
      c: 'a',
      d: 'd',
    });
    const [, , third] = run([of('b', 'ETH'), of('a', 'WETH'), of('c', 'X'), renamed]).outputs.pools;
    expect(third?.families).toEqual(['eth', 'x']);
  });

  it('when transfers connect them, directly or through other pools', () => {
    const events = [
      ...['a', 'b', 'c', 'd'].map((key) => of(key)),
      sell('out 1', { at: '2026-02-01', assetKey: 'd' }),
      buy('in 1', { at: '2026-02-01', assetKey: 'b' }),
      sell('out 2', { at: '2026-02-02', assetKey: 'b' }),
      buy('in 2', { at: '2026-02-02', assetKey: 'a' }),
    ];
    const matches = [match('out 1', 'in 1', 'MIGRATION'), match('out 2', 'in 2', 'MIGRATION', 2)];
    expect(groupsOf(events, matches)).toEqual({ a: 'a', b: 'a', c: 'c', d: 'a' });
    expect(groupsOf(events)).toEqual({ a: 'a', b: 'b', c: 'c', d: 'd' });
  });
});

describe('Pools whose lots need the photo price of one asset', () => {
  // 1 of 2 OLD becomes NEW in a submitted year; the match was removed later.
  const events = [
    buy('buy', { at: '2024-01-01', assetKey: 'OLD', amount: '2', euroValue: '10' }),
    sell('out', { at: '2026-03-01', assetKey: 'OLD' }),
    buy('in', { at: '2026-03-01', assetKey: 'NEW' }),
    sell('old sale', { at: '2027-01-05', assetKey: 'OLD', euroValue: '20' }),
    sell('new sale', { at: '2027-02-05', assetKey: 'NEW', euroValue: '20' }),
  ];
  const matched = inputsOf(events, { matches: [match('out', 'in', 'MIGRATION')] });
  const inputs = inputsOf(events, { frozenYears: [{ year: 2026, ...closeYear(matched, 2026) }] });
  const photoIssues = (outputs: EngineOutputs | null) =>
    outputs?.issues
      .filter(({ type }) => type === 'MISSING_PHOTO_VALUE')
      .map(({ assetKey, eventId }) => [assetKey, eventId]);

  it('are one group, so that a missing price is one issue in a run of some pools too', () => {
    const all = recalculate(inputs);
    expect(photoIssues(all)).toEqual([['OLD', idOf('old sale')]]);
    const { group } = all.pools.find(({ assetKey }) => assetKey === 'NEW')!;
    const assets = all.pools.filter((pool) => pool.group === group).map(({ assetKey }) => assetKey);
    expect(photoIssues(recalculatePools(inputs, new Set(assets)))).toEqual(photoIssues(all));
  });
});

describe('The counts', () => {
  const events = [
    buy('buy', { at: '2026-01-01', euroValue: '1' }),
    income('reward', { at: '2026-02-01', euroValue: '1', accountRef: 'b' }),
    buy('ignored', { at: '2026-03-01', accountRef: 'c', treatment: 'IGNORED' }),
    event('spam', 'ACQUISITION', { at: '2027-01-01', accountRef: 'd', spam: true }),
  ];

  it('of a year are its events, ignored and spam included (transactionCount), and accounts with an event (walletCount)', () => {
    const counts = run(events).outputs.years.map(
      ({ year, transactionCount, walletCount, needsReviewCount }) => {
        return [year, transactionCount, walletCount, needsReviewCount];
      },
    );
    expect(counts).toEqual([
      [2026, 3, 3, 0],
      [2027, 1, 1, 1],
    ]);
  });

  it('of a portfolio include the accounts with an event that acts on a pool', () => {
    expect([...run(events).outputs.accountIds].toSorted()).toEqual([idOf('b'), idOf('kraken-1')].toSorted());
  });
});

describe('The figures of some pools alone', () => {
  const events = [
    buy('btc', { at: '2026-01-01', euroValue: '1' }),
    buy('eth', { at: '2026-01-01', assetKey: 'ETH', euroValue: '1' }),
    buy('weth', { at: '2026-01-01', assetKey: 'WETH', euroValue: '1' }),
    sell('out', { at: '2026-02-01', assetKey: 'ETH', amount: '0.5' }),
    buy('in', { at: '2026-02-01', assetKey: 'WETH', amount: '0.5' }),
  ];
  const inputs = inputsOf(events, { matches: [match('out', 'in', 'WRAP')] });
  const alone = (...assets: string[]) => recalculatePools(inputs, new Set(assets));

  it('equal those of a full run', () => {
    const all = recalculate(inputs);
    const part = alone('ETH', 'WETH');
    expect(part?.events.map(({ raw }) => raw.referenceId)).toEqual(['eth', 'weth', 'out', 'in']);
    expect(part?.lots).toEqual(all.lots.filter(({ assetKey }) => assetKey !== 'BTC'));
    expect(part?.pools).toEqual(all.pools.filter(({ assetKey }) => assetKey !== 'BTC'));
    expect(alone('BTC')?.lots).toEqual(all.lots.filter(({ assetKey }) => assetKey === 'BTC'));
  });

  it('are null when a transfer connects them with another pool', () => {
    expect([alone('ETH'), alone('WETH'), alone('BTC', 'ETH')]).toEqual([null, null, null]);
  });
});
