/** The legs of the swaps on the way back: which events are legs, and in which proportion they gave. */
import { parseEur } from '@ctx/domain/decimal';
import { effectOfPair } from '@ctx/domain/treatments';
import type { EventType, Treatment } from '@ctx/domain/vocabulary';
import type { OriginEventRow, OriginLegRow } from './origin-rows.ts';

/** Whether an event may be a leg of a swap, if its group has legs of the other side. */
export function maySwap(row: OriginEventRow): boolean {
  return row.group_members > 0 && isSwapLeg(row);
}

/** Whether an event counts as a leg of a swap. A leg of money acts on no pool and is one. */
export function isSwapLeg(row: OriginEventRow): boolean {
  if (row.match_id !== null || row.spam) return false;
  const marks = row.effect_fact ?? undefined;
  return effectOfPair(row.type as EventType, row.treatment as Treatment, marks).isSwapLeg;
}

/** A swap as seen from one of its received legs. */
export interface SwapSides {
  readonly given: readonly OriginLegRow[];
  /** What each given leg is worth beside the others, and all together. */
  readonly weights: readonly bigint[];
  readonly total: bigint;
  /** The part of the given legs that paid for the received leg. */
  readonly own: { readonly of: bigint; readonly per: bigint };
  readonly legCount: number;
}

/** Returns the sides of the swap of a received leg, with shares by the values that count, else equal ones. */
export function sidesOf(legs: readonly OriginLegRow[], eventId: string): SwapSides {
  const given = legs.filter((leg) => leg.type === 'DISPOSITION' && isSwapLeg(leg));
  const received = legs.filter((leg) => leg.type === 'ACQUISITION' && isSwapLeg(leg));
  const weights = weightsOf(given);
  const ofReceived = weightsOf(received);
  const own = ofReceived[received.findIndex((leg) => leg.event_id === eventId)];
  return {
    given,
    weights,
    total: sumOf(weights),
    own: own === undefined ? { of: 1n, per: 1n } : { of: own, per: sumOf(ofReceived) },
    legCount: given.length + received.length,
  };
}

function weightsOf(legs: readonly OriginEventRow[]): bigint[] {
  const values = legs.map(({ counted_value }) => (counted_value === null ? null : parseEur(counted_value)));
  const known = values.filter((value) => value !== null);
  const isByValue = known.length === values.length && known.some((value) => value > 0n);
  return isByValue ? known : legs.map(() => 1n);
}

const sumOf = (weights: readonly bigint[]): bigint => weights.reduce((sum, each) => sum + each, 0n);
