/** What a run builds up: the pools of one user, every lot they ever held, and every slice taken from them. */
import { holdingPeriodDays } from '@ctx/common/domain/brussels';
import { shareEur } from '@ctx/common/domain/decimal';
import { basisOf } from './basis.ts';
import { lotId, type LotPart } from './lot-id.ts';
import { Pool } from './pool.ts';
import type { EffectiveEvent, Lot, Slice } from './types.ts';

export interface Ledger {
  readonly pools: Map<string, Pool>;
  /** In order of arrival. */
  readonly lots: Lot[];
  /** In order of processing. */
  readonly slices: Slice[];
}

/** A lot that an event brings. */
export interface Arrival {
  readonly part: LotPart;
  readonly amount: bigint;
  readonly costBasis: bigint;
  readonly acquiredUs: number;
}

/** What an event takes from its pool. */
export interface Departure {
  readonly amount: bigint;
  /** EUR of the whole amount; null where it is unknown or the event is no sale. */
  readonly proceeds: bigint | null;
  /** Whether proceeds less basis count as gain. */
  readonly isGain: boolean;
}

export interface Departed {
  readonly shortfall: bigint;
  /** Proceeds less basis of the whole amount, the shortfall at basis 0; 0 where they do not count. */
  readonly gain: bigint;
}

const US_PER_MS = 1000;

export function emptyLedger(): Ledger {
  return { pools: new Map(), lots: [], slices: [] };
}

/** The pool of an asset, over all accounts. */
export function poolOf(ledger: Ledger, assetKey: string): Pool {
  const known = ledger.pools.get(assetKey);
  if (known !== undefined) return known;
  const pool = new Pool();
  ledger.pools.set(assetKey, pool);
  return pool;
}

/** Brings a new lot into the pool of the event's asset. */
export function bringLot(ledger: Ledger, event: EffectiveEvent, arrival: Arrival): void {
  const { id: eventId, assetKey } = event.raw;
  const lot = poolOf(ledger, assetKey).add({
    id: lotId(eventId, arrival.part),
    eventId,
    assetKey,
    acquiredUs: arrival.acquiredUs,
    acquiredAmount: arrival.amount,
    costBasis: arrival.costBasis,
  });
  ledger.lots.push(lot);
}

/**
 * Consumes lots of the event's asset, oldest first, and records the slices. A shortfall has its share of the proceeds
 * and basis 0, and is not among the slices (engine.md §2).
 */
export function consumeLots(ledger: Ledger, event: EffectiveEvent, departure: Departure): Departed {
  const { amount, proceeds, isGain } = departure;
  const { parts, shortfall } = poolOf(ledger, event.raw.assetKey).take(amount);
  let coveredAmount = 0n;
  let coveredProceeds = 0n;
  let basis = 0n;
  for (const [ordinal, part] of parts.entries()) {
    coveredAmount += part.amount;
    // Share of all up to here less what is given out: the last part takes the remainder, to the last digit.
    const proceedsShare =
      proceeds === null ? null : shareEur(proceeds, coveredAmount, amount) - coveredProceeds;
    coveredProceeds += proceedsShare ?? 0n;
    const partBasis = basisOf({ historicCost: part.costBasis });
    basis += partBasis;
    ledger.slices.push({
      eventId: event.raw.id,
      ordinal,
      lotId: part.lot.id,
      lotEventId: part.lot.eventId,
      amount: part.amount,
      proceeds: proceedsShare,
      costBasis: part.costBasis,
      gain: isGain && proceedsShare !== null ? proceedsShare - partBasis : 0n,
      holdingPeriodDays: holdingDays(part.lot, event),
    });
  }
  return { shortfall, gain: isGain && proceeds !== null ? proceeds - basis : 0n };
}

function holdingDays(lot: Lot, event: EffectiveEvent): number {
  return holdingPeriodDays(Math.floor(lot.acquiredUs / US_PER_MS), Math.floor(event.timestampUs / US_PER_MS));
}
