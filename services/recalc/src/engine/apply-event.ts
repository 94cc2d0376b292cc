/** One event acts on the pools, as its row of the table of treatments says (engine.md §2). */
import { bringLot, consumeLots, type Ledger } from './ledger.ts';
import { bringSurplus, moveLots, type Transfer } from './transfers.ts';
import { effectOf, type PoolEffect } from './treatments.ts';
import type { EffectiveEvent } from './types.ts';

/** What only the pools could say of an event. */
export interface Outcome {
  readonly totalGain: bigint | null;
  readonly review: boolean;
}

const NOTHING: Outcome = { totalGain: null, review: false };

/** Acts on the ledger; `transfer` is given for the legs of a matched one. */
export function applyEvent(ledger: Ledger, event: EffectiveEvent, transfer: Transfer | undefined): Outcome {
  const effect = effectOf(event);
  switch (effect.pool) {
    case 'NONE':
      return NOTHING;
    case 'NEW_LOT':
      return acquire(ledger, event, effect);
    case 'CONSUME':
      return consume(ledger, event, effect);
    case 'ARRIVE':
      if (transfer === undefined) return { ...acquire(ledger, event, effect), review: true };
      return { totalGain: null, review: bringSurplus(ledger, transfer) };
    case 'LEAVE':
      // Unmatched, the lots wait, still owned: they stay where they are.
      return { totalGain: 0n, review: transfer === undefined || moveLots(ledger, transfer) };
  }
}

/** A new lot; without an EUR value its basis is 0, never a guess. */
function acquire(ledger: Ledger, event: EffectiveEvent, effect: PoolEffect): Outcome {
  const costBasis = effect.basis === 'EUR_VALUE' ? (event.euroValue ?? 0n) : 0n;
  const { amount, timestampUs: acquiredUs } = event;
  bringLot(ledger, event, { part: 'ACQUIRED', amount, costBasis, acquiredUs });
  return NOTHING;
}

/** Consumed lots; a sale without known proceeds has no gain rather than an invented loss. */
function consume(ledger: Ledger, event: EffectiveEvent, effect: PoolEffect): Outcome {
  const isSale = effect.gain === 'PROCEEDS_LESS_BASIS';
  const isGain = isSale && event.taxable;
  const proceeds = isSale ? event.euroValue : null;
  const { shortfall, gain } = consumeLots(ledger, event, { amount: event.amount, proceeds, isGain });
  const isUnknown = effect.gain === null || (isGain && proceeds === null);
  return { totalGain: isUnknown ? null : gain, review: shortfall > 0n };
}
