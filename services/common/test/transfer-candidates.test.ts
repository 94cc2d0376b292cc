/** Candidates of a transfer (engine.md §5). */
import { describe, expect, it } from '@jest/globals';
import { AMOUNT_SCALE } from '../domain/decimal.ts';
import {
  bestCandidates,
  candidateWindow,
  symbolFamily,
  type TransferSide,
} from '../domain/transfer-candidates.ts';
import type { NaturalKey } from '../domain/natural-key.ts';

const HOUR_US = 3_600_000_000;
const DAY_US = 24 * HOUR_US;
const UNIT = 10n ** BigInt(AMOUNT_SCALE - 6);

/** Amounts in millionths. */
const side = (id: string, more: Partial<TransferSide> & { millionths?: bigint } = {}): TransferSide => {
  const { millionths = 1_000_000n, ...fields } = more;
  return {
    ...{ id, type: 'ACQUISITION', assetKey: 'ETH', assetSymbol: 'ETH', assetChain: null },
    ...{ amount: millionths * UNIT, timestampUs: 0, isBridge: false },
    key: ['account', 'ETH', 'ACQUISITION', id] as const,
    ...fields,
  };
};
const out = side('out', { type: 'DISPOSITION' });
const ids = (of: TransferSide, others: readonly TransferSide[]): string[] =>
  bestCandidates(of, others).map((candidate) => candidate.side.id);
const isCandidate = (more: Parameters<typeof side>[1], of = out): boolean =>
  ids(of, [side('in', more)]).length === 1;

describe('arriving between 1 hour before and 7 days after the departure, with 90 % to 100 % of the amount', () => {
  it.each([
    ['at once', { timestampUs: 0 }, true],
    ['an hour before', { timestampUs: -HOUR_US }, true],
    ['a microsecond more than an hour before', { timestampUs: -HOUR_US - 1 }, false],
    ['7 days after', { timestampUs: 7 * DAY_US }, true],
    ['a microsecond more than 7 days after', { timestampUs: 7 * DAY_US + 1 }, false],
    ['90 %', { millionths: 900_000n }, true],
    ['a trifle less than 90 %', { millionths: 899_999n }, false],
    ['a trifle more than left', { millionths: 1_000_001n }, false],
  ])('%s: %j is one: %s', (_title, more, expected) => {
    expect(isCandidate(more)).toBe(expected);
  });

  it('the window of a search is the same from both sides', () => {
    expect(candidateWindow(out)).toEqual({ fromUs: -HOUR_US, toUs: 7 * DAY_US });
    expect(candidateWindow(side('in'))).toEqual({ fromUs: -7 * DAY_US, toUs: HOUR_US });
  });
});

describe('opposite direction', () => {
  it.each(['DISPOSITION', 'INCOME', 'FEE', 'EXPENSE'] as const)('never %s', (type) => {
    expect(isCandidate({ type })).toBe(false);
  });

  it('found from the arrival too; never the event itself', () => {
    expect(ids(side('in'), [out, side('in')])).toEqual(['out']);
  });
});

describe('same asset, or the same symbol for BRIDGE and MIGRATION, a symbol with or without a leading W for WRAP and UNWRAP', () => {
  const kindOf = (left: Partial<TransferSide>, arrived: Partial<TransferSide>) =>
    bestCandidates({ ...out, ...left }, [side('in', arrived)])[0]?.kind ?? null;
  const other = { assetKey: 'other' };
  it.each([
    ['one asset', {}, {}, 'SELF_TRANSFER'],
    ['one asset over a bridge', { isBridge: true }, {}, 'BRIDGE'],
    ['one symbol on another chain', { assetChain: 'a' }, { ...other, assetChain: 'b' }, 'BRIDGE'],
    [
      'one symbol on the same chain',
      { assetChain: 'a' },
      { ...other, assetChain: 'a', assetSymbol: 'eth' },
      'MIGRATION',
    ],
    ['one symbol on the same chain, over a bridge', {}, { ...other, isBridge: true }, 'BRIDGE'],
    ['W gained', {}, { ...other, assetSymbol: 'wETH' }, 'WRAP'],
    ['W lost', { ...other, assetSymbol: 'WETH' }, {}, 'UNWRAP'],
    [
      'asset keys that differ in letter case',
      { assetKey: 'key' },
      { assetKey: 'Key', assetSymbol: 'BTC' },
      null,
    ],
    ['another symbol', {}, { ...other, assetSymbol: 'BTC' }, null],
    ['two W gained', {}, { ...other, assetSymbol: 'WWETH' }, null],
    ['a second W gained', { ...other, assetSymbol: 'WETH' }, { assetSymbol: 'WWETH' }, null],
    ['a second W lost', { ...other, assetSymbol: 'WWETH' }, { assetSymbol: 'WETH' }, null],
  ] as const)('%s', (_title, left, arrived, kind) => {
    expect(kindOf(left, arrived)).toBe(kind);
  });

  it.each([
    ['WETH', 'eth'],
    ['eth', 'eth'],
    ['W', 'w'],
    ['WW', 'w'],
  ])('%s is of the family %s', (symbol, family) => {
    expect(symbolFamily(symbol)).toBe(family);
  });
});

