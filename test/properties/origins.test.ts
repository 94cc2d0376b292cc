/**
 * How lots came (service.md, "LotBasisOrigin"; engine.md §2, `originAcquiredAt`): transfers within one asset against a model
 * that cuts lots into pieces and writes on each piece what passed over it.
 */
import { describe, expect, it } from '@jest/globals';
import { holdingPeriodDays } from '@ctx/domain/brussels';
import { parseAmount } from '@ctx/domain/decimal';
import fc from 'fast-check';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, RawEvent } from '../../services/recalc/src/engine/types.ts';
import { at, buy, idOf, inputsOf, match, override, sell } from '../../services/recalc/test/engine/build.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 500) };
const DAY_US = 86_400_000_000;

const step = fc.record({
  kind: fc.constantFrom('BUY' as const, 'MOVE' as const, 'MOVE' as const, 'SELL' as const, 'UNWRAP' as const),
  amount: fc.integer({ min: 1, max: 9 }),
  lost: fc.constantFrom(0, 0, 1),
  heldSinceDay: fc.option(fc.integer({ min: -400, max: 0 }), { freq: 3 }),
});
const steps = fc.array(step, { maxLength: 40 });
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** Mostly purchases: pools of hundreds of lots, of which each transfer moves a third, two thirds or all. */
const manySteps = fc.array(step, { minLength: 600, maxLength: 700 }).map((drawn) => {
  let held = 0;
  return drawn.map((each): Step => {
    const { kind, amount, lost } = each;
    if (kind === 'UNWRAP') held += 1;
    else if (amount > 3 || held < 9) {
      held += amount;
      return { ...each, kind: 'BUY' };
    } else if (kind === 'MOVE') {
      const moved = Math.floor((held * amount) / 3);
      held -= lost;
      return { ...each, amount: moved };
    } else held += kind === 'BUY' ? amount : -amount;
    return each;
  });
});

/** Each step on a day of its own. */
const timeOf = (index: number): number => at('2026-01-01') + index * DAY_US;
/** Lots of another asset, all older, of which each unwrapping brings one. */
const oldNameOf = (count: number): string => `old ${String(count)}`;
const oldTimeOf = (count: number): number => at('2025-01-01') + count * DAY_US;
const nameOf = (index: number): string => `step ${String(index)}`;

function historyOf(drawn: readonly Step[]): EngineInputs {
  const events: RawEvent[] = [];
  const moved = drawn.flatMap(({ kind }, index) => (kind === 'MOVE' || kind === 'UNWRAP' ? [index] : []));
  const unwrapped = drawn.filter(({ kind }) => kind === 'UNWRAP');
  for (const count of unwrapped.keys())
    events.push(
      buy(oldNameOf(count), {
        at: new Date(oldTimeOf(count) / 1000).toISOString(),
        assetKey: 'WBTC',
        euroValue: '1',
      }),
    );
  for (const [index, { kind, amount, lost }] of drawn.entries()) {
    const name = nameOf(index);
    const facts = {
      at: new Date(timeOf(index) / 1000).toISOString(),
      amount: String(amount),
      euroValue: '1',
    };
    if (kind === 'BUY') events.push(buy(name, facts));
    else if (kind === 'SELL') events.push(sell(name, facts));
    else if (kind === 'UNWRAP')
      events.push(
        sell(`${name} out`, { ...facts, amount: '1', assetKey: 'WBTC' }),
        buy(`${name} in`, { ...facts, amount: '1' }),
      );
    else
      events.push(
        sell(`${name} out`, facts),
        buy(`${name} in`, { ...facts, amount: amount === lost ? facts.amount : String(amount - lost) }),
      );
  }
  return inputsOf(events, {
    matches: moved.map((index) =>
      match(
        `${nameOf(index)} out`,
        `${nameOf(index)} in`,
        drawn[index]?.kind === 'MOVE' ? 'SELF_TRANSFER' : 'UNWRAP',
        index,
      ),
    ),
    overrides: moved.flatMap((index) => {
      const day = drawn[index]?.heldSinceDay ?? null;
      return day === null ? [] : [override(`${nameOf(index)} in`, { originAcquiredUs: timeOf(day) })];
    }),
  });
}

interface Piece {
  readonly lot: string;
  readonly acquiredUs: number;
  readonly amount: number;
  readonly origin: string | null;
  readonly heldSinceUs: number;
}

