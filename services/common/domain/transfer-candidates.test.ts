/** Candidates of a transfer (engine.md §5). */
import { describe, expect, it } from '@jest/globals';
import { AMOUNT_SCALE } from './decimal.ts';
import {
  bestCandidates,
  candidateWindow,
  symbolFamily,
  symbolsOfFamily,
  type TransferSide,
} from './transfer-candidates.ts';
import { parseInstantUs } from './instant.ts';
import type { NaturalKey } from './natural-key.ts';

const HOUR_US = 3_600_000_000;
const DAY_US = 24 * HOUR_US;
const UNIT = 10n ** BigInt(AMOUNT_SCALE - 6);

/** Amounts in millionths. */
const side = (id: string, more: Partial<TransferSide> & { millionths?: bigint } = {}): TransferSide => {
  const { millionths = 1_000_000n, ...fields } = more;
  return {
    id,
    type: 'ACQUISITION',
    assetKey: 'ETH',
    assetSymbol: 'ETH',
    assetChain: null,
    amount: millionths * UNIT,
    timestampUs: 0,
    isBridge: false,
    key: ['account', 'ETH', 'ACQUISITION', id] as const,
    ...fields,
  };
};
const out = side('out', { type: 'DISPOSITION' });
const ids = (of: TransferSide, others: readonly TransferSide[]): string[] =>
  bestCandidates(of, others).map((candidate) => candidate.side.id);
const isCandidate = (more: Parameters<typeof side>[1], of = out): boolean =>
  ids(of, [side('in', more)]).length === 1;

describe('a candidate arrives from 1 hour before to 7 days after the departure, with 90 % to 100 % of the amount', () => {
  it.each([
    ['the same time', { timestampUs: 0 }, true],
    ['a time one hour earlier', { timestampUs: -HOUR_US }, true],
    ['a time one microsecond more than one hour earlier', { timestampUs: -HOUR_US - 1 }, false],
    ['a time 7 days later', { timestampUs: 7 * DAY_US }, true],
    ['a time one microsecond more than 7 days later', { timestampUs: 7 * DAY_US + 1 }, false],
    ['90 % of the amount', { millionths: 900_000n }, true],
    ['slightly less than 90 % of the amount', { millionths: 899_999n }, false],
    ['slightly more than the amount', { millionths: 1_000_001n }, false],
  ])('an arrival with %s (%j) is a candidate: %s', (_title, more, expected) => {
    expect(isCandidate(more)).toBe(expected);
  });

  it('the search window is the same from both sides', () => {
    expect(candidateWindow(out)).toEqual({ fromUs: -HOUR_US, toUs: 7 * DAY_US });
    expect(candidateWindow(side('in'))).toEqual({ fromUs: -7 * DAY_US, toUs: HOUR_US });
  });
});

describe('a candidate has the opposite direction', () => {
  it.each(['DISPOSITION', 'INCOME', 'FEE', 'EXPENSE'] as const)(
    'an event of type %s is not a candidate for a DISPOSITION',
    (type) => {
      expect(isCandidate({ type })).toBe(false);
    },
  );

  it('it is also found from the arrival, and an event is never its own candidate', () => {
    expect(ids(side('in'), [out, side('in')])).toEqual(['out']);
  });
});

describe('the kind of a candidate follows from assets, symbols, chains and bridges', () => {
  const kindOf = (left: Partial<TransferSide>, arrived: Partial<TransferSide>) =>
    bestCandidates({ ...out, ...left }, [side('in', arrived)])[0]?.kind ?? null;
  const other = { assetKey: 'other' };
  it.each([
    ['the same asset: SELF_TRANSFER', {}, {}, 'SELF_TRANSFER'],
    ['the same asset over a bridge: BRIDGE', { isBridge: true }, {}, 'BRIDGE'],
    [
      'the same symbol on another chain: BRIDGE',
      { assetChain: 'a' },
      { ...other, assetChain: 'b' },
      'BRIDGE',
    ],
    [
      'the same symbol on the same chain: MIGRATION',
      { assetChain: 'a' },
      { ...other, assetChain: 'a', assetSymbol: 'eth' },
      'MIGRATION',
    ],
    ['the same symbol on the same chain over a bridge: BRIDGE', {}, { ...other, isBridge: true }, 'BRIDGE'],
    ['an added leading W: WRAP', {}, { ...other, assetSymbol: 'wETH' }, 'WRAP'],
    ['a removed leading W: UNWRAP', { ...other, assetSymbol: 'WETH' }, {}, 'UNWRAP'],
    [
      'asset keys that differ only in letter case: no candidate',
      { assetKey: 'key' },
      { assetKey: 'Key', assetSymbol: 'BTC' },
      null,
    ],
    ['another symbol: no candidate', {}, { ...other, assetSymbol: 'BTC' }, null],
    ['two added Ws: no candidate', {}, { ...other, assetSymbol: 'WWETH' }, null],
    ['a second W added: no candidate', { ...other, assetSymbol: 'WETH' }, { assetSymbol: 'WWETH' }, null],
    ['a second W removed: no candidate', { ...other, assetSymbol: 'WWETH' }, { assetSymbol: 'WETH' }, null],
  ] as const)('for %s', (_title, left, arrived, kind) => {
    expect(kindOf(left, arrived)).toBe(kind);
  });

  it.each([
    ['WETH', 'eth'],
    ['eth', 'eth'],
    ['W', 'w'],
    ['WW', 'w'],
  ])('the symbol %s has the family %s', (symbol, family) => {
    expect(symbolFamily(symbol)).toBe(family);
  });
});

