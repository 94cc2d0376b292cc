/** What the actions of events do to the pools, in units. The valuation gives each movement its EUR values (value/). */
import type { EffectiveEvent } from '../types.ts';
import type { OpenSlice } from './ledger.ts';
import type { OpenLot } from './open-lot.ts';
import type { TakenPart } from './pool.ts';

/** Where the cost of a lot comes from: the event's own value, the value of a surplus, nothing, or parts of older lots. */
export type CostSource = 'VALUE' | 'SURPLUS' | 'NOTHING' | readonly TakenPart[];

/** A lot that a movement brought. */
export interface ArrivedLot {
  readonly lot: OpenLot;
  readonly source: CostSource;
}

/**
 * What the movement means for its event: a receipt may be income, a disposal may have a gain, a surplus may be income, a loan
 * is owed; what leaves otherwise has a gain of 0, and a transfer that arrives has neither.
 */
export type MovementKind = 'RECEIPT' | 'LOAN' | 'DISPOSAL' | 'LEAVING' | 'ARRIVAL' | 'SURPLUS';

export interface Movement {
  readonly kind: MovementKind;
  /** The event whose outcome it is. */
  readonly event: EffectiveEvent;
  /** The parts of lots that the event took, and their slices, in the same order. */
  readonly parts: readonly TakenPart[];
  readonly slices: readonly OpenSlice[];
  /** Parts that waited outside their pool and wait no longer. */
  readonly returned: readonly TakenPart[];
  readonly arrived: readonly ArrivedLot[];
}

/** Returns a movement; what is left out is empty. */
export function movement(
  kind: MovementKind,
  event: EffectiveEvent,
  { parts = [], slices = [], returned = [], arrived = [] }: Partial<Omit<Movement, 'kind' | 'event'>> = {},
): Movement {
  return { kind, event, parts, slices, returned, arrived };
}
