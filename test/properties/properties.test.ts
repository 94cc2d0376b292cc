/** Invariants of every history (engine.md §2, §3), checked on random histories with corrections. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closeYear, recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, EngineOutputs, Lot, Slice } from '../../services/recalc/src/engine/types.ts';
import { outputFingerprint } from '../../services/recalc/src/tables/tables.ts';
import { event } from '../../services/recalc/test/engine/build.ts';
import { histories } from './histories.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 400) };

function sum<Row>(rows: Iterable<Row>, value: (row: Row) => bigint): bigint {
  let total = 0n;
  for (const row of rows) total += value(row);
  return total;
}

function holds(property: (outputs: EngineOutputs, inputs: EngineInputs) => void): void {
  fc.assert(
    fc.property(histories(), (inputs) => {
      property(recalculate(inputs), inputs);
    }),
    RUNS,
  );
}

const takenFrom = ({ slices }: EngineOutputs, lot: Lot): Slice[] =>
  slices.filter((slice) => slice.lot.id === lot.id);

describe('In every history', () => {
  it('quantity in = out + held + waiting for every lot', () => {
    holds((outputs) => {
      for (const lot of outputs.lots) {
        const gone = takenFrom(outputs, lot).filter(({ kind }) => kind !== 'WAITING');
        expect(sum(gone, ({ amount }) => amount) + lot.remaining + lot.waiting).toBe(lot.amount);
      }
    });
  });

  it('basis is conserved: the cost of a lot is the sum of the costs taken, held and waiting', () => {
    holds((outputs) => {
      for (const lot of outputs.lots) {
        const gone = takenFrom(outputs, lot).filter(({ kind }) => kind !== 'WAITING');
        expect(
          sum(gone, ({ historicCost }) => historicCost) + lot.remainingCostBasis + lot.waitingCostBasis,
        ).toBe(lot.costBasis);
      }
    });
  });

  it('a transfer between assets passes on exactly the basis that left', () => {
    holds((outputs) => {
      const moved = outputs.slices.filter(({ kind }) => kind === 'MOVED');
      for (const event of new Set(moved.map((slice) => slice.event))) {
        const left = sum(
          moved.filter((slice) => slice.event === event),
          ({ historicCost }) => historicCost,
        );
        const arrived = outputs.lots.filter(
          ({ origin, fromLotId }) => fromLotId !== null && origin?.outEventId === event.raw.id,
        );
        expect(sum(arrived, ({ costBasis }) => costBasis)).toBe(left);
      }
    });
  });

  it('no lot or slice is negative', () => {
    holds((outputs) => {
      for (const { amount, remaining, waiting, costBasis } of outputs.lots)
        expect([amount > 0n, remaining >= 0n, waiting >= 0n, costBasis >= 0n]).not.toContain(false);
      for (const { amount, historicCost } of outputs.slices)
        expect([amount > 0n, historicCost >= 0n]).not.toContain(false);
    });
  });

  it('slices add up to their event, except for a shortfall that raises an issue', () => {
    holds((outputs) => {
      for (const [index, event] of outputs.events.entries()) {
        if (event.transfer !== null || !['CONSUME', 'REPAY', 'LEAVE'].includes(event.effect.pool)) continue;
        const taken = sum(
          outputs.slices.filter((slice) => slice.event === event),
          ({ amount }) => amount,
        );
        expect(outputs.outcomes[index]?.isShort).toBe(taken < event.amount);
        expect(taken <= event.amount).toBe(true);
      }
    });
  });

  it('proceeds of the slices add up to the event exactly, unless there is a shortfall', () => {
    holds((outputs, { regimes }) => {
      if (regimes.length > 0) return;
      for (const [index, event] of outputs.events.entries()) {
        if (event.effect.gain !== 'PROCEEDS_LESS_BASIS' || event.value === null) continue;
        if (outputs.outcomes[index]?.isShort === true) continue;
        const slices = outputs.slices.filter((slice) => slice.event === event);
        expect(sum(slices, ({ proceeds }) => proceeds ?? 0n)).toBe(event.value);
      }
    });
  });

  it('both sides of a swap have the same value', () => {
    holds(({ events }) => {
      const swaps = Map.groupBy(
        events.filter(({ inSwap }) => inSwap),
        ({ raw }) => raw.continuityGroupId,
      );
      for (const legs of swaps.values()) {
        if (legs.some(({ value }) => value === null)) continue;
        const side = (type: string): bigint =>
          sum(
            legs.filter((leg) => leg.type === type),
            ({ value }) => value ?? 0n,
          );
        expect(side('DISPOSITION')).toBe(side('ACQUISITION'));
      }
    });
  });

  it('ids of lots and slices are unique', () => {
    holds(({ lots, slices }) => {
      expect(new Set(lots.map(({ id }) => id)).size).toBe(lots.length);
      const keys = slices.map(({ event, ordinal }) => `${event.raw.id} ${String(ordinal)}`);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  it('years add up to their events', () => {
    holds(({ events, outcomes, years }) => {
      expect(sum(years, ({ capitalGains }) => capitalGains)).toBe(
        sum(outcomes, ({ totalGain }) => totalGain ?? 0n),
      );
      expect(sum(years, (year) => year.income)).toBe(sum(outcomes, ({ income }) => income));
      expect(years.reduce((count, { transactionCount }) => count + transactionCount, 0)).toBe(events.length);
      for (const year of years) expect(sum(year.monthlyGains, (gain) => gain)).toBe(year.capitalGains);
    });
  });

  it('holdings add up to the lots', () => {
    holds(({ holdings, lots }) => {
      expect(sum(holdings, ({ amount }) => amount)).toBe(
        sum(lots, ({ remaining, waiting }) => remaining + waiting),
      );
      expect(sum(holdings, ({ costBasis }) => costBasis)).toBe(
        sum(lots, (lot) => lot.remainingCostBasis + lot.waitingCostBasis),
      );
    });
  });

  it('a debt is the borrowed amount less the payments', () => {
    holds(({ debts, payments }) => {
      for (const debt of debts) {
        const paid = payments.filter(({ loanEventId }) => loanEventId === debt.eventId);
        expect(debt.remaining + sum(paid, ({ principal }) => principal)).toBe(debt.amount);
        expect(paid.filter(({ closes }) => closes).length).toBe(debt.remaining === 0n ? 1 : 0);
      }
    });
  });

  it('an event that acts on no pool raises only SUSPECTED_SPAM', () => {
    holds(({ events, issues }) => {
      const silent = new Set(events.filter(({ effect }) => effect.pool === 'NONE').map(({ raw }) => raw.id));
      for (const { eventId, type } of issues)
        if (silent.has(eventId ?? '')) expect(type).toBe('SUSPECTED_SPAM');
    });
  });

  it('the order of the inputs does not matter', () => {
    const shuffles = histories().chain((inputs) =>
      fc.record({
        inputs: fc.constant(inputs),
        events: fc.shuffledSubarray([...inputs.events], { minLength: inputs.events.length }),
        prices: fc.shuffledSubarray([...inputs.prices], { minLength: inputs.prices.length }),
      }),
    );
    fc.assert(
      fc.property(shuffles, ({ inputs, events, prices }) => {
        const shuffled = recalculate({
          ...inputs,
          events,
          prices,
          overrides: inputs.overrides.toReversed(),
          rules: inputs.rules.toReversed(),
          matches: inputs.matches.toReversed(),
        });
        expect(outputFingerprint(shuffled)).toBe(outputFingerprint(recalculate(inputs)));
      }),
      RUNS,
    );
  });

  it('adding an event after a frozen year changes nothing in it', () => {
    const later = fc.record({
      type: fc.constantFrom(
        'ACQUISITION' as const,
        'DISPOSITION' as const,
        'INCOME' as const,
        'FEE' as const,
      ),
      assetKey: fc.constantFrom('BTC', 'ETH', 'WETH'),
      amount: fc.constantFrom('0.5', '2', '40'),
      at: fc.constantFrom('2025-12-31T23:00:00Z', '2026-01-02T00:00:00Z', '2031-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(histories(), later, (inputs, { type, ...facts }) => {
        const added = { ...inputs, events: [...inputs.events, event('added', type, facts)] };
        const frozen = closeYear(inputs, 2025);
        expect(closeYear(added, 2025)).toEqual(frozen);
        const frozenYears = [{ year: 2025, ...frozen }];
        const drifts = ({ issues }: EngineOutputs) =>
          issues.filter((issue) => issue.type === 'FROZEN_YEAR_DRIFT');
        const after = recalculate({ ...added, frozenYears });
        expect(drifts(after)).toEqual([]);
        expect(after.events.some(({ year }) => year === 2025)).toBe(false);
      }),
      RUNS,
    );
  });
});
