/** The queue of open lots of one asset: buckets, units that are taken from given lots, and marks (engine.md §2). */
import { describe, expect, it } from '@jest/globals';
import type { BasisOrigin } from '../types.ts';
import type { NewLot, OpenLot } from './open-lot.ts';
import { Pool } from './pool.ts';

const UNIT = 10n ** 18n;
/** More lots than one bucket holds. */
const MANY = 300;

/** A lot of one unit, which is older than the lots with a larger number. */
function lotOf(number: number): NewLot {
  const id = `lot ${String(number)}`;
  return {
    id,
    assetKey: 'BTC',
    eventId: id,
    originEventId: id,
    fromLotId: null,
    acquiredUs: number,
    heldSinceUs: number,
    arrivedUs: number,
    amount: UNIT,
    photo: null,
    origin: null,
    key: ['kraken', 'BTC', 'ACQUISITION', id, id],
  };
}

function poolOf(lots: number): { pool: Pool; lots: OpenLot[] } {
  const pool = new Pool();
  return { pool, lots: Array.from({ length: lots }, (_, index) => pool.add(lotOf(index))) };
}

const origin = (outEventId: string): BasisOrigin => ({
  kind: 'SELF_TRANSFER',
  inEventId: 'in',
  outEventId,
  receivedUs: 0,
});
const idsOf = (parts: readonly { readonly lot: OpenLot; readonly amount: bigint }[]): unknown[] =>
  parts.map(({ lot, amount }) => [lot.id, amount]);

describe('Units taken from given lots', () => {
  it('are taken in the order of the lots, and no more than are wanted', () => {
    const { pool, lots } = poolOf(4);
    const parts = pool.takeOf([lots[2]!, lots[0]!, lots[1]!], UNIT + UNIT / 2n);
    expect(idsOf(parts)).toEqual([
      ['lot 2', UNIT],
      ['lot 0', UNIT / 2n],
    ]);
    expect(pool.heldAmount).toBe(2n * UNIT + UNIT / 2n);
  });

  it('leave the rest of the queue in order, also when they were all that a bucket held', () => {
    const { pool, lots } = poolOf(MANY);
    const oldest = lots.slice(0, MANY / 2);
    expect(pool.takeOf(oldest, UNIT * BigInt(oldest.length))).toHaveLength(MANY / 2);
    const { parts, shortfall } = pool.take(2n * UNIT);
    expect(idsOf(parts)).toEqual([
      [`lot ${String(MANY / 2)}`, UNIT],
      [`lot ${String(MANY / 2 + 1)}`, UNIT],
    ]);
    expect(shortfall).toBe(0n);
    const rest = pool.take(UNIT * BigInt(MANY));
    expect(rest.parts).toHaveLength(MANY / 2 - 2);
    expect(rest.shortfall).toBe(UNIT * BigInt(MANY / 2 + 2));
  });
});

describe('A lot that is older than others', () => {
  it('is taken before them, in whichever bucket it belongs', () => {
    const pool = new Pool();
    const order = Array.from({ length: MANY }, (_, index) => (index * 7) % MANY);
    for (const number of order) pool.add(lotOf(number));
    const { parts } = pool.take(UNIT * BigInt(MANY));
    expect(parts.map(({ lot }) => lot.acquiredUs)).toEqual(order.toSorted((a, b) => a - b));
  });
});

describe('A mark', () => {
  it('covers the units that were held, and none that arrive later', () => {
    const { pool } = poolOf(2);
    pool.mark(2n * UNIT, origin('transfer'), null);
    // Older than both, but it came after the transfer.
    pool.add(lotOf(-1));
    expect(pool.take(3n * UNIT).parts.map(({ origin: by }) => by)).toEqual([
      null,
      origin('transfer'),
      origin('transfer'),
    ]);
  });

  it('from a closing state covers no lot that arrives after it, whatever its place among the arrivals', () => {
    const { pool, lots } = poolOf(1);
    pool.restoreMark({ origin: origin('transfer'), heldSinceUs: null, lot: lots[0]!, until: UNIT, at: 10 });
    pool.add(lotOf(-1));
    expect(pool.take(2n * UNIT).parts.map(({ origin: by }) => by)).toEqual([null, origin('transfer')]);
  });

  it('ends within a lot, at the unit that the transfer reached', () => {
    const { pool } = poolOf(2);
    const mark = pool.mark(UNIT + UNIT / 4n, origin('transfer'), null);
    expect([mark?.lot.id, mark?.until]).toEqual(['lot 1', UNIT / 4n]);
    const parts = [UNIT, UNIT / 4n, UNIT / 4n].flatMap((amount) => pool.take(amount).parts);
    expect(parts.map(({ origin: by }) => by)).toEqual([origin('transfer'), origin('transfer'), null]);
  });

  it('is listed oldest first, with those whose holding period a newer mark without one leaves in force', () => {
    const { pool } = poolOf(3);
    pool.mark(2n * UNIT, origin('older'), 5);
    pool.mark(3n * UNIT, origin('newer'), null);
    expect(pool.marks().map(({ origin: by }) => by)).toEqual([origin('older'), origin('newer')]);
  });

  it('is not listed once all units that it covers are gone', () => {
    const { pool } = poolOf(3);
    pool.mark(UNIT, origin('first'), 5);
    pool.take(UNIT);
    expect(pool.marks()).toEqual([]);
    pool.mark(UNIT, origin('second'), null);
    pool.take(2n * UNIT);
    expect(pool.marks()).toEqual([]);
  });

  it('gives its holding period to the lots that it covers, and to no other', () => {
    const { pool } = poolOf(3);
    expect([...pool.heldSinceByTransfer()]).toEqual([]);
    pool.mark(2n * UNIT, origin('transfer'), 5);
    const found = [...pool.heldSinceByTransfer()].map(([lot, since]) => [lot.id, since]);
    expect(found).toEqual([
      ['lot 0', 5],
      ['lot 1', 5],
    ]);
  });

  it('is not made in an empty pool', () => {
    expect(new Pool().mark(UNIT, origin('transfer'), null)).toBeNull();
  });
});
