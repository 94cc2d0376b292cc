/** Transfers between a user's own accounts: which legs belong together, and what they do to the pools (engine.md §1, §2). */
import { shareEur } from '@ctx/common/domain/decimal';
import { bringLot, consumeLots, type Ledger, poolOf } from './ledger.ts';
import { effectOf } from './treatments.ts';
import type { EffectiveEvent } from './types.ts';

export interface Transfer {
  readonly outLeg: EffectiveEvent;
  readonly inLeg: EffectiveEvent;
}

/** Matched transfers, found by either leg. */
export type Transfers = ReadonlyMap<EffectiveEvent, Transfer>;

interface Legs {
  readonly out: EffectiveEvent[];
  readonly in: EffectiveEvent[];
}

/**
 * A `continuityGroupId` with exactly one outgoing and one incoming leg of transfer treatments and of one asset is a
 * matched transfer. Ignored, spam and fiat events are no legs.
 */
export function findTransfers(events: readonly EffectiveEvent[]): Transfers {
  const transfers = new Map<EffectiveEvent, Transfer>();
  for (const legs of legsByGroup(events).values()) {
    const [outLeg, secondOut] = legs.out;
    const [inLeg, secondIn] = legs.in;
    if (outLeg === undefined || inLeg === undefined || secondOut !== undefined || secondIn !== undefined)
      continue;
    if (outLeg.raw.assetKey !== inLeg.raw.assetKey) continue;
    const transfer = { outLeg, inLeg };
    transfers.set(outLeg, transfer).set(inLeg, transfer);
  }
  return transfers;
}

/**
 * A matched transfer of one asset acts at its out leg's time; its lots never leave the pool. What does not arrive is
 * consumed like a FEE event, from the oldest of the lots that left. What the pool lacks arrives as a lot of basis 0
 * acquired then. Answers whether the pool lacked anything.
 */
export function moveLots(ledger: Ledger, { outLeg, inLeg }: Transfer): boolean {
  const arriving = inLeg.amount < outLeg.amount ? inLeg.amount : outLeg.amount;
  const missing = outLeg.amount - arriving;
  const { shortfall } = consumeLots(ledger, outLeg, { amount: missing, proceeds: null, isGain: false });
  const lacking = arriving - poolOf(ledger, outLeg.raw.assetKey).heldAmount;
  if (lacking > 0n)
    bringLot(ledger, inLeg, {
      part: 'SHORTFALL',
      amount: lacking,
      costBasis: 0n,
      acquiredUs: outLeg.timestampUs,
    });
  return shortfall > 0n || lacking > 0n;
}

/**
 * Where more arrives than left, the surplus is a new lot with its share of the in leg's EUR value, at the in leg's time.
 * Answers whether there was a surplus.
 */
export function bringSurplus(ledger: Ledger, { outLeg, inLeg }: Transfer): boolean {
  const surplus = inLeg.amount - outLeg.amount;
  if (surplus <= 0n) return false;
  bringLot(ledger, inLeg, {
    part: 'ACQUIRED',
    amount: surplus,
    costBasis: shareEur(inLeg.euroValue ?? 0n, surplus, inLeg.amount),
    acquiredUs: inLeg.timestampUs,
  });
  return true;
}

function legsByGroup(events: readonly EffectiveEvent[]): Map<string, Legs> {
  const groups = new Map<string, Legs>();
  for (const event of events) {
    const { continuityGroupId } = event.raw;
    if (continuityGroupId === null) continue;
    const { pool } = effectOf(event);
    if (pool !== 'ARRIVE' && pool !== 'LEAVE') continue;
    const legs = groups.get(continuityGroupId) ?? { out: [], in: [] };
    groups.set(continuityGroupId, legs);
    (pool === 'LEAVE' ? legs.out : legs.in).push(event);
  }
  return groups;
}
