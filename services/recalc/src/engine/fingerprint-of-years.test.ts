/** The fingerprint of a year changes with its events, its opening state and its photo prices (engine.md §7, "Frozen years stand"). */
import { describe, expect, it } from '@jest/globals';
import { textDigest } from '@ctx/domain/digest';
import { eventInputDigest, otherInputsDigest, yearInputFingerprint } from './fingerprint.ts';
import { resolve } from './resolve/resolve.ts';
import type { ClosingLot, ClosingState, Debt, EffectiveEvent, RawEvent } from './types.ts';
import {
  amount,
  at,
  buy,
  eur,
  type Extras,
  idOf,
  inputsOf,
  match,
  override,
  sell,
} from '../../test/engine/build.ts';

const MOMENT = at('2025-12-31T23:00:00Z');
const EMPTY: ClosingState = { lots: [], waiting: [], marks: [], debts: [], actedAhead: [] };

const lotOf = (fields: Partial<ClosingLot>): ClosingLot => ({
  id: idOf('lot'),
  assetKey: 'BTC',
  eventId: idOf('old'),
  originEventId: idOf('old'),
  fromLotId: null,
  acquiredUs: MOMENT - 1,
  heldSinceUs: 1,
  arrivedUs: 1,
  amount: amount('1'),
  costBasis: eur('1'),
  feesEur: 0n,
  photo: null,
  origin: null,
  remaining: amount('1'),
  arrival: 0,
  key: ['a', 'BTC', 'ACQUISITION', 'old', idOf('old')],
  ...fields,
});
const debtOf = (remaining: bigint): Debt => ({
  eventId: idOf('loan'),
  assetKey: 'BTC',
  borrowedUs: 1,
  amount: 2n,
  originalCostBasis: 3n,
  remaining,
  saleProceeds: 0n,
  soldUs: null,
});

interface Facts {
  readonly year?: number;
  readonly opening?: Partial<ClosingState>;
  readonly prices?: Readonly<Record<string, bigint>>;
}

function print(events: readonly EffectiveEvent[], { year = 2026, opening, prices = {} }: Facts = {}): string {
  const photoPriceOf = (assetKey: string): bigint | null => prices[assetKey] ?? null;
  const law = { regimeOf: () => 'NORMAAL_BEHEER' as const, photoPriceOf };
  return yearInputFingerprint({ year, events, opening: { ...EMPTY, ...opening }, law });
}

const eventsOf = (events: readonly RawEvent[], extras?: Extras): readonly EffectiveEvent[] =>
  resolve(inputsOf(events, extras)).events;

describe('The opening state of a year', () => {
  it('is part of its fingerprint', () => {
    const part = { outEventId: idOf('out'), lotId: idOf('lot'), amount: 1n, costBasis: 1n, feesEur: 0n };
    const openings: Partial<ClosingState>[] = [
      {},
      { lots: [lotOf({})] },
      { lots: [lotOf({ remaining: amount('0.5') })] },
      { waiting: [{ ...part, photo: null, heldSinceUs: 1 }] },
      { waiting: [{ ...part, amount: 2n, photo: null, heldSinceUs: 1 }] },
      { actedAhead: [[idOf('out'), idOf('in')]] },
      { debts: [debtOf(1n)] },
      { debts: [debtOf(2n)] },
    ];
    expect(new Set(openings.map((opening) => print([], { opening }))).size).toBe(openings.length);
  });

  it('does not count a paid debt', () => {
    const opening = { debts: [debtOf(0n)] };
    expect(print([], { opening })).toBe(print([]));
    expect(print([], { opening: { debts: [debtOf(1n), debtOf(0n)] } })).toBe(
      print([], { opening: { debts: [debtOf(1n)] } }),
    );
  });
});