describe('best first by time and amount distance; at most 20', () => {
  it('half the score for the time, half for the amount', () => {
    const [exact, late, short] = bestCandidates(out, [
      side('late', { timestampUs: 3.5 * DAY_US }),
      side('short', { millionths: 910_000n }),
      side('exact'),
    ]);
    expect([exact?.side.id, exact?.score]).toEqual(['exact', 1]);
    // Half the time: 1 − 0.5 / 2. Nine tenths of the missing that is allowed: 1 − 0.9 / 2.
    expect([late?.side.id, late?.score]).toEqual(['late', 0.75]);
    expect([short?.side.id, short?.score]).toEqual(['short', 0.55]);
  });

  it('early counts as far as late', () => {
    const found = bestCandidates(out, [
      side('early', { timestampUs: -HOUR_US }),
      side('late', { timestampUs: HOUR_US / 2 }),
    ]);
    expect(found.map(({ side: { id }, apartUs }) => [id, apartUs])).toEqual([
      ['late', HOUR_US / 2],
      ['early', HOUR_US],
    ]);
  });

  it('of equal score, the nearest in time comes first, then the one that lost less', () => {
    // Half the score for the time, half for the amount, in whole millionths: these three are equal.
    const tied = [
      side('later', { timestampUs: 2 }),
      side('less', { timestampUs: 1, amount: out.amount - 2n }),
      side('more', { timestampUs: 1, amount: out.amount - 1n }),
    ];
    expect(new Set(bestCandidates(out, tied).map(({ score }) => score)).size).toBe(1);
    expect(ids(out, tied)).toEqual(['more', 'less', 'later']);
  });

  it('ties in time and amount go by account ref, asset key, imported type and reference id, by code point', () => {
    const keys: readonly NaturalKey[] = [
      ['A', 'Z', 'INCOME', '9'],
      ['a', 'B', 'INCOME', '9'],
      ['a', 'b', 'ACQUISITION', '8'],
      ['a', 'b', 'ACQUISITION', '\uffff'],
      ['a', 'b', 'ACQUISITION', '\u{1f600}'],
      ['a', 'b', 'INCOME', '1'],
    ];
    // Ids are derived from the user: whatever they are, the order is the same.
    const named = (idOf: (index: number) => string) => keys.map((key, index) => side(idOf(index), { key }));
    const orderOf = (sides: readonly TransferSide[]) =>
      bestCandidates(out, sides).map((candidate) => candidate.side.key);
    expect(orderOf(named((index) => `id ${String(index)}`))).toEqual(keys);
    expect(orderOf(named((index) => `id ${String(9 - index)}`))).toEqual(keys);
    expect(orderOf(named((index) => `id ${String(index)}`).toReversed())).toEqual(keys);
  });

  it('says how much did not arrive', () => {
    expect(bestCandidates(out, [side('in', { millionths: 950_000n })])[0]?.amountDifference).toBe(
      50_000n * UNIT,
    );
  });

  it('at most 20', () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      side(`in ${String(index)}`, { timestampUs: index * HOUR_US }),
    );
    expect(ids(out, many)).toEqual(many.slice(0, 20).map(({ id }) => id));
    expect(bestCandidates(out, many, 1)).toHaveLength(1);
  });
});