describe('bestCandidates', () => {
  it('scores time and amount by half each', () => {
    const [exact, late, short] = bestCandidates(out, [
      side('late', { timestampUs: 3.5 * DAY_US }),
      side('short', { millionths: 910_000n }),
      side('exact'),
    ]);
    expect([exact?.side.id, exact?.score]).toEqual(['exact', 1]);
    // Half of the allowed time: 1 − 0.5 / 2. Nine tenths of the allowed difference in amount: 1 − 0.9 / 2.
    expect([late?.side.id, late?.score]).toEqual(['late', 0.75]);
    expect([short?.side.id, short?.score]).toEqual(['short', 0.55]);
  });

  it('scores early and late arrivals by the same distance', () => {
    const found = bestCandidates(out, [
      side('early', { timestampUs: -HOUR_US }),
      side('late', { timestampUs: HOUR_US / 2 }),
    ]);
    expect(found.map(({ side: { id }, apartUs }) => [id, apartUs])).toEqual([
      ['late', HOUR_US / 2],
      ['early', HOUR_US],
    ]);
  });

  it('orders equal scores by time distance, then by amount difference', () => {
    // The differences are below a millionth of the score, so these three scores are equal.
    const tied = [
      side('later', { timestampUs: 2 }),
      side('less', { timestampUs: 1, amount: out.amount - 2n }),
      side('more', { timestampUs: 1, amount: out.amount - 1n }),
    ];
    expect(new Set(bestCandidates(out, tied).map(({ score }) => score)).size).toBe(1);
    expect(ids(out, tied)).toEqual(['more', 'less', 'later']);
  });

  it('orders ties in time and amount by account ref, asset key, imported type and reference id, by code point', () => {
    const keys: readonly NaturalKey[] = [
      ['A', 'Z', 'INCOME', '9'],
      ['a', 'B', 'INCOME', '9'],
      ['a', 'b', 'ACQUISITION', '8'],
      ['a', 'b', 'ACQUISITION', '\uffff'],
      ['a', 'b', 'ACQUISITION', '\u{1f600}'],
      ['a', 'b', 'INCOME', '1'],
    ];
    // Ids depend on the user, so they must not affect the order.
    const named = (idOf: (index: number) => string) => keys.map((key, index) => side(idOf(index), { key }));
    const orderOf = (sides: readonly TransferSide[]) =>
      bestCandidates(out, sides).map((candidate) => candidate.side.key);
    expect(orderOf(named((index) => `id ${String(index)}`))).toEqual(keys);
    expect(orderOf(named((index) => `id ${String(9 - index)}`))).toEqual(keys);
    expect(orderOf(named((index) => `id ${String(index)}`).toReversed())).toEqual(keys);
  });

  it('returns the amount that did not arrive', () => {
    expect(bestCandidates(out, [side('in', { millionths: 950_000n })])[0]?.amountDifference).toBe(
      50_000n * UNIT,
    );
  });

  it('returns at most 20 candidates', () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      side(`in ${String(index)}`, { timestampUs: index * HOUR_US }),
    );
    expect(ids(out, many)).toEqual(many.slice(0, 20).map(({ id }) => id));
    expect(bestCandidates(out, many, 1)).toHaveLength(1);
  });
});

describe('a candidate of a renamed asset', () => {
  const renamedUs = parseInstantUs('2024-10-01T00:00:00Z') ?? 0;
  const named = (symbol: string, fields: Parameters<typeof side>[1] = {}) => ({
    assetKey: symbol,
    assetSymbol: symbol,
    timestampUs: renamedUs,
    ...fields,
  });
  const kindFor = (
    from: string,
    to: string,
    millionths?: bigint,
    timestampUs = renamedUs,
  ): string | undefined => {
    const left = side('out', { type: 'DISPOSITION', ...named(from, { timestampUs }) });
    const arrived = side(
      'in',
      named(to, { timestampUs, ...(millionths === undefined ? {} : { millionths }) }),
    );
    return bestCandidates(left, [arrived])[0]?.kind;
  };

  it.each([
    ['the same amount', 'MATIC', 'POL', 1_000_000n, 'MIGRATION'],
    ['the amount by the ratio', 'MKR', 'SKY', 24_000_000_000n, 'MIGRATION'],
    ['90 % of the amount by the ratio', 'MKR', 'SKY', 21_600_000_000n, 'MIGRATION'],
    ['less than 90 % of the amount by the ratio', 'MKR', 'SKY', 21_599_999_999n, undefined],
    ['an amount that the platform rounded up', 'MKR', 'SKY', 24_000_000_001n, 'MIGRATION'],
    ['more than the amount by the ratio', 'MATIC', 'POL', 1_010_000n, undefined],
    ['the old asset in place of the new one', 'POL', 'MATIC', 1_000_000n, undefined],
    ['an asset of no row', 'MATIC', 'SOL', 1_000_000n, undefined],
  ])('with %s: %s to %s', (_title, from, to, millionths, expected) => {
    expect(kindFor(from, to, millionths)).toBe(expected);
  });

  it('is none before the day of its row', () => {
    expect(kindFor('MATIC', 'POL', undefined, parseInstantUs('2023-01-01T00:00:00Z') ?? 0)).toBeUndefined();
  });

  it('has the family of the other asset, with and without a leading W', () => {
    expect(symbolFamily('POL')).toBe(symbolFamily('wMATIC'));
    expect(symbolsOfFamily('pol')).toEqual(['pol', 'wpol', 'matic', 'wmatic']);
  });
});