describe('The photo price of an asset is part of the fingerprint of a year', () => {
  const sold = sell('sold', { at: '2026-05-01', euroValue: '5' });
  const out = sell('out', { at: '2026-05-01', treatment: 'CONTINUITY_WRAP' });
  const into = { at: '2026-05-01', treatment: 'CONTINUITY_WRAP' } as const;
  const joined = { matches: [match('out', 'in', 'WRAP')] };
  const wrapped: ClosingLot = lotOf({ photo: { assetKey: 'ETH', amount: 1n } });

  it.each<readonly [string, readonly RawEvent[], boolean, ClosingLot?, Extras?, number?]>([
    ['where it is sold and was held then', [sold], true],
    ['not where it came later', [sold], false, lotOf({ acquiredUs: MOMENT })],
    ['nor where another asset is sold', [{ ...sold, assetKey: 'SOL' }], false],
    ['nor where nothing is sold', [], false],
    ['nor where it is bought', [buy('bought', { at: '2026-05-01' })], false],
    ['nor where it is given away', [{ ...sold, treatment: 'GIFT_GIVEN' }], false],
    [
      'when units move to another asset',
      [out, buy('in', { ...into, assetKey: 'WBTC' })],
      true,
      undefined,
      joined,
    ],
    ['not where it moves within its pool', [out, buy('in', into)], false, undefined, joined],
    ['nor where it waits', [out], false],
    ['nor before 2026', [{ ...sold, timestampUs: at('2025-05-01') }], false, undefined, {}, 2025],
  ])('%s', (_title, raw, expected, lot = lotOf({}), extras = {}, year = 2026) => {
    const events = eventsOf(raw, extras);
    const [cheap, dear] = [1n, 2n].map((BTC) =>
      print(events, { year, opening: { lots: [lot] }, prices: { BTC } }),
    );
    expect(cheap !== dear).toBe(expected);
  });

  it('as the price of the asset that a lot was then, when it is another now', () => {
    const of = (prices: Facts['prices']): string =>
      print(eventsOf([sold]), { opening: { lots: [wrapped] }, prices: prices ?? {} });
    expect(of({ ETH: 1n })).not.toBe(of({ ETH: 2n }));
    expect(of({ BTC: 1n })).toBe(of({ BTC: 2n }));
  });
});

describe('The effective events', () => {
  const events = [sell('out', { at: '2026-05-01' }), buy('in', { at: '2026-05-02', assetKey: 'WBTC' })];
  const extras = {
    matches: [match('out', 'in', 'WRAP')],
    overrides: [override('out', { description: 'x' })],
  };

  it('of a year are part of its fingerprint, with correction, legs, kind and start of the holding period', () => {
    const [leg] = eventsOf(events, extras);
    const { transfer, override: said } = leg!;
    const variants: Partial<EffectiveEvent>[] = [
      {},
      { override: null },
      { override: { ...said!, id: idOf('another') } },
      { override: { ...said!, originAcquiredUs: 1 } },
      { transfer: null },
      { transfer: { ...transfer!, kind: 'BRIDGE' as const } },
      { transfer: { ...transfer!, outLeg: transfer!.inLeg } },
      { transfer: { ...transfer!, inLeg: transfer!.outLeg } },
      { value: 1n },
      { value: 0n },
      { amount: 1n },
      { ruleId: idOf('rule') },
      { taxable: true },
    ];
    const prints = variants.map((fields) => print([{ ...leg!, ...fields }]));
    expect(new Set(prints).size).toBe(variants.length);
  });

  it('of other years are not part of its fingerprint', () => {
    expect(print(eventsOf([buy('new', { at: '2027-01-01' })]))).toBe(print([]));
  });
});

describe('The fingerprint of the inputs', () => {
  it('digests an event without an override as its raw facts and a space', () => {
    const text = [
      idOf('e'),
      idOf('kraken-1'),
      'kraken-1',
      'BTC',
      'BTC',
      null,
      null,
      false,
      'ACQUISITION',
      'e',
      '1',
      at('2026-01-01'),
      null,
      'NORMAL',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      [],
      false,
      false,
      false,
      false,
    ];
    expect(eventInputDigest(buy('e', { at: '2026-01-01' }), null, '')).toBe(
      textDigest(`${JSON.stringify(text)} `),
    );
  });

  it('tells facts apart, however their fields are split', () => {
    const of = (years: readonly (readonly [number, string])[]): string =>
      otherInputsDigest(
        {
          ...inputsOf([]),
          frozenYears: years.map(([year, inputFingerprint]) => ({ year, inputFingerprint, closing: EMPTY })),
        },
        [],
      );
    expect(
      of([
        [2025, 'a'],
        [2026, 'b'],
      ]),
    ).not.toBe(of([[2025, 'afrozen 2026 b']]));
  });
});
