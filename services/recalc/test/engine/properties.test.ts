/** What holds of every history (engine.md §2, §3), over random ones. */
import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, TREATMENTS } from '@ctx/common/domain/vocabulary';
import fc from 'fast-check';
import { outputFingerprint } from '../../src/engine/fingerprint.ts';
import { recalculate } from '../../src/engine/recalculate.ts';
import { effectOf } from '../../src/engine/treatments.ts';
import type { EffectiveEvent, EngineInputs, EngineOutputs, RawEvent } from '../../src/engine/types.ts';
import { at, event, idOf } from './build.ts';

const RUNS = { numRuns: 400 };
const START_US = at('2025-12-28T00:00:00Z');
const HOUR_US = 3_600_000_000;

const decimal = (integerMax: number, fractionDigitsMax: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: integerMax }),
      fc.stringMatching(new RegExp(`^[0-9]{0,${fractionDigitsMax}}$`)),
    )
    .map(([integer, fraction]) => (fraction === '' ? String(integer) : `${String(integer)}.${fraction}`));

const amounts = fc
  .oneof(fc.constantFrom('1', '2', '3', '0.5'), decimal(3, 24))
  .filter((text) => /[1-9]/.test(text));
const treatments = fc.oneof(
  { weight: 2, arbitrary: fc.constant('NORMAL' as const) },
  fc.constantFrom(...TREATMENTS),
);

const facts = fc.record({
  type: fc.oneof(
    fc.constantFrom('ACQUISITION' as const, 'DISPOSITION' as const),
    fc.constantFrom(...EVENT_TYPES),
  ),
  treatment: treatments,
  amount: amounts,
  euroValue: fc.option(decimal(1000, 12), { freq: 4 }),
  assetKey: fc.constantFrom('BTC', 'ETH', 'EUR'),
  accountRef: fc.constantFrom('a', 'b'),
  // Few hours, so that many events share an instant and some prices are a day old.
  hour: fc.integer({ min: 0, max: 150 }),
  taxable: fc.option(fc.boolean(), { freq: 1 }),
  spam: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
  group: fc.option(fc.constantFrom('g1', 'g2', 'g3', 'g4'), { freq: 2 }),
});

const histories: fc.Arbitrary<EngineInputs> = fc
  .record({
    rows: fc.array(facts, { maxLength: 40 }),
    prices: fc.array(
      fc.record({ hour: fc.integer({ min: 0, max: 150 }), eur: decimal(100, 12), shared: fc.boolean() }),
    ),
    regime: fc.constantFrom('NORMAAL_BEHEER' as const, 'SPECULATIEF' as const),
  })
  .map(({ rows, prices, regime }) => ({
    events: rows.map(({ hour, group, ...row }, index): RawEvent => {
      const continuityGroupId = group === null ? null : idOf(group);
      const raw = event(`event ${String(index)}`, row.type, { at: '2026-01-01', ...row, continuityGroupId });
      return { ...raw, timestampUs: START_US + hour * HOUR_US };
    }),
    prices: prices.map(({ hour, ...price }) => ({
      assetKey: 'ETH',
      atUs: START_US + hour * HOUR_US,
      ...price,
    })),
    regimes: [{ year: 2026, regime }],
  }));

function sum<Row>(rows: Iterable<Row>, value: (row: Row) => bigint): bigint {
  let total = 0n;
  for (const row of rows) total += value(row);
  return total;
}

const slicesOf = ({ slices }: EngineOutputs, { raw }: EffectiveEvent) =>
  slices.filter(({ eventId }) => eventId === raw.id);
const consumers = ({ events }: EngineOutputs) => events.filter((row) => effectOf(row).pool === 'CONSUME');

function holds(property: (outputs: EngineOutputs, inputs: EngineInputs) => void): void {
  fc.assert(
    fc.property(histories, (inputs) => {
      property(recalculate(inputs), inputs);
    }),
    RUNS,
  );
}