/** By event: lot, amount, transfer and days of each slice. */
function modelOf(drawn: readonly Step[]): Map<string, unknown[]> {
  const slices = new Map<string, unknown[]>();
  let pool: Piece[] = [];
  /** Takes the oldest units; a slice is all that goes of one lot, and came as its first piece came. */
  const take = (name: string, wanted: number, index: number): void => {
    const taken: Piece[] = [];
    pool = pool.flatMap((piece) => {
      const amount = Math.min(wanted, piece.amount);
      wanted -= amount;
      if (amount > 0) taken.push({ ...piece, amount });
      return piece.amount > amount ? [{ ...piece, amount: piece.amount - amount }] : [];
    });
    const byLot = [...Map.groupBy(taken, ({ lot }) => lot).values()];
    const rows = byLot.map(([first, ...more]) => [
      first!.lot,
      parseAmount(String(more.reduce((sum, { amount }) => sum + amount, first!.amount))),
      first!.origin,
      holdingPeriodDays(first!.heldSinceUs / 1000, timeOf(index) / 1000),
    ]);
    if (rows.length > 0) slices.set(idOf(name), rows);
  };
  let unwrapped = 0;
  for (const [index, { kind, amount, lost, heldSinceDay }] of drawn.entries()) {
    const [name, now] = [nameOf(index), timeOf(index)];
    const heldSinceUs = heldSinceDay === null ? null : timeOf(heldSinceDay);
    const bought = { lot: idOf(name), acquiredUs: now, amount, origin: null, heldSinceUs: now };
    if (kind === 'BUY') pool.push(bought);
    else if (kind === 'SELL') take(name, amount, index);
    else if (kind === 'UNWRAP') {
      const [lot, acquiredUs] = [idOf(oldNameOf(unwrapped)), oldTimeOf(unwrapped)];
      const days = holdingPeriodDays(acquiredUs / 1000, now / 1000);
      slices.set(idOf(`${name} out`), [[lot, parseAmount('1'), null, days]]);
      const brought = {
        lot,
        acquiredUs,
        amount: 1,
        origin: idOf(`${name} in`),
        heldSinceUs: heldSinceUs ?? acquiredUs,
      };
      pool = [...pool, brought].toSorted((a, b) => a.acquiredUs - b.acquiredUs);
      unwrapped += 1;
    } else {
      const arriving = amount === lost ? amount : amount - lost;
      take(`${name} out`, amount - arriving, index);
      let left = arriving;
      pool = pool.flatMap((piece) => {
        const part = Math.min(left, piece.amount);
        left -= part;
        const passed = {
          ...piece,
          amount: part,
          origin: idOf(`${name} in`),
          heldSinceUs: heldSinceUs ?? piece.heldSinceUs,
        };
        return [passed, { ...piece, amount: piece.amount - part }].filter((each) => each.amount > 0);
      });
      // What the pool lacked arrives as a lot of its own.
      if (left > 0)
        pool.push({ ...bought, lot: idOf(`${name} in`), amount: left, heldSinceUs: heldSinceUs ?? now });
    }
  }
  return slices;
}

/** Sells everything at the end, so that the slices show how every unit came. */
const SELL_ALL: Step = { kind: 'SELL', amount: 9999, lost: 0, heldSinceDay: null };

function expectAsModelled(someSteps: readonly Step[]): void {
  const drawn = [...someSteps, SELL_ALL];
  const { slices } = recalculate(historyOf(drawn));
  const found = new Map<string, unknown[]>();
  for (const { event, lot, amount, origin, holdingPeriodDays: days } of slices) {
    const rows = found.get(event.raw.id) ?? [];
    found.set(event.raw.id, [...rows, [lot.originEventId, amount, origin?.inEventId ?? null, days]]);
  }
  expect(found).toEqual(modelOf(drawn));
}

/** Days by lot: of the open lots at the time of the last sale, and of that sale's slices. */
function daysOfOpenLots(someSteps: readonly Step[]): { readonly open: unknown; readonly sold: unknown } {
  const soldMs = timeOf(someSteps.length) / 1000;
  const { lots } = recalculate(historyOf(someSteps));
  const { slices } = recalculate(historyOf([...someSteps, SELL_ALL]));
  const open = lots.filter(({ remaining, assetKey }) => remaining > 0n && assetKey === 'BTC');
  const sold = slices.filter(({ event }) => event.raw.id === idOf(nameOf(someSteps.length)));
  return {
    open: new Map(open.map(({ id, heldSinceUs }) => [id, holdingPeriodDays(heldSinceUs / 1000, soldMs)])),
    sold: new Map(sold.map(({ lot, holdingPeriodDays: days }) => [lot.id, days])),
  };
}

function expectLotsAsSold(someSteps: readonly Step[]): void {
  const { open, sold } = daysOfOpenLots(someSteps);
  expect(open).toEqual(sold);
}

describe('a lot that came by a matched transfer keeps its original date and its basisOrigin; originAcquiredAt replaces the start of the holding period', () => {
  it('in small pools', () => {
    fc.assert(fc.property(steps, expectAsModelled), RUNS);
  });

  it('in pools of hundreds of lots', () => {
    fc.assert(fc.property(manySteps, expectAsModelled), { numRuns: Math.ceil(RUNS.numRuns / 100) });
  });
});

describe('An open lot has the holding period that its sale would show', () => {
  it('in small pools', () => {
    fc.assert(fc.property(steps, expectLotsAsSold), RUNS);
  });

  it('in pools of hundreds of lots', () => {
    fc.assert(fc.property(manySteps, expectLotsAsSold), { numRuns: Math.ceil(RUNS.numRuns / 100) });
  });
});
