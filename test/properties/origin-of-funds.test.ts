/**
 * Where units came from, over random histories: the shares add up to one, no unit is lost, and exact fractions that are followed one by
 * one, by what the engine itself knows of swaps and transfers, agree with the walk.
 */
import { describe, expect, it } from '@jest/globals';
import { parseDecimal } from '@ctx/domain/decimal';
import fc from 'fast-check';
import { fromFixed, Rational, ZERO } from '../oracle/rational.ts';
import { WHOLE } from '../../services/read/src/present/origin-walk.ts';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EffectiveEvent, EngineOutputs, Lot } from '../../services/recalc/src/engine/types.ts';
import { histories } from './histories.ts';
import { walkedOrigin } from './walked-origin.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) };
const ONE = 10n ** 12n;
const DIGITS = 12;

/** Follows one unit after another by recursion: shares by the event at which they end, and what no lot had. */
class Ends {
  readonly shares = new Map<string, Rational>();
  readonly #outputs: EngineOutputs;

  constructor(outputs: EngineOutputs) {
    this.#outputs = outputs;
  }

  #end(name: string, share: Rational): void {
    if (!share.isZero) this.shares.set(name, (this.shares.get(name) ?? ZERO).add(share));
  }

  ofTaking(event: EffectiveEvent, share: Rational): void {
    let rest = event.amount;
    for (const slice of this.#outputs.slices.filter((each) => each.event === event)) {
      rest -= slice.amount;
      this.#ofLot(slice.lot, share.mul(new Rational(slice.amount, event.amount)));
    }
    this.#end(`lacking ${event.raw.id}`, share.mul(new Rational(rest, event.amount)));
  }

  ofBringing(event: EffectiveEvent): void {
    const lots = this.#outputs.lots.filter(({ eventId }) => eventId === event.raw.id);
    let rest = event.amount;
    for (const lot of lots) {
      rest -= lot.amount;
      this.#ofLot(lot, new Rational(lot.amount, event.amount));
    }
    this.#end(`lacking ${event.raw.id}`, new Rational(rest, event.amount));
  }

  #ofLot(lot: Lot, share: Rational): void {
    const from = this.#outputs.lots.find(({ id }) => id === lot.fromLotId);
    if (from !== undefined) return this.#ofLot(from, share);
    const event = this.#outputs.events.find(({ raw }) => raw.id === lot.eventId)!;
    if (event.inSwap) this.ofSwap(event, share);
    else this.#end(`brought ${lot.eventId}`, share);
  }

  ofSwap({ raw }: EffectiveEvent, share: Rational): void {
    const given = this.#outputs.events.filter(
      (each) =>
        each.inSwap && each.type === 'DISPOSITION' && each.raw.continuityGroupId === raw.continuityGroupId,
    );
    const values = given.map(({ value }) => value);
    const isByValue = values.every((value) => value !== null) && values.some((value) => (value ?? 0n) > 0n);
    const total = isByValue
      ? values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)
      : BigInt(given.length);
    for (const leg of given) {
      const part = share.mul(new Rational(isByValue ? (leg.value ?? 0n) : 1n, total));
      if (leg.effect.pool === 'NONE') this.#end(`brought ${raw.id}`, part);
      else this.ofTaking(leg, part);
    }
  }
}

function exactEnds(outputs: EngineOutputs, event: EffectiveEvent): ReadonlyMap<string, Rational> {
  const ends = new Ends(outputs);
  const isTaking = outputs.slices.some((slice) => slice.event === event) || event.type !== 'ACQUISITION';
  if (event.inSwap && event.type === 'ACQUISITION') ends.ofSwap(event, new Rational(1n));
  else if (isTaking && event.type !== 'INCOME') ends.ofTaking(event, new Rational(1n));
  else ends.ofBringing(event);
  return ends.shares;
}

/** Fails where a share of the walk differs from the exact one by more than its divisions may lose. */
function expectAgreement(outputs: EngineOutputs, event: EffectiveEvent): boolean {
  const walked = walkedOrigin(outputs, event.raw.id);
  if (walked === null || event.effect.pool === 'NONE') return false;
  const { walk, origin } = walked;
  expect(origin.ends.reduce((sum, { share }) => sum + parseDecimal(share, DIGITS), 0n)).toBe(ONE);
  expect(walk.ends.reduce((sum, { share }) => sum + share, 0n)).toBe(WHOLE);
  expect(walk.ends.filter(({ kind }) => kind === 'NOT_FOLLOWED')).toEqual([]);
  const exact = exactEnds(outputs, event);
  const found = new Map<string, Rational>();
  for (const { lotId, purchase, eventId, share } of walk.ends) {
    const name = `${lotId === null && purchase === null ? 'lacking' : 'brought'} ${eventId}`;
    found.set(name, (found.get(name) ?? ZERO).add(new Rational(share, WHOLE)));
  }
  const least = fromFixed(1n, 36);
  for (const name of new Set([...exact.keys(), ...found.keys()])) {
    const difference = (exact.get(name) ?? ZERO).sub(found.get(name) ?? ZERO);
    const isSame = difference.compare(least) < 0 && difference.compare(ZERO.sub(least)) > 0;
    if (!isSame) throw new Error(`${event.raw.referenceId}: ${name} is off by ${difference.toString()}`);
  }
  return true;
}

describe('The origin of every transaction of a random history', () => {
  it('agrees with exact fractions, and its shares add up to one', () => {
    let compared = 0;
    fc.assert(
      fc.property(histories(), (inputs) => {
        const outputs = recalculate(inputs);
        for (const event of outputs.events) if (expectAgreement(outputs, event)) compared += 1;
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(RUNS.numRuns);
  });

  it('accounts for every unit where no swap and no transfer changes the asset', () => {
    fc.assert(
      fc.property(histories({ isPlain: true }), (inputs) => {
        const outputs = recalculate({
          ...inputs,
          events: inputs.events.map((raw) => ({ ...raw, continuityGroupId: null })),
        });
        for (const event of outputs.events) {
          const walked = walkedOrigin(outputs, event.raw.id);
          if (walked === null) continue;
          expect(walked.walk.ends.reduce((sum, { units }) => sum + units, 0n)).toBe(event.amount);
        }
      }),
      RUNS,
    );
  });

  it('loses nothing at a limit: the rest is an end of its own', () => {
    fc.assert(
      fc.property(
        histories(),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        (inputs, lotsMax, levelsMax) => {
          const outputs = recalculate(inputs);
          for (const { raw } of outputs.events) {
            const walked = walkedOrigin(outputs, raw.id, { lotsMax, levelsMax });
            if (walked === null) continue;
            expect(walked.walk.ends.reduce((sum, { share }) => sum + share, 0n)).toBe(WHOLE);
          }
        },
      ),
      RUNS,
    );
  });
});