describe('Of every history', () => {
  it('what came into a lot is what was taken from it and what it holds, in amount and in basis', () => {
    holds((outputs) => {
      for (const lot of outputs.lots) {
        const slices = outputs.slices.filter(({ lotId }) => lotId === lot.id);
        expect(sum(slices, (slice) => slice.amount) + lot.remainingAmount).toBe(lot.acquiredAmount);
        expect(sum(slices, (slice) => slice.costBasis) + lot.remainingCostBasis).toBe(lot.costBasis);
      }
    });
  });

  it('lots are never negative, nor are slices', () => {
    holds((outputs) => {
      for (const lot of outputs.lots) {
        expect(lot.acquiredAmount > 0n && lot.remainingAmount >= 0n).toBe(true);
        expect(lot.costBasis >= 0n && lot.remainingCostBasis >= 0n).toBe(true);
      }
      for (const slice of outputs.slices) expect(slice.amount > 0n && slice.costBasis >= 0n).toBe(true);
    });
  });

  it('ids of lots and slices are unique', () => {
    holds(({ lots, slices }) => {
      expect(new Set(lots.map(({ id }) => id)).size).toBe(lots.length);
      expect(new Set(slices.map(({ eventId, ordinal }) => `${eventId} ${String(ordinal)}`)).size).toBe(
        slices.length,
      );
    });
  });

  it('slices of an event add up to it; what is missing is a shortfall that needs review', () => {
    holds((outputs) => {
      for (const row of consumers(outputs)) {
        const slices = slicesOf(outputs, row);
        const covered = sum(slices, ({ amount }) => amount);
        const proceeds = sum(slices, (slice) => slice.proceeds ?? 0n);
        const expected = effectOf(row).gain === 'PROCEEDS_LESS_BASIS' ? (row.euroValue ?? 0n) : 0n;
        expect(slices.map(({ ordinal }) => ordinal)).toEqual(slices.map((_slice, index) => index));
        if (covered === row.amount) expect(proceeds).toBe(expected);
        else expect(covered < row.amount && proceeds <= expected && row.needsReview).toBe(true);
      }
    });
  });

  it('a disposal’s gain is its proceeds less the basis of its slices', () => {
    holds((outputs) => {
      for (const row of consumers(outputs)) {
        const isGain = effectOf(row).gain === 'PROCEEDS_LESS_BASIS' && row.taxable;
        if (!isGain) expect(row.totalGain ?? 0n).toBe(0n);
        else if (row.euroValue === null) expect(row.totalGain).toBeNull();
        else
          expect(row.totalGain).toBe(
            row.euroValue - sum(slicesOf(outputs, row), ({ costBasis }) => costBasis),
          );
      }
    });
  });

  it('quantity in = out + held, with shortfalls accounted for', () => {
    holds((outputs) => {
      const taken = sum(outputs.slices, ({ amount }) => amount);
      const held = sum(outputs.lots, (lot) => lot.remainingAmount);
      expect(taken + held).toBe(sum(outputs.lots, (lot) => lot.acquiredAmount));
      const bought = outputs.events.filter((row) => effectOf(row).pool === 'NEW_LOT');
      for (const row of bought)
        expect(
          outputs.lots.filter(({ eventId }) => eventId === row.raw.id).map((lot) => lot.acquiredAmount),
        ).toEqual([row.amount]);
    });
  });

  it('each lot is consumed before a younger one of its asset', () => {
    holds(({ lots }) => {
      for (const assetKey of ['BTC', 'ETH']) {
        const ofAsset = lots.filter((lot) => lot.assetKey === assetKey);
        const firstOpen = ofAsset.findIndex((lot) => lot.remainingAmount > 0n);
        const younger = firstOpen === -1 ? [] : ofAsset.slice(firstOpen + 1);
        expect(younger.every((lot) => lot.remainingAmount === lot.acquiredAmount)).toBe(true);
      }
    });
  });

  it('years add up to their events', () => {
    holds(({ events, years }) => {
      expect(sum(years, ({ capitalGains }) => capitalGains)).toBe(
        sum(events, ({ totalGain }) => totalGain ?? 0n),
      );
      expect(years.reduce((count, { transactionCount }) => count + transactionCount, 0)).toBe(events.length);
      for (const year of years) expect(sum(year.monthlyGains, (gain) => gain)).toBe(year.capitalGains);
    });
  });

  it('the order of the inputs does not matter', () => {
    const shuffles = histories.chain((inputs) =>
      fc.record({
        inputs: fc.constant(inputs),
        events: fc.shuffledSubarray([...inputs.events], { minLength: inputs.events.length }),
        prices: fc.shuffledSubarray([...inputs.prices], { minLength: inputs.prices.length }),
      }),
    );
    fc.assert(
      fc.property(shuffles, ({ inputs, events, prices }) => {
        const figures = recalculate(inputs);
        const shuffled = recalculate({ ...inputs, events, prices });
        expect(shuffled).toEqual(figures);
        expect(outputFingerprint(shuffled)).toBe(outputFingerprint(figures));
      }),
      RUNS,
    );
  });
});
